package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
	"airport-content/internal/ingest"
	"airport-content/internal/postgres"
)

const importHelp = `Make an airport's content agree with a file of NDJSON or one JSON array, or with stdin. Items have the field names of the
API; content is required. All of it becomes visible at one moment, or nothing does: a bad item means that nothing is
imported, unless --skip-invalid. A second import of the same airport waits for the first.

The last line on stdout says what was done.`

func (p *program) importCommand() *cobra.Command {
	var options ingest.Options
	cmd := &cobra.Command{
		Use:   "import AIRPORT FILE|-",
		Short: "Import an airport's content from a file",
		Long:  importHelp,
		Example: `  airport-content import SFO sfo.ndjson
  airport-content import SFO sfo.ndjson --prune --dry-run
  curl -s https://www.example.com/items.json | airport-content import SFO -`,
		Args: arguments("AIRPORT", "FILE"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return nil, cobra.ShellCompDirectiveDefault // a file
			}
			return p.complete(offerAirports)(cmd, args, typed)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&options.Prune, "prune", false, "delete what the file lacks")
	flags.BoolVar(&options.Force, "force", false, "prune even where that looks like a mistake")
	flags.BoolVar(&options.DryRun, "dry-run", false, "tell what would be done, and do nothing")
	flags.BoolVar(&options.SkipInvalid, "skip-invalid", false, "import the good items of a file with bad ones")
	flags.BoolVar(&options.KeepDates, "keep-dates", false, "keep the file's dates for new and changed items: for further files of a first load, before partners synchronise")
	cmd.RunE = p.run(func(ctx context.Context, args []string) error {
		return p.importFile(ctx, args[0], args[1], options)
	})
	return cmd
}

func (p *program) importFile(ctx context.Context, code, file string, options ingest.Options) error {
	c, err := config.Load(p.env, nil)
	if err != nil {
		return err
	}
	input, size, err := p.openInput(file)
	if err != nil {
		return err
	}
	defer input.Close()
	if err := administerDirectly(ctx, c, func(ctx context.Context, db *postgres.DB) error {
		airport, err := db.Airport(ctx, code)
		code = airport.Code
		return err
	}); err != nil {
		return err
	}

	bar := newProgress(p.stderr, code, size)
	options.Retention = c.TombstoneRetention
	options.Progress = bar.items
	options.Waiting = func() { p.say("waiting for another import of %s to end", code) }
	result, bad, err := ingest.Import(ctx, string(c.MigrateDatabaseURL), code, bar.reader(input), options)
	bar.end()
	if bad != nil {
		p.showBad(bad)
	}
	if err != nil {
		return p.importError(ctx, code, file, err)
	}
	if options.DryRun {
		p.say("dry run: nothing was changed")
	}
	if p.json {
		return printJSON(p.stdout, result)
	}
	_, err = fmt.Fprintf(p.stdout, "added %d, updated %d, unchanged %d, deleted %d, skipped %d\n",
		result.Added, result.Updated, result.Unchanged, result.Deleted, result.Skipped)
	return err
}

// openInput opens a file, or takes stdin for "-". The size is in bytes, -1 when it is not known.
func (p *program) openInput(name string) (io.ReadCloser, int64, error) {
	if name == "-" {
		return io.NopCloser(p.stdin), -1, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return f, -1, nil
	}
	return f, info.Size(), nil
}

// showBad lists the first bad items, a line for each.
func (p *program) showBad(bad *ingest.Refused) {
	for _, invalid := range bad.First {
		fmt.Fprintln(p.stderr, invalid.Error())
	}
	if more := bad.Total - len(bad.First); more > 0 {
		fmt.Fprintf(p.stderr, "and %d more\n", more)
	}
}

func (p *program) importError(ctx context.Context, code, file string, err error) error {
	if ctx.Err() != nil {
		return errors.New("interrupted; nothing was imported")
	}
	if file == "-" {
		file = "stdin"
	}
	return fmt.Errorf("import %s from %s: %w", code, file, err)
}
