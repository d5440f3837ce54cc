// Package store is what partners read: states of airports, lists, items, changes, searches, and
// what keys may do.
package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"airport-content/internal/cache"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/gate"
	"airport-content/internal/lexicon"
)

const (
	// replicaPatience is how long a replica may take for rows. For those of a search it has
	// searchTimeout.
	replicaPatience = time.Second
	// replicaRest is how long a replica that failed is not asked again.
	replicaRest = 5 * time.Second
	// maxFailures is after how many slow or failed reads in a row the replica rests. It rests at
	// once after a lost connection.
	maxFailures = 3
	// nobody takes no part in the gate: health must not wait behind partners.
	nobody = 0
	// everybody has a share of its own in the gate, for what partners read together.
	everybody   = -1
	maxSynonyms = 100 // languages
)

// Store answers the requests of partners. States come from the primary. Rows come from the replica
// where it has the same state, else from the primary.
type Store struct {
	primary     *db.Pool
	replica     *db.Pool // nil: there is none
	connections *gate.Gate
	nodes       *nodes
	states      *states
	withItems   *states // for requests for a single item
	watches     *watches
	lexicon     *lexicon.Lexicon
	synonyms    *cache.Cache[string, synonymsOfRevision] // by language
	indexes     *indexes
	log         *slog.Logger
	rested      atomic.Int64 // Unix nanoseconds; the replica is not asked before
	failures    atomic.Int64 // reads of the replica that were slow or failed, since one succeeded
	ofPrimary   atomic.Int64 // reads whose rows were taken
	ofReplica   atomic.Int64
}

// Options are the settings of a store.
type Options struct {
	Timeout     time.Duration // of each read of states
	IndexMemory int           // bytes, for the indexes of all airports; 0: DefaultIndexMemory
	Log         *slog.Logger  // nil: nothing is logged
}

// New makes a store; replica may be nil. Partners share all connections but one, so that reads of
// states, keys and health never wait behind them.
func New(primary, replica *db.Pool, o Options) *Store {
	s := newStore(primary, primary, max(1, int64(primary.Config().MaxConns)-1), o)
	s.replica = replica
	return s
}

// newStore takes reads of states from another connection than the others.
func newStore(primary *db.Pool, states db.Batcher, shared int64, o Options) *Store {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	n := &nodes{on: primary}
	connections := gate.New(shared)
	return &Store{
		primary:     primary,
		connections: connections,
		nodes:       n,
		states:      newStates(states, connections, o.Timeout, n),
		withItems:   newStates(states, connections, o.Timeout, n),
		watches:     &watches{on: primary, timeout: o.Timeout, nodes: n, open: map[watched]*Watch{}, asking: map[int32]bool{}},
		lexicon:     lexicon.New(),
		synonyms:    cache.New[string, synonymsOfRevision](maxSynonyms),
		indexes:     newIndexes(cmp.Or(o.IndexMemory, DefaultIndexMemory), o.Log),
		log:         o.Log,
	}
}

// Primary is the database that is written to.
func (s *Store) Primary() *db.Pool { return s.primary }

// Waits tells how often requests have waited for their partner's share of the connections, and how
// long in all.
func (s *Store) Waits() (int64, time.Duration) { return s.connections.Waits() }

// Reads tells how many reads of content the primary and the replica have answered with what the
// airport's state says. Others were asked again, of the primary.
func (s *Store) Reads() (primary, replica int64) { return s.ofPrimary.Load(), s.ofReplica.Load() }

// State reads the state of an airport. Requests that ask at the same moment share the read.
func (s *Store) State(ctx context.Context, airport string) (content.State, error) {
	found, err := s.states.get(ctx, nil, airport)
	return pick(airport, found, err)
}

// pick takes the state of an airport from a read.
func pick(airport string, found map[string]content.State, err error) (content.State, error) {
	st, ok := found[airport]
	if err == nil && !ok {
		err = fmt.Errorf("state of %s: %w", airport, content.ErrAirportNotFound)
	}
	return st, err
}

// StateAndItem reads the state of an airport. In the same round trip it reads an item with its
// body, if the item is short and of a type that the key may read. Where it gives no item,
// Reader.Item tells why. It never gives one where a replica answers, or for an airport on a worker
// of Citus: there the statements of a round trip wait for the worker one after the other.
func (s *Store) StateAndItem(ctx context.Context, airport, id string, allowed content.Scope) (content.State, *content.Item, error) {
	if s.replica != nil || s.nodes.node(airport) != 0 {
		st, err := s.State(ctx, airport)
		return st, nil, err
	}
	item := &db.ItemRead{Params: db.ReadItemsParams{Airport: airport, Ids: []string{id}, Types: allowed.Names(), Longest: shortBody}}
	found, err := s.withItems.get(ctx, item, airport)
	st, err := pick(airport, found, err)
	if err != nil || len(item.Rows) == 0 || item.Rows[0].StateID != st.ID {
		return st, nil, err
	}
	return st, wholeItemOf(&item.Rows[0]), nil
}

// Reader reads the rows that belong to a state. If they belong to another one, its methods return
// content.ErrOtherState: read the state again, and then the rows with a reader of the next try.
type Reader struct {
	*Store
	pool    *db.Pool
	partner int64
}

// Reader makes a reader for a partner. The first try (0) asks the replica, unless there is none or
// it failed just now. All others ask the primary.
func (s *Store) Reader(partner int64, try int) Reader {
	if try == 0 && s.replica != nil && time.Now().UnixNano() >= s.rested.Load() {
		return Reader{s, s.replica, partner}
	}
	return Reader{s, s.primary, partner}
}

// begin waits for a connection of the partner's share. done gives it back.
func (r Reader) begin(ctx context.Context) (reading context.Context, done func(), err error) {
	return r.beginWith(ctx, replicaPatience)
}

// beginWith is begin with another time for the replica.
func (r Reader) beginWith(ctx context.Context, patience time.Duration) (reading context.Context, done func(), err error) {
	if r.partner != nobody {
		if err := r.connections.Acquire(ctx, r.partner, 1); err != nil {
			return nil, nil, fmt.Errorf("wait for a connection: %w", db.Classify(err))
		}
	}
	reading, cancel := ctx, context.CancelFunc(func() {})
	if r.pool == r.replica {
		reading, cancel = context.WithTimeout(ctx, patience)
	}
	return reading, func() {
		cancel()
		if r.partner != nobody {
			r.connections.Release(r.partner, 1)
		}
	}, nil
}

// failed is the error of a read with ctx. After a failure of the replica, the primary is asked. A
// caller who leaves is no failure: pgx reports the end of ctx as a query that was cancelled, like a
// slow one.
func (r Reader) failed(ctx context.Context, err error) error {
	err = db.Classify(err)
	if r.pool == r.primary || errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("read the content: %w", err)
	}
	if r.failures.Add(1) >= maxFailures || errors.Is(err, content.ErrUnavailable) {
		r.rested.Store(time.Now().Add(replicaRest).UnixNano())
		r.log.Warn("the replica failed: the primary answers", "error", err, "for", replicaRest.String())
	}
	return content.ErrOtherState
}

// check returns content.ErrOtherState for a row that tells another state. It counts what partners
// read.
func (r Reader) check(st *content.State, told string) error {
	if r.pool != r.primary {
		r.failures.Store(0)
	}
	switch {
	case told != st.ID:
		return content.ErrOtherState
	case r.partner == nobody:
	case r.pool == r.primary:
		r.ofPrimary.Add(1)
	default:
		r.ofReplica.Add(1)
	}
	return nil
}

// checkNoRow is for a read without a row, which tells no state: it reads the state once more. Of a
// replica it expects the worst.
func (r Reader) checkNoRow(ctx context.Context, st *content.State) error {
	if r.pool != r.primary {
		return content.ErrOtherState // the replica may be behind
	}
	now, err := r.State(ctx, st.Code)
	if err != nil {
		return err
	}
	return r.check(st, now.ID)
}
