package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/importer"
)

func (p *program) importCommand() *cobra.Command {
	var options importer.Options
	cmd := &cobra.Command{
		Use:               "import AIRPORT FILE|-",
		Short:             "Import an airport's content from a file",
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault), // files
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			if err := content.CheckSourceName(options.Source); err != nil { // an empty name would mean the source import
				return err
			}
			return p.importFile(ctx, db, args[0], args[1], options)
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&options.Source, "source", content.DefaultSource, "the `name` of the source that the items belong to")
	flags.BoolVar(&options.Prune, "prune", false, "delete the source's items that the file lacks")
	flags.BoolVar(&options.Force, "force", false, "accept what looks like a mistake: many deletions, one title or content for half of the items, the file of another airport")
	flags.BoolVar(&options.DryRun, "dry-run", false, "say what would be done, and do nothing")
	flags.BoolVar(&options.SkipInvalid, "skip-invalid", false, "import the good items of a file with bad ones")
	flags.BoolVar(&options.CleanHTML, "clean-html", false, "make content safe to embed as pulls do, and excerpts text; without it they stay as they are")
	flags.BoolVar(&options.KeepDates, "keep-dates", false, "keep the file's dates of new and changed items: for further files of a first load, before partners synchronise")
	return cmd
}

// importGCPercent makes garbage collections rare. The heap of an import is small and short-lived:
// with the default of 100, collections take a sixth of its processor time.
//
// importMemory is the soft limit of memory in bytes. Texts of hundreds of thousands of different
// words need much memory, and must not take five times as much because collections are rare.
const (
	importGCPercent = 400
	importMemory    = 256 << 20
)

func (p *program) importFile(ctx context.Context, db admin.DB, code, file string, options importer.Options) error {
	input, size, err := p.openInput(ctx, file)
	if err != nil {
		return err
	}
	defer input.Close()
	airport, err := db.Airport(ctx, code)
	if err != nil {
		return err
	}
	if p.env["GOGC"] == "" {
		debug.SetGCPercent(importGCPercent)
	}
	if p.env["GOMEMLIMIT"] == "" {
		debug.SetMemoryLimit(importMemory)
	}
	bar := p.progress(airport.Code, size, progressbar.OptionShowBytes(true))
	counted := progressbar.NewReader(input, bar)
	common := p.importOptions(airport.Code)
	options.Retention, options.Waiting, options.Operator = common.Retention, common.Waiting, common.Operator
	if file != "-" {
		options.Input = file
	}
	result, err := importer.Run(ctx, string(p.config.MigrateDatabaseURL), airport.Code, &counted, options)
	_ = bar.Finish()
	p.showBad(result)
	if err != nil {
		if file == "-" {
			file = "stdin"
		}
		err = fmt.Errorf("import %s from %s: %w", airport.Code, file, err)
		return failedMerge(airport.Code, "nothing was imported", "airport list", err)
	}
	if result.Hidden > 0 {
		p.say("items of the file that are hidden, stay so and count as unchanged: %d", result.Hidden)
	}
	if options.DryRun {
		p.say("dry run: nothing was changed")
	}
	return p.print(result, fmt.Sprintf("added %d, updated %d, unchanged %d, deleted %d, skipped %d",
		result.Added, result.Updated, result.Unchanged, result.Deleted, result.Skipped))
}

// importOptions are the options that all changes of an airport's content have.
func (p *program) importOptions(airport string) importer.Options {
	return importer.Options{Retention: p.config.TombstoneRetention, Operator: p.operator,
		Waiting: func() { p.say("waiting for another import of %s to end", airport) }}
}

// openInput opens a file, or takes stdin for "-". The size is in bytes; -1 means unknown.
func (p *program) openInput(ctx context.Context, name string) (io.ReadCloser, int64, error) {
	if name == "-" {
		return untilDone(ctx, p.stdin), -1, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		return f, info.Size(), nil
	}
	return f, -1, nil
}

// untilDone reads until ctx ends, even from a silent input. The goroutine that waits for the input
// ends with the program.
func untilDone(ctx context.Context, input io.Reader) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		_, err := io.Copy(in, input)
		in.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	return out
}

// showBad prints the first bad items, one a line.
func (p *program) showBad(result importer.Result) {
	for _, invalid := range result.Invalid {
		fmt.Fprintln(p.stderr, invalid.Error())
	}
	if more := result.Skipped - len(result.Invalid); more > 0 {
		fmt.Fprintf(p.stderr, "and %d more\n", more)
	}
}

// failedMerge is the error of a failed change of content. After Ctrl-C, the error says that nothing
// was done. If the outcome is unknown, the error names the command that shows the outcome. If an
// import mark is left, the error names the command that removes the mark.
func failedMerge(airport, nothing, show string, err error) error {
	left := errors.Is(err, importer.ErrMarkLeft)
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted; " + nothing)
		if left {
			err = fmt.Errorf("%w; %w", err, importer.ErrMarkLeft)
		}
	}
	if left {
		err = fmt.Errorf("%w: airport-content reindex %s", err, airport)
	}
	if errors.Is(err, importer.ErrNotKnown) {
		err = fmt.Errorf("%w; airport-content %s tells", err, show)
	}
	return err
}

func (p *program) reindexCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "reindex [AIRPORT]",
		Short: "Rebuild the search index of one airport, or of all",
		RunE:  p.onDatabase(p.reindex),
	}
}

// reindexedData is a reindexed airport as JSON.
type reindexedData struct {
	Airport string `json:"airport"`
	Items   int    `json:"items"`
}

func (p *program) reindex(ctx context.Context, db admin.DB, args []string) error {
	airports, err := db.ListAirports(ctx)
	if len(args) > 0 {
		var airport admin.Airport
		airport, err = db.Airport(ctx, args[0])
		airports = []admin.Airport{airport}
	}
	if err != nil {
		return err
	}
	var done []reindexedData
	for _, a := range airports {
		bar := p.progress(a.Code, -1, progressbar.OptionShowCount())
		items, err := importer.Reindex(ctx, string(p.config.MigrateDatabaseURL), a.Code, p.importOptions(a.Code).Waiting, func(items int) { _ = bar.Set(items) })
		_ = bar.Finish()
		if errors.Is(err, content.ErrAirportNotFound) && len(args) == 0 {
			continue // the airport was removed meanwhile
		}
		if err != nil {
			return err
		}
		p.say("reindexed %s, %s", a.Code, count(items, "item"))
		done = append(done, reindexedData{a.Code, items})
	}
	importer.VacuumSearch(ctx, string(p.config.MigrateDatabaseURL))
	return p.printJSON(done)
}
