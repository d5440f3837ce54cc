package store

import (
	"context"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/db"
	"airport-content/internal/gate"
)

// ReaderOn makes a reader on a connection of the test. queries are the queries of the connection or
// of its wrapper.
func ReaderOn(conn *pgx.Conn, queries db.DBTX) Reader {
	pool := &db.Pool{Queries: db.New(queries)}
	s := newStore(pool, conn, 1, Options{Timeout: time.Minute})
	return Reader{s, pool, noPartner}
}

// TakeConnections takes n connections of a partner's share.
func (s *Store) TakeConnections(partner, n int64) error {
	return s.connections.Acquire(context.Background(), gate.Share{Partner: partner, Units: n})
}

// AsksReplica reports whether the reader asks the replica.
func (r Reader) AsksReplica() bool { return r.pool != r.primary }

// LearnNodes does at once what FollowNodes does every ten seconds.
func (s *Store) LearnNodes(ctx context.Context) { s.nodes.update(ctx) }

// HoldIndexes lets no index be made until the call of release.
func (s *Store) HoldIndexes() (release func(), err error) {
	all := gate.Share{Partner: allPartners, Units: int64(runtime.GOMAXPROCS(0)), Long: true} // the half for long work
	return func() { s.indexes.work.Release(all) }, s.indexes.work.Acquire(context.Background(), all)
}
