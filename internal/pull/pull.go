// Package pull runs sources: what is due, in their order, and never two of an airport at a time.
package pull

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/importer"
	"airport-content/internal/source"
)

// Options say which sources are run, and how.
type Options struct {
	DatabaseURL   string // not through a pooler
	Airport, Name string // only these; "" : all
	DryRun        bool   // say what would be done, and do nothing
	Full          bool   // fetch everything, also what seems unchanged
	Force         bool   // delete even if that looks like a mistake
	Retention     time.Duration

	Password func(content.Source) (string, error)
	Progress func()            // called for each page that was read
	Say      func(text string) // why something waits or is left out
	Done     func(Outcome)     // called after each run, one at a time
}

// Outcome is how a run ended.
type Outcome struct {
	Source content.Source
	Run    content.SourceRun // Error is nil for a good run
}

const (
	atOnce = 8               // airports
	look   = 5 * time.Second // how often Watch looks for what is due
	note   = 5 * time.Second // how long it may take to remember that a run failed
)

type runner struct {
	Options
	db    admin.DB
	watch bool
	slots chan struct{}
	runs  sync.WaitGroup

	mu   sync.Mutex
	busy map[string]bool // airports
}

func newRunner(db admin.DB, o Options) *runner {
	return &runner{Options: o, db: db, slots: make(chan struct{}, atOnce), busy: map[string]bool{}}
}

// Once runs what is due; a source that is named runs in any case. started is the number of runs.
func Once(ctx context.Context, db admin.DB, o Options) (started int, err error) {
	r := newRunner(db, o)
	started, err = r.start(ctx, r.wanted)
	r.runs.Wait()
	if err == nil {
		err = ctx.Err()
	}
	return started, err
}

// Watch runs sources whenever they are due, until ctx ends.
func Watch(ctx context.Context, db admin.DB, o Options) {
	r := newRunner(db, o)
	r.watch = true
	defer r.runs.Wait()
	tick := time.NewTicker(look)
	defer tick.Stop()
	for failing := false; ; {
		_, err := r.start(ctx, due)
		if err != nil && !failing && ctx.Err() == nil {
			r.Say(fmt.Sprintf("the sources cannot be read: %v; trying again", err))
		}
		failing = err != nil
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func due(s *content.SourceStatus) bool { return !s.Paused && !time.Now().Before(s.Due()) }

// wanted is due, except that a source that is named need not be.
func (r *runner) wanted(s *content.SourceStatus) bool { return r.Name != "" || due(s) }

// start starts runs of the sources that are wanted: the airports side by side, the sources of one after the other. An airport that
// is busy is left out.
func (r *runner) start(ctx context.Context, wanted func(*content.SourceStatus) bool) (started int, err error) {
	list, err := r.list(ctx)
	if err != nil {
		return 0, err
	}
	of := map[string][]content.Source{}
	for i := range list {
		if wanted(&list[i]) {
			of[list[i].Airport] = append(of[list[i].Airport], list[i].Source)
		}
	}
	for airport, sources := range of {
		if !r.claim(airport) {
			continue
		}
		started += len(sources)
		r.runs.Go(func() {
			defer r.release(airport)
			r.slots <- struct{}{}
			defer func() { <-r.slots }()
			for _, s := range sources {
				r.pull(ctx, s, wanted)
			}
		})
	}
	return started, nil
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

func (r *runner) claim(airport string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	free := !r.busy[airport]
	r.busy[airport] = true
	return free
}

func (r *runner) release(airport string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.busy, airport)
}

// pull runs one source. An interrupted run leaves no trace: the source stays due.
func (r *runner) pull(ctx context.Context, s content.Source, wanted func(*content.SourceStatus) bool) {
	if ctx.Err() != nil {
		return
	}
	started := time.Now()
	run, ran, err := r.run(ctx, s, wanted)
	switch {
	case ctx.Err() != nil, err == nil && !ran:
		return
	case errors.Is(err, importer.ErrBusy):
		if !r.watch { // which looks again and again
			r.Say(fmt.Sprintf("%s %s is left out: %v", s.Airport, s.Name, err))
		}
		return
	case err != nil:
		cause := err.Error()
		run = content.SourceRun{StartedAt: started, Notes: run.Notes, Error: &cause}
		r.storeFailed(ctx, s, run)
	}
	run.EndedAt = time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Done(Outcome{s, run})
}

// run crawls the website and merges what it found. ran tells whether the source was still wanted when its turn came.
func (r *runner) run(ctx context.Context, s content.Source, wanted func(*content.SourceStatus) bool) (run content.SourceRun, ran bool, err error) {
	run.StartedAt = time.Now()
	var waiting func()
	if r.Name != "" && !r.watch {
		waiting = func() { r.Say(fmt.Sprintf("waiting for another pull of %s %s to end", s.Airport, s.Name)) }
	}
	p, err := importer.OpenPull(ctx, r.DatabaseURL, s.Airport, s.Name, waiting)
	if err != nil {
		return run, false, err
	}
	defer p.Close()
	status, err := r.db.Source(ctx, s.Airport, s.Name) // as it is now that the lock is ours
	if err != nil || !wanted(&status) {
		return run, false, err
	}
	s = status.Source
	password, err := r.Password(s)
	if err != nil {
		return run, true, err
	}
	records, err := p.Records(ctx)
	if err != nil {
		return run, true, err
	}
	found, err := source.Read(ctx, s, source.Options{Password: password, Records: records, Progress: r.Progress,
		Full: r.Full || status.ReadWith != s.Fingerprint()})
	if err != nil {
		return run, true, err
	}
	defer found.Close()
	run.Unchanged, run.Skipped, run.Notes = found.Unchanged, found.Skipped+found.Failed, found.Notes
	crawled := importer.Crawled{Records: found.Records, KeepAll: found.KeepAll, ReadWith: s.Fingerprint(), Run: run}
	if found.Items > 0 {
		if crawled.Items, err = found.File(); err != nil {
			return run, true, err
		}
	}
	run, err = p.Merge(ctx, crawled, importer.Options{Force: r.Force, DryRun: r.DryRun, Retention: r.Retention,
		Waiting: func() { r.Say(fmt.Sprintf("%s %s waits for an import of %s to end", s.Airport, s.Name, s.Airport)) }})
	return run, true, err
}

// storeFailed stores a failed run in the database.
func (r *runner) storeFailed(ctx context.Context, s content.Source, run content.SourceRun) {
	if r.DryRun {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, note)
	defer cancel()
	if err := importer.AddFailedRun(ctx, r.DatabaseURL, s, run); err != nil {
		r.Say(err.Error())
	}
}
