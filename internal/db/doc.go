// Package db holds the statements that sqlc generates from the directory sql, and what all of them
// need.
//
//   - pool.go opens a pool of connections; session.go opens single connections, and has the locks.
//   - errors.go tells the caller's faults from those of the database.
//   - state.go reads states and items in one round trip; replica.go asks how late a replica is.
//
// The package decides nothing: a rule of the service stands in a package above, or in a statement.
package db
