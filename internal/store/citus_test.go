//go:build citus

package store_test

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/schema"
	"airport-content/internal/store"
	"airport-content/internal/testenv"
)

// In a distributed database, one shard answers each statement about content.
func TestOneShardAnswers(t *testing.T) {
	t.Parallel()
	address := testenv.Database(t)
	pool := testenv.Pool(t, address)
	for _, airport := range []string{"AAA", "BBB", "CCC"} {
		addAirport(t, pool, airport)
		importDocs(t, address, airport, importer.Options{}, thousand()...)
	}
	conn := connect(t, address)
	check.NoError(t, db.RegisterTypes(t.Context(), conn))
	e := &explainer{Conn: conn, t: t}
	view := view{viewOf(t, pool, "AAA").st, store.ReaderOn(conn, e), everyType}
	for name, ask := range planned {
		if n, err := ask.read(t.Context(), view); err != nil || n < ask.rows {
			t.Errorf("%s: %d rows, want %d at least; %v", name, n, ask.rows, err)
		}
	}
	for _, q := range []content.Query{{OpenAt: planDate, Prefer: inGerman, Size: 5},
		{Metadata: []content.MetadataFilter{{Key: "gate", Values: []string{"A"}}}, Size: 5}, {Search: "event", Size: 5, From: 5000}, {Search: "event", Size: 5, Prefer: inGerman}, {Search: "event", Size: 5, Highlight: true}, {Size: 5, CountMetadata: []string{"gate"}},
		{Search: "event", Size: 5, CountMetadata: []string{"gate"}}} {
		check.Must(view.list(t.Context(), q))(t)
	}
	check.Must(view.reader.Suggest(t.Context(), &view.st, content.Query{Allowed: everyType, Search: "eve", Size: 8}))(t)
	check.NoError(t, schema.ProbeSearch(t.Context(), &db.Pool{Queries: db.New(e)}, "AAA"))
	check.Must(db.New(e).ListWords(t.Context(), "AAA"))(t)
	check.Must(db.New(e).ReadStates(t.Context(), []string{"AAA"}))(t)
	check.Must(db.New(e).ReadAirportState(t.Context(), "AAA"))(t)
	for _, want := range []string{"ListNewest", "ListNewestOfType", "CountSince", "ListMatching", "CountMatching", "ListOpenTimes", "ListOpen", "CountOpen", "CountKeys", "ListThings", "CountMetadata", "CountFoundMetadata", "ListMetadataTexts", "ListByID", "ListTitles", "ReadBodies",
		"ListChanges", "ReadItems", "ReadVocabulary", "SearchPage", "SearchThings", "ReadBeginnings", "ListWords", "ProbeSearch", "ReadStates", "ReadAirportState"} {
		if !slices.Contains(e.oneShard, want) {
			t.Errorf("%s was not asked, or not of one shard", want)
		}
	}
}

// airportsByNode adds airports until each node has two.
func airportsByNode(t *testing.T, pool *db.Pool) (nodes [][]string) {
	t.Helper()
	for n := 0; ; n++ {
		byNode := check.Must(schema.AirportsByNode(t.Context(), pool))(t)
		nodes = slices.Collect(maps.Values(byNode))
		if len(nodes) > 1 && !slices.ContainsFunc(nodes, func(airports []string) bool { return len(airports) < 2 }) {
			return nodes
		}
		addAirport(t, pool, fmt.Sprintf("A%02d", n))
	}
}

func TestANodeThatHangsDelaysNoAirportsOfOthers(t *testing.T) {
	t.Parallel()
	address := testenv.Database(t)
	pool := testenv.Pool(t, address)
	nodes := airportsByNode(t, pool)
	hanging, other := nodes[0][0], nodes[1][0]
	s := store.New(pool, nil, store.Options{Timeout: time.Minute})
	s.LearnNodes(t.Context())

	worker := check.Must(url.Parse(address))(t)
	var shard string
	row := connect(t, address).QueryRow(t.Context(), `SELECT nodename || ':' || nodeport, shard_name FROM citus_shards
		WHERE table_name = 'airport_state'::regclass AND shardid = get_shard_id_for_distribution_column('airport_state', $1::text)`, hanging)
	check.NoError(t, row.Scan(&worker.Host, &shard))
	conn := connect(t, worker.String())
	execute(t, conn, "SET citus.enable_manual_changes_to_shards = on; BEGIN; LOCK TABLE "+shard)
	got := make(chan error)
	go func() {
		_, err := s.State(t.Context(), hanging)
		got <- err
	}()
	for waiting := false; !waiting; {
		row := conn.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = $1::text::regclass)", shard)
		check.NoError(t, row.Scan(&waiting))
	}
	asking, cancel := context.WithTimeout(t.Context(), 15*time.Second) // the lock outlasts it
	defer cancel()
	const hangs = "while another node hangs"
	check.Error(t, nil, check.Failure(s.State(asking, other)), hangs)
	check.Error(t, nil, check.Failure(admin.New(pool).Airport(asking, other)), "operator, ", hangs)
	execute(t, conn, "COMMIT")
	check.NoError(t, <-got)
}

func TestHealthSearchesOnEachNodeWhereItemsAre(t *testing.T) {
	t.Parallel()
	address := testenv.Database(t)
	pool := testenv.Pool(t, address)
	for _, airports := range airportsByNode(t, pool) {
		importDocs(t, address, airports[1], importer.Options{}, first)
	}
	s := store.New(pool, nil, store.Options{Timeout: time.Minute})
	check.NoError(t, s.ProbeSearch(t.Context()))
	probed := check.Must(schema.ProbeAirports(t.Context(), pool))(t)
	execute(t, connect(t, address), "UPDATE content_item SET search = '' WHERE airport = '"+probed[0]+"'")
	check.Error(t, schema.ErrSearchBroken, s.ProbeSearch(t.Context()), "an item that is not found on one node")
}

// explainer explains each statement before it runs it.
type explainer struct {
	*pgx.Conn
	t        *testing.T
	oneShard []string // the names of those that one shard answers
}

var (
	statementName = regexp.MustCompile(`-- name: (\w+)`)
	taskCount     = regexp.MustCompile(`Task Count: (\d+)`)
)

func (e *explainer) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	e.explain(sql, args)
	return e.Conn.Query(ctx, sql, args...)
}

func (e *explainer) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	e.explain(sql, args)
	return e.Conn.QueryRow(ctx, sql, args...)
}

func (e *explainer) explain(sql string, args []any) {
	name := statementName.FindStringSubmatch(sql)[1]
	rows, err := e.Conn.Query(e.t.Context(), "EXPLAIN "+sql, args...)
	check.NoError(e.t, err)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		e.t.Errorf("%s: %v", name, err)
		return
	}
	plan := strings.Join(lines, "\n")
	tasks := taskCount.FindAllStringSubmatch(plan, -1)
	switch {
	case len(tasks) == 0: // it is not about content
	case len(tasks) > 1 || tasks[0][1] != "1" || strings.Contains(plan, "Subplan"):
		e.t.Errorf("%s:\n%s", name, plan)
	default:
		e.oneShard = append(e.oneShard, name)
	}
}
