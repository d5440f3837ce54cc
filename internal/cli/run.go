// Package cli is the command line program: one file for each noun, and the wiring of the parts that serve.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
)

const name = "airport-content"

// What the program ends with.
const (
	exitDone       = 0
	exitFailed     = 1
	exitWrongUsage = 2
)

// program is one run of the program.
type program struct {
	env            config.Lookup
	stdin          io.Reader
	stdout, stderr io.Writer

	json    bool // print data as JSON
	started bool // the command line was understood
}

// Run does what the command line asks for and returns the exit code. env is name=value, as os.Environ gives it.
func Run(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := &program{env: config.Environ(env), stdin: stdin, stdout: stdout, stderr: stderr}
	root := p.root()
	completeNoFiles(root)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	switch {
	case err == nil:
		return exitDone
	case p.wrongUsage(err):
		p.say("%v; %s", err, usageOf(cmd))
		return exitWrongUsage
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		p.say("interrupted")
	default:
		p.report(err)
	}
	return exitFailed
}

// usageError is wrong usage that shows only when a command looks at its arguments.
type usageError string

func (e usageError) Error() string { return string(e) }

// valueError is a flag's value that cannot be read.
type valueError string

func (e valueError) Error() string { return string(e) }

// wrongUsage tells whether err is about the form of the command line. A value that is wrong is a failure.
func (p *program) wrongUsage(err error) bool {
	var usage usageError
	var value valueError
	return errors.As(err, &usage) || !p.started && !errors.As(err, &value)
}

// usageOf is for the line about wrong usage. What groups hold, that line tells anyway.
func usageOf(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() {
		return fmt.Sprintf("see %s --help", cmd.CommandPath())
	}
	return fmt.Sprintf("usage: %s (more with --help)", cmd.UseLine())
}

// say writes a message for people.
func (p *program) say(format string, args ...any) {
	fmt.Fprintf(p.stderr, name+": "+format+"\n", args...)
}

// report tells an error; one that joins several, such as all that is wrong with the configuration, has a line for each.
func (p *program) report(err error) {
	text := strings.ReplaceAll(err.Error(), "\n\t", " ") // as pgx lists the addresses it tried
	for line := range strings.Lines(text) {
		p.say("%s", strings.TrimSpace(line))
	}
}

// action is what a command does with its arguments.
type action func(ctx context.Context, args []string) error

// run makes an action cobra's.
func (p *program) run(do action) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		p.started = true
		return do(cmd.Context(), args)
	}
}
