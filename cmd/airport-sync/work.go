package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// work is what a run has read: changes in memory, and sorted runs on disk. With every run its own state is written, so
// that the next process goes on from there when this one is killed.
type work struct {
	workState
	dir     string
	changes map[string][]byte // by id; nil: deleted
	held    int               // bytes in memory
}

// workState is the state of the runs on disk; its cursor is the one after the last run.
type workState struct {
	state
	From string `json:"from"` // cursor before the first run; empty: the runs hold everything
	Runs int    `json:"runs"`
}

// begin reads from a cursor; without one, everything.
func (c *copier) begin(from string) (*work, error) {
	if err := errors.Join(c.forget(), os.Mkdir(c.path(workDir), 0o755)); err != nil {
		return nil, err
	}
	s := workState{state: state{BaseURL: c.api.base, Airport: c.api.airport, Cursor: from}, From: from}
	return &work{workState: s, dir: c.path(workDir), changes: map[string][]byte{}}, nil
}

// forget removes what was read. The state goes first: it must never name runs that are gone.
func (c *copier) forget() error {
	_ = os.Remove(filepath.Join(c.path(workDir), stateFile))
	return os.RemoveAll(c.path(workDir))
}

// resume returns what a killed process had read, or nil if there is nothing or if it is for another copy.
func (c *copier) resume(held state) *work {
	var s workState
	text, err := os.ReadFile(filepath.Join(c.path(workDir), stateFile))
	if c.full || err != nil || json.Unmarshal(text, &s) != nil || !s.isOf(c.api) || s.From != "" && s.From != held.Cursor {
		return nil
	}
	return &work{workState: s, dir: c.path(workDir), changes: map[string][]byte{}}
}

func (w *work) add(changes []change) {
	for _, ch := range changes {
		w.changes[ch.id] = ch.item
		w.held += len(ch.id) + len(ch.item) + 100 // about what the map takes for each
	}
}

// flush writes the changes in memory as a run.
func (w *work) flush() error {
	if len(w.changes) == 0 {
		return nil
	}
	f, err := os.Create(w.run(w.Runs))
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 64<<10)
	for _, id := range slices.Sorted(maps.Keys(w.changes)) {
		line := w.changes[id]
		if line == nil {
			line = deletionLine(id)
		}
		out.Write(line) // Flush returns the first error
	}
	if err := errors.Join(out.Flush(), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", f.Name(), err)
	}
	w.Runs++
	w.held = 0
	clear(w.changes)
	return writeJSON(filepath.Join(w.dir, stateFile), w.workState)
}

func (w *work) run(n int) string { return filepath.Join(w.dir, strconv.Itoa(n)+".ndjson") }
