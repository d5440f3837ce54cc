package schema

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"airport-content/internal/db"
)

// ErrUnfit means that this program cannot work with the database, its schema or the role. The
// message names the remedy.
var ErrUnfit = errors.New("this program cannot work with the database")

// oldestServer is the oldest supported PostgreSQL, as server_version_num.
const oldestServer = 150000

// extensions are those of PostgreSQL that the schema needs.
var extensions = []string{"btree_gin", "pg_trgm", "unaccent"}

// CheckServer refuses a database that no role can work with.
func CheckServer(d db.DescribeServerRow) error {
	switch {
	case d.Version < oldestServer:
		return fmt.Errorf("%w: PostgreSQL %s is too old; upgrade it to %d or newer", ErrUnfit, d.VersionText, oldestServer/10000)
	case d.Encoding != "UTF8":
		return fmt.Errorf("%w: %q has the encoding %s; make another one: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0",
			ErrUnfit, d.Database, d.Encoding)
	}
	return nil
}

// checkWrites refuses a database that takes no writes.
func checkWrites(d db.DescribeServerRow) error {
	switch {
	case d.Replica:
		return fmt.Errorf("%w: it is a replica, which takes no writes; use the URL of its primary", ErrUnfit)
	case d.ReadOnly:
		return fmt.Errorf("%w: default_transaction_read_only is on, so nothing can be written; where it is set, take it back: "+
			"ALTER ROLE %q, ALTER DATABASE %q or ALTER SYSTEM RESET default_transaction_read_only", ErrUnfit, d.Role, d.Database)
	}
	return nil
}

// CheckOwner refuses a database that takes no writes, and a role without the rights of the tables'
// owner.
func CheckOwner(d db.DescribeServerRow) error {
	if err := checkWrites(d); err != nil {
		return err
	}
	if !d.Owns {
		return fmt.Errorf("%w: the role %q lacks rights of the tables' owner, %q; set DATABASE_URL to the owner's URL, or "+
			"MIGRATE_DATABASE_URL for migrate, import, pull, reindex, distribute and source remove", ErrUnfit, d.Role, d.Owner)
	}
	return nil
}

// CheckOwns describes the database and its role, and applies CheckOwner.
func CheckOwns(ctx context.Context, q *db.Queries) error {
	d, err := q.DescribeServer(ctx)
	if err != nil {
		return fmt.Errorf("describe the database: %w", db.Classify(err))
	}
	return CheckOwner(d)
}

// checkMigrate refuses a database in which migrations would fail halfway.
func checkMigrate(ctx context.Context, tx db.DBTX) error {
	q := db.New(tx)
	d, err := q.DescribeServer(ctx)
	if err != nil {
		return fmt.Errorf("describe the database: %w", db.Classify(err))
	}
	if err := cmp.Or(CheckServer(d), checkWrites(d)); err != nil {
		return err
	}
	if err := checkVersions(ctx, tx); err != nil {
		return err
	}
	worker, err := isWorker(ctx, tx)
	switch {
	case err != nil:
		return fmt.Errorf("look for Citus: %w", err)
	case worker:
		return fmt.Errorf("%w: it is on a worker of Citus; use the URL of the coordinator", ErrUnfit)
	}
	create, err := MissingExtensions(ctx, q)
	switch {
	case err != nil:
		return err
	case d.Migrated && !d.Owns:
		return CheckOwner(d)
	case !d.Migrated && !d.MayCreateTables && d.Role == d.Owner:
		return fmt.Errorf("%w: the role %q may not create tables in the schema public of %q; CREATE SCHEMA IF NOT EXISTS public, and, as a "+
			"superuser: GRANT CREATE, USAGE ON SCHEMA public TO %[2]q", ErrUnfit, d.Role, d.Database)
	case !d.Migrated && !d.MayCreateTables:
		return fmt.Errorf("%w: the role %q may not create tables in %q; migrate as its owner, %q, or make this role the owner: ALTER DATABASE %[3]q OWNER TO %[2]q",
			ErrUnfit, d.Role, d.Database, d.Owner)
	case create != "" && !d.MayCreateExtensions:
		return fmt.Errorf("%w: the role %q may not create extensions in %q; the database's owner or a superuser may: %s", ErrUnfit, d.Role, d.Database, create)
	}
	return nil
}

// MissingExtensions returns the SQL that creates the missing extensions, or "". An extension that
// the server does not offer is an error. So is an extension outside the schema public, where our
// indexes and functions look for it.
func MissingExtensions(ctx context.Context, q *db.Queries) (create string, err error) {
	missing, err := q.ListMissingExtensions(ctx, extensions)
	if err != nil {
		return "", fmt.Errorf("list the extensions: %w", db.Classify(err))
	}
	var statements, unavailable, elsewhere []string
	for _, m := range missing {
		switch {
		case m.Schema != "":
			elsewhere = append(elsewhere, fmt.Sprintf("ALTER EXTENSION %s SET SCHEMA public", m.Name))
		case !m.Available:
			unavailable = append(unavailable, m.Name)
		}
		statements = append(statements, "CREATE EXTENSION "+m.Name)
	}
	switch {
	case len(elsewhere) > 0:
		return "", fmt.Errorf("%w: extensions stand in another schema than public; their owner or a superuser may: %s", ErrUnfit,
			strings.Join(elsewhere, "; "))
	case len(unavailable) > 0:
		return "", fmt.Errorf("%w: the server has no %s; install PostgreSQL's contrib package there", ErrUnfit, strings.Join(unavailable, ", "))
	}
	return strings.Join(statements, "; "), nil
}

// Explain adds the remedy to the error of a statement that lacked rights, or that could not write.
// Other errors are returned unchanged.
func Explain(ctx context.Context, q *db.Queries, refused error) error {
	if state := db.SQLState(refused); state != db.InsufficientPrivilege && state != db.ReadOnlySQLTransaction {
		return refused
	}
	d, err := q.DescribeServer(ctx)
	if err != nil {
		return refused
	}
	return cmp.Or(CheckOwner(d), refused)
}
