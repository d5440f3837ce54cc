package testenv

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/postgres"
)

// createTemplate makes a migrated database that nobody can connect to, so that it can be cloned at any time.
func createTemplate(ctx context.Context, adminURL string) (name string, err error) {
	name = uniqueName()
	if err := execute(ctx, adminURL, "CREATE DATABASE "+quote(name)+" TEMPLATE template0"); err != nil {
		return "", fmt.Errorf("make the database to clone: %w", err)
	}
	u, err := databaseURL(adminURL, name)
	if err != nil {
		return "", err
	}
	if err := postgres.Migrate(ctx, u); err != nil {
		return "", errors.Join(fmt.Errorf("migrate the database to clone: %w", err), dropDatabase(ctx, adminURL, name))
	}
	return name, execute(ctx, adminURL, "ALTER DATABASE "+quote(name)+" ALLOW_CONNECTIONS false")
}

// cloneDatabase makes a database for one test and returns its name and URL.
func cloneDatabase(ctx context.Context, adminURL, template string) (name, cloneURL string, err error) {
	name = uniqueName()
	if cloneURL, err = databaseURL(adminURL, name); err != nil {
		return "", "", err
	}
	if err := execute(ctx, adminURL, "CREATE DATABASE "+quote(name)+" TEMPLATE "+quote(template)); err != nil {
		return "", "", fmt.Errorf("clone database %s: %w", template, err)
	}
	return name, cloneURL, nil
}

// dropDatabase drops a database whoever is connected to it.
func dropDatabase(ctx context.Context, adminURL, name string) error {
	return execute(ctx, adminURL, "DROP DATABASE "+quote(name)+" WITH (FORCE)")
}

// execute runs one statement on a connection of its own.
func execute(ctx context.Context, databaseURL, sql string) error {
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, sql)
	return errors.Join(err, conn.Close(ctx))
}

// databaseURL is adminURL with another database's name.
func databaseURL(adminURL, name string) (string, error) {
	u, err := url.Parse(adminURL)
	if err != nil {
		return "", errors.New("TEST_DATABASE_URL is not a URL") // the error would show it, password and all
	}
	u.Path = "/" + name
	return u.String(), nil
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }

func uniqueName() string { return "airport_content_test_" + strings.ToLower(rand.Text()) }
