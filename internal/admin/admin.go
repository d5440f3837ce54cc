// Package admin is what operators keep: airports, partners, keys, sources, synonyms and the usage of keys.
package admin

import "airport-content/internal/db"

// DB is the database, as operators change it.
type DB struct{ pool *db.Pool }

// New makes a DB of a pool. The pool needs two connections: while one holds a transaction, the other reads names for an error.
func New(pool *db.Pool) DB { return DB{pool} }
