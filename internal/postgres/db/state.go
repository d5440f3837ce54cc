package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// State is the whole of an airport's state, as ReadClock, ReadRegister and ReadState give it.
type State struct {
	Now      time.Time
	Register ReadRegisterRow
	State    ReadStateRow
}

// Batcher sends several statements in one round trip.
type Batcher interface {
	SendBatch(context.Context, *pgx.Batch) pgx.BatchResults
}

// ReadWholeState runs the three statements of sql/state.sql, one after the other, in one round trip.
func ReadWholeState(ctx context.Context, on Batcher, airport string) (s State, err error) {
	batch := &pgx.Batch{}
	batch.Queue(readClock)
	batch.Queue(readRegister, airport)
	batch.Queue(readState, airport)
	results := on.SendBatch(ctx, batch)
	defer func() {
		if closed := results.Close(); err == nil {
			err = closed
		}
	}()
	if err := results.QueryRow().Scan(&s.Now); err != nil {
		return s, err
	}
	if err := results.QueryRow().Scan(&s.Register.Name, &s.Register.Synonyms); err != nil {
		return s, err
	}
	row := &s.State
	return s, results.QueryRow().Scan(&row.Epoch, &row.Revision, &row.PurgedRevision, &row.ImportMark, &row.Items, &row.SearchLength)
}
