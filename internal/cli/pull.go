package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/importer"
	"airport-content/internal/pull"
	"airport-content/internal/server"
)

// pullMemory is the soft limit of memory of a pull. With 64 MiB, garbage collection took a third of
// the time of 10,000 pages. A large page exceeds the limit for a moment only.
const pullMemory = 96 << 20

func (p *program) pullCommand() *cobra.Command {
	var o pull.Options
	var watch bool
	cmd := &cobra.Command{
		Use:   "pull [AIRPORT [NAME]]",
		Short: "Pull content from websites",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			if err := chooseSources(ctx, db, &o, args); err != nil {
				return err
			}
			o.DatabaseURL, o.Retention, o.Env = string(p.config.MigrateDatabaseURL), p.config.TombstoneRetention, p.env
			o.ChromeURL, o.Operator = string(p.config.ChromeURL), p.operator
			if err := importer.CheckDatabase(ctx, o.DatabaseURL); err != nil {
				return err
			}
			if p.env["GOMEMLIMIT"] == "" {
				debug.SetMemoryLimit(pullMemory)
			}
			if watch {
				p.watchSources(ctx, db, o)
				return nil
			}
			return p.pullOnce(ctx, db, o)
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.DryRun, "dry-run", false, "say what would be done, and do nothing")
	flags.BoolVar(&o.Full, "full", false, "fetch every page, also those that seem unchanged, of sources that are not due, too")
	flags.BoolVar(&o.Force, "force", false, "take what looks like a mistake: many deletions, a website that seems broken")
	flags.BoolVar(&watch, "watch", false, "stay, and pull each source whenever it is due")
	for _, once := range []string{"dry-run", "full", "force"} {
		cmd.MarkFlagsMutuallyExclusive("watch", once)
	}
	return cmd
}

// chooseSources checks that the named airport and source exist, and that the source is not paused.
func chooseSources(ctx context.Context, db admin.DB, o *pull.Options, args []string) error {
	switch len(args) {
	case 1:
		airport, err := db.Airport(ctx, args[0])
		o.Airport = airport.Code
		return err
	case 2:
		s, err := db.Source(ctx, args[0], args[1])
		if err == nil && s.Paused {
			err = fmt.Errorf("%s %s is paused; resume it first: airport-content source resume %s %s", s.Airport, s.Name, s.Airport, s.Name)
		}
		if err == nil && s.Offline {
			err = fmt.Errorf("%s is offline, and its sources rest: airport-content airport online %[1]s", s.Airport)
		}
		o.Airport, o.Name = s.Airport, s.Name
		return err
	}
	return nil
}

// pullData is a pull as JSON.
type pullData struct {
	Airport string `json:"airport"`
	Source  string `json:"source"`
	content.SourceRun
}

func (p *program) pullOnce(ctx context.Context, db admin.DB, o pull.Options) error {
	bar := p.progress("pages", -1, progressbar.OptionShowCount())
	var data []pullData
	failed := 0
	o.Progress = func() { _ = bar.Add(1) }
	o.Say = func(text string) { p.say("%s", text) }
	o.Complain = p.report
	started, outcomes, err := pull.Once(ctx, db, o)
	if err != nil {
		return err
	}
	for outcome := range outcomes {
		_ = bar.Clear()
		s, run := outcome.Source, outcome.Run
		for _, note := range run.Notes {
			p.say("%s %s: %s", s.Airport, s.Name, note)
		}
		data = append(data, pullData{s.Airport, s.Name, run})
		switch {
		case run.Error != nil:
			failed++
			p.say("%s %s: %s", s.Airport, s.Name, *run.Error)
		case !p.json:
			fmt.Fprintf(p.stdout, "%s %s: %s\n", s.Airport, s.Name, describeRun(&run))
		}
	}
	_ = bar.Finish()
	if err := p.printJSON(data); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted; the pulls that had not ended changed nothing")
	case started == 0:
		p.say("nothing is due")
	case o.DryRun:
		p.say("dry run: nothing was changed")
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d pulls failed", failed, len(data))
	}
	return nil
}

// watchSources pulls sources when they are due, and logs each run, until ctx ends.
func (p *program) watchSources(ctx context.Context, db admin.DB, o pull.Options) {
	log := server.NewLogger(p.stderr, p.config.LogLevel, p.config.LogFormat)
	o.Say = func(text string) { log.Info(text) }
	o.Complain = func(err error) { log.Error("pulls are hindered", "error", err) }
	log.Info("watching the sources")
	if _, err := daemon.SdNotify(false, daemon.SdNotifyReady); err != nil {
		log.Warn("systemd cannot be told that this program is ready", "error", err)
	}
	for outcome := range pull.Watch(ctx, db, o) {
		r := outcome.Run
		fields := []any{"airport", outcome.Source.Airport, "source", outcome.Source.Name, "seconds", r.EndedAt.Sub(r.StartedAt).Seconds()}
		if r.Error != nil {
			log.Error("the pull failed", append(fields, "error", *r.Error, "skipped", r.Skipped, "leftOut", r.LeftOut, "notes", r.Notes)...)
			continue
		}
		log.Info("pulled", append(fields, "added", r.Added, "updated", r.Updated, "unchanged", r.Unchanged, "deleted", r.Deleted,
			"skipped", r.Skipped, "leftOut", r.LeftOut, "notes", r.Notes)...)
	}
	log.Info("stopped")
}
