package postgres

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"airport-content/internal/content"
)

// replicaRest is how long a replica that failed is not asked again.
const replicaRest = 5 * time.Second

// Replicated is a store that reads lists and searches from a replica while that answers, and all else from the primary:
// a list with ModifiedSince, an item and the changes may have to show what the replica has not got yet.
type Replicated struct {
	*DB     // the primary
	replica *DB
	log     *slog.Logger
	restEnd atomic.Int64 // Unix nanoseconds
}

// WithReplica reads from replica what may lag behind.
func WithReplica(primary, replica *DB, log *slog.Logger) *Replicated {
	return &Replicated{DB: primary, replica: replica, log: log}
}

// List asks the replica, and the primary in its place when it fails before it has told anything.
func (r *Replicated) List(ctx context.Context, q content.Query, sink content.Sink) error {
	if !q.ModifiedSince.IsZero() || time.Now().UnixNano() < r.restEnd.Load() {
		return r.DB.List(ctx, q, sink)
	}
	heard := &hearingSink{Sink: sink}
	err := r.replica.List(ctx, q, heard)
	if err == nil || heard.head || ctx.Err() != nil || errors.Is(err, content.ErrTimeout) {
		return err
	}
	if !errors.Is(err, content.ErrAirportNotFound) { // which may only be new
		r.restEnd.Store(time.Now().Add(replicaRest).UnixNano())
		r.log.Warn("the replica failed: lists are read from the primary", "error", err, "for", replicaRest.String())
	}
	return r.DB.List(ctx, q, sink)
}

// hearingSink notes whether anything was told.
type hearingSink struct {
	content.Sink
	head bool
}

func (s *hearingSink) Head(h content.Head) error {
	s.head = true
	return s.Sink.Head(h)
}
