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

// ItemRead is a ReadItems statement in the round trip of a read of states.
type ItemRead struct {
	Params ReadItemsParams
	Rows   []ReadItemsRow // empty also after an error
}

// ReadRegisterAndStates runs the two statements of sql/state.sql, and then the reads of items, in
// one round trip. An item that cannot be read does not keep the states from being read.
func ReadRegisterAndStates(ctx context.Context, on Batcher, airports []string, items []*ItemRead) (s States, err error) {
	batch := &pgx.Batch{}
	batch.Queue(readRegister, airports).Query(func(rows pgx.Rows) (err error) {
		s.Register, err = pgx.CollectRows(rows, pgx.RowToStructByPos[ReadRegisterRow])
		return err
	})
	batch.Queue(readStates, airports).Query(func(rows pgx.Rows) (err error) {
		s.States, err = pgx.CollectRows(rows, pgx.RowToStructByPos[ReadStatesRow])
		return err
	})
	for _, item := range items {
		p := item.Params
		batch.Queue(readItems, p.Airport, p.Ids, p.Types, p.Longest).Query(func(rows pgx.Rows) (err error) {
			item.Rows, err = pgx.CollectRows(rows, pgx.RowToStructByPos[ReadItemsRow])
			return err
		})
	}
	err = on.SendBatch(ctx, batch).Close()
	if s.States != nil {
		err = nil
	}
	return s, err
}

// Heads are the registered airports, and where the changes of each end, as ListCodes and ListHeads
// give them.
type Heads struct {
	ListCodesRow
	Heads []ListHeadsRow
}

// ReadHeads runs the last two statements of sql/state.sql in one round trip.
func ReadHeads(ctx context.Context, on Batcher) (h Heads, err error) {
	batch := &pgx.Batch{}
	batch.Queue(listCodes).Query(func(rows pgx.Rows) (err error) {
		h.ListCodesRow, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[ListCodesRow])
		return err
	})
	batch.Queue(listHeads).Query(func(rows pgx.Rows) (err error) {
		h.Heads, err = pgx.CollectRows(rows, pgx.RowToStructByPos[ListHeadsRow])
		return err
	})
	return h, on.SendBatch(ctx, batch).Close()
}
