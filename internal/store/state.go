package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"airport-content/internal/cache"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/gate"
)

// states shares reads of states among requests. One read runs at a time for each node. Requests
// that arrive during a read share the next read. So many requests cost few reads, and each request
// gets a state read after its arrival. The store has three states: Store.withItems reads items
// together with their states, Store.states reads states alone and so waits for no item, and
// Store.waiting pauses before each read.
type states struct {
	on          db.Batcher
	pause       time.Duration // before each read
	connections *gate.Gate    // for reads with items
	timeout     time.Duration
	nodes       *nodes
	facts       *cache.Cache[string, itemFacts] // by the JSON of the state

	mu    sync.Mutex
	lines map[int32]*line // by node
}

// line is the queue of one node: the read under way, and the next.
type line struct {
	busy bool
	next *stateRead // for the waiting requests; nil: no request waits
}

// itemFacts are the counts and dates in a state.
type itemFacts struct {
	counts content.Counts
	newest map[content.Type]int64 // when the newest item was modified, in Unix milliseconds
}

const (
	maxFacts  = 1000     // cached
	maxItems  = 64       // in one read
	shortBody = 32 << 10 // the longest body of an item in a read, in bytes
)

// stateRead is one read of several states, and of items.
type stateRead struct {
	airports []string
	items    []*db.ItemRead
	done     chan struct{} // closed when found or err is set
	found    map[string]*content.State
	err      error
}

func newStates(on db.Batcher, pause time.Duration, connections *gate.Gate, timeout time.Duration, n *nodes) *states {
	return &states{on: on, pause: pause, connections: connections, timeout: timeout, nodes: n, facts: cache.New[string, itemFacts](maxFacts),
		lines: map[int32]*line{}}
}

// get waits for states that are read after the call. Airports that do not exist are left out. The
// end of ctx does not end the read for other callers. item may be nil. Otherwise airports is the
// item's airport alone, and the read reads the item too, up to maxItems in one read.
func (s *states) get(ctx context.Context, item *db.ItemRead, airports ...string) (map[string]*content.State, error) {
	var reads []*stateRead
	for node, ofNode := range s.nodes.group(airports) {
		l, read, first := s.join(node, ofNode, item)
		reads = append(reads, read)
		switch {
		case first && node == 0 && s.pause == 0: // another goroutine would cost two switches of threads
			s.run(l, s.timeout)
		case first: // a node may hang, and the other nodes' reads must not wait
			go s.run(l, patience(node, s.timeout))
		}
	}
	found := make(map[string]*content.State, len(airports))
	for _, read := range reads {
		select {
		case <-read.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if read.err != nil {
			return nil, read.err
		}
		for _, airport := range airports {
			if st, ok := read.found[airport]; ok {
				found[airport] = st
			}
		}
	}
	return found, nil
}

// AwaitChange waits until an airport has another state, or is removed or offline, or until ctx ends.
// All requests that wait share one read a second. A failed read is repeated.
func (s *Store) AwaitChange(ctx context.Context, st *content.State) {
	for ctx.Err() == nil {
		if found, err := s.waiting.get(ctx, nil, st.Code); err == nil && (found[st.Code] == nil || found[st.Code].ID != st.ID || found[st.Code].Offline) {
			return
		}
	}
}

// join adds airports, and perhaps an item, to the next read of their node. first reports that the
// line was not busy: the caller has to run it.
func (s *states) join(node int32, airports []string, item *db.ItemRead) (l *line, read *stateRead, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.lines[node]
	if !ok {
		l = &line{}
		s.lines[node] = l
	}
	if l.next == nil {
		l.next = &stateRead{done: make(chan struct{})}
	}
	read, first = l.next, !l.busy
	for _, airport := range airports {
		if !slices.Contains(read.airports, airport) {
			read.airports = append(read.airports, airport)
		}
	}
	if item != nil && len(read.items) < maxItems {
		read.items = append(read.items, item)
	}
	l.busy = true
	return l, read, first
}

// run reads. Requests that arrive during the read get their own read.
func (s *states) run(l *line, timeout time.Duration) {
	time.Sleep(s.pause)
	read := s.takeNext(l)
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer func() { // also after a panic, which only the request that reads survives
		cancel()
		close(read.done)
		if s.goesOn(l) {
			go s.run(l, timeout)
		}
	}()
	read.err = content.ErrUnavailable
	read.found, read.err = s.readTwice(ctx, read)
}

// readTwice reads, and reads again on another connection if the first one is dead. While partners
// use all their connections, it reads states without items, so that no state waits for a partner.
func (s *states) readTwice(ctx context.Context, of *stateRead) (map[string]*content.State, error) {
	if of.items != nil {
		share := gate.Share{Partner: allPartners, Units: 1}
		if s.connections.TryAcquire(share) {
			defer s.connections.Release(share)
		} else {
			of.items = nil
		}
	}
	found, err := s.read(ctx, of)
	if errors.Is(err, content.ErrUnavailable) && ctx.Err() == nil {
		found, err = s.read(ctx, of)
	}
	return found, err
}

// takeNext is the read that requests wait for.
func (s *states) takeNext(l *line) *stateRead {
	s.mu.Lock()
	defer s.mu.Unlock()
	read := l.next
	l.next = nil
	return read
}

// goesOn reports whether requests wait for another read. Without one the line is no longer busy.
func (s *states) goesOn(l *line) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.busy = l.next != nil
	return l.busy
}

// read reads states in one round trip. Airports that do not exist are left out.
func (s *states) read(ctx context.Context, of *stateRead) (map[string]*content.State, error) {
	read, err := db.ReadRegisterAndStates(ctx, s.on, of.airports, of.items)
	if err != nil {
		return nil, fmt.Errorf("read the state of %d airports: %w", len(of.airports), db.Classify(err))
	}
	found := make(map[string]*content.State, len(of.airports))
	for _, row := range read.States {
		st := &content.State{Code: row.Airport, ID: row.Epoch + " " + strconv.FormatInt(row.Revision, 10), Epoch: row.Epoch,
			Revision: row.Revision, Purged: row.PurgedRevision, TitleLength: row.TitleLength, SearchLength: row.SearchLength}
		items, err := s.decode(row.Items, row.Newest)
		if err != nil {
			return nil, fmt.Errorf("state of %s: items: %w", row.Airport, err)
		}
		st.Items, st.Newest = items.counts, items.newest
		for _, registered := range read.Register {
			if registered.Code == row.Airport {
				st.Name, st.Synonyms = registered.Name, registered.Synonyms
				st.Website, st.TimeZone, st.Offline = registered.Website, registered.TimeZone, registered.Offline
				st.Timestamp = safeTime(registered.Now, row.ImportMark)
				found[row.Airport] = st
			}
		}
	}
	return found, nil
}

// decode decodes the itemFacts of a state. These seldom change, so most are cached.
func (s *states) decode(counts, newest []byte) (itemFacts, error) {
	key := string(counts) + string(newest)
	items, ok := s.facts.Get(key)
	if ok {
		return items, nil
	}
	if err := errors.Join(json.Unmarshal(counts, &items.counts), json.Unmarshal(newest, &items.newest)); err != nil {
		return items, err
	}
	s.facts.Add(key, items, 1)
	return items, nil
}

// safeTime is the safe sync time of a state: the earlier of two times. One is the clock, which was
// read before the state. The other is just before the import mark in the state: an import dates its
// items after it has committed the mark.
func safeTime(now time.Time, mark *time.Time) time.Time {
	if mark != nil {
		if before := mark.Add(-time.Millisecond); before.Before(now) {
			now = before
		}
	}
	return now.UTC().Truncate(time.Millisecond)
}
