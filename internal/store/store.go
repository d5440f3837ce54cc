package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

const (
	// replicaPatience is how long a replica may take for an answer.
	replicaPatience = time.Second
	// replicaRest is how long a replica that failed is not asked again.
	replicaRest = 5 * time.Second
)

// Store answers the requests of partners. The state comes from the primary. The rows come from the replica if it has the same
// revision, else from the primary.
type Store struct {
	primary  *db.Pool
	replica  *db.Pool // nil: there is none
	searcher *searcher
	states   *states
	turns    *turns
	log      *slog.Logger
	rested   atomic.Int64 // Unix nanoseconds; the replica is not asked before
}

// New makes a store; replica may be nil. timeout limits each read of states. Partners share all connections but one, so
// that reads of states, keys and health never wait behind them.
func New(primary, replica *db.Pool, timeout time.Duration, log *slog.Logger) *Store {
	shared := max(1, int(primary.Config().MaxConns)-1)
	return &Store{primary: primary, replica: replica, searcher: newSearcher(), states: newStates(primary, timeout),
		turns: newTurns(shared), log: log}
}

// DB is the primary.
func (s *Store) DB() *db.Pool { return s.primary }

// Waits tells how often requests have waited for their partner's turn on a connection, and how long in all.
func (s *Store) Waits() (int64, time.Duration) {
	s.turns.mu.Lock()
	defer s.turns.mu.Unlock()
	return s.turns.waits, s.turns.waited
}

// View is an airport's state, and a way to read the rows that belong to it.
type View struct {
	State content.State

	store   *Store
	partner int64 // who reads
	read    reader
	tx      pgx.Tx // nil outside a transaction
	closed  bool
}

// View reads the airport's state for a partner. Requests at the same moment share the read.
func (s *Store) View(ctx context.Context, airport string, partner int64) (*View, error) {
	st, err := s.states.get(ctx, airport)
	if err != nil {
		return nil, err
	}
	return &View{State: st, store: s, partner: partner, read: reader{s.primary.Queries, s.searcher}}, nil
}

// Snapshot makes a view on one transaction, so that no import can come between its reads. The caller must close it.
func (s *Store) Snapshot(ctx context.Context, airport string, partner int64) (*View, error) {
	if err := s.turns.take(ctx, partner); err != nil {
		return nil, fmt.Errorf("snapshot of %s: %w", airport, db.Classify(err))
	}
	tx, err := s.primary.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	if err != nil {
		s.turns.give(partner)
		return nil, fmt.Errorf("snapshot of %s: %w", airport, db.Classify(err))
	}
	v := &View{store: s, partner: partner, read: reader{db.New(tx), s.searcher}, tx: tx}
	found, err := s.states.read(ctx, tx, []string{airport})
	if v.State, err = stateOf(airport, found, err); err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

// Close ends the transaction of a snapshot. Further calls do nothing.
func (v *View) Close() {
	if v.tx != nil && !v.closed {
		v.closed = true
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = v.tx.Rollback(ctx) // nothing was written
		v.store.turns.give(v.partner)
	}
}

// List reads one page of items. Like the other reads, it returns content.ErrMoved if an import came between.
func (v *View) List(ctx context.Context, q content.Query) (page content.Page, err error) {
	err = v.ask(ctx, func(ctx context.Context, r reader) (err error) {
		page, err = r.list(ctx, &v.State, q)
		return err
	})
	return page, err
}

// Item reads one item of one of the types (nil: any), with its body.
func (v *View) Item(ctx context.Context, id string, types []content.Type) (item content.Item, err error) {
	err = v.ask(ctx, func(ctx context.Context, r reader) (err error) {
		item, err = r.item(ctx, &v.State, id, types)
		return err
	})
	return item, err
}

// Bodies reads the bodies of items that came from the same view.
func (v *View) Bodies(ctx context.Context, items []*content.Item) error {
	if len(items) == 0 {
		return nil
	}
	return v.ask(ctx, func(ctx context.Context, r reader) error { return r.bodies(ctx, &v.State, items) })
}

// Changes reads one page of changes.
func (v *View) Changes(ctx context.Context, q content.ChangesQuery) (page content.Changes, err error) {
	err = v.ask(ctx, func(ctx context.Context, r reader) (err error) {
		page, err = r.changes(ctx, &v.State, q)
		return err
	})
	return page, err
}

func (v *View) ask(ctx context.Context, read func(context.Context, reader) error) error {
	if v.tx == nil {
		if err := v.store.turns.take(ctx, v.partner); err != nil {
			return fmt.Errorf("read %s: %w", v.State.Code, db.Classify(err))
		}
		defer v.store.turns.give(v.partner)
		if v.store.askReplica(ctx, read) {
			return nil
		}
	}
	err := read(ctx, v.read)
	if errors.Is(err, pgx.ErrNoRows) {
		err = content.ErrAirportNotFound // removed since the state was read
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", v.State.Code, db.Classify(err))
	}
	return nil
}

// askReplica reports whether the replica gave the answer. It did not if it has another revision or lacks the item: it may lag
// behind.
func (s *Store) askReplica(ctx context.Context, read func(context.Context, reader) error) bool {
	if s.replica == nil || time.Now().UnixNano() < s.rested.Load() {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, replicaPatience)
	defer cancel()
	err := read(ctx, reader{s.replica.Queries, s.searcher})
	switch {
	case err == nil:
		return true
	case errors.Is(err, content.ErrMoved), errors.Is(err, content.ErrItemNotFound), errors.Is(err, pgx.ErrNoRows),
		errors.Is(err, content.ErrAirportNotFound), errors.Is(err, context.Canceled):
		return false
	}
	s.rested.Store(time.Now().Add(replicaRest).UnixNano())
	s.log.Warn("the replica failed: the primary answers", "error", err, "for", replicaRest.String())
	return false
}
