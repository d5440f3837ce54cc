package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"airport-content/internal/config"
	"airport-content/internal/db"
	"airport-content/internal/schema"
)

// tolerated is the tolerated difference of the clocks. Both clocks decide about the expiry of keys,
// and answers carry the database's time.
const tolerated = 2 * time.Second

// checkDatabase checks the database of DATABASE_URL. Checks that depend on a failed check are left
// out.
func (d *doctor) checkDatabase(ctx context.Context) {
	pool := d.open(ctx, "database", d.config.DatabaseURL, !d.config.DBPreparedStatements)
	if pool == nil {
		return
	}
	defer pool.Close()
	var server db.DescribeServerRow
	var err error
	d.check(ctx, "database", func(ctx context.Context) (string, error) {
		server, err = pool.DescribeServer(ctx)
		return primary(server, err, "DATABASE_URL", d.config.DatabaseURL)
	})
	if err != nil || schema.CheckServer(server) != nil {
		return
	}
	check := func(name string, look func(context.Context, *db.Pool) (string, error)) error {
		return d.check(ctx, name, func(ctx context.Context) (string, error) { return look(ctx, pool) })
	}
	message, err := role(server, d.config)
	d.report("role", message, err)
	d.check(ctx, "encoding", func(ctx context.Context) (string, error) { return encoding(ctx, pool, server) })
	check("clock", clock)
	check("disk", disk)
	d.check(ctx, "connections", func(ctx context.Context) (string, error) { return connections(ctx, pool, d.config.DBMaxConns) })
	check("extensions", extensions)
	if check("schema", version) == nil {
		check("privileges", privileges)
		check("indexes", indexes)
		check("search", searches)
		check("vectors", vectors)
		check("counts", counts)
		check("languages", languages)
		check("texts", texts)
		check("sizes", sizes)
		check("airports", offline)
		check("imports", imports)
		check("sources", sources)
		check("keys", keys)
		d.checkCitus(ctx, pool)
	}
}

func (d *doctor) checkMigrateDatabase(ctx context.Context) {
	url := d.config.MigrateDatabaseURL
	if url == d.config.DatabaseURL {
		return
	}
	pool := d.open(ctx, "migrate", url, false)
	if pool == nil {
		return
	}
	defer pool.Close()
	d.check(ctx, "migrate", func(ctx context.Context) (string, error) {
		server, err := pool.DescribeServer(ctx)
		if err == nil && schema.CheckOwner(server) != nil {
			return "", fmt.Errorf("MIGRATE_DATABASE_URL: %w", schema.CheckOwner(server))
		}
		return primary(server, err, "MIGRATE_DATABASE_URL", url)
	})
}

func (d *doctor) checkReplica(ctx context.Context) {
	url := d.config.DatabaseReadURL
	pool := d.open(ctx, "replica", url, !d.config.DBPreparedStatements)
	if pool == nil {
		return
	}
	defer pool.Close()
	if d.check(ctx, "replica", func(ctx context.Context) (string, error) { return replica(ctx, pool, url) }) != nil {
		return
	}
	primary := d.open(ctx, "replication", d.config.DatabaseURL, !d.config.DBPreparedStatements)
	if primary == nil {
		return
	}
	defer primary.Close()
	d.check(ctx, "replication", func(ctx context.Context) (string, error) { return replication(ctx, primary, pool) })
}

// open returns nil if the URL is missing or wrong.
func (d *doctor) open(ctx context.Context, name string, url config.URL, pooled bool) *db.Pool {
	if url == "" {
		return nil
	}
	pool, err := db.Open(ctx, db.Options{URL: string(url), MaxConns: 1, Pooled: pooled})
	if err != nil {
		d.report(name, "", err)
		return nil
	}
	return pool
}

// primary checks a server that takes writes.
func primary(server db.DescribeServerRow, err error, variable string, url config.URL) (string, error) {
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", variable, db.Classify(err))
	case schema.CheckServer(server) != nil:
		return "", fmt.Errorf("%s: %w", url, schema.CheckServer(server))
	case server.Replica:
		return "", fmt.Errorf("%s is a replica, which takes no writes; set %s to its primary", url, variable)
	case server.ReadOnly:
		return "", warn("%s: default_transaction_read_only is on, so nothing is written; ALTER ROLE %q RESET default_transaction_read_only, or ALTER DATABASE",
			variable, server.Role)
	}
	return fmt.Sprintf("PostgreSQL %s at %s", server.VersionText, url), nil
}

func replica(ctx context.Context, pool *db.Pool, url config.URL) (string, error) {
	server, err := pool.DescribeServer(ctx)
	switch {
	case err != nil:
		return "", warn("DATABASE_READ_URL: %v; meanwhile everything is read from the primary", db.Classify(err))
	case !server.Replica:
		return "", warn("%s is no replica; set DATABASE_READ_URL to one, or leave it empty", url)
	}
	if err := schema.Check(ctx, pool); err != nil {
		return "", warn("%v", err)
	}
	return fmt.Sprintf("PostgreSQL %s at %s", server.VersionText, url), nil
}

// tolerableLag is the tolerated lag of a replica. Until the replica has caught up, the primary
// answers.
const tolerableLag = time.Minute

// replication checks whether a replica follows its primary.
func replication(ctx context.Context, primary, replica *db.Pool) (string, error) {
	r, err := db.AskReplica(ctx, primary, replica)
	behind := r.Behind.Round(time.Second)
	switch {
	case err != nil:
		return "", warn("%v", err)
	case !r.Receiving:
		return "", warn("the replica receives nothing from its primary, and is at least %s behind, so everything new is read from the primary; its log says why; "+
			"if the primary no longer has the WAL that it needs, make it anew: docs/operations/scaling.md", behind)
	case r.Behind > tolerableLag:
		return "", warn("the replica is %s behind its primary, so everything new is read from the primary; is its disk or its network too slow, "+
			"or does a long query hold it up?", behind)
	}
	return fmt.Sprintf("the replica receives from its primary, and is %s behind", behind), nil
}

func role(server db.DescribeServerRow, c config.Config) (string, error) {
	limit := time.Duration(server.StatementTimeoutMs) * time.Millisecond // 0: none
	switch {
	case !c.DBPreparedStatements && limit > 0 && limit < c.RequestTimeout:
		return "", warn("statement_timeout is %s, which ends requests before REQUEST_TIMEOUT=%s; ALTER ROLE %q SET statement_timeout = '%.0fs'",
			limit, c.RequestTimeout, server.Role, db.StatementTimeout(c.RequestTimeout).Seconds())
	case server.Superuser:
		return "", warn("%s is a superuser, who may do everything; docs/sql/serve-role.sql makes a role that may do what serve needs", server.Role)
	}
	return server.Role + " is no superuser", nil
}

// encoding checks for a client_encoding with which 1.0.0 may have stored garbled text. 1.0.0 used
// the client_encoding of the role.
func encoding(ctx context.Context, pool *db.Pool, server db.DescribeServerRow) (string, error) {
	set, err := pool.GetClientEncoding(ctx)
	switch {
	case err != nil:
		return "", err
	case set != "" && !strings.EqualFold(set, "UTF8"):
		return "", warn("client_encoding is set to %[1]s; this program overrides the setting, but 1.0.0 stored text garbled under it: "+
			"ALTER ROLE %[2]q RESET client_encoding, or ALTER DATABASE %[3]q RESET client_encoding, and import again what 1.0.0 imported",
			set, server.Role, server.Database)
	}
	return "database and connections use UTF-8", nil
}

func clock(ctx context.Context, pool *db.Pool) (string, error) {
	before := time.Now()
	theirs, err := pool.GetClock(ctx)
	if err != nil {
		return "", err
	}
	unknown := time.Since(before) / 2 // the database read its clock at an unknown moment of the round trip
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
	c, err := pool.CountConnections(ctx, db.ApplicationName)
	if err != nil {
		return "", err
	}
	// Of the limits of server, database and role, the one that leaves the fewest connections
	// counts.
	limit, free := c.ServerLimit, c.ServerLimit-c.ServerUsed
	if c.DatabaseLimit >= 0 && c.DatabaseLimit-c.DatabaseUsed < free {
		limit, free = c.DatabaseLimit, c.DatabaseLimit-c.DatabaseUsed
	}
	if c.RoleLimit >= 0 && c.RoleLimit-c.RoleUsed < free {
		limit, free = c.RoleLimit, c.RoleLimit-c.RoleUsed
	}
	free = max(0, free)
	text := fmt.Sprintf("%d of %d are free, this program has %d", free, limit, c.Own)
	if int(free+c.Own) < wanted {
		return "", warn("%s, and a server may want %d: lower DB_MAX_CONNS, or raise max_connections or the limit of the role or the database", text, wanted)
	}
	return text, nil
}

func extensions(ctx context.Context, pool *db.Pool) (string, error) {
	create, err := schema.MissingExtensions(ctx, pool.Queries)
	if create != "" {
		err = fmt.Errorf("some are missing; run airport-content migrate up if that was never done, else: %s", create)
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
	p, err := pool.CheckPrivileges(ctx, []string{"airport", "airport_state", "api_key", "api_key_airport", "content_deletion", "content_item",
		"partner", "schema_support", "search_day", "search_query", "search_term", "search_word", "source", "source_run", "synonym", "synonym_state", "usage_day"})
	switch {
	case err != nil:
		return "", err
	case len(p.Unreadable) > 0:
		return "", fmt.Errorf("the role may not read %s; %s", strings.Join(p.Unreadable, ", "), script)
	case !p.KeepsAccount:
		return "", warn("the role may not write usage_day, search_day, search_query and api_key.last_used_at, so usage or searches are not kept; %s", script)
	case len(p.Writable) > 0:
		return fmt.Sprintf("the role may do what serve needs, and more: it may write %s; docs/sql/serve-role.sql makes one that may not",
			strings.Join(p.Writable, ", ")), nil
	}
	return "the role may do what serve needs, and no more", nil
}

func indexes(ctx context.Context, pool *db.Pool) (string, error) {
	found, err := pool.CheckIndexes(ctx)
	if len(found.Invalid) > 0 {
		err = fmt.Errorf("not valid: %s; REINDEX INDEX CONCURRENTLY for each, or DROP INDEX where a name ends in _ccnew or _ccold", strings.Join(found.Invalid, ", "))
	}
	return fmt.Sprintf("all %d are valid", found.Total), err
}

func searches(ctx context.Context, pool *db.Pool) (string, error) {
	airports, err := schema.ProbeAirports(ctx, pool)
	for _, airport := range airports {
		if err == nil {
			err = schema.ProbeSearch(ctx, pool, airport)
		}
	}
	if errors.Is(err, schema.ErrSearchBroken) {
		err = errors.New("the index content_item_search is missing, or does not find what it must; health reports call it elasticsearch; " +
			"docs/operations/alerts.md says how to make it anew")
	}
	return "its index works; health reports call the full-text search elasticsearch", err
}
