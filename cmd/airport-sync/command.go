package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const name = "airport-sync"

// What the program ends with.
const (
	exitDone       = 0
	exitFailed     = 1
	exitWrongUsage = 2
)

const help = `Keep a directory in step with the content of one airport.

The directory gets items.ndjson, one item a line as the API gives it, sorted by id, and state.json, which says how to go
on. Both are replaced whole: a reader never sees half a file, and a run that is interrupted or killed leaves the copy as it
was, to be run again. The last line on stdout says what was done.

By default the copy follows the service's changes, deletions included. With --since-mode it is made in the way of the
service's document: everything once, then what was modified since. That way tells neither deletions nor
items that the key may read only since (it was given more types, or the airport was removed and added again): it takes a run
with --full to lose the ones and get the others.

The API key comes from the environment: AIRPORT_API_KEY, or AIRPORT_API_KEY_FILE, which names a file that holds it.
Exit status: 0 done, 1 failed, 2 wrong usage.`

const example = `  AIRPORT_API_KEY=acp_… airport-sync --base-url https://content.example.com --airport SFO --dir sfo
  airport-sync --base-url http://127.0.0.1:8080 --airport SFO --dir sfo --every 10m`

// run is the program, without its process: it returns the exit status.
func run(ctx context.Context, args []string, env func(string) string, stdout, stderr io.Writer) int {
	p := &program{env: env, stdout: stdout, stderr: stderr}
	started := false
	root := newCommand(p, &started)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitDone
	}
	var badValue *pflag.InvalidValueError
	if started || errors.As(err, &badValue) {
		p.log("%v", err)
		return exitFailed
	}
	p.log("%v; usage: %s (more with --help)", err, cmd.UseLine())
	return exitWrongUsage
}

// newCommand notes in started that the command line was understood.
func newCommand(p *program, started *bool) *cobra.Command {
	root := &cobra.Command{
		Use:     "airport-sync --base-url URL --airport CODE --dir DIR",
		Short:   "Keep a directory in step with the content of one airport",
		Long:    help,
		Example: example,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			*started = true
			return p.start(cmd.Context(), cmd.Flags().Changed("every"))
		},
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	flags := root.Flags()
	flags.StringVar(&p.baseURL, "base-url", "", "address of the service, such as https://content.example.com")
	flags.StringVar(&p.airport, "airport", "", "code of the airport")
	flags.StringVar(&p.dir, "dir", "", "directory of the copy, made when it is not there")
	flags.Bool("once", true, "bring the copy into step and end")
	flags.DurationVar(&p.every, "every", 0, "do so again and again, with this long between, such as 10m; failures do not end it")
	flags.BoolVar(&p.since, "since-mode", false, "copy by modifiedSince instead of by changes (tells neither deletions nor items that the key may read only since)")
	flags.BoolVar(&p.full, "full", false, "copy everything again (with --every: the first time), even over another copy")
	flags.BoolVar(&p.insecure, "insecure", false, "allow plain http to another machine")
	root.PersistentFlags().BoolVar(&p.json, "json", false, "print the result as JSON")
	root.MarkFlagsMutuallyExclusive("once", "every")
	for _, name := range []string{"base-url", "airport", "dir"} {
		if err := root.MarkFlagRequired(name); err != nil {
			panic(err) // the name is not one of the flags above
		}
	}
	root.AddCommand(&cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			*started = true
			return p.printVersion()
		},
	})
	return root
}

func (p *program) printVersion() error {
	if p.json {
		return json.NewEncoder(p.stdout).Encode(struct {
			Version string `json:"version"`
		}{version()})
	}
	_, err := fmt.Fprintln(p.stdout, name, version())
	return err
}

// version is the module's, or the commit's that the program was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}
