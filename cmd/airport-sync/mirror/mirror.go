// Package mirror keeps a directory in step with the content of one airport:
//
//	items.ndjson  one item a line, as the API gives it, sorted by id
//	state.json    whose copy it is, and from where to go on
//
// Both are replaced whole, so that a reader never sees half of one, and a run that is killed at any
// moment leaves the copy of before or of after it.
package mirror

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gofrs/flock"

	"airport-content/cmd/airport-sync/client"
)

var (
	// ErrBusy is returned while another run works in the directory.
	ErrBusy = errors.New("another airport-sync is at work in this directory")
	// ErrOtherCopy is returned for a directory that holds a copy of something else, which is left alone.
	ErrOtherCopy = errors.New("the directory holds another copy")
	// ErrAirport is returned for an airport code that cannot be one.
	ErrAirport = errors.New("want three or four letters or digits")
)

// Options say what to copy, where and how.
type Options struct {
	Dir       string // made when it is not there
	Airport   string
	SinceMode bool // by modifiedSince, which does not tell deletions, instead of by changes
	Full      bool // copy everything again, whatever the directory holds

	Progress func(done, total int) // told how many items were received, of total (0: unknown); may be nil
	Note     func(text string)     // told what the user should know; may be nil
}

// Result counts what a run did to the items.
type Result struct {
	Added     int `json:"added"`
	Updated   int `json:"updated"`
	Deleted   int `json:"deleted"`
	Unchanged int `json:"unchanged"`
}

// Changed tells whether the copy is another than before.
func (r Result) Changed() bool { return r.Added+r.Updated+r.Deleted > 0 }

// run is one synchronisation.
type run struct {
	Options
	api   *client.Client
	spool *spool
}

// Sync brings the directory into step once. When it fails the copy is as it was before, and where there was no directory
// there is none.
func Sync(ctx context.Context, api *client.Client, o Options) (_ Result, err error) {
	if err := o.complete(); err != nil {
		return Result{}, err
	}
	d := dir(o.Dir)
	unmake, err := d.make()
	if err != nil {
		return Result{}, err
	}
	lock := flock.New(d.path(lockFile))
	switch locked, err := lock.TryLock(); {
	case err != nil:
		return Result{}, err
	case !locked:
		return Result{}, fmt.Errorf("%s: %w", o.Dir, ErrBusy)
	}
	defer lock.Unlock()
	defer func() {
		if err != nil {
			unmake()
		}
	}()

	held, err := d.load()
	if err != nil {
		return Result{}, err
	}
	next := snapshot{Mode: o.mode(), BaseURL: api.BaseURL(), Airport: o.Airport}
	if err := held.check(next, o.Full); err != nil {
		return Result{}, fmt.Errorf("%s: %w", o.Dir, err)
	}
	if held.problem != "" {
		o.Note(held.problem + ": copying everything again")
	}
	spool, err := newSpool(d.path(spoolFile))
	if err != nil {
		return Result{}, err
	}
	defer spool.close()
	r := &run{Options: o, api: api, spool: spool}
	replace, err := r.fetch(ctx, held, &next)
	if err != nil {
		return Result{}, err
	}
	return d.commit(held, next, spool, replace)
}

// complete checks the options and fills in what may be left out.
func (o *Options) complete() error {
	code := strings.ToUpper(o.Airport)
	other := func(r rune) bool { return (r < '0' || r > '9') && (r < 'A' || r > 'Z') }
	if len(code) < 3 || len(code) > 4 || len(code) != len(o.Airport) || strings.ContainsFunc(code, other) {
		return fmt.Errorf("airport %q: %w", o.Airport, ErrAirport)
	}
	o.Airport = code
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	if o.Note == nil {
		o.Note = func(string) {}
	}
	return nil
}

func (o Options) mode() string {
	if o.SinceMode {
		return modeSince
	}
	return modeChanges
}

// fetch spools what is new, from where held ends, and sets in next from where to go on.
// When replace is true, the spool holds everything there is.
func (r *run) fetch(ctx context.Context, held held, next *snapshot) (replace bool, err error) {
	from := held.snapshot
	if r.Full || !held.whole || from.Mode != next.Mode {
		from = snapshot{}
	}
	if r.SinceMode {
		next.ModifiedSince, err = r.since(ctx, from.ModifiedSince)
		return from.ModifiedSince.IsZero(), err
	}
	next.Cursor, replace, err = r.changes(ctx, from.Cursor)
	return replace, err
}
