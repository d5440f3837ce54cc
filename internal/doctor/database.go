package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/config"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/schema"
)

// tolerated is how far the clocks may be apart. Keys expire by both, and answers carry the database's time.
const tolerated = 2 * time.Second

// checkDatabase checks the database of DATABASE_URL. It leaves out checks that would fail only because an earlier one did.
func (d *doctor) checkDatabase(ctx context.Context) {
	d.withDatabase(ctx, "database", d.config.DatabaseURL, !d.config.DBPreparedStatements, func(pool *db.Pool) {
		var server schema.ServerState
		var err error
		d.check(ctx, "database", func(ctx context.Context) (string, error) {
			server, err = schema.Server(ctx, pool)
			return primary(server, err, "DATABASE_URL", d.config.DatabaseURL)
		})
		if err != nil {
			return
		}
		check := func(name string, look func(context.Context, *db.Pool) (string, error)) error {
			return d.check(ctx, name, func(ctx context.Context) (string, error) { return look(ctx, pool) })
		}
		d.check(ctx, "role", func(context.Context) (string, error) { return role(server) })
		check("clock", clock)
		d.check(ctx, "connections", func(ctx context.Context) (string, error) { return connections(ctx, pool, d.config.DBMaxConns) })
		check("extensions", extensions)
		if check("schema", version) == nil {
			check("privileges", privileges)
			check("indexes", indexes)
			check("search", search)
			check("imports", imports)
			check("sources", sources)
		}
	})
}

func (d *doctor) checkMigrateDatabase(ctx context.Context) {
	url := d.config.MigrateDatabaseURL
	if url == d.config.DatabaseURL {
		return
	}
	d.withDatabase(ctx, "migrate", url, false, func(pool *db.Pool) {
		d.check(ctx, "migrate", func(ctx context.Context) (string, error) {
			server, err := schema.Server(ctx, pool)
			return primary(server, err, "MIGRATE_DATABASE_URL", url)
		})
	})
}

func (d *doctor) checkReplica(ctx context.Context) {
	url := d.config.DatabaseReadURL
	d.withDatabase(ctx, "replica", url, !d.config.DBPreparedStatements, func(pool *db.Pool) {
		d.check(ctx, "replica", func(ctx context.Context) (string, error) { return replica(ctx, pool, url) })
	})
}

// withDatabase does nothing if the URL is missing or wrong.
func (d *doctor) withDatabase(ctx context.Context, name string, url config.URL, pooled bool, do func(*db.Pool)) {
	if url == "" {
		return
	}
	pool, err := db.Open(ctx, db.Options{URL: string(url), MaxConns: 1, Pooled: pooled})
	if err != nil {
		d.report(name, "", err)
		return
	}
	defer pool.Close()
	do(pool)
}

// primary judges a server that is written to.
func primary(server schema.ServerState, err error, variable string, url config.URL) (string, error) {
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w; %s", variable, err, schema.Remedy(err))
	case server.Version < schema.OldestServer:
		return "", fmt.Errorf("PostgreSQL %s at %s is too old; upgrade it to %d or newer", server.VersionText, url, schema.OldestServer/10000)
	case server.Replica:
		return "", fmt.Errorf("%s is a replica, which takes no writes; set %s to its primary", url, variable)
	case server.ReadOnly:
		return "", warn("%s: default_transaction_read_only is on, so nothing is written; ALTER ROLE %q RESET default_transaction_read_only, or ALTER DATABASE",
			variable, server.Role)
	}
	return fmt.Sprintf("PostgreSQL %s at %s", server.VersionText, url), nil
}

func replica(ctx context.Context, pool *db.Pool, url config.URL) (string, error) {
	server, err := schema.Server(ctx, pool)
	switch {
	case err != nil:
		return "", warn("DATABASE_READ_URL: %v; %s; meanwhile everything is read from the primary", err, schema.Remedy(err))
	case !server.Replica:
		return "", warn("%s is no replica; set DATABASE_READ_URL to one, or leave it empty", url)
	}
	if err := schema.Check(ctx, pool); err != nil {
		return "", warn("%v", err)
	}
	return fmt.Sprintf("PostgreSQL %s at %s", server.VersionText, url), nil
}

func role(server schema.ServerState) (string, error) {
	if server.Superuser {
		return "", warn("%s is a superuser, who may do everything; docs/sql/serve-role.sql makes a role that may do what serve needs", server.Role)
	}
	return server.Role + " is no superuser", nil
}

func clock(ctx context.Context, pool *db.Pool) (string, error) {
	before := time.Now()
	theirs, err := schema.Clock(ctx, pool)
	if err != nil {
		return "", err
	}
	unknown := time.Since(before) / 2 // the clock was read at some moment since
	apart := theirs.Sub(before.Add(unknown))
	if apart.Abs() <= unknown+tolerated {
		return fmt.Sprintf("this machine's and the database's are less than %s apart", tolerated), nil
	}
	than := "behind"
	if apart < 0 {
		than = "ahead of"
	}
	return "", warn("this machine's is %s %s the database's; synchronise both with a time server", apart.Abs().Round(time.Second), than)
}

func connections(ctx context.Context, pool *db.Pool, wanted int) (string, error) {
	c, err := schema.CountConnections(ctx, pool)
	text := fmt.Sprintf("%d of %d are free, this program has %d", c.Free, c.Limit, c.Own)
	if err == nil && c.Free+c.Own < wanted {
		err = warn("%s, and a server may want %d: lower DB_MAX_CONNS, or raise max_connections or the limit of the role or the database", text, wanted)
	}
	return text, err
}

func extensions(ctx context.Context, pool *db.Pool) (string, error) {
	missing, err := schema.MissingExtensions(ctx, pool)
	for _, m := range missing {
		if !m.Available {
			return "", fmt.Errorf("the server has no %s; install PostgreSQL's contrib package there", m.Name)
		}
		err = fmt.Errorf("the database lacks %s; run airport-content migrate up if that was never done, else CREATE EXTENSION", m.Name)
	}
	return "all there", err
}

func version(ctx context.Context, pool *db.Pool) (string, error) {
	if err := schema.Check(ctx, pool); err != nil {
		return "", err
	}
	stored, err := schema.Version(ctx, pool)
	return fmt.Sprintf("it has migration %d, and this program knows %d", stored, schema.ProgramVersion()), err
}

func privileges(ctx context.Context, pool *db.Pool) (string, error) {
	const script = "run docs/sql/serve-role.sql, as after every upgrade"
	p, err := schema.CheckPrivileges(ctx, pool)
	switch {
	case err != nil:
		return "", err
	case len(p.Unreadable) > 0:
		return "", fmt.Errorf("the role may not read %s; %s", strings.Join(p.Unreadable, ", "), script)
	case !p.KeepsAccount:
		return "", warn("the role may not write usage_day and api_key.last_used_at, so usage is not kept; %s", script)
	case len(p.Writable) > 0:
		return fmt.Sprintf("the role may do what serve needs, and more: it may write %s; docs/sql/serve-role.sql makes one that may not",
			strings.Join(p.Writable, ", ")), nil
	}
	return "the role may do what serve needs, and no more", nil
}

func indexes(ctx context.Context, pool *db.Pool) (string, error) {
	invalid, all, err := schema.InvalidIndexes(ctx, pool)
	if len(invalid) > 0 {
		err = fmt.Errorf("not valid: %s; REINDEX INDEX CONCURRENTLY for each, or DROP INDEX where a name ends in _ccnew or _ccold", strings.Join(invalid, ", "))
	}
	return fmt.Sprintf("all %d are valid", all), err
}

func search(ctx context.Context, pool *db.Pool) (string, error) {
	const restore = "restore the text search configuration airport_content from the migrations"
	works, err := schema.SearchConfigurationWorks(ctx, pool)
	switch {
	case err != nil:
		return "", fmt.Errorf("%w; %s", err, restore)
	case !works:
		return "", fmt.Errorf("the text search configuration airport_content was changed: words keep accents or endings; %s", restore)
	}
	if err = schema.ProbeSearch(ctx, pool); errors.Is(err, schema.ErrSearchBroken) {
		err = errors.New("the index content_item_search is missing, or does not find what it must; " +
			"REINDEX INDEX CONCURRENTLY content_item_search, then airport-content reindex")
	}
	return "its configuration and index work", err
}

// imports looks for marks. The mark of a killed import keeps meta.timestamp, the sync time of partners, from advancing.
func imports(ctx context.Context, pool *db.Pool) (string, error) {
	airports, err := admin.New(pool).ListAirports(ctx)
	var marks []string
	for _, a := range airports {
		if a.ImportMark != nil {
			marks = append(marks, fmt.Sprintf("%s since %s", a.Code, a.ImportMark.UTC().Format(time.RFC3339)))
		}
	}
	if len(marks) > 0 {
		err = warn("an import is merging: %s; if none runs, it was killed: import again", strings.Join(marks, ", "))
	}
	return "none was left unfinished", err
}

// sources looks for websites that are not pulled as they should be.
func sources(ctx context.Context, pool *db.Pool) (string, error) {
	list, err := admin.New(pool).ListSources(ctx, nil)
	var bad []string
	for i := range list {
		s := &list[i]
		switch state := s.State(time.Now()); state {
		case content.SourceFailed:
			bad = append(bad, fmt.Sprintf("%s %s failed: %s", s.Airport, s.Name, *s.Last.Error))
		case content.SourceLate:
			bad = append(bad, fmt.Sprintf("%s %s is late: does airport-content pull run?", s.Airport, s.Name))
		}
	}
	if len(bad) > 0 {
		err = warn("%s", strings.Join(bad, "; "))
	}
	return fmt.Sprintf("none of %d failed or is late", len(list)), err
}
