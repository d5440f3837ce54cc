package postgres

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"airport-content/internal/content"
)

const (
	// replicaPatience is how long a replica may take to begin an answer.
	replicaPatience = time.Second
	// replicaRest is how long a replica that failed is not asked again.
	replicaRest = 5 * time.Second
)

// Store is what requests ask. It keeps answers that may be long apart from the others: these have connections of their own,
// which they can hold for some time, so that they do not keep the others waiting. Lists and searches
// come from a replica, if there is one that answers; those with ModifiedSince, items and changes may have to show
// what a replica has not got yet.
type Store struct {
	*DB     // the primary, for short answers
	long    *DB
	replica *DB // nil without one
	log     *slog.Logger
	restEnd atomic.Int64 // Unix nanoseconds; until then the replica is not asked
}

// NewStore makes a store of its pools; replica may be nil.
func NewStore(short, long, replica *DB, log *slog.Logger) *Store {
	return &Store{DB: short, long: long, replica: replica, log: log}
}

// List gives one page to the sink, in one round trip, each item as it is read.
func (s *Store) List(ctx context.Context, q content.Query, sink content.Sink) error {
	if s.replica != nil && q.ModifiedSince.IsZero() && time.Now().UnixNano() >= s.restEnd.Load() {
		if done, err := s.listFromReplica(ctx, q, sink); done {
			return err
		}
	}
	if q.IncludeBody {
		return s.long.List(ctx, q, sink)
	}
	return s.DB.List(ctx, q, sink)
}

// Changes gives one page of what changed after the cursor to the sink.
func (s *Store) Changes(ctx context.Context, q content.ChangesQuery, sink content.ChangesSink) error {
	return s.long.Changes(ctx, q, sink)
}

// listFromReplica is not done when the replica failed before it told anything.
func (s *Store) listFromReplica(caller context.Context, q content.Query, sink content.Sink) (done bool, err error) {
	ctx, cancel := context.WithCancel(caller)
	defer cancel()
	patience := time.AfterFunc(replicaPatience, cancel)
	defer patience.Stop()
	told := &toldSink{Sink: sink, patience: patience}
	err = s.replica.List(ctx, q, told)
	if err == nil || told.head || caller.Err() != nil {
		return true, err
	}
	if !errors.Is(err, content.ErrAirportNotFound) { // which may only be new
		s.restEnd.Store(time.Now().Add(replicaRest).UnixNano())
		s.log.Warn("the replica failed: lists are read from the primary", "error", err, "for", replicaRest.String())
	}
	return false, nil
}

// toldSink notes that something was told; from then on the time is the reader's.
type toldSink struct {
	content.Sink
	patience *time.Timer
	head     bool
}

func (s *toldSink) Head(h content.Head) error {
	s.patience.Stop()
	s.head = true
	return s.Sink.Head(h)
}
