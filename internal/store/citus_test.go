//go:build citus

package store_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

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
	url := testenv.Database(t)
	pool := openPool(t, url)
	for _, airport := range []string{"AAA", "BBB", "CCC"} {
		addAirport(t, pool, airport)
		importDocs(t, url, airport, importer.Options{}, thousand()...)
	}
	conn := connect(t, url)
	check(t, db.RegisterTypes(t.Context(), conn))
	e := &explainer{Conn: conn, t: t}
	view := view{viewOf(t, pool, "AAA").st, store.ReaderOn(conn, e)}
	for name, ask := range planned {
		if n, err := ask.read(t.Context(), view); err != nil || n < ask.rows {
			t.Errorf("%s: %d rows, want %d at least; %v", name, n, ask.rows, err)
		}
	}
	for _, q := range []content.Query{{Search: "event", Size: 5, From: 5000}, {Search: "event", Size: 5, Highlight: true}} {
		_, err := view.reader.List(t.Context(), &view.st, q)
		check(t, err)
	}
	_, err := view.reader.Suggest(t.Context(), &view.st, content.SuggestionQuery{Typed: "eve", Size: 8})
	check(t, err)
	check(t, schema.ProbeSearch(t.Context(), &db.Pool{Queries: db.New(e)}, "AAA"))
	_, err = db.New(e).ReadStates(t.Context(), []string{"AAA"})
	check(t, err)
	_, err = db.New(e).ReadRevisions(t.Context(), []string{"AAA"})
	check(t, err)
	for _, want := range []string{"ListNewest", "ListNewestOfType", "CountSince", "GetItem", "ListTitles", "ReadBodies", "ListChanges", "ReadItems",
		"ListFrequencies", "ListRelated", "ListNearWords", "SearchPage", "CountFound", "ListForms", "ReadBeginnings", "ProbeSearch", "ReadStates", "ReadRevisions"} {
		if !slices.Contains(e.oneShard, want) {
			t.Errorf("%s was not asked, or not of one shard", want)
		}
	}
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
	check(e.t, err)
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
