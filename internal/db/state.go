package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// States are the states of some airports, as ReadRegister and ReadStates give them.
type States struct {
	Register []ReadRegisterRow
	States   []ReadStatesRow
}

// Batcher sends several statements in one round trip.
type Batcher interface {
	SendBatch(context.Context, *pgx.Batch) pgx.BatchResults
}

// ReadRegisterAndStates runs the two statements of sql/state.sql, one after the other, in one round trip.
func ReadRegisterAndStates(ctx context.Context, on Batcher, airports []string) (s States, err error) {
	batch := &pgx.Batch{}
	batch.Queue(readRegister, airports).Query(func(rows pgx.Rows) (err error) {
		s.Register, err = pgx.CollectRows(rows, pgx.RowToStructByPos[ReadRegisterRow])
		return err
	})
	batch.Queue(readStates, airports).Query(func(rows pgx.Rows) (err error) {
		s.States, err = pgx.CollectRows(rows, pgx.RowToStructByPos[ReadStatesRow])
		return err
	})
	return s, on.SendBatch(ctx, batch).Close()
}
