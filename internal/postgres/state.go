package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/postgres/db"
)

// readState reads an airport's state in one round trip.
func readState(ctx context.Context, on db.Batcher, airport string) (content.State, error) {
	row, err := db.ReadWholeState(ctx, on, airport)
	if errors.Is(err, pgx.ErrNoRows) {
		err = content.ErrAirportNotFound
	}
	if err != nil {
		return content.State{}, fmt.Errorf("state of %s: %w", airport, classify(err))
	}
	st := content.State{Code: airport, Name: row.Register.Name, Synonyms: row.Register.Synonyms,
		Epoch: row.State.Epoch, Revision: row.State.Revision, Purged: row.State.PurgedRevision,
		SearchLength: row.State.SearchLength, Timestamp: syncTime(row.Now, row.State.ImportMark)}
	if err := json.Unmarshal(row.State.Items, &st.Items); err != nil {
		return content.State{}, fmt.Errorf("state of %s: items: %w", airport, err)
	}
	return st, nil
}

// syncTime is the safe sync time of a state: the clock, which was read before the state, or just before the import's mark
// that the state shows. An import reads the clock for its date only after its mark is committed, so its date is later.
func syncTime(now time.Time, mark *time.Time) time.Time {
	if mark != nil {
		if before := mark.Add(-time.Millisecond); before.Before(now) {
			now = before
		}
	}
	return now.UTC().Truncate(time.Millisecond)
}

// states shares the reading of states among those who ask at the same time. For each airport one read is under way at a
// time. Who comes meanwhile waits for the next one, so that nobody gets a state that was read before he asked.
type states struct {
	on      db.Batcher
	timeout time.Duration

	mu       sync.Mutex
	airports map[string]*waiting
}

// waiting are those who wait for an airport's next read. It exists while a read is under way.
type waiting struct{ next *stateRead }

type stateRead struct {
	done  chan struct{}
	state content.State
	err   error
}

func newStates(on db.Batcher, timeout time.Duration) *states {
	return &states{on: on, timeout: timeout, airports: map[string]*waiting{}}
}

// get waits for a state that was read after the call. A caller who leaves does not end the read for the others.
func (s *states) get(ctx context.Context, airport string) (content.State, error) {
	read := s.join(airport)
	select {
	case <-read.done:
		return read.state, read.err
	case <-ctx.Done():
		return content.State{}, ctx.Err()
	}
}

func (s *states) join(airport string) *stateRead {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w, busy := s.airports[airport]; busy {
		if w.next == nil {
			w.next = &stateRead{done: make(chan struct{})}
		}
		return w.next
	}
	s.airports[airport] = &waiting{}
	read := &stateRead{done: make(chan struct{})}
	go s.run(airport, read)
	return read
}

// run reads until nobody waits any more.
func (s *states) run(airport string, read *stateRead) {
	for read != nil {
		ctx, cancel := context.WithTimeout(context.Background(), s.timeout)
		read.state, read.err = readState(ctx, s.on, airport)
		cancel()
		close(read.done)
		read = s.next(airport)
	}
}

func (s *states) next(airport string) *stateRead {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.airports[airport]
	read := w.next
	w.next = nil
	if read == nil {
		delete(s.airports, airport)
	}
	return read
}
