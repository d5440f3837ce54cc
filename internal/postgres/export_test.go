package postgres

import (
	"airport-content/internal/content"
	"airport-content/internal/postgres/db"
)

// RegisterTypes is for connections outside a pool.
var RegisterTypes = registerTypes

// ReadOn makes a view that reads on a connection of the test.
func ReadOn(conn db.DBTX, st content.State) *View {
	return &View{State: st, read: reader{db.New(conn), newSearcher()}}
}
