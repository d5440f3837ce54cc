package schema

import (
	"context"
	"errors"
	"fmt"
	"time"

	"airport-content/internal/db"
)

// SQLSTATE codes of refused connections. PgBouncer sends the last one for a startup parameter that it does not know.
const (
	invalidAuthorization = "28000"
	invalidPassword      = "28P01"
	unknownDatabase      = "3D000"
	tooManyConnections   = "53300"
	protocolViolation    = "08P01"
)

// OldestServer is the oldest supported PostgreSQL, as server_version_num.
const OldestServer = 150000

// ServerState is what a database server says about itself.
type ServerState struct {
	Version     int // as server_version_num
	VersionText string
	Replica     bool
	ReadOnly    bool // transactions are read-only by default
	Role        string
	Superuser   bool
}

// Server reads the server's version, role and mode.
func Server(ctx context.Context, pool *db.Pool) (ServerState, error) {
	row, err := pool.DescribeServer(ctx)
	if err != nil {
		return ServerState{}, fmt.Errorf("reach the database: %w", err)
	}
	return ServerState{Version: int(row.Version), VersionText: row.VersionText, Replica: row.Replica, ReadOnly: row.ReadOnly,
		Role: row.Role, Superuser: row.Superuser}, nil
}

// Clock reads the server's time.
func Clock(ctx context.Context, pool *db.Pool) (time.Time, error) {
	now, err := pool.GetClock(ctx)
	if err != nil {
		return time.Time{}, fmt.Errorf("read the database's clock: %w", db.Classify(err))
	}
	return now, nil
}

// ErrSearchBroken means that the full-text index is missing or invalid, or does not find an item that it must find.
var ErrSearchBroken = errors.New("the full-text index does not work")

// ProbeSearch runs one search through the full-text index.
func ProbeSearch(ctx context.Context, pool *db.Pool) error {
	works, err := pool.ProbeSearch(ctx)
	if err == nil && !works {
		err = ErrSearchBroken
	}
	if err != nil {
		return fmt.Errorf("probe the search: %w", db.Classify(err))
	}
	return nil
}

// MissingExtension is an extension that the schema needs and the database lacks.
type MissingExtension struct {
	Name      string
	Available bool // installed on the server, so the database could create it
}

// MissingExtensions lists them.
func MissingExtensions(ctx context.Context, pool *db.Pool) ([]MissingExtension, error) {
	rows, err := pool.ListMissingExtensions(ctx, []string{"btree_gin", "pg_trgm", "unaccent"})
	if err != nil {
		return nil, fmt.Errorf("list extensions: %w", db.Classify(err))
	}
	list := make([]MissingExtension, len(rows))
	for i, row := range rows {
		list[i] = MissingExtension(row)
	}
	return list, nil
}

// InvalidIndexes lists the indexes that queries cannot use, and counts all indexes.
func InvalidIndexes(ctx context.Context, pool *db.Pool) (invalid []string, all int, err error) {
	count, err := pool.CountIndexes(ctx)
	if err == nil {
		invalid, err = pool.ListInvalidIndexes(ctx)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list indexes: %w", db.Classify(err))
	}
	return invalid, int(count), nil
}

// SearchConfigurationWorks reports whether the search removes accents and endings from words, as it must.
func SearchConfigurationWorks(ctx context.Context, pool *db.Pool) (bool, error) {
	works, err := pool.TestSearchConfiguration(ctx)
	if err != nil {
		return false, fmt.Errorf("try the text search configuration: %w", db.Classify(err))
	}
	return works, nil
}

// Connections is how many connections the role has and may have.
type Connections struct {
	Limit int // the one of server, database and role that leaves the fewest
	Free  int // how many more may be opened now
	Own   int // of this program from this machine, except the one that asks
}

// CountConnections counts them.
func CountConnections(ctx context.Context, pool *db.Pool) (Connections, error) {
	row, err := pool.CountConnections(ctx, db.ApplicationName)
	if err != nil {
		return Connections{}, fmt.Errorf("count connections: %w", db.Classify(err))
	}
	c := Connections{Limit: int(row.ServerLimit), Free: int(row.ServerLimit - row.ServerUsed), Own: int(row.Own)}
	for _, narrower := range []struct{ limit, used int32 }{{row.DatabaseLimit, row.DatabaseUsed}, {row.RoleLimit, row.RoleUsed}} {
		if free := int(narrower.limit - narrower.used); narrower.limit >= 0 && free < c.Free {
			c.Limit, c.Free = int(narrower.limit), free
		}
	}
	c.Free = max(0, c.Free)
	return c, nil
}

// Privileges compares what the role may do with what serve needs.
type Privileges struct {
	Unreadable   []string // tables that serve reads and the role may not
	KeepsAccount bool     // the role may write the usage and the last use of keys
	Writable     []string // tables that serve never writes and the role may
}

// CheckPrivileges checks the role's privileges.
func CheckPrivileges(ctx context.Context, pool *db.Pool) (Privileges, error) {
	row, err := pool.CheckPrivileges(ctx, []string{"airport", "airport_state", "api_key", "api_key_airport",
		"content_deletion", "content_item", "partner", "schema_support", "search_term", "search_word", "source", "source_run", "synonym", "synonym_state", "usage_day"})
	if err != nil {
		return Privileges{}, fmt.Errorf("check privileges: %w", db.Classify(err))
	}
	return Privileges(row), nil
}

// Remedy says what to do about a database that cannot be reached.
func Remedy(err error) string {
	switch db.SQLState(err) {
	case invalidPassword, invalidAuthorization:
		return "check the user and the password, and the server's pg_hba.conf"
	case unknownDatabase:
		return "create the database, or correct its name"
	case tooManyConnections:
		return "raise max_connections, or lower DB_MAX_CONNS"
	case protocolViolation:
		return "if it is a pooler in transaction mode, set DB_PREPARED_STATEMENTS=false"
	}
	return "start it, or correct the URL"
}
