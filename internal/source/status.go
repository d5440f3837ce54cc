package source

import (
	"time"
)

// Status is a source and how its runs went.
type Status struct {
	Source
	Paused    bool
	CreatedAt time.Time
	Last      *Report    // of the last run; nil before the first
	GoodAt    *time.Time // when the last good run ended; nil before the first
	ReadWith  string     // the Fingerprint of the last good run
}

// Report is what one run did.
type Report struct {
	StartedAt, EndedAt                 time.Time
	Added, Updated, Unchanged, Deleted int
	Skipped                            int      // bad items, and pages that could not be read
	Notes                              []string // about the first of the skipped ones
	Error                              string   // why the run changed nothing; "" for a good run
}

// State is a source's status in one word.
type State string

// The states.
const (
	OK     State = "ok"
	New    State = "new" // it never ran
	Late   State = "late"
	Failed State = "failed" // the last run changed nothing
	Paused State = "paused"
)

// State judges a source.
func (s *Status) State(now time.Time) State {
	switch {
	case s.Paused:
		return Paused
	case now.After(s.lateAt()):
		return Late
	case s.Last == nil:
		return New
	case s.Last.Error != "":
		return Failed
	}
	return OK
}

// Due is when the next run may begin, counted from the end of the last one.
func (s *Status) Due() time.Time {
	if s.Last == nil {
		return s.CreatedAt
	}
	return s.Last.EndedAt.Add(s.Settings.Every)
}

// lateAt leaves time for a timer that runs less often, and for a run as long as the last one.
func (s *Status) lateAt() time.Time {
	at := s.Due().Add(max(2*s.Settings.Every, time.Hour))
	if s.Last != nil {
		at = at.Add(s.Last.EndedAt.Sub(s.Last.StartedAt))
	}
	return at
}
