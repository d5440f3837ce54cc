package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/config"
	"airport-content/internal/db"
	"airport-content/internal/schema"
)

const name = "airport-content"

// Exit codes.
const (
	exitDone       = 0
	exitFailed     = 1
	exitWrongUsage = 2
)

// program is one run of the program.
type program struct {
	env            config.Env
	stdin          io.Reader
	stdout, stderr io.Writer

	json       bool          // print data as JSON
	understood bool          // whether the command line was right
	config     config.Config // set for commands that use the database
	operator   string        // whom the history names; set for commands that use the database
}

// Run runs the command line and returns the exit code. env has the form name=value of os.Environ.
func Run(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := &program{env: config.ParseEnv(env), stdin: stdin, stdout: stdout, stderr: stderr}
	root := p.root()
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	_, badValue := errors.AsType[valueError](err)
	switch {
	case err == nil:
		return exitDone
	case !p.understood && !badValue:
		p.say("%v; %s", err, usageOf(cmd))
		return exitWrongUsage
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		p.say("interrupted")
	default:
		p.report(err)
	}
	return exitFailed
}

// usageOf is the end of the line about wrong usage.
func usageOf(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() {
		return fmt.Sprintf("see %s --help", cmd.CommandPath())
	}
	return fmt.Sprintf("usage: %s (more with --help)", cmd.UseLine())
}

// say writes a message for people. The message may quote a website or a file, so control characters
// become spaces.
func (p *program) say(format string, args ...any) {
	fmt.Fprintf(p.stderr, name+": %s\n", strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, fmt.Sprintf(format, args...)))
}

// report writes an error. A joined error, such as all wrong values of the configuration, takes a
// line for each part.
func (p *program) report(err error) {
	for line := range strings.Lines(err.Error()) {
		p.say("%s", strings.TrimSpace(line))
	}
}

// run is a command without a database.
func (p *program) run(do func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		p.understood = true
		return do(cmd.Context(), args)
	}
}

// onDatabase is a command with one short task in the database.
func (p *program) onDatabase(do func(ctx context.Context, db admin.DB, args []string) error) func(*cobra.Command, []string) error {
	return p.run(func(ctx context.Context, args []string) error {
		return p.withDatabase(ctx, func(db admin.DB) error { return do(ctx, db, args) })
	})
}

// withDatabase reads the configuration, opens the database, and checks that the schema fits the
// program.
func (p *program) withDatabase(ctx context.Context, do func(admin.DB) error) error {
	return p.withPool(ctx, func(pool *db.Pool) error { return do(admin.New(pool).As(p.operator)) })
}

// withPool is withDatabase for commands that read content.
func (p *program) withPool(ctx context.Context, do func(*db.Pool) error) (err error) {
	if p.config, err = config.Load(p.env, nil); err != nil {
		return err
	}
	if p.operator, err = operator(p.env); err != nil {
		return err
	}
	pool, err := db.Open(ctx, db.Options{URL: string(p.config.DatabaseURL), Pooled: !p.config.DBPreparedStatements, MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := schema.Check(ctx, pool); err != nil {
		return err
	}
	return schema.Explain(ctx, pool.Queries, do(pool))
}
