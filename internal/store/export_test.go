package store

import (
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/db"
	"airport-content/internal/lexicon"
)

// ReaderOn makes a reader on a connection of the test. queries are those of the connection, or of what wraps it.
func ReaderOn(conn *pgx.Conn, queries db.DBTX) Reader {
	pool := &db.Pool{Queries: db.New(queries)}
	s := &Store{primary: pool, states: newStates(conn, time.Minute), lexicon: lexicon.New(), frequencies: newFrequencyCache(),
		related: newRelatedCache(), titles: newTitleCache(), log: slog.New(slog.DiscardHandler)}
	return Reader{s, pool, nobody}
}
