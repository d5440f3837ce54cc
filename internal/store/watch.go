package store

import (
	"context"
	"slices"
	"sync"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// watchEvery is the time between two reads of the watched states. A waiting request learns of a
// change within this time, and a little more.
const watchEvery = time.Second

// watches wake requests that wait for a new state of their airport. While a watch is open, one
// small statement a second reads the states of all watched airports; in a distributed database, one
// statement for each node.
type watches struct {
	on      *db.Pool
	timeout time.Duration
	nodes   *nodes
	busy    sync.Map // nodes with a statement under way

	mu   sync.Mutex
	open map[watched]*Watch
	stop context.CancelFunc // ends run; not nil while a watch is open
}

// watched is a state of an airport that a request has seen.
type watched struct{ airport, state string }

// Watch is shared by the requests that have seen the same state.
type Watch struct {
	Changed chan struct{} // closed when the airport seems to have another state, or to be removed

	in      *watches
	watched watched
	users   int
}

// Watch opens a watch for the end of a state. The caller must call End in any case.
func (s *Store) Watch(st *content.State) *Watch { return s.watches.watch(watched{st.Code, st.ID}) }

func (w *watches) watch(seen watched) *Watch {
	w.mu.Lock()
	defer w.mu.Unlock()
	watch, ok := w.open[seen]
	if !ok {
		watch = &Watch{Changed: make(chan struct{}), in: w, watched: seen}
		w.open[seen] = watch
	}
	watch.users++
	if w.stop == nil {
		ctx, stop := context.WithCancel(context.Background())
		w.stop = stop
		go w.run(ctx)
	}
	return watch
}

// End is called once for each call of Store.Watch.
func (watch *Watch) End() {
	watch.in.mu.Lock()
	defer watch.in.mu.Unlock()
	watch.users--
	if watch.users == 0 && watch.in.open[watch.watched] == watch {
		watch.in.remove(watch.watched)
	}
}

// remove is called with the lock.
func (w *watches) remove(seen watched) {
	delete(w.open, seen)
	if len(w.open) == 0 {
		w.stop()
		w.stop = nil
	}
}

func (w *watches) run(ctx context.Context) {
	ticks := time.Tick(watchEvery)
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			w.look(ctx)
		}
	}
}

// look reads the states from each node, except a node that has not answered the last look.
func (w *watches) look(ctx context.Context) {
	for node, airports := range w.nodes.group(w.airports()) {
		if _, busy := w.busy.LoadOrStore(node, true); busy {
			continue
		}
		go func() {
			defer w.busy.Delete(node)
			asking, cancel := context.WithTimeout(ctx, patience(node, w.timeout))
			defer cancel()
			w.tell(asking, airports)
		}()
	}
}

// tell reads the states of these sorted airports, and closes the watches of changed ones. If the
// database does not answer, the next look asks again.
func (w *watches) tell(ctx context.Context, airports []string) {
	rows, err := w.on.ReadRevisions(ctx, airports)
	if err != nil {
		return
	}
	now := map[string]string{}
	for _, row := range rows {
		now[row.Airport] = row.StateID
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for seen, watch := range w.open {
		_, asked := slices.BinarySearch(airports, seen.airport)
		if asked && now[seen.airport] != seen.state {
			close(watch.Changed)
			w.remove(seen)
		}
	}
}

// airports lists the watched airports, each once.
func (w *watches) airports() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []string
	for seen := range w.open {
		list = append(list, seen.airport)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
