package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/config"
	"airport-content/internal/content"
	"airport-content/internal/source"
	"airport-content/internal/spelling"
)

// Defaults of the settings of a source.
const (
	defaultEvery = 15 * time.Minute
	defaultRate  = 5
)

func (p *program) addSourceCommand() *cobra.Command {
	s := content.Source{Settings: content.SourceSettings{Every: defaultEvery, Rate: defaultRate, TimeLimit: content.DefaultTimeLimit}}
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
	add := func(name, usage string, set func(string) error) {
		names = append(names, name)
		cmd.Flags().Func(name, usage, set)
	}
	add("every", "the `time` between the end of a pull and the next one", duration(&s.Every))
	add("language", "the `language` of items without a language of their own (default en)", orNone(&s.Language))
	add("type", "the content `type` of items that --map does not know", contentType(&s.Type))
	add("map", "`FROM=TYPE`: the content type of a post type of WordPress, or of a path such as /shops/; may be repeated", mappings(&s.Map))
	add("include", "a `path` such as /shops: only it and pages below it are read; may be repeated", paths(&s.Include))
	add("exclude", "a `path`: it and pages below it are not read; may be repeated", paths(&s.Exclude))
	add("content", "a CSS `selector` of a page's content (default what the page is about)", orNone(&s.Content))
	add("user", "the `name` to log in with; the password comes from the environment", orNone(&s.User))
	add("rate", "the most `requests` a second", func(text string) (err error) {
		if s.Rate, err = strconv.ParseFloat(text, 64); err != nil {
			return errors.New("want a number such as 5 or 0.5")
		}
		return nil
	})
	add("time-limit", "the most `time` that a pull may read the website; then it keeps what it has read, and fails", duration(&s.TimeLimit))
	names = append(names, "allow-private", "render")
	cmd.Flags().BoolVar(&s.AllowPrivate, "allow-private", false, "read a website whose address is inside the network")
	cmd.Flags().BoolVar(&s.Render, "render", false, "read the pages in a browser, because scripts draw them; needs Chromium, or CHROME_URL")
	_ = cmd.RegisterFlagCompletionFunc("type", cobra.FixedCompletions(content.TypeNames(), cobra.ShellCompDirectiveNoFileComp))
	return names
}

// takeOver copies the settings whose flags were given.
func takeOver(cmd *cobra.Command, into, from *content.SourceSettings) {
	for name, set := range map[string]func(){
		"every":         func() { into.Every = from.Every },
		"language":      func() { into.Language = from.Language },
		"type":          func() { into.Type = from.Type },
		"map":           func() { into.Map = from.Map },
		"include":       func() { into.Include = from.Include },
		"exclude":       func() { into.Exclude = from.Exclude },
		"content":       func() { into.Content = from.Content },
		"user":          func() { into.User = from.User },
		"rate":          func() { into.Rate = from.Rate },
		"time-limit":    func() { into.TimeLimit = from.TimeLimit },
		"allow-private": func() { into.AllowPrivate = from.AllowPrivate },
		"render":        func() { into.Render = from.Render },
	} {
		if cmd.Flags().Changed(name) {
			set()
		}
	}
}

// none clears a setting.
const none = "none"

func orNone(into *string) func(string) error {
	return func(s string) error {
		switch s {
		case "":
			return errors.New("it is empty; none clears it")
		case none:
			s = ""
		}
		*into = s
		return nil
	}
}

func duration(into *time.Duration) func(string) error {
	return func(s string) (err error) {
		*into, err = config.ParseDuration(s)
		return err
	}
}

func contentType(into *content.Type) func(string) error {
	return func(s string) error {
		t, ok := content.ParseType(s)
		if !ok && s != none {
			return fmt.Errorf("no content type; %s", spelling.Known(s, content.TypeNames()))
		}
		*into = t
		return nil
	}
}

// mappings collects FROM=TYPE. Commas do not separate, because a path may hold them.
func mappings(into *[]content.Mapping) func(string) error {
	return func(s string) error {
		if s == none {
			*into = nil
			return nil
		}
		var m content.Mapping
		if err := m.UnmarshalText([]byte(s)); err != nil {
			return err
		}
		if _, ok := content.ParseType(string(m.To)); !ok {
			return fmt.Errorf("%.60q: no content type; %s", s, spelling.Known(string(m.To), content.TypeNames()))
		}
		*into = append(*into, m)
		return nil
	}
}

// paths collects prefixes of paths. Commas do not separate, because a path may hold them.
func paths(into *[]string) func(string) error {
	return func(s string) error {
		switch {
		case s == none:
			*into = nil
			return nil
		case !strings.HasPrefix(s, "/"):
			return errors.New("want a path such as /shops/")
		}
		*into = append(*into, s)
		return nil
	}
}
