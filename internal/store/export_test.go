package store

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/db"
)

// ReaderOn makes a reader on a connection of the test. queries are those of the connection, or of what wraps it.
func ReaderOn(conn *pgx.Conn, queries db.DBTX) Reader {
	pool := &db.Pool{Queries: db.New(queries)}
	s := newStore(pool, conn, 1, time.Minute, slog.New(slog.DiscardHandler))
	return Reader{s, pool, nobody}
}

// TakeShare takes all connections that a partner may have: of all but one, half, rounded up.
func (s *Store) TakeShare(partner int64) error {
	for range s.primary.Config().MaxConns / 2 {
		if err := s.connections.Acquire(context.Background(), partner, 1); err != nil {
			return err
		}
	}
	return nil
}

// LearnNodes does at once what FollowNodes does every ten seconds.
func (s *Store) LearnNodes(ctx context.Context) { s.nodes.update(ctx) }
