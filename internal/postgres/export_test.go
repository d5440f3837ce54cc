package postgres

import (
	"context"
	"errors"

	"airport-content/internal/content"
	"airport-content/internal/postgres/db"
)

// RegisterTypes is for connections that are not of a pool.
var RegisterTypes = registerTypes

// SearchState is what a search must know of the airport.
func (d *DB) SearchState(ctx context.Context, airport string) (content.State, error) {
	return d.searchState(ctx, airport)
}

// Find reads the airport's state and runs a search on a connection, or a pool.
func (d *DB) Find(ctx context.Context, conn db.DBTX, query content.Query) (content.Page, error) {
	for {
		st, err := d.searchState(ctx, query.Airport)
		if err != nil {
			return content.Page{}, err
		}
		page, err := d.FindIn(ctx, conn, &st, query)
		if !errors.Is(err, content.ErrMoved) {
			return page, err
		}
	}
}

// FindIn runs a search in the state that the caller knows.
func (d *DB) FindIn(ctx context.Context, conn db.DBTX, st *content.State, query content.Query) (content.Page, error) {
	if conn == nil {
		conn = d.pool
	}
	return d.searcher.search(ctx, db.New(conn), st, query)
}
