package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/config"
	"airport-content/internal/content"
	"airport-content/internal/source"
)

func (p *program) addSourceCommand() *cobra.Command {
	s := content.Source{Settings: source.DefaultSettings()}
	var noCheck bool
	cmd := &cobra.Command{
		Use:   "add AIRPORT NAME KIND URL",
		Short: "Add a source; pull brings its items",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			s.Airport, s.Name, s.Kind, s.URL = args[0], args[1], args[2], args[3]
			if err := source.Check(&s); err != nil {
				return fmt.Errorf("add source %s: %w", s.Name, err)
			}
			airport, err := db.Airport(ctx, s.Airport)
			if err != nil {
				return err
			}
			s.Airport = airport.Code
			found := "was not read"
			if !noCheck {
				if found, err = p.look(ctx, s); err != nil {
					return fmt.Errorf("add source %s: %w; --no-check adds it all the same", s.Name, err)
				}
			}
			added, err := db.AddSource(ctx, s)
			if errors.Is(err, admin.ErrFromFiles) {
				return fmt.Errorf("%w; choose another name, or delete them: import %s - --source %s --prune --force </dev/null",
					err, s.Airport, s.Name)
			}
			return p.done(newSourceData(added), err, "added source %s of %s; its address %s; try it: airport-content pull %s %s --dry-run",
				added.Name, added.Airport, found, added.Airport, added.Name)
		}),
	}
	settingFlags(cmd, &s.Settings)
	for _, row := range source.Settings {
		if row.Default != "" {
			cmd.Flags().Lookup(row.Name).Usage += " (default " + row.Default + ")"
		}
	}
	cmd.Flags().BoolVar(&noCheck, "no-check", false, "do not read the address now")
	return cmd
}

// look reads a source's address once, and describes what it finds. If the source's user has no
// password, look reads nothing.
func (p *program) look(ctx context.Context, s content.Source) (string, error) {
	password := ""
	if s.Settings.User != "" {
		var err error
		if password, err = config.SourcePassword(p.env, s.Airport, s.Name); err != nil {
			return fmt.Sprintf("was not read: %v", err), nil
		}
	}
	found, err := source.Look(ctx, s, source.Options{Password: password, ChromeURL: string(p.config.ChromeURL)})
	return "is " + content.Message(found), err
}

func (p *program) setSourceCommand() *cobra.Command {
	var wanted content.SourceSettings
	var address string
	cmd := &cobra.Command{
		Use:   "set AIRPORT NAME",
		Short: "Change how a source is read",
	}
	cmd.RunE = p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
		changed, err := db.SetSource(ctx, args[0], args[1], func(s *content.Source) error {
			if cmd.Flags().Changed("url") {
				s.URL = address
			}
			takeOver(cmd, &s.Settings, &wanted)
			return source.Check(s)
		})
		return p.done(newSourceData(changed), err, "changed source %s of %s", changed.Name, changed.Airport)
	})
	names := settingFlags(cmd, &wanted)
	cmd.Flags().StringVar(&address, "url", "", "where the website is now")
	cmd.MarkFlagsOneRequired(append(names, "url")...)
	return cmd
}

// settingFlags gives a command a flag for each setting, and lists their names.
func settingFlags(cmd *cobra.Command, s *content.SourceSettings) (names []string) {
	for _, row := range source.Settings {
		names = append(names, row.Name)
		read := func(text string) error { return row.Read(s, text) }
		if row.Switch {
			cmd.Flags().BoolFunc(row.Name, row.Usage, read)
			continue
		}
		cmd.Flags().Func(row.Name, row.Usage, read)
	}
	_ = cmd.RegisterFlagCompletionFunc("type", cobra.FixedCompletions(content.TypeNames(), cobra.ShellCompDirectiveNoFileComp))
	return names
}

// takeOver copies the settings whose flags were given.
func takeOver(cmd *cobra.Command, into, from *content.SourceSettings) {
	for _, row := range source.Settings {
		if cmd.Flags().Changed(row.Name) {
			row.Copy(into, from)
		}
	}
}
