package torture_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
)

// bigAirport has 20,000 items, all of one date, which no file gave: the widest tie there is. Two types are rare.
func bigAirport(t *testing.T, asked *queries) *airport {
	a := newTracedAirport(t, asked)
	types := content.Types()
	lines := make([]string, 20_000)
	for n := range lines {
		contentType := types[n%7]
		if n%1000 == 0 {
			contentType = types[7+n/1000%2]
		}
		lines[n] = line(map[string]any{"id": fmt.Sprintf("item-%05d", n*7919%len(lines)), "contentType": contentType,
			"title": fmt.Sprint("Thing ", n%50), "content": "<p>How to find it.</p>",
			"metadata": map[string]any{"about": strings.Repeat("x", 1500)}}) // as wide as items are
	}
	a.importItems(importOptions(), lines...)
	waitFor(t.Context(), t, "all is visible to all", func() bool { // the import's own vacuum may have come upon an autovacuum
		a.exec("VACUUM content_item")
		return scan[bool](a, "SELECT relallvisible = relpages FROM pg_class WHERE oid = 'content_item'::regclass")
	})
	return a
}

func TestDeepPaging(t *testing.T) {
	t.Parallel()
	asked := &queries{}
	a := bigAirport(t, asked)
	for _, types := range [][]content.Type{nil, {"dining"}, {"page", "news", "faq"}, {"event", "general"}} {
		key, _ := a.key(types...)
		items := len(a.truth(types))
		a.readAll(key, items)
		deep := (items - 1) / 100 * 100
		for _, path := range []string{
			fmt.Sprintf("/content?size=100&includeBody=false&from=%d", deep),
			fmt.Sprintf("/content?size=100&from=%d", deep),
			fmt.Sprintf("/content?size=100&from=%d&modifiedSince=2020-01-01", deep),
			"/content?size=20",
			"/changes?size=100",
		} {
			asked.taken()
			if got := a.get(key, path); got.status != 200 || len(got.body.Results) == 0 {
				t.Fatalf("%v: %s: %d, %d results", types, path, got.status, len(got.body.Results))
			}
			for _, query := range asked.taken() {
				a.checkPlans(fmt.Sprintf("%v: %s", types, path), query)
			}
		}
	}
}

// readAll pages through everything that a key sees, each item once and in order.
func (a *airport) readAll(key string, items int) {
	a.t.Helper()
	var ids []string
	for from := 0; from < items; from += 100 {
		got := a.get(key, fmt.Sprintf("/content?size=100&includeBody=false&from=%d", from))
		if got.status != 200 || got.body.Pagination.Total != items {
			a.t.Fatalf("from %d: status %d, %d in all, want %d", from, got.status, got.body.Pagination.Total, items)
		}
		for _, item := range got.body.Results {
			ids = append(ids, item.ID)
		}
	}
	got, sorted := len(ids), slices.IsSorted(ids)
	if different := len(slices.Compact(ids)); got != items || different != items || !sorted {
		a.t.Errorf("paging gave %d items, %d different ones, sorted %t; want %d", got, different, sorted, items)
	}
}

// plan is a node of EXPLAIN's.
type plan struct {
	Node    string  `json:"Node Type"`
	Table   string  `json:"Relation Name"`
	Index   string  `json:"Index Name"`
	Rows    float64 `json:"Actual Rows"`
	Loops   float64 `json:"Actual Loops"`
	Fetches float64 `json:"Heap Fetches"`
	Plans   []plan
}

// checkPlans explains a query that the service asked, planned for its values and for any: only an index by itself is walked
// for more rows than a page has, and no more than these are sorted.
func (a *airport) checkPlans(asked string, q query) {
	a.t.Helper()
	for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
		root := a.explain(mode, q)
		for _, node := range root.flat() {
			wide := node.Table == "content_item" && node.Node != "Index Only Scan"
			if (wide || strings.Contains(node.Node, "Sort")) && node.Rows*node.Loops > 101 || node.Fetches > 0 {
				a.t.Errorf("%s: %s: %s of %g rows, %s\n%s", asked, mode, node.Node, node.Rows*node.Loops, q.name(), root.tree(""))
			}
		}
	}
}

// tree draws a plan for a person.
func (p plan) tree(indent string) string {
	text := fmt.Sprintf("%s%s %s %s: %g rows, %g times\n", indent, p.Node, p.Table, p.Index, p.Rows, p.Loops)
	for _, sub := range p.Plans {
		text += sub.tree(indent + "  ")
	}
	return text
}

func (p plan) flat() []plan {
	all := []plan{p}
	for _, sub := range p.Plans {
		all = append(all, sub.flat()...)
	}
	return all
}

func (a *airport) explain(mode string, q query) plan {
	a.t.Helper()
	conn, err := pgx.Connect(a.t.Context(), a.databaseURL)
	if err != nil {
		a.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(a.t.Context(), "SET plan_cache_mode = "+mode+"; PREPARE asked AS "+q.sql); err != nil {
		a.t.Fatalf("prepare %s: %v", q.name(), err)
	}
	var places []string
	for n := range q.args {
		places = append(places, fmt.Sprintf("$%d", n+1))
	}
	explain := "EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE asked (" + strings.Join(places, ", ") + ")"
	args := append([]any{pgx.QueryExecModeSimpleProtocol}, q.args...)
	var text string
	if err := conn.QueryRow(a.t.Context(), explain, args...).Scan(&text); err != nil {
		a.t.Fatalf("explain %s: %v", q.name(), err)
	}
	var explained []struct{ Plan plan }
	if err := json.Unmarshal([]byte(text), &explained); err != nil {
		a.t.Fatal(err)
	}
	return explained[0].Plan
}
