// Command airport-sync keeps a directory in step with the content of one airport or of all
// airports of a key, read from the Airport Content Partner API.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const help = `Keep a directory in step with the content of one airport, or of all airports of a key.

The directory holds items.db, a SQLite database with a row of table item for each item, and items.ndjson, written from it:
one item a line as the API gives it, sorted by id. The file is replaced as a whole, after a run in which something changed. Both
can be read at any time. A run that fails or is killed leaves both whole; run it again, and it goes on where it was. The last
line on stdout says what was done. While an airport is offline, its copy stays.

With --all-airports, the table has a column "airport", and each airport has a file of its own, such as SFO.ndjson. The copy of an
airport that is withdrawn from the key is dropped, and a line on stderr says so. --type and --language limit the copy. A long copy
keeps below the rate limit.

The API key comes from the environment: AIRPORT_API_KEY, or AIRPORT_API_KEY_FILE, which names a file that holds it.
Exit status: 0 done, 1 failed (also where the one airport is offline), 2 wrong usage.`

const example = `  AIRPORT_API_KEY=acp_… airport-sync --base-url https://content.example.com --airport SFO --dir sfo
  airport-sync --base-url http://127.0.0.1:8080 --airport SFO --dir sfo --every 10m
  airport-sync --base-url http://127.0.0.1:8080 --airport SFO --dir sfo --follow
  airport-sync --base-url http://127.0.0.1:8080 --all-airports --language de,en --dir airports --follow`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	p := &program{env: os.Getenv, stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(p.run(ctx, os.Args[1:]))
}

// program is what the command line and the environment ask for.
type program struct {
	baseURL, airport, dir string
	allAirports           bool
	types, languages      []string
	every                 time.Duration
	follow                bool
	full, insecure, json  bool

	env            func(string) string
	stdout, stderr io.Writer
	understood     bool // the command line was parsed
	bar            *progressbar.ProgressBar
	lastKey        string   // of the last run
	expires        string   // the day on which the key ends, once stderr has said it
	offline        []string // airports, as stderr has said it
	failing        bool     // stderr has said so
}

// run returns the exit status.
func (p *program) run(ctx context.Context, args []string) int {
	root := p.command()
	root.SetArgs(args)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	err := root.ExecuteContext(ctx)
	_, badValue := errors.AsType[*pflag.InvalidValueError](err)
	switch {
	case err == nil:
		return 0
	case p.understood, badValue && !errors.Is(err, errTwice):
		p.log("%v", err)
		return 1
	}
	p.log("%v; usage: %s (more with --help)", err, root.UseLine())
	return 2
}

func (p *program) command() *cobra.Command {
	root := &cobra.Command{
		Use:     "airport-sync --base-url URL (--airport CODE | --all-airports) --dir DIR",
		Short:   "Keep a directory in step with the content of one airport, or of all airports of a key",
		Long:    help,
		Example: example,
		Version: version(),
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p.understood = true
			if !p.allAirports && p.airport == "" {
				return errors.New("--airport: want the code of an airport, or --all-airports")
			}
			if p.every > 0 || p.follow {
				return p.repeat(cmd.Context())
			}
			done, err := p.syncOnce(cmd.Context(), 0)
			if err != nil {
				return err
			}
			return p.print(done)
		},
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	flags := root.Flags()
	flags.StringVar(&p.baseURL, "base-url", "", "address of the service, such as https://content.example.com, with or without /api/v1/partner")
	flags.StringVar(&p.airport, "airport", "", "code of the airport")
	flags.BoolVar(&p.allAirports, "all-airports", false, "copy all airports of the key instead of one")
	flags.StringSliceVar(&p.types, "type", nil, "only items of these `types`, such as dining,shopping")
	flags.StringSliceVar(&p.languages, "language", nil, "only items in these `languages`, such as de,en")
	flags.StringVar(&p.dir, "dir", "", "directory of the copy; made if missing")
	flags.Func("every", "do so again and again, with this `pause` between, such as 10m; failures do not end it", func(s string) (err error) {
		if p.every, err = time.ParseDuration(s); err != nil || p.every < time.Second {
			return errors.New("want 1s or more, such as 90s, 10m or 24h")
		}
		return nil
	})
	flags.BoolVar(&p.follow, "follow", false, "go on, and take over each change within seconds; failures do not end it")
	flags.BoolVar(&p.full, "full", false, "copy everything again (with --every or --follow: the first time)")
	flags.BoolVar(&p.insecure, "insecure", false, "allow plain http to another machine")
	flags.BoolVar(&p.json, "json", false, "print the result as JSON")
	for _, name := range []string{"base-url", "dir"} {
		_ = root.MarkFlagRequired(name) // fails only for an unknown flag
	}
	flags.VisitAll(func(f *pflag.Flag) {
		if _, list := f.Value.(pflag.SliceValue); !list {
			f.Value = &onlyOnce{Value: f.Value}
		}
	})
	root.MarkFlagsOneRequired("airport", "all-airports")
	root.MarkFlagsMutuallyExclusive("airport", "all-airports")
	root.MarkFlagsMutuallyExclusive("every", "follow")
	return root
}

// onlyOnce is the value of a flag that may be given once.
type onlyOnce struct {
	pflag.Value
	given bool
}

var errTwice = errors.New("the flag is given twice")

func (o *onlyOnce) Set(s string) error {
	if o.given {
		return errTwice
	}
	o.given = true
	return o.Value.Set(s)
}

// version is the version of the module, or of the commit that the program was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}
