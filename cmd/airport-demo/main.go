// Command airport-demo runs the whole service on one machine, to try it: a private PostgreSQL and
// Redis, sample airports, and a key.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"airport-content/internal/demo"
)

const help = `Try the service: a private PostgreSQL and Redis, sample airports with invented content, the API, and the page for
operators, all started here and ended with Ctrl-C. It prints a key and two requests to begin with.

PostgreSQL is the installed one, or else downloaded once. The data is kept between runs: in .demo of a clone, else in the home of the
user. Remove the directory to begin anew.
Exit status: 0 done, 1 failed, 2 wrong usage.`

const example = `  airport-demo
  airport-demo --listen 127.0.0.1:9000 --data-dir /tmp/airport-demo`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o := demo.Options{Version: version(), Stdout: stdout, Stderr: stderr}
	understood := false
	cmd := &cobra.Command{
		Use:     "airport-demo",
		Short:   "Try the service: everything included, sample airports, a printed key",
		Long:    help,
		Example: example,
		Version: o.Version,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			understood = true
			return demo.Run(cmd.Context(), o)
		},
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Listen, "listen", "127.0.0.1:8080", "the `address` of the API")
	flags.StringVar(&o.DataDir, "data-dir", "", "the `directory` of the data")
	flags.BoolVar(&o.JSON, "json", false, "print the key and the requests as JSON")
	cmd.SetArgs(args)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	err := cmd.ExecuteContext(ctx)
	_, badValue := errors.AsType[*pflag.InvalidValueError](err)
	switch {
	case err == nil:
		return 0
	case understood, badValue:
		fmt.Fprintf(stderr, "airport-demo: %v\n", err)
		return 1
	}
	fmt.Fprintf(stderr, "airport-demo: %v; usage: %s (more with --help)\n", err, cmd.UseLine())
	return 2
}

// version is the version of the module, or of the commit that the program was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}
