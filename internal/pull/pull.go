// Package pull runs sources when they are due: the sources of one airport one after the other, and
// airports side by side.
package pull

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/config"
	"airport-content/internal/content"
	"airport-content/internal/importer"
	"airport-content/internal/panics"
	"airport-content/internal/source"
)

// Options say which sources run, and how.
type Options struct {
	DatabaseURL   string // not through a pooler
	Airport, Name string // only these sources; "" : all
	DryRun        bool   // say what would be done, and do nothing
	Full          bool   // fetch every page, also one that seems unchanged, of sources that are not due, too
	Force         bool   // accept what looks like a mistake: many deletions, a broken website
	Operator      string // who pulls, for the history
	Retention     time.Duration
	Env           config.Env // has the passwords of the sources' users
	ChromeURL     string     // of the browser that draws pages; "": an installed one

	Progress func()            // called for each page that was read; may be nil
	Say      func(text string) // says why a source waits or is left out
	Complain func(error)       // reports what hinders all sources: a database that does not answer
}

// Outcome is how a run ended.
type Outcome struct {
	Source content.Source
	Run    content.SourceRun // Error is nil for a good run
}

const (
	lookEvery = 5 * time.Second // pause of Watch between two looks for due sources
	storeTime = 5 * time.Second // longest time to store how a run ended
)

type runner struct {
	Options
	db       admin.DB
	watch    bool
	slots    *slots // of sources whose last run ended
	retries  *slots // of sources whose last run died
	runs     sync.WaitGroup
	outcomes chan Outcome
	busy     sync.Map // airports
	retrying atomic.Bool
}

func newRunner(db admin.DB, o Options, watch bool) *runner {
	return &runner{Options: o, db: db, watch: watch, slots: newSlots(allSlots, slowAfter), retries: newSlots(retrySlots, slowAfter), outcomes: make(chan Outcome)}
}

// Once starts the sources that are due; with o.Full, it starts all sources that are not paused. A
// source that o names runs in any case. started is the number of runs. outcomes reports how the
// runs ended; the caller reads it to the end.
func Once(ctx context.Context, db admin.DB, o Options) (started int, outcomes <-chan Outcome, err error) {
	r := newRunner(db, o, false)
	started, err = r.start(ctx)
	go r.end()
	return started, r.outcomes, err
}

// Watch runs sources whenever they are due, until ctx ends. The channel tells how the runs ended;
// the caller reads it to the end.
func Watch(ctx context.Context, db admin.DB, o Options) <-chan Outcome {
	r := newRunner(db, o, true)
	go func() {
		defer r.end()
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		for failing := false; ; {
			_, err := r.start(ctx)
			switch {
			case err != nil && !failing && ctx.Err() == nil:
				r.Complain(fmt.Errorf("the sources cannot be read, and nothing is pulled: %w; trying again", err))
			case err == nil && failing:
				r.Say("the sources can be read again")
			}
			failing = err != nil
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return r.outcomes
}

// end waits for the runs that were started.
func (r *runner) end() {
	r.runs.Wait()
	close(r.outcomes)
}

// wants reports whether a source is due, or was named for a single run. A full run does not wait
// until a source is due: the operator wants every page now.
func (r *runner) wants(s *content.SourceStatus) bool {
	return r.Name != "" && !r.watch || !s.Rests() && (r.Full || !time.Now().Before(s.Due()))
}

// start starts runs of the wanted sources: airports side by side, the sources of one airport one
// after the other. An airport with a run under way is left out. Sources whose last run died, which
// may have killed the program, run one after the other beside the rest.
func (r *runner) start(ctx context.Context) (started int, err error) {
	list, err := r.list(ctx)
	if err != nil {
		return 0, err
	}
	of := map[string][]content.Source{}
	var died []content.SourceStatus
	for i := range list {
		switch s := &list[i]; {
		case !r.wants(s):
		case s.Died > 0:
			died = append(died, *s)
		default:
			of[s.Airport] = append(of[s.Airport], s.Source)
		}
	}
	for airport, sources := range of {
		if _, busy := r.busy.LoadOrStore(airport, true); busy {
			continue
		}
		started += len(sources)
		r.runs.Go(func() {
			defer r.busy.Delete(airport)
			for _, s := range sources {
				give, err := r.slots.take(ctx)
				if err != nil {
					return // interrupted: the sources stay due
				}
				r.pull(ctx, s)
				give()
			}
		})
	}
	if len(died) > 0 && !r.retrying.Swap(true) {
		started += len(died)
		r.runs.Go(func() {
			defer r.retrying.Store(false)
			r.retry(ctx, died)
		})
	}
	return started, nil
}

// retry starts the sources whose last run died, those with the fewest deaths first.
func (r *runner) retry(ctx context.Context, died []content.SourceStatus) {
	slices.SortStableFunc(died, func(a, b content.SourceStatus) int { return cmp.Compare(a.Died, b.Died) })
	for _, s := range died {
		give, err := r.retries.take(ctx)
		if err != nil {
			return
		}
		r.Say(fmt.Sprintf("%s %s is tried again: %s (%d in a row)", s.Airport, s.Name, content.RunDied, s.Died))
		r.runs.Go(func() {
			defer give()
			r.pull(ctx, s.Source)
		})
	}
}

func (r *runner) list(ctx context.Context) ([]content.SourceStatus, error) {
	if r.Name != "" {
		s, err := r.db.Source(ctx, r.Airport, r.Name)
		return []content.SourceStatus{s}, err
	}
	var airport *string
	if r.Airport != "" {
		airport = &r.Airport
	}
	return r.db.ListSources(ctx, airport)
}

// errNotWanted means that a source was run elsewhere, or paused, before its turn came.
var errNotWanted = errors.New("not wanted any more")

// pull runs one source, and reports the outcome. An interrupted run leaves no trace, and the source
// stays due. The exception is a run that leaves its mark: its failure is reported.
func (r *runner) pull(ctx context.Context, s content.Source) {
	run, err := r.run(ctx, s)
	switch {
	case err == nil: // also if the interruption came too late
	case errors.Is(err, errNotWanted), ctx.Err() != nil && !errors.Is(err, importer.ErrMarkLeft) && !errors.Is(err, importer.ErrNotKnown):
		return
	case errors.Is(err, importer.ErrBusy):
		if !r.watch { // Watch looks again and again
			r.Say(fmt.Sprintf("%s %s is left out: %v", s.Airport, s.Name, err))
		}
		return
	default:
		fail(&run, err)
	}
	run.EndedAt = time.Now()
	r.outcomes <- Outcome{s, run}
}

func fail(run *content.SourceRun, err error) {
	cause := content.Message(err.Error())
	run.Added, run.Updated, run.Unchanged, run.Deleted, run.Error = 0, 0, 0, 0, &cause
}

// run runs a source under its lock, and stores how the run ended.
func (r *runner) run(ctx context.Context, s content.Source) (content.SourceRun, error) {
	run := content.SourceRun{StartedAt: time.Now()}
	var waiting func()
	if r.Name != "" && !r.watch {
		waiting = func() { r.Say(fmt.Sprintf("waiting for another pull of %s %s to end", s.Airport, s.Name)) }
	}
	p, err := importer.OpenPull(ctx, r.DatabaseURL, s.Airport, s.Name, waiting)
	if err == nil {
		defer p.Close()
		err = r.runLocked(ctx, p, s, &run)
	}
	switch {
	case errors.Is(err, errNotWanted), errors.Is(err, importer.ErrBusy):
	case errors.Is(err, importer.ErrNotKnown): // a merge stores its run in the same transaction
		err = fmt.Errorf("%w; airport-content source show %s %s tells", err, s.Airport, s.Name)
	case r.DryRun, ctx.Err() != nil:
		if p != nil && p.Begun() { // else the run before, which may have died, would be forgotten
			r.store(ctx, func(ctx context.Context) error { return importer.ForgetRun(ctx, r.DatabaseURL, s.Airport, s.Name) })
		}
	case err != nil:
		failed := run
		fail(&failed, err)
		r.store(ctx, func(ctx context.Context) error {
			return importer.AddFailedRun(ctx, r.DatabaseURL, s.Airport, s.Name, failed)
		})
	}
	return run, err
}

// runLocked crawls the website, and merges the items found. It fills in run. A panic is the error of
// this run only: other sources go on.
func (r *runner) runLocked(ctx context.Context, p *importer.Pull, s content.Source, run *content.SourceRun) (err error) {
	defer panics.Catch(&err)
	status, err := r.db.Source(ctx, s.Airport, s.Name) // the state under the lock
	if err != nil {
		return err
	}
	if !r.wants(&status) {
		return errNotWanted
	}
	records, memory, err := p.Begin(ctx)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp("", "airport-content-pull-*")
	if err != nil {
		return fmt.Errorf("make an items file: %w", err)
	}
	defer file.Close()
	_ = os.Remove(file.Name()) // the open file stays until it is closed
	found, err := r.crawl(ctx, &status, source.Options{Records: records, Memory: memory}, file)
	if found != nil {
		found.StartedAt = run.StartedAt
		*run = found.SourceRun
	}
	if err != nil {
		return err
	}
	crawled := importer.Crawled{Records: found.Records, Translations: found.Translations, Memory: found.Memory, DeleteNothing: found.DeleteNothing, ReadWith: status.Fingerprint(), Run: *run}
	if found.Items > 0 {
		crawled.Items = file
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("read the items file: %w", err)
		}
	}
	if now, err := r.db.Source(ctx, s.Airport, s.Name); err != nil || now.Rests() && !status.Rests() {
		return cmp.Or(err, errors.New("the source was paused meanwhile, or its airport taken offline, so nothing was changed"))
	}
	*run, err = p.Merge(ctx, crawled, importer.Options{Force: r.Force, DryRun: r.DryRun, Retention: r.Retention, Operator: r.Operator,
		Waiting: func() { r.Say(fmt.Sprintf("%s %s waits for an import of %s to end", s.Airport, s.Name, s.Airport)) }})
	return err
}

// crawl reads the website. If the settings that decide a page's item have changed, crawl fetches
// all pages.
func (r *runner) crawl(ctx context.Context, s *content.SourceStatus, o source.Options, out io.Writer) (*source.Result, error) {
	o.Progress, o.Full, o.Force = r.Progress, r.Full || s.ReadWith != s.Fingerprint(), r.Force
	o.ChromeURL = r.ChromeURL
	if s.Settings.User != "" {
		var err error
		if o.Password, err = config.SourcePassword(r.Env, s.Airport, s.Name); err != nil {
			return nil, err
		}
	}
	return source.Read(ctx, s.Source, out, o)
}

// store stores how a run ended, also after an interruption.
func (r *runner) store(ctx context.Context, write func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
	defer cancel()
	if err := write(ctx); err != nil {
		r.Complain(err)
	}
}
