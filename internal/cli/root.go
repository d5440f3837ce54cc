package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"airport-content/internal/partner"
	"airport-content/internal/spelling"
)

// Command is the whole tree of commands, for generated documents. The tree must not be run.
func Command() *cobra.Command { return (&program{}).root() }

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:           name,
		Short:         "Serve the website content of airports to partners, and administer it",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.AddCommand(p.serveCommand(), p.migrateCommand(), p.airportCommand(), p.partnerCommand(), p.keyCommand(),
		p.importCommand(), p.exportCommand(), p.itemCommand(), p.sourceCommand(), p.pullCommand(), p.reindexCommand(), p.distributeCommand(), p.synonymCommand(), p.usageCommand(), p.historyCommand(), p.searchCommand(), p.searchesCommand(), p.doctorCommand(), p.healthcheckCommand(),
		p.versionCommand())
	root.PersistentFlags().BoolVar(&p.json, "json", false, "print data as JSON")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	root.InitDefaultCompletionCmd()
	addHelp(root)
	checkArguments(root)
	return root
}

// checkArguments makes every command refuse wrong arguments, in one line that lists the known ones.
// It also turns off the completion of file names, except for commands that ask for file names.
func checkArguments(cmd *cobra.Command) {
	switch {
	case cmd.HasSubCommands():
		cmd.Args = subcommand
		cmd.RunE = func(*cobra.Command, []string) error { return nil } // never called; cobra checks Args only of commands with RunE
	case cmd.Args == nil:
		cmd.Args = argumentsOf(cmd.Use)
	}
	if cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	for _, c := range cmd.Commands() {
		checkArguments(c)
	}
}

// subcommand refuses an unknown command.
func subcommand(cmd *cobra.Command, args []string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if len(args) == 0 {
		return fmt.Errorf("which command? known: %s", strings.Join(names, ", "))
	}
	if cmd.Name() == "completion" { // each shell is a command for cobra, but a value in the contract
		return valueError(fmt.Sprintf("no shell %q; %s", args[0], spelling.Known(args[0], names)))
	}
	return fmt.Errorf("no command %q; %s", args[0], spelling.Known(args[0], names))
}

// argumentsOf checks arguments by the names in a command's Use: [NAME] may be missing, and NAME…
// may be repeated.
func argumentsOf(use string) cobra.PositionalArgs {
	names := strings.Fields(use)[1:]
	if i := slices.IndexFunc(names, func(n string) bool { return strings.HasPrefix(n, "--") }); i >= 0 {
		names = names[:i]
	}
	return func(_ *cobra.Command, args []string) error {
		missing := names[min(len(args), len(names)):]
		if len(missing) > 0 && !strings.HasPrefix(missing[0], "[") {
			return fmt.Errorf("missing: %s", strings.Join(missing, " "))
		}
		if len(args) <= len(names) || strings.HasSuffix(use, "…") {
			return nil
		}
		if surplus := args[len(names)]; !partner.MayBeSecret(surplus) && !strings.Contains(surplus, "@") {
			return fmt.Errorf("one argument too many: %q", surplus)
		}
		return errors.New("one argument too many, not shown because it may hold a secret")
	}
}

// valueError is the error of a value that cannot be read. A bad value is a failure, not wrong
// usage.
type valueError string

func (e valueError) Error() string { return string(e) }

// flagError names the known flags, and the values that a flag takes.
func flagError(cmd *cobra.Command, err error) error {
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		reason := bad.Unwrap()
		if bad.GetFlag().Value.Type() == "bool" {
			reason = errors.New("want true or false")
		}
		return valueError(fmt.Sprintf("--%s %q: %v", bad.GetFlag().Name, bad.GetValue(), reason))
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
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

// helpCommand is cobra's help, but fails for an unknown command.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND…]",
		Short: "Show how a command is used",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return subcommand(found, rest)
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}
