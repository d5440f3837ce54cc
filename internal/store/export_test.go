package store

import (
	"context"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// ReadOn makes a view that reads on a connection of the test.
func ReadOn(conn db.DBTX, st content.State) *View {
	return &View{State: st, store: &Store{turns: newTurns(1)}, read: reader{db.New(conn), newSearcher()}}
}

// Turns are for TestTurns.
type Turns = turns

// Take, Give and Waiting are for TestTurns.
func (t *turns) Take(ctx context.Context, partner int64) error { return t.take(ctx, partner) }
func (t *turns) Give(partner int64)                            { t.give(partner) }
func (t *turns) Waiting() int                                  { t.mu.Lock(); defer t.mu.Unlock(); return len(t.waiting) }

// NewTurns is newTurns.
var NewTurns = newTurns
