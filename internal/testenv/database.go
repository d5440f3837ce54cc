package testenv

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/schema"
)

// templateVariable names the variable with the name of a migrated database on the server of
// TEST_DATABASE_URL, or of a distributed one on the cluster of TEST_CITUS_URL. Test binaries clone
// this database.
const templateVariable = "TEST_TEMPLATE_DATABASE"

// database is the migrated database that is cloned for each test.
type database struct {
	server   string // URL of the server
	template string
}

// makeTemplate makes a migrated database that accepts no connections, so that it can be cloned at
// any time.
func (d database) makeTemplate(ctx context.Context) error {
	address, err := urlOf(d.server, d.template)
	if err != nil {
		return err
	}
	if err := execute(ctx, d.server, "CREATE DATABASE "+d.template+" TEMPLATE template0"); err != nil {
		return fmt.Errorf("make the database to clone: %w", err)
	}
	if _, err := schema.Migrate(ctx, address); err != nil {
		return fmt.Errorf("migrate the database to clone: %w", err)
	}
	return execute(ctx, d.server, "ALTER DATABASE "+d.template+" ALLOW_CONNECTIONS false")
}

// clone makes a database for one test. file_copy is a little faster than the default if fsync is
// off.
func (d database) clone(ctx context.Context) (address string, drop func(context.Context) error, err error) {
	name := uniqueName()
	if address, err = urlOf(d.server, name); err != nil {
		return "", nil, err
	}
	drop = func(ctx context.Context) error { return dropDatabase(ctx, d.server, name) }
	return address, drop, execute(ctx, d.server, "CREATE DATABASE "+name+" STRATEGY file_copy TEMPLATE "+d.template)
}

// dropDatabase drops a database of a server, even if clients are connected to it.
func dropDatabase(ctx context.Context, server, name string) error {
	return execute(ctx, server, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
}

// execute runs statements on a connection of its own.
func execute(ctx context.Context, address, statements string) error {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statements)
	return errors.Join(err, conn.Close(ctx))
}

// urlOf is the URL of a database on a server.
func urlOf(server, name string) (string, error) {
	u, err := url.Parse(server)
	if err != nil {
		return "", errors.New("TEST_DATABASE_URL is not a URL") // the error would show the URL, with the password
	}
	u.Path = "/" + name
	return u.String(), nil
}

// uniqueName is a database name that needs no quotes in SQL.
func uniqueName() string { return "airport_content_test_" + strings.ToLower(rand.Text()) }
