package torture_test

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5"
)

// lockImports holds the airport's lock as a running import does, until the returned function is called.
func (a *airport) lockImports() (release func()) {
	a.t.Helper()
	return a.hold("SELECT pg_advisory_xact_lock(import_lock_class(), lock_id) FROM airport")
}

// lockTable keeps others from writing the table until the returned function is called.
func (a *airport) lockTable(name string) (release func()) {
	a.t.Helper()
	return a.hold("LOCK TABLE " + pgx.Identifier{name}.Sanitize() + " IN SHARE MODE")
}

// hold keeps open a transaction that took a lock.
func (a *airport) hold(sql string) (release func()) {
	a.t.Helper()
	tx, err := a.sql.Begin(a.t.Context())
	if err != nil {
		a.t.Fatal(err)
	}
	if _, err := tx.Exec(a.t.Context(), sql); err != nil {
		a.t.Fatal(err)
	}
	release = sync.OnceFunc(func() {
		if err := tx.Rollback(context.Background()); err != nil {
			a.t.Error(err)
		}
	})
	a.t.Cleanup(release) // a test that failed does not
	return release
}

// Locks of this test's database: others have tables of the same numbers.
const (
	theseLocks  = "SELECT FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())"
	importLocks = " AND locktype = 'advisory' AND classid = import_lock_class()::oid AND objsubid = 2"
)

func (a *airport) importsUnlocked() bool {
	return scan[bool](a, "SELECT NOT EXISTS ("+theseLocks+importLocks+")")
}

// waitsForImports tells whether somebody waits for the import lock of the airport as it is now.
func (a *airport) waitsForImports() bool {
	return scan[bool](a, "SELECT EXISTS ("+theseLocks+importLocks+" AND NOT granted AND objid = (SELECT lock_id FROM airport)::oid)")
}

func (a *airport) waitsForTable(name string) bool {
	return scan[bool](a, "SELECT EXISTS ("+theseLocks+" AND NOT granted AND relation = $1::text::regclass)", name)
}
