package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// states shares reads of states among requests. One read runs at a time. Requests that come meanwhile wait for the next read,
// which reads the airports of all of them together. So no request gets a state that was read before it came, and many requests
// cost few reads.
type states struct {
	on      db.Batcher
	timeout time.Duration
	items   *lru.Cache[string, itemFacts] // by the JSON that they were decoded from

	mu   sync.Mutex
	busy bool
	next *stateRead // for the requests that wait; nil: none does
}

// itemFacts are what the state tells of the items of each type.
type itemFacts struct {
	counts content.Counts
	newest map[content.Type]int64 // when the newest one was modified, in Unix milliseconds
}

// stateRead is one read of several states.
type stateRead struct {
	airports []string
	done     chan struct{} // closed when found and failed are there
	found    map[string]content.State
	failed   map[string]error // by airport
}

func newStates(on db.Batcher, timeout time.Duration) *states {
	items, err := lru.New[string, itemFacts](1000)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return &states{on: on, timeout: timeout, items: items}
}

// get waits for states that are read after the call. Airports that do not exist are left out. A caller that leaves does not end the read
// for the others.
func (s *states) get(ctx context.Context, airports ...string) (map[string]content.State, error) {
	read := s.join(airports)
	select {
	case <-read.done:
		for _, airport := range airports {
			if err := read.failed[airport]; err != nil {
				return nil, err
			}
		}
		return read.found, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// join adds airports to the next read.
func (s *states) join(airports []string) *stateRead {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == nil {
		s.next = &stateRead{done: make(chan struct{})}
	}
	read := s.next
	for _, airport := range airports {
		if !slices.Contains(read.airports, airport) {
			read.airports = append(read.airports, airport)
		}
	}
	if !s.busy {
		s.busy = true
		go s.run()
	}
	return read
}

// run reads until no request waits.
func (s *states) run() {
	for read := s.waiting(); read != nil; read = s.waiting() {
		ctx, cancel := context.WithTimeout(context.Background(), s.timeout)
		s.fill(ctx, read)
		cancel()
		close(read.done)
	}
}

// fill reads the states of all airports together, or else of each alone: in a distributed database, a node that is down holds only some
// of them.
func (s *states) fill(ctx context.Context, read *stateRead) {
	var err error
	if read.found, err = s.readTwice(ctx, read.airports); err == nil {
		return
	}
	read.found, read.failed = map[string]content.State{}, map[string]error{}
	for _, airport := range read.airports {
		one, failed := map[string]content.State(nil), err
		if len(read.airports) > 1 && ctx.Err() == nil {
			one, failed = s.read(ctx, []string{airport})
		}
		maps.Copy(read.found, one)
		read.failed[airport] = failed
	}
}

// readTwice tries a read once more, on another connection, if its connection turns out to be dead.
func (s *states) readTwice(ctx context.Context, airports []string) (map[string]content.State, error) {
	found, err := s.read(ctx, airports)
	if errors.Is(err, content.ErrUnavailable) && ctx.Err() == nil {
		found, err = s.read(ctx, airports)
	}
	return found, err
}

func (s *states) waiting() *stateRead {
	s.mu.Lock()
	defer s.mu.Unlock()
	read := s.next
	s.next = nil
	s.busy = read != nil
	return read
}

// read reads states in one round trip. Airports that do not exist are left out.
func (s *states) read(ctx context.Context, airports []string) (map[string]content.State, error) {
	read, err := db.ReadAll(ctx, s.on, airports)
	if err != nil {
		return nil, fmt.Errorf("read the state of %d airports: %w", len(airports), db.Classify(err))
	}
	found := make(map[string]content.State, len(airports))
	for _, row := range read.States {
		st := content.State{Code: row.Airport, ID: row.Epoch + " " + strconv.FormatInt(row.Revision, 10), Epoch: row.Epoch, Revision: row.Revision, Purged: row.PurgedRevision,
			TitleLength: row.TitleLength, SearchLength: row.SearchLength}
		items, err := s.decode(row.Items, row.Newest)
		if err != nil {
			return nil, fmt.Errorf("state of %s: items: %w", row.Airport, err)
		}
		st.Items, st.Newest = items.counts, items.newest
		for _, registered := range read.Register {
			if registered.Code == row.Airport {
				st.Name, st.Synonyms = registered.Name, registered.Synonyms
				st.Timestamp = safeTime(registered.Now, row.ImportMark)
				found[row.Airport] = st
			}
		}
	}
	return found, nil
}

// decode decodes what a state tells of its items. It seldom changes, so most are cached.
func (s *states) decode(counts, newest []byte) (itemFacts, error) {
	key := string(counts) + string(newest)
	items, ok := s.items.Get(key)
	if ok {
		return items, nil
	}
	if err := errors.Join(json.Unmarshal(counts, &items.counts), json.Unmarshal(newest, &items.newest)); err != nil {
		return items, err
	}
	s.items.Add(key, items)
	return items, nil
}

// safeTime is the safe sync time of a state: the clock, which was read before the state, or just before the mark that the state
// shows, if that is earlier. An import dates its items after it has committed its mark, so its date is later.
func safeTime(now time.Time, mark *time.Time) time.Time {
	if mark != nil {
		if before := mark.Add(-time.Millisecond); before.Before(now) {
			now = before
		}
	}
	return now.UTC().Truncate(time.Millisecond)
}
