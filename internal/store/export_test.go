package store

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/cache"
	"airport-content/internal/db"
	"airport-content/internal/gate"
	"airport-content/internal/lexicon"
	"airport-content/internal/search"
)

// ReaderOn makes a reader on a connection of the test. queries are those of the connection, or of what wraps it.
func ReaderOn(conn *pgx.Conn, queries db.DBTX) Reader {
	pool := &db.Pool{Queries: db.New(queries)}
	n := &nodes{on: pool}
	s := &Store{primary: pool, connections: gate.New(1), nodes: n, states: newStates(conn, time.Minute, n), lexicon: lexicon.New(),
		frequencies: cache.New[frequencyKey, int](maxFrequencies), related: cache.New[relatedKey, []search.Lexeme](maxRelated),
		titles: cache.New[string, titlesOfState](maxTitles), log: slog.New(slog.DiscardHandler)}
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
