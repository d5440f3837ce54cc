package importer_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
)

// follower is a copy of an airport, kept by its changes as a partner keeps one.
type follower struct {
	items    map[string]string // the title by the id
	revision int64             // the last one that was read
	start    int64
}

func (c *follower) follow(t *testing.T, f *fixture) {
	t.Helper()
	rows := check.Must(f.pool.ListChanges(t.Context(), db.ListChangesParams{Airport: "SFO", AfterRevision: c.revision + 1, StartRevision: c.start, Size: 10_000}))(t)
	for _, row := range rows {
		c.revision = max(c.revision, row.Revision)
		if row.Deleted {
			delete(c.items, row.ID)
			continue
		}
		titles := f.query(t, "SELECT title FROM content_item WHERE airport = 'SFO' AND id = $1", row.ID)
		c.items[row.ID] = titles[0]
	}
}

// A hidden item is gone for partners, through imports, pulls and reindexes, until it is shown again.
// A model in memory says what partners see after each of many random steps.
func TestHiddenItemsStayHidden(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 1))
	t.Logf("seed %d", seed)
	f := newFixture(t)
	check.Must(admin.New(f.pool).AddSource(t.Context(), content.Source{Airport: "SFO", Name: "www", Kind: "sitemap", URL: "https://www.example.com"}))(t)
	have := map[string]map[string]string{"import": {}, "www": {}} // what each source has: the title by the id
	hidden := map[string]bool{}
	partnerCopy := follower{items: map[string]string{}}
	version := 0
	some := func(source string) (items []item, all map[string]string) {
		all = map[string]string{}
		for n := range 12 {
			id := fmt.Sprintf("%s:%d", source, n)
			title, had := have[source][id]
			switch random.IntN(5) {
			case 0: // the source no longer has it
				continue
			case 1, 2: // a new version
				version++
				title, had = fmt.Sprintf("Version %d", version), true
			}
			if had {
				all[id] = title
				items = append(items, newItem(id, "title", title, "translationKey", fmt.Sprintf("thing %d", n/2), "language", []string{"en", "de"}[n%2]))
			}
		}
		return items, all
	}
	for step := range 60 {
		task := ""
		switch random.IntN(6) {
		case 0:
			items, all := some("import")
			f.load(t, "SFO", importer.Options{Prune: true, Force: true, SkipInvalid: true}, append(items, newItem("import:last"))...)
			have["import"] = all
			have["import"]["import:last"] = "Item import:last"
			task = "import --prune"
		case 1:
			items, all := some("import")
			f.load(t, "SFO", importer.Options{Force: true}, append(items, newItem("import:last"))...)
			maps.Copy(have["import"], all)
			have["import"]["import:last"] = "Item import:last"
			task = "import"
		case 2:
			items, all := some("www")
			p := check.Must(importer.OpenPull(t.Context(), f.url, "SFO", "www", nil))(t)
			var records []content.PageRecord
			for id := range all {
				records = append(records, content.PageRecord{Key: "/" + id, ItemID: id, Blocks: []byte{}, Found: true})
			}
			check.Must(p.Merge(t.Context(), importer.Crawled{Items: strings.NewReader(orEmpty(ndjson(t, items...))), Records: records}, importer.Options{Force: true}))(t)
			p.Close()
			have["www"] = all
			task = "pull"
		case 3:
			check.Must(importer.Reindex(t.Context(), f.url, "SFO", nil, func(int) {}))(t)
			task = "reindex"
		case 4:
			ids := append(slices.Sorted(maps.Keys(have["import"])), slices.Sorted(maps.Keys(have["www"]))...)
			if len(ids) == 0 {
				continue
			}
			id := ids[random.IntN(len(ids))]
			before := f.query(t, "SELECT revision::text FROM airport_state WHERE airport = 'SFO'")[0]
			done := check.Must(importer.Hide(t.Context(), f.url, "SFO", id, importer.Options{Retention: time.Hour}))(t)
			check.Same(t, !hidden[id], done, "whether hide changes something")
			if after := f.query(t, "SELECT (revision - 1)::text FROM airport_state WHERE airport = 'SFO'")[0]; done && after != before {
				t.Errorf("hiding takes the revision from %s to one after %s", before, after)
			}
			hidden[id] = true
			task = "hide " + id
		case 5:
			if len(hidden) == 0 {
				continue
			}
			ids := slices.Sorted(maps.Keys(hidden))
			id := ids[random.IntN(len(ids))]
			_, there := have[strings.Split(id, ":")[0]][id]
			check.Same(t, there, check.Must(importer.Unhide(t.Context(), f.url, "SFO", id, importer.Options{Retention: time.Hour}))(t), "whether the source of ", id, " has it")
			delete(hidden, id)
			task = "unhide " + id
		}
		want := map[string]string{}
		for _, source := range have {
			for id, title := range source {
				if !hidden[id] {
					want[id] = title
				}
			}
		}
		got := map[string]string{}
		for _, row := range f.query(t, "SELECT id || ' ' || title FROM content_item WHERE airport = 'SFO'") {
			id, title, _ := strings.Cut(row, " ")
			got[id] = title
		}
		check.Same(t, want, got, "after step ", step, ", ", task)
		partnerCopy.follow(t, f)
		check.Same(t, want, partnerCopy.items, "the copy of a partner after step ", step, ", ", task)
		if t.Failed() {
			return
		}
	}
	check.Same(t, []string{"true"}, f.query(t, `SELECT (coalesce(sum(n::text::bigint), 0) = (SELECT count(*) FROM content_item WHERE airport = 'SFO'))::text
		FROM airport_state, jsonb_each(items) AS t (type, languages), jsonb_each(languages) AS l (language, n) WHERE airport = 'SFO'`), "whether the counts are those of the items")
}

func TestHide(t *testing.T) {
	t.Parallel()
	f := newFixture(t, newItem("a", "title", "Coffee bar", "metadata", map[string]any{"location_detail": "Terminal 2"}, "lastModified", "2020-01-01T00:00:00Z"), newItem("b"))
	check.Error(t, content.ErrItemNotFound, check.Failure(importer.Hide(t.Context(), f.url, "SFO", "none", importer.Options{Retention: time.Hour})))
	check.Error(t, content.ErrItemNotFound, check.Failure(importer.Unhide(t.Context(), f.url, "SFO", "b", importer.Options{Retention: time.Hour})), "an item that is not hidden")
	check.Error(t, content.ErrAirportNotFound, check.Failure(importer.Hide(t.Context(), f.url, "JFK", "a", importer.Options{Retention: time.Hour})))
	whole := "SELECT (to_jsonb(i) - ARRAY['revision', 'last_modified'])::text FROM content_item AS i WHERE id = 'a'"
	before := f.query(t, whole)
	const imported = "SELECT imported_at::text FROM airport_state WHERE airport = 'SFO'"
	lastImport := f.query(t, imported)
	check.Must(importer.Hide(t.Context(), f.url, "SFO", "a", importer.Options{Retention: time.Hour}))(t)
	check.Same(t, lastImport, f.query(t, imported), "the end of the last import")
	check.Same(t, []string{}, f.query(t, "SELECT lexeme FROM search_term WHERE lexeme LIKE 'coff%' AND items > 0"), "words of the search")
	got, err := importer.Run(t.Context(), f.url, "SFO", strings.NewReader(ndjson(t, newItem("a"))), importer.Options{Source: "other", Retention: time.Hour})
	if err == nil || got.Skipped != 1 || got.Invalid[0].Reason != `"a" is an item of the source import` {
		t.Errorf("an import of a hidden item of another source: %+v, %v", got, err)
	}
	check.Same(t, importer.Result{Unchanged: 2, Hidden: 1}, f.load(t, "SFO", importer.Options{}, newItem("a", "title", "Coffee bar", "metadata",
		map[string]any{"location_detail": "Terminal 2"}, "lastModified", "2020-01-01T00:00:00Z"), newItem("b")))
	check.Must(importer.Unhide(t.Context(), f.url, "SFO", "a", importer.Options{Retention: time.Hour}))(t)
	check.Same(t, before, f.query(t, whole), "an item that was hidden and is shown again")
	check.Same(t, []string{"true"}, f.query(t, "SELECT (last_modified > now() - interval '1 hour')::text FROM content_item WHERE id = 'a'"), "whether it has a new date")

	check.Must(importer.Hide(t.Context(), f.url, "SFO", "b", importer.Options{Retention: time.Hour}))(t)
	f.load(t, "SFO", importer.Options{Prune: true, Force: true}, newItem("a"))
	check.Same(t, false, check.Must(importer.Unhide(t.Context(), f.url, "SFO", "b", importer.Options{Retention: time.Hour}))(t), "whether the source still has b")
	check.Same(t, []string{"a"}, f.query(t, "SELECT id FROM content_item"))
}

// orEmpty is a file without items if there are no lines.
func orEmpty(lines string) string {
	if lines == "" {
		return "[]"
	}
	return lines
}
