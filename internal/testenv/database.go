package testenv

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"

	"airport-content/internal/schema"
)

// database is the migrated database that is cloned for each test.
type database struct {
	server   string // its URL
	template string
	made     bool // by this process
}

// makeTemplate makes a migrated database that nobody can connect to, so that it can be cloned at any time.
func (d *database) makeTemplate(ctx context.Context) error {
	name := uniqueName()
	address, err := d.url(name)
	if err != nil {
		return err
	}
	if err := d.execute(ctx, "CREATE DATABASE "+name+" TEMPLATE template0"); err != nil {
		return fmt.Errorf("make the database to clone: %w", err)
	}
	d.template, d.made = name, true
	if _, err := schema.Migrate(ctx, address); err != nil {
		return fmt.Errorf("migrate the database to clone: %w", err)
	}
	return d.execute(ctx, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false")
}

// clone makes a database for one test. file_copy is a little faster than the default when fsync is off.
func (d database) clone(ctx context.Context) (name, address string, err error) {
	name = uniqueName()
	if address, err = d.url(name); err != nil {
		return "", "", err
	}
	if err := d.execute(ctx, "CREATE DATABASE "+name+" STRATEGY file_copy TEMPLATE "+d.template); err != nil {
		return "", "", fmt.Errorf("clone database %s: %w", d.template, err)
	}
	return name, address, nil
}

// drop drops a database, even if there are connections to it.
func (d database) drop(ctx context.Context, name string) error {
	return d.execute(ctx, "DROP DATABASE "+name+" WITH (FORCE)")
}

// execute runs one statement on a connection of its own.
func (d database) execute(ctx context.Context, sql string) error {
	conn, err := pgx.Connect(ctx, d.server)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, sql)
	return errors.Join(err, conn.Close(ctx))
}

// url is the server's URL with the name of another database.
func (d database) url(name string) (string, error) {
	u, err := url.Parse(d.server)
	if err != nil {
		return "", errors.New("TEST_DATABASE_URL is not a URL") // the error would show it, password and all
	}
	u.Path = "/" + name
	return u.String(), nil
}

// uniqueName needs no quotes in SQL.
func uniqueName() string { return "airport_content_test_" + strings.ToLower(rand.Text()) }

// deleteKeys removes the keys that begin with prefix from a store.
func deleteKeys(ctx context.Context, address, prefix string) error {
	options, err := redis.ParseURL(address)
	if err != nil {
		return err
	}
	client := redis.NewClient(options)
	defer client.Close()
	keys := client.Scan(ctx, 0, prefix+"*", 1000).Iterator()
	for keys.Next(ctx) {
		if err := client.Del(ctx, keys.Val()).Err(); err != nil {
			return err
		}
	}
	return keys.Err()
}
