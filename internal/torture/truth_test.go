package torture_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
)

// items are JSON objects in one spelling, by their ids.
type items map[string]string

func (m items) put(t testing.TB, raw []byte) {
	t.Helper()
	fields := map[string]any{}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&fields); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	id, ok := fields["id"].(string)
	if !ok {
		t.Fatalf("no id: %s", raw)
	}
	m[id] = line(fields)
}

// truth reads from the tables themselves what a key for these types must see.
func (a *airport) truth(types []content.Type) items {
	a.t.Helper()
	rows, err := a.sql.Query(a.t.Context(), `
		SELECT json_build_object('id', id, 'contentType', content_type, 'title', title, 'url', url, 'excerpt', excerpt,
			'content', content, 'thumbnail', thumbnail, 'language', language, 'metadata', metadata,
			'lastModified', to_char(last_modified AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text
		FROM content_item
		WHERE airport = $1 AND (cardinality($2::text[]) = 0 OR content_type = ANY ($2))`, code, textsOf(types))
	if err != nil {
		a.t.Fatal(err)
	}
	texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		a.t.Fatal(err)
	}
	all := items{}
	for _, text := range texts {
		all.put(a.t, []byte(text))
	}
	return all
}

func textsOf(types []content.Type) []string {
	texts := []string{}
	for _, t := range types {
		texts = append(texts, string(t))
	}
	return texts
}

// wrong lists what is wrong with a copy. With deletions untold, items that are gone may still be in it.
func (m items) wrong(truth items, deletionsUntold bool) (list []string) {
	for _, id := range slices.Sorted(maps.Keys(truth)) {
		switch got, ok := m[id]; {
		case !ok:
			list = append(list, "lacks "+brief(truth[id]))
		case got != truth[id]:
			list = append(list, "has "+brief(got)+", not "+brief(truth[id]))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(m)) {
		if _, ok := truth[id]; !ok && !deletionsUntold {
			list = append(list, "still has "+brief(m[id]))
		}
	}
	return list
}

// brief shows what tells two versions of an item apart.
func brief(item string) string {
	var v struct{ ID, ContentType, Title, LastModified string }
	if err := json.Unmarshal([]byte(item), &v); err != nil {
		return item
	}
	return fmt.Sprintf("%s (%s, %s, %s)", v.ID, v.ContentType, v.Title, v.LastModified)
}

// mustBeWhole fails the test for a copy with which something is wrong.
func (m items) mustBeWhole(t testing.TB, name string, truth items, deletionsUntold bool) {
	t.Helper()
	list := m.wrong(truth, deletionsUntold)
	for _, text := range list[:min(3, len(list))] {
		t.Errorf("%s: %s", name, text)
	}
	if len(list) > 0 {
		t.Errorf("%s: %d of %d items are wrong", name, len(list), len(truth))
	}
}

// checkDerived compares what imports keep up to date beside the items with what it should be.
func (a *airport) checkDerived() {
	a.t.Helper()
	for what, sql := range map[string]string{
		"counts of types": `
			SELECT count(*) FROM (SELECT airport, content_type, items FROM content_count) AS kept
			FULL JOIN (SELECT airport, content_type, count(*) AS items FROM content_item GROUP BY 1, 2) AS real
				USING (airport, content_type)
			WHERE kept.items IS DISTINCT FROM real.items`,
		"search terms": `
			SELECT count(*) FROM (SELECT lexeme, items FROM search_term) AS kept
			FULL JOIN (SELECT word AS lexeme, ndoc AS items FROM ts_stat('SELECT search FROM content_item') WHERE word NOT LIKE '% %') AS real
				USING (lexeme)
			WHERE kept.items IS DISTINCT FROM real.items`,
		"total search length": `
			SELECT count(*) FROM airport
			WHERE search_length_total <> (SELECT coalesce(sum(search_length), 0) FROM content_item)`,
		"deletions of items that are there": `
			SELECT count(*) FROM content_deletion JOIN content_item USING (airport, id, content_type)`,
		"dates after the last published": `
			SELECT count(*) FROM content_item JOIN airport ON code = airport WHERE last_modified > published_at`,
		"revisions after the airport's": `
			SELECT count(*) FROM content_item AS i JOIN airport AS a ON a.code = i.airport WHERE i.revision > a.revision`,
	} {
		if n := scan[int](a, sql); n != 0 {
			a.t.Errorf("%s: %d are wrong", what, n)
		}
	}
}
