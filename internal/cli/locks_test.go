package cli_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

func (e environ) databaseURL() string { return strings.TrimPrefix(e[0], "DATABASE_URL=") }

// holdImportLock does what a running import does, until release is called.
func holdImportLock(t *testing.T, e environ, code string) (release func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), e.databaseURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	const lock = `SELECT pg_advisory_lock(import_lock_class(), lock_id) FROM airport WHERE code = $1`
	if _, err := conn.Exec(t.Context(), lock, code); err != nil {
		t.Fatal(err)
	}
	return func() { conn.Close(t.Context()) }
}

// waitsForLock tells whether anybody waits for a lock in the database.
func (e environ) waitsForLock(t *testing.T) (waits bool) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), e.databaseURL())
	if err != nil {
		t.Error(err)
		return false
	}
	defer conn.Close(t.Context())
	const query = `SELECT EXISTS (SELECT FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
		WHERE d.datname = current_database() AND NOT l.granted)`
	if err := conn.QueryRow(t.Context(), query).Scan(&waits); err != nil {
		t.Error(err)
	}
	return waits
}
