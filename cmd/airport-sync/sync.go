package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

const (
	itemsFile = "items.ndjson"
	stateFile = "state.json"
	lockFile  = ".lock"
	workDir   = ".work" // what was read and is not part of the copy yet
)

var errMaxSize = errors.New("the copy would be larger than --max-size")

// copier keeps a directory in step with an airport.
//
// The changes come in the order of their time, the copy is sorted by id. So what is read goes into sorted runs, files of
// a bounded size, and in the end all runs are merged with the old items. Memory holds one run, and one item of each file.
type copier struct {
	dir      string
	api      *client
	full     bool
	maxSize  int64
	batch    int // bytes of a run
	note     func(text string)
	progress func(changes int)
}

// state tells whose copy it is, and where to go on.
type state struct {
	BaseURL string `json:"baseUrl"`
	Airport string `json:"airport"`
	Cursor  string `json:"cursor"`
	Items   int    `json:"items"`
}

func (s state) isOf(api *client) bool { return s.BaseURL == api.base && s.Airport == api.airport }

func (c *copier) path(name string) string { return filepath.Join(c.dir, name) }

// sync brings the copy into step.
func (c *copier) sync(ctx context.Context) (result, error) {
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return result{}, err
	}
	lock := flock.New(c.path(lockFile))
	if locked, err := lock.TryLock(); err != nil {
		return result{}, err
	} else if !locked {
		return result{}, fmt.Errorf("another airport-sync is at work in %s", c.dir)
	}
	defer lock.Unlock()

	held, lost := c.load()
	w := c.resume(held)
	var err error
	if w == nil {
		if lost {
			c.note(fmt.Sprintf("%s holds no whole copy of %s from %s: copying everything again", c.dir, c.api.airport, c.api.base))
		}
		if w, err = c.begin(held.Cursor); err != nil {
			return result{}, err
		}
	}
	err = c.fetch(ctx, w)
	if cursorRefused(err) {
		c.note("the service no longer knows where this copy ended: copying everything again")
		if w, err = c.begin(""); err != nil {
			return result{}, err
		}
		err = c.fetch(ctx, w)
	}
	var done result
	if err == nil {
		done, err = c.commit(ctx, held, w)
	}
	if err == nil || errors.Is(err, errMaxSize) {
		err = errors.Join(err, c.forget())
	}
	return done, err
}

// cursorRefused reports whether the service no longer takes the cursor, or cannot read it because another service gave it.
func cursorRefused(err error) bool {
	var refused *apiError
	return errors.As(err, &refused) && (refused.Code == "cursor_expired" || refused.Parameter == "cursor")
}

// load reads the state of the copy. If there is no copy to continue, the state has no cursor; lost reports that the directory has
// something else.
func (c *copier) load() (s state, lost bool) {
	text, noState := os.ReadFile(c.path(stateFile))
	_, noItems := os.Stat(c.path(itemsFile))
	switch {
	case c.full, noState != nil && noItems != nil:
		return state{}, false
	case noState == nil && noItems == nil && json.Unmarshal(text, &s) == nil && s.isOf(c.api):
		return s, false
	}
	return state{}, true
}

// fetch reads all changes after the cursor into the runs.
func (c *copier) fetch(ctx context.Context, w *work) error {
	for more := true; more; {
		p, err := c.api.changes(ctx, w.Cursor)
		if err != nil {
			return err
		}
		w.add(p.changes)
		w.Cursor, more = p.next, p.more
		c.progress(len(p.changes))
		if int64(w.Runs)*int64(c.batch)+int64(w.held) > c.maxSize {
			return fmt.Errorf("%w %d bytes", errMaxSize, c.maxSize)
		}
		if w.held >= c.batch || !more {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// commit makes the runs part of the copy: first the items, then the state. A kill between the two makes the next run
// read some changes twice, which does no harm.
func (c *copier) commit(ctx context.Context, held state, w *work) (result, error) {
	next := w.state
	next.Items = held.Items
	done := result{Unchanged: held.Items}
	if w.Runs > 0 || w.From == "" {
		var err error
		if done, err = c.merge(ctx, w); err != nil {
			return result{}, err
		}
		next.Items = done.Added + done.Updated + done.Unchanged
		if w.From == "" { // the old cursor must never meet the new items
			if err := os.Remove(c.path(stateFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return result{}, err
			}
		}
		if err := replace(c.path(itemsFile)); err != nil {
			return result{}, err
		}
	}
	if next == held {
		return done, nil
	}
	return done, writeJSON(c.path(stateFile), next)
}

// writeJSON replaces a file for good.
func writeJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	f, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return replace(path)
}

// replace renames the complete, synced file path.new to path. The name is on disk when it returns.
func replace(path string) error {
	if err := os.Rename(path+".new", path); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
