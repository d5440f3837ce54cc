package mirror

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
)

const (
	stateVersion = 1
	modeChanges  = "changes"
	modeSince    = "since"
)

// snapshot describes one content of items.ndjson, and how to go on from it.
type snapshot struct {
	Mode          string    `json:"mode"`
	BaseURL       string    `json:"baseUrl"`
	Airport       string    `json:"airport"`
	Cursor        string    `json:"cursor,omitempty"`       // by changes
	ModifiedSince time.Time `json:"modifiedSince,omitzero"` // by modifiedSince
	Items         int       `json:"items"`
	Bytes         int64     `json:"bytes"`
	SHA256        string    `json:"sha256"`
}

// state is what state.json says. Next is there only while items.ndjson is being replaced:
// the digest tells which of the two is the one that is there.
type state struct {
	Version int `json:"version"`
	snapshot
	Next *snapshot `json:"next,omitempty"`
}

var (
	errDamaged = errors.New("state.json is damaged")
	errNewer   = errors.New("state.json was written by a newer airport-sync")
)

func parseState(text []byte) (state, error) {
	var s state
	err := json.Unmarshal(text, &s)
	if s.Version > stateVersion { // whose other fields can be of other kinds
		return state{}, errNewer
	}
	if err != nil {
		return state{}, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if s.Version < 1 || s.Mode == "" && s.Next == nil {
		return state{}, fmt.Errorf("%w: version or mode is missing", errDamaged)
	}
	return s, nil
}

func (s state) format() ([]byte, error) {
	s.Version = stateVersion
	text, err := json.MarshalIndent(s, "", "  ")
	return append(text, '\n'), err
}

// held is what a directory holds before a run.
type held struct {
	snapshot        // zero when nothing is known of the copy
	whole    bool   // items.ndjson is exactly what snapshot describes
	newer    bool   // it is for a newer program to read
	problem  string // what is wrong with the copy; empty for a directory that had none
}

// check refuses to replace the copy of another service, airport or newer program without being told to.
func (h held) check(wanted snapshot, full bool) error {
	switch {
	case full:
		return nil
	case h.newer:
		return fmt.Errorf("%w: %w; update airport-sync, choose another directory, or replace it with --full", ErrOtherCopy, errNewer)
	case h.Mode == "" || h.BaseURL == wanted.BaseURL && h.Airport == wanted.Airport:
		return nil
	}
	return fmt.Errorf("%w, of %s from %s; choose another directory, or replace it with --full", ErrOtherCopy, h.Airport, h.BaseURL)
}

// load finds out what the directory holds, and whether it is undamaged.
func (d dir) load() (held, error) {
	found, err := d.summarise()
	if err != nil {
		return held{}, err
	}
	text, err := os.ReadFile(d.path(stateFile))
	if errors.Is(err, os.ErrNotExist) {
		if found == (summary{}) {
			return held{}, nil
		}
		return held{problem: "state.json is missing"}, nil
	}
	if err != nil {
		return held{}, err
	}
	s, err := parseState(text)
	switch {
	case errors.Is(err, errNewer):
		return held{newer: true}, nil
	case errors.Is(err, errDamaged):
		return held{problem: err.Error()}, nil
	case err != nil:
		return held{}, err
	case s.describes(found):
		return held{snapshot: s.snapshot, whole: true}, nil
	case s.Next != nil && s.Next.describes(found):
		return held{snapshot: *s.Next, whole: true}, nil
	case s.Mode == "" && found == (summary{}): // killed before there was a first copy
		return held{}, nil
	}
	return held{snapshot: s.snapshot, problem: "items.ndjson is missing or was changed"}, nil
}

func (s snapshot) describes(found summary) bool {
	return s.SHA256 != "" && s.SHA256 == found.sha256 && s.Bytes == found.bytes
}
