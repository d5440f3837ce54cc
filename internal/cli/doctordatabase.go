package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"airport-content/internal/config"
	"airport-content/internal/postgres"
)

// checkDatabases looks at every database that is named.
func (d *doctor) checkDatabases(ctx context.Context, c config.Config) {
	if c.DatabaseURL != "" {
		d.withDatabase(ctx, "database", c.DatabaseURL, !c.DBPreparedStatements, func(db *postgres.DB) { d.checkDatabase(ctx, db, c) })
	}
	if c.MigrateDatabaseURL != "" && c.MigrateDatabaseURL != c.DatabaseURL {
		d.withDatabase(ctx, "migrate", c.MigrateDatabaseURL, false, func(db *postgres.DB) {
			d.check(ctx, "migrate", func(ctx context.Context) (verdict, string) {
				server, err := db.Server(ctx)
				return primary(server, err, "MIGRATE_DATABASE_URL", c.MigrateDatabaseURL)
			})
		})
	}
	if c.DatabaseReadURL != "" {
		d.withDatabase(ctx, "replica", c.DatabaseReadURL, !c.DBPreparedStatements, func(db *postgres.DB) {
			d.check(ctx, "replica", func(ctx context.Context) (verdict, string) { return replica(ctx, db, c.DatabaseReadURL) })
		})
	}
}

func (d *doctor) withDatabase(ctx context.Context, name string, url config.URL, pooled bool, do func(*postgres.DB)) {
	db, err := postgres.Open(ctx, postgres.Options{URL: string(url), MaxConns: 1, Pooled: pooled})
	if err != nil {
		d.tell(name, failure, err.Error())
		return
	}
	defer db.Close()
	do(db)
}

// checkDatabase looks at the database that serve uses, as far as one finding does not foretell the next ones.
func (d *doctor) checkDatabase(ctx context.Context, db *postgres.DB, c config.Config) {
	var server postgres.ServerState
	var err error
	d.check(ctx, "database", func(ctx context.Context) (verdict, string) {
		server, err = db.Server(ctx)
		return primary(server, err, "DATABASE_URL", c.DatabaseURL)
	})
	if err != nil {
		return
	}
	check := func(name string, look func(context.Context, *postgres.DB) (verdict, string)) verdict {
		return d.check(ctx, name, func(ctx context.Context) (verdict, string) { return look(ctx, db) })
	}
	d.check(ctx, "role", func(context.Context) (verdict, string) { return role(server) })
	check("clock", clock)
	d.check(ctx, "connections", func(ctx context.Context) (verdict, string) { return connections(ctx, db, c.DBMaxConns) })
	check("extensions", extensions)
	if check("schema", schema) != fine {
		return
	}
	check("privileges", privileges)
	check("indexes", indexes)
	check("search", search)
}

// primary judges a server that is to be written to.
func primary(server postgres.ServerState, err error, variable string, url config.URL) (verdict, string) {
	switch {
	case err != nil:
		return failure, fmt.Sprintf("%s: %v; %s", variable, err, postgres.Remedy(err))
	case server.Version < postgres.OldestServer:
		return failure, fmt.Sprintf("PostgreSQL %s at %s is too old; upgrade it to %d or newer", server.VersionText, url, postgres.OldestServer/10000)
	case server.Replica:
		return failure, fmt.Sprintf("%s is a replica, which cannot be written to; let %s name its primary", url, variable)
	case server.ReadOnly:
		return warning, fmt.Sprintf("%s: default_transaction_read_only is on, so nothing is written; ALTER ROLE %q RESET default_transaction_read_only, "+
			"or ALTER DATABASE", variable, server.Role)
	}
	return fine, fmt.Sprintf("PostgreSQL %s at %s", server.VersionText, url)
}

func replica(ctx context.Context, db *postgres.DB, url config.URL) (verdict, string) {
	server, err := db.Server(ctx)
	switch {
	case err != nil:
		return warning, fmt.Sprintf("DATABASE_READ_URL: %v; %s; lists are read from the primary meanwhile", err, postgres.Remedy(err))
	case !server.Replica:
		return warning, fmt.Sprintf("%s is no replica; let DATABASE_READ_URL name one, or leave it empty", url)
	}
	if err := db.CheckSchema(ctx); err != nil {
		return warning, err.Error()
	}
	return fine, fmt.Sprintf("PostgreSQL %s at %s", server.VersionText, url)
}

func role(server postgres.ServerState) (verdict, string) {
	if server.Superuser {
		return warning, fmt.Sprintf("%s is a superuser, who may do everything; docs/sql/serve-role.sql makes a role that may do what serve needs", server.Role)
	}
	return fine, server.Role + " is no superuser"
}

// tolerated is how far clocks may be apart: keys expire by either, and answers carry the database's time.
const tolerated = 2 * time.Second

func clock(ctx context.Context, db *postgres.DB) (verdict, string) {
	before := time.Now()
	theirs, err := db.Clock(ctx)
	if err != nil {
		return databaseError(err)
	}
	// It was read between before and now, so the truth may be this much nearer.
	unknown := time.Since(before) / 2
	apart := theirs.Sub(before.Add(unknown))
	if apart.Abs() <= unknown+tolerated {
		return fine, fmt.Sprintf("this machine's and the database's are less than %s apart", tolerated)
	}
	than := "behind"
	if apart < 0 {
		than = "ahead of"
	}
	return warning, fmt.Sprintf("this machine's is %s %s the database's; let both follow a time server", apart.Abs().Round(time.Second), than)
}

func connections(ctx context.Context, db *postgres.DB, wanted int) (verdict, string) {
	c, err := db.Connections(ctx)
	if err != nil {
		return databaseError(err)
	}
	text := fmt.Sprintf("%d of %d are free, %d are this program's own", c.Free, c.Limit, c.Own)
	if c.Free+c.Own < wanted {
		return warning, fmt.Sprintf("%s, and a server may want %d: lower DB_MAX_CONNS, or raise max_connections or whatever limits the role or the database", text, wanted)
	}
	return fine, text
}

func extensions(ctx context.Context, db *postgres.DB) (verdict, string) {
	missing, err := db.MissingExtensions(ctx)
	if err != nil {
		return databaseError(err)
	}
	var creatable, uninstalled []string
	for _, m := range missing {
		if m.Available {
			creatable = append(creatable, m.Name)
		} else {
			uninstalled = append(uninstalled, m.Name)
		}
	}
	switch {
	case len(uninstalled) > 0:
		return failure, fmt.Sprintf("the server has no %s; install PostgreSQL's contrib package there", strings.Join(uninstalled, ", "))
	case len(creatable) > 0:
		return failure, fmt.Sprintf("the database lacks %s; run airport-content migrate up if that was never done, else CREATE EXTENSION for each", strings.Join(creatable, ", "))
	}
	return fine, "all there"
}

func schema(ctx context.Context, db *postgres.DB) (verdict, string) {
	if err := db.CheckSchema(ctx); err != nil {
		return databaseError(err)
	}
	version, err := db.SchemaVersion(ctx)
	if err != nil {
		return databaseError(err)
	}
	return fine, fmt.Sprintf("it has migration %d, and this program knows %d", version, postgres.ProgramVersion())
}

func privileges(ctx context.Context, db *postgres.DB) (verdict, string) {
	p, err := db.Privileges(ctx)
	switch {
	case err != nil:
		return databaseError(err)
	case len(p.Unreadable) > 0:
		return failure, fmt.Sprintf("the role may not read %s; run docs/sql/serve-role.sql, as after every upgrade", strings.Join(p.Unreadable, ", "))
	case !p.KeepsAccount:
		return warning, "the role may not write usage_day and api_key.last_used_at, so usage is not kept; run docs/sql/serve-role.sql, as after every upgrade"
	case len(p.Writable) > 0:
		return fine, fmt.Sprintf("the role may do what serve needs, and more: it may write %s; docs/sql/serve-role.sql makes one that may not", strings.Join(p.Writable, ", "))
	}
	return fine, "the role may do what serve needs, and no more"
}

func indexes(ctx context.Context, db *postgres.DB) (verdict, string) {
	invalid, all, err := db.InvalidIndexes(ctx)
	if err != nil {
		return databaseError(err)
	}
	if len(invalid) > 0 {
		return failure, fmt.Sprintf("not valid: %s; REINDEX INDEX CONCURRENTLY for each, or DROP INDEX where a name ends in _ccnew or _ccold", strings.Join(invalid, ", "))
	}
	return fine, fmt.Sprintf("all %d are valid", all)
}

func search(ctx context.Context, db *postgres.DB) (verdict, string) {
	works, err := db.SearchConfigurationWorks(ctx)
	if err != nil {
		state, message := databaseError(err)
		return state, message + "; restore the text search configuration airport_content, as migration 4 makes it"
	}
	if !works {
		return failure, "the text search configuration airport_content was changed: words keep accents or endings; restore it as migration 4 makes it"
	}
	switch err := db.ProbeSearch(ctx); {
	case errors.Is(err, postgres.ErrSearchBroken):
		return failure, "the index content_item_search is missing, or does not find what it must; REINDEX INDEX CONCURRENTLY content_item_search, then airport-content reindex"
	case err != nil:
		return databaseError(err)
	}
	return fine, "its configuration and index work"
}
