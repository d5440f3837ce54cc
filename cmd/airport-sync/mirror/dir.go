package mirror

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

// The files of a copy. Those with a dot are no part of it; the lock keeps a second run from writing them.
const (
	itemsFile    = "items.ndjson"
	stateFile    = "state.json"
	lockFile     = ".lock"
	spoolFile    = ".spool"
	newItemsFile = ".items.new"
	newStateFile = ".state.new"
)

type dir string

func (d dir) path(name string) string { return filepath.Join(string(d), name) }

// make makes the directory and those above it. unmake takes away those it made, unless there is a copy in them by now.
func (d dir) make() (unmake func(), err error) {
	var missing []string
	for path := filepath.Clean(string(d)); ; path = filepath.Dir(path) {
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			break
		}
		missing = append(missing, path)
	}
	unmake = func() {
		if len(missing) > 0 {
			_ = os.Remove(d.path(lockFile))
		}
		for _, path := range missing {
			_ = os.Remove(path) // which fails when there is something in it
		}
	}
	return unmake, os.MkdirAll(string(d), 0o755)
}

// summary tells one content of items.ndjson from another; the zero summary is of no file.
type summary struct {
	bytes  int64
	sha256 string // hexadecimal
}

func (d dir) summarise() (summary, error) {
	f, err := os.Open(d.path(itemsFile))
	if errors.Is(err, os.ErrNotExist) {
		return summary{}, nil
	}
	if err != nil {
		return summary{}, err
	}
	defer f.Close()
	digest := sha256.New()
	n, err := io.Copy(digest, f)
	return summary{bytes: n, sha256: hex.EncodeToString(digest.Sum(nil))}, err
}

// commit makes the copy that next describes from the one held and the spool. At every moment state.json describes
// the items.ndjson that is there: first it gets both descriptions, then the items are replaced, then the old one goes.
func (d dir) commit(held held, next snapshot, spool *spool, replace bool) (Result, error) {
	if held.whole && !replace && len(spool.entries) == 0 {
		next.Items, next.Bytes, next.SHA256 = held.Items, held.Bytes, held.SHA256
		return Result{Unchanged: held.Items}, d.writeState(state{snapshot: next})
	}
	result, err := d.merge(held, &next, spool, replace)
	if err != nil {
		return Result{}, err
	}
	if !held.whole || next.SHA256 != held.SHA256 {
		if err := d.writeState(state{snapshot: held.snapshot, Next: &next}); err != nil {
			return Result{}, err
		}
		if err := d.replace(newItemsFile, itemsFile); err != nil {
			return Result{}, err
		}
	} else if err := os.Remove(d.path(newItemsFile)); err != nil {
		return Result{}, err
	}
	return result, d.writeState(state{snapshot: next})
}

func (d dir) writeState(s state) error {
	text, err := s.format()
	if err != nil {
		return err
	}
	f, err := os.Create(d.path(newStateFile))
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return d.replace(newStateFile, stateFile)
}

// replace gives the file from the name to, for good: the directory is on disk when it returns.
func (d dir) replace(from, to string) error {
	if err := os.Rename(d.path(from), d.path(to)); err != nil {
		return err
	}
	if runtime.GOOS == "windows" { // cannot sync a directory
		return nil
	}
	f, err := os.Open(string(d))
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
