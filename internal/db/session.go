package db

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"

	"github.com/jackc/pgx/v5"
)

// directSettings remove the time limits of serving. They also make the server end a session whose
// importer hangs or is gone, because the session holds the airport's lock. Compiling a statement of
// an import (jit) takes longer than it saves. With 4 MB of work_mem, the default, an import takes a
// fifth longer: new entries go into the search index in more, smaller parts. Citus would refuse to
// send more than 1 GB of staged items to a node; without Citus its setting means nothing.
const directSettings = `SET jit = off; SET work_mem = '32MB'; SET statement_timeout = 0; SET lock_timeout = 0;
	SET citus.max_intermediate_result_size = -1;
	SET idle_in_transaction_session_timeout = '5min'; SET idle_session_timeout = 0;
	SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3`

// errPooler means that the connection has no session of its own, so that its settings and locks
// would reach other programs.
var errPooler = errors.New("the database is reached through a pooler in transaction mode, where no lock lasts; " +
	"set MIGRATE_DATABASE_URL to the owner's URL of PostgreSQL itself")

// ConnectDirect opens a session for an import or another long piece of work. It refuses a pooler in
// transaction mode.
func ConnectDirect(ctx context.Context, databaseURL string) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err)
	}
	configure(config)
	config.RuntimeParams["application_name"] = ApplicationName + " import"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("reach the database: %w", Classify(err))
	}
	if err := checkSession(ctx, conn); err != nil {
		_ = conn.Close(ctx)
		return nil, err
	}
	if _, err := conn.Exec(ctx, directSettings); err != nil {
		CloseSession(conn)
		return nil, fmt.Errorf("prepare the session: %w", Classify(err))
	}
	// End a merge soon after its importer is killed. Not every system supports this.
	_, _ = conn.Exec(ctx, "SET client_connection_check_interval = '1s'")
	return conn, nil
}

// checkSession refuses a connection whose server process a pooler also gives to others.
func checkSession(ctx context.Context, conn *pgx.Conn) error {
	first, err := serverProcess(ctx, conn)
	if err != nil {
		return fmt.Errorf("ask for the server process: %w", Classify(err))
	}
	if first == conn.PgConn().PID() { // a pooler invents a different process id
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, ConnectTimeout) // a pooler in session mode may have no second process
	defer cancel()
	other, err := pgx.ConnectConfig(ctx, conn.Config())
	if err != nil {
		return nil
	}
	defer other.Close(ctx)
	const tries = 5 // a pooler in transaction mode may happen to give the same process again
	for range tries {
		second, err := serverProcess(ctx, other)
		if err != nil {
			return nil
		}
		third, err := serverProcess(ctx, conn)
		if err != nil {
			return err
		}
		if first != third || second == first {
			return errPooler
		}
	}
	return nil
}

// serverProcess is the process that runs a statement of the connection. The statement is not
// prepared, because a prepared statement would stay in the process.
func serverProcess(ctx context.Context, conn *pgx.Conn) (pid uint32, err error) {
	err = conn.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeExec).Scan(&pid)
	return pid, err
}

// CloseSession releases the lock before it closes, so that the next import does not wait until the
// server notices the end of the session.
func CloseSession(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), ConnectTimeout)
	defer cancel()
	_, _ = conn.Exec(ctx, "SELECT pg_advisory_unlock_all()")
	_ = conn.Close(ctx)
}

// SourceLockClass is the first key of SourceLock.
const SourceLockClass = 0x41435053 // unlikely to be used by another program in this database

// Lock is an advisory lock, by its two keys.
type Lock struct{ Class, Key int }

// SourceLock is the advisory lock of a source's pulls. Two sources with the same hash wait for each
// other, without harm.
func SourceLock(airport, name string) Lock {
	h := fnv.New32a()
	_, _ = io.WriteString(h, airport+"/"+name)
	return Lock{SourceLockClass, int(int32(h.Sum32()))}
}

// ImportLock is the advisory lock of an airport's imports. Its second key is the airport's code, as
// four bytes.
func ImportLock(airport string) Lock {
	const class = 0x41435049 // unlikely to be used by another program in this database
	return Lock{class, int(int32(binary.BigEndian.Uint32([]byte((airport + "   ")[:4]))))}
}
