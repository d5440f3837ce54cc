package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"airport-content/internal/partner"
	"airport-content/internal/spelling"
)

const rootHelp = `Serve the website content of airports to partners, and administer it.

Data goes to stdout, everything else to stderr. Where the database and Redis are comes from the environment: DATABASE_URL,
MIGRATE_DATABASE_URL and REDIS_URL, or DATABASE_URL_FILE and so on, which name files that hold them.
Exit status: 0 done, 1 failed, 2 wrong usage.`

const rootExample = `  airport-content demo
  airport-content migrate up && airport-content serve
  airport-content airport add SFO "San Francisco International Airport"
  airport-content import SFO sfo.ndjson
  airport-content partner add Acme && airport-content key create --partner Acme --airport SFO`

// root is the whole tree of commands.
func (p *program) root() *cobra.Command {
	root := p.group(&cobra.Command{
		Use:               name,
		Short:             "Serve the website content of airports to partners, and administer it",
		Long:              rootHelp,
		Example:           rootExample,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}, p.demoCommand(), p.serveCommand(), p.migrateCommand(), p.airportCommand(), p.partnerCommand(), p.keyCommand(),
		p.importCommand(), p.reindexCommand(), p.synonymCommand(), p.usageCommand(), p.doctorCommand(), p.healthcheckCommand(), p.versionCommand(),
		p.completionCommand())
	root.PersistentFlags().BoolVar(&p.json, "json", false, "print data as JSON")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(p.helpCommand())
	return root
}

// group makes a command that does nothing but hold others.
func (p *program) group(cmd *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(commands...)
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("which command? known: %s", strings.Join(commandNames(cmd), ", "))
		}
		return unknownCommand(cmd, args[0])
	}
	cmd.RunE = func(*cobra.Command, []string) error { return nil } // never: Args refuses everything
	return cmd
}

func unknownCommand(cmd *cobra.Command, typed string) error {
	return fmt.Errorf("no command %q; %s", typed, spelling.Known(typed, commandNames(cmd)))
}

func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// flagError says what is known of flags, and which values they take.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bad *pflag.InvalidValueError
	switch {
	case errors.As(err, &bad):
		return valueError(fmt.Sprintf("--%s %q: want %s", bad.GetFlag().Name, bad.GetValue(), wanted(bad.GetFlag())))
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		typed := "--" + unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			typed = "-" + short
		}
		return fmt.Errorf("no flag %q; %s", typed, spelling.Known(typed, names))
	}
	return err
}

// wanted says which values a flag takes, of those whose type cobra checks.
func wanted(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "int", "int64":
		return "a whole number"
	}
	return "a " + f.Value.Type()
}

// arguments are a command's, by name: [NAME] may be left out, and NAME… may be repeated.
func arguments(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		missing := names[min(len(args), len(names)):]
		if len(missing) > 0 && !strings.HasPrefix(missing[0], "[") {
			return fmt.Errorf("missing: %s", strings.Join(missing, " "))
		}
		if len(args) <= len(names) || strings.HasSuffix(strings.Join(names, " "), "…") {
			return nil
		}
		if surplus := args[len(names)]; len(surplus) < partner.ShortestOld {
			return fmt.Errorf("one argument too many: %q", surplus)
		}
		return errors.New("one argument too many, not shown because it may be a key")
	}
}

// helpCommand is cobra's, but refuses a command that is not there.
func (p *program) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND …]",
		Short: "Show how a command is used",
		RunE: func(cmd *cobra.Command, args []string) error {
			found := cmd.Root()
			for _, arg := range args {
				next, rest, err := found.Find([]string{arg})
				if err != nil || len(rest) > 0 || next == found {
					return unknownCommand(found, arg)
				}
				found = next
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}
