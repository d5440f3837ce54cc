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
	"airport-content/internal/partner"
)

const (
	// replicaPatience is the time that a replica has for a read. For a search it has searchTimeout.
	replicaPatience = time.Second
	// replicaRest is the time without reads after a failure of the replica.
	replicaRest = 5 * time.Second
	// waitingPause is the time before a read for requests that wait for a change. They learn of the
	// change within this time, and a little more.
	waitingPause = time.Second
	// headsPause is the same for requests that wait for a change of any airport. The answers of
	// thousands of requests take a while.
	headsPause = 500 * time.Millisecond
	// maxFailures is the number of slow or failed reads in a row before the replica rests. After a
	// lost connection it rests at once.
	maxFailures = 3
	// noPartner stands for health checks: they pass the gate, and do not wait behind partners.
	noPartner = 0
	// allPartners has a share of its own in the gate, for reads that partners share.
	allPartners = -1
	maxSynonyms = 100 // languages
)

// Store answers the requests of partners. States come from the primary. Rows come from the replica
// if the replica has the same state, else from the primary.
type Store struct {
	primary     *db.Pool
	replica     *db.Pool // nil: no replica
	connections *gate.Gate
	nodes       *nodes
	states      *states
	withItems   *states // for requests for a single item
	waiting     *states // for requests that wait for a change
	heads       *batch[allAirports, content.Heads]
	watch       *headsWatch // for requests that wait for a change of any airport
	access      *batch[partner.Digest, db.ListAccessRow]
	lexicon     *lexicon.Lexicon
	synonyms    *cache.Cache[string, synonymsOfRevision] // by language
	indexes     *indexes
	plans       *cache.Cache[planKey, keptPlan]
	facets      *cache.Cache[facetKey, keptFacet] // of metadata
	spellingsOf *cache.Cache[spellingKey, keptSpellings]
	times       *cache.Cache[string, parsedTimes] // by airport
	opened      *cache.Cache[openKey, keptOpen]
	log         *slog.Logger
	rested      atomic.Int64 // Unix nanoseconds; the replica rests until then
	failures    atomic.Int64 // slow or failed reads of the replica since the last good one
	ofPrimary   atomic.Int64 // reads that gave rows of the expected state
	ofReplica   atomic.Int64
}

// Options are the settings of a store.
type Options struct {
	Timeout     time.Duration // of each read of states
	IndexMemory int           // bytes, for the indexes of all airports; 0: DefaultIndexMemory
	Log         *slog.Logger  // nil: nothing is logged
}

// New makes a store; replica may be nil. Partners share all connections but one, so that reads of
// states, keys and health never wait behind partners.
func New(primary, replica *db.Pool, o Options) *Store {
	s := newStore(primary, primary, max(1, int64(primary.Config().MaxConns)-1), o)
	s.replica = replica
	return s
}

// newStore reads states through a connection of its own.
func newStore(primary *db.Pool, states db.Batcher, shared int64, o Options) *Store {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	n := &nodes{on: primary}
	connections := gate.New(shared)
	heads := &headsReader{on: states, timeout: o.Timeout, nodes: n}
	return &Store{
		primary:     primary,
		connections: connections,
		nodes:       n,
		states:      newStates(states, 0, connections, o.Timeout, n),
		withItems:   newStates(states, 0, connections, o.Timeout, n),
		waiting:     newStates(states, waitingPause, connections, o.Timeout, n),
		heads:       newBatch[allAirports, content.Heads](heads),
		watch:       newHeadsWatch(heads),
		access:      newBatch[partner.Digest, db.ListAccessRow](accessReader{primary, o.Timeout}),
		lexicon:     lexicon.New(),
		synonyms:    cache.New[string, synonymsOfRevision](maxSynonyms),
		plans:       cache.New[planKey, keptPlan](planMemory),
		facets:      cache.New[facetKey, keptFacet](facetMemory),
		spellingsOf: cache.New[spellingKey, keptSpellings](spellingMemory),
		times:       cache.New[string, parsedTimes](openMemory),
		opened:      cache.New[openKey, keptOpen](openMemory),
		indexes:     newIndexes(cmp.Or(o.IndexMemory, DefaultIndexMemory), o.Log),
		log:         o.Log,
	}
}

// Primary is the database that takes writes.
func (s *Store) Primary() *db.Pool { return s.primary }

// Waits counts the waits of requests for their partner's share of the connections, and sums their
// time.
func (s *Store) Waits() (int64, time.Duration) { return s.connections.Waits() }

// Reads counts the reads of content that the primary and the replica answered in the expected
// state. All other reads were repeated on the primary.
func (s *Store) Reads() (primary, replica int64) { return s.ofPrimary.Load(), s.ofReplica.Load() }

// State reads the state of an airport. Requests that ask at the same moment share the read.
func (s *Store) State(ctx context.Context, airport string) (content.State, error) {
	found, err := s.states.get(ctx, nil, airport)
	return pick(airport, found, err)
}

// pick takes the state of an airport from a read. With content.ErrAirportOffline, it returns the
// state, too.
func pick(airport string, found map[string]*content.State, err error) (content.State, error) {
	if err != nil {
		return content.State{}, err
	}
	st, ok := found[airport]
	if !ok {
		return content.State{}, fmt.Errorf("state of %s: %w", airport, content.ErrAirportNotFound)
	}
	if st.Offline {
		return *st, fmt.Errorf("state of %s: %w", airport, content.ErrAirportOffline)
	}
	return *st, nil
}

// StateAndItem reads the state of an airport. In the same round trip it reads an item with its
// body, if the item is short and of a type that the key may read. Without an item, Reader.Item
// finds the reason. With a replica, StateAndItem never returns an item: the replica reads items.
// Nor does it for an airport on a worker of Citus, because the statements of a round trip wait for
// the worker one after the other.
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
	return st, translatedItemOf(&item.Rows[0]), nil
}

// Reader reads the rows of a state. If the rows belong to another state, its methods return
// content.ErrOtherState. The caller then reads the state again, and the rows with a reader of the
// next try.
type Reader struct {
	*Store
	pool    *db.Pool
	partner int64
}

// Reader makes a reader for a partner. The first try (0) reads from the replica, unless there is
// none or the replica rests. All other tries read from the primary.
func (s *Store) Reader(partner int64, try int) Reader {
	if try == 0 && s.replica != nil && time.Now().UnixNano() >= s.rested.Load() {
		return Reader{s, s.replica, partner}
	}
	return Reader{s, s.primary, partner}
}

// begin waits for a connection of the partner's share, for a short read. done gives it back.
func (r Reader) begin(ctx context.Context) (reading context.Context, done func(), err error) {
	return r.beginWith(ctx, replicaPatience, gate.Share{Partner: r.partner, Units: 1})
}

// beginLong is begin for a read that may be long, with another patience for the replica.
func (r Reader) beginLong(ctx context.Context, patience time.Duration) (reading context.Context, done func(), err error) {
	return r.beginWith(ctx, patience, gate.Share{Partner: r.partner, Units: 1, Long: true})
}

func (r Reader) beginWith(ctx context.Context, patience time.Duration, share gate.Share) (reading context.Context, done func(), err error) {
	if r.partner != noPartner {
		if err := r.connections.Acquire(ctx, share); err != nil {
			return nil, nil, fmt.Errorf("wait for a connection: %w", db.Classify(err))
		}
	}
	reading, cancel := ctx, context.CancelFunc(func() {})
	if r.pool == r.replica {
		reading, cancel = context.WithTimeout(ctx, patience)
	}
	return reading, func() {
		cancel()
		if r.partner != noPartner {
			r.connections.Release(share)
		}
	}, nil
}

// failed is the error of a read with ctx. After a failure of the replica it is
// content.ErrOtherState, so that the next try reads from the primary. A cancelled ctx is no failure
// of the replica, although pgx reports a cancelled query for both.
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

// check returns content.ErrOtherState for a row of another state. It counts the reads of partners.
func (r Reader) check(st *content.State, seen string) error {
	if r.pool != r.primary {
		r.failures.Store(0)
	}
	switch {
	case seen != st.ID:
		return content.ErrOtherState
	case r.partner == noPartner:
	case r.pool == r.primary:
		r.ofPrimary.Add(1)
	default:
		r.ofReplica.Add(1)
	}
	return nil
}

// checkNoRow is check for a read without rows: no row names the state, so checkNoRow reads the
// state again. For a replica it returns content.ErrOtherState.
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
