package importer_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// item is an item as an import file has it.
type item map[string]any

// newItem is an item with this id, and with changes as pairs of field and value.
func newItem(id string, changes ...any) item {
	i := item{"id": id, "contentType": "page", "title": "Item " + id, "content": "<p>Text.</p>"}
	for n := 0; n < len(changes); n += 2 {
		i[changes[n].(string)] = changes[n+1]
	}
	return i
}

func ndjson(t *testing.T, items ...item) string {
	t.Helper()
	var lines bytes.Buffer
	for _, i := range items {
		check.NoError(t, json.NewEncoder(&lines).Encode(i))
	}
	return lines.String()
}

// fixture is a database with an airport SFO.
type fixture struct {
	url  string
	pool *db.Pool
}

func newFixture(t *testing.T, items ...item) *fixture {
	t.Helper()
	f := &fixture{url: testenv.Database(t)}
	f.pool = testenv.Pool(t, f.url)
	f.addAirport(t, "SFO", items...)
	return f
}

func (f *fixture) addAirport(t *testing.T, code string, items ...item) {
	t.Helper()
	check.Must(admin.New(f.pool).AddAirport(t.Context(), code, code))(t)
	if len(items) > 0 {
		f.load(t, code, importer.Options{}, items...)
	}
}

// load imports items that are good.
func (f *fixture) load(t *testing.T, airport string, o importer.Options, items ...item) importer.Result {
	t.Helper()
	o.Retention = time.Hour
	return check.Must(importer.Run(t.Context(), f.url, airport, strings.NewReader(ndjson(t, items...)), o))(t)
}

// query gives the rows of a statement that selects one text.
func (f *fixture) query(t *testing.T, sql string, args ...any) []string {
	t.Helper()
	rows := check.Must(f.pool.Query(t.Context(), sql, args...))(t)
	return check.Must(pgx.CollectRows(rows, pgx.RowTo[string]))(t)
}

func (f *fixture) ids(t *testing.T, airport string) []string {
	t.Helper()
	return f.query(t, "SELECT id FROM content_item WHERE airport = $1 ORDER BY id", airport)
}

// Each option, for an airport that has four items, 0 to 3.
func TestRun(t *testing.T) {
	t.Parallel()
	type options = importer.Options
	type result = importer.Result
	f := newFixture(t)
	stored := []item{newItem("0"), newItem("1"), newItem("2"), newItem("3")}
	bad := ndjson(t, newItem("2", "contentType", "pge"))
	some := ndjson(t, stored[0], newItem("1", "title", "Changed"), newItem("new"))
	half, one := ndjson(t, stored[:2]...), ndjson(t, stored[0])
	array := func(lines string) string {
		return "[\n\n" + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", ",\n") + "]"
	}
	four, five := []string{"0", "1", "2", "3"}, []string{"0", "1", "2", "3", "new"}
	for n, test := range []struct {
		name, input string
		options     options
		want        result
		fails       string // the error; empty: none
		invalid     string // the first bad item
		ids         []string
	}{
		{"no option", some, options{}, result{Added: 1, Updated: 1, Unchanged: 1}, "", "", five},
		{"an array", array(some), options{}, result{Added: 1, Updated: 1, Unchanged: 1}, "", "", five},
		{"dry run", some, options{DryRun: true}, result{Added: 1, Updated: 1, Unchanged: 1}, "", "", four},
		{"prune", some, options{Prune: true}, result{Added: 1, Updated: 1, Unchanged: 1, Deleted: 2}, "", "", []string{"0", "1", "new"}},
		{"prune half", half, options{Prune: true}, result{Unchanged: 2, Deleted: 2}, "", "", []string{"0", "1"}},
		{"prune more than half", one, options{Prune: true}, result{}, "3 of 4 stored items", "", four},
		{"prune more than half by force", one, options{Prune: true, Force: true}, result{Unchanged: 1, Deleted: 3}, "", "", []string{"0"}},
		{"prune by an empty input", "", options{Prune: true}, result{}, "--force", "", four},
		{"prune all by force", "", options{Prune: true, Force: true}, result{Deleted: 4}, "", "", []string{}},
		{"an empty input", "", options{}, result{}, "empty", "", four},
		{"an empty array", "[]", options{}, result{}, "", "", four},
		{"a bad item", some + bad, options{}, result{Skipped: 1}, "1 bad item; nothing was imported", "line 4 (id 2): contentType: ", four},
		{"a bad item, prune by force", some + bad, options{Prune: true, Force: true}, result{Skipped: 1}, "1 bad item", "line 4 (id 2): contentType: ", four},
		{"skip", some + bad, options{SkipInvalid: true}, result{Added: 1, Updated: 1, Unchanged: 1, Skipped: 1}, "", "line 4 (id 2): contentType: ", five},
		{"skip and prune keep the stored copy", some + bad, options{SkipInvalid: true, Prune: true},
			result{Added: 1, Updated: 1, Unchanged: 1, Deleted: 1, Skipped: 1}, "", "line 4 (id 2): ", []string{"0", "1", "2", "new"}},
		{"skip and prune without an id", some + "garbage\n", options{SkipInvalid: true, Prune: true}, result{Skipped: 1}, "--force", "line 4: ", four},
		{"skip and prune without an id by force", some + "garbage\n", options{SkipInvalid: true, Prune: true, Force: true},
			result{Added: 1, Updated: 1, Unchanged: 1, Deleted: 2, Skipped: 1}, "", "line 4: ", []string{"0", "1", "new"}},
		{"skip all", bad, options{SkipInvalid: true}, result{Skipped: 1}, "", "line 1 (id 2): ", four},
		{"skip lines that are no objects", "[1]\n?\n" + some, options{SkipInvalid: true}, result{Added: 1, Updated: 1, Unchanged: 1, Skipped: 2}, "", "line 1: ", five},
		{"skip an id's second line", some + ndjson(t, newItem("new")), options{SkipInvalid: true}, result{Added: 1, Updated: 1, Unchanged: 1, Skipped: 1}, "",
			`line 4 (id new): id: "new" was given in line 3 already`, five},
		{"an id twice in an array", array(some + ndjson(t, newItem("new"))), options{}, result{Skipped: 1}, "1 bad item",
			`item 4 (id new): id: "new" was given in item 3 already`, four},
		{"another source", ndjson(t, newItem("more")), options{Source: "more", Prune: true}, result{Added: 1}, "", "", []string{"0", "1", "2", "3", "more"}},
		{"an id of another source", one, options{Source: "more"}, result{Skipped: 1}, "1 bad item", `line 1 (id 0): id: "0" is an item of the source import`, four},
		{"no name of a source", one, options{Source: "No Name"}, result{}, "the name of a source", "", four},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			airport := fmt.Sprintf("A%02d", n)
			f.addAirport(t, airport, stored...)
			test.options.Retention = time.Hour
			got, err := importer.Run(t.Context(), f.url, airport, strings.NewReader(test.input), test.options)
			if (err == nil) != (test.fails == "") || err != nil && !strings.Contains(err.Error(), test.fails) {
				t.Errorf("error %v, want %q", err, test.fails)
			}
			if strings.Contains(test.fails, "--force") && !errors.Is(err, importer.ErrForce) {
				t.Errorf("%v is no ErrForce", err)
			}
			if test.invalid == "" != (got.Invalid == nil) || got.Invalid != nil && !strings.HasPrefix(got.Invalid[0].Error(), test.invalid) {
				t.Errorf("bad items %v, want %q", got.Invalid, test.invalid)
			}
			got.Invalid = nil
			check.Same(t, test.want, got)
			check.Same(t, test.ids, f.ids(t, airport))
		})
	}
	check.Error(t, content.ErrAirportNotFound, check.Failure(importer.Run(t.Context(), f.url, "JFK", strings.NewReader(one), options{})))
	if got, _ := importer.Run(t.Context(), f.url, "SFO", strings.NewReader(strings.Repeat("{}\n", 57)), options{}); got.Skipped != 57 || len(got.Invalid) != 20 {
		t.Errorf("%d bad items, of which %d are listed, want 57 and 20", got.Skipped, len(got.Invalid))
	}
}

// An import dates new and changed items. An unchanged item keeps its date, and so do all items of
// an airport's first content.
func TestDates(t *testing.T) {
	t.Parallel()
	const early, late, future = "2001-01-01T00:00:00.001Z", "2021-05-01T10:00:00.000Z", "2100-01-01T00:00:00.000Z"
	const merged, before = "the merge's", "as before"
	f := newFixture(t)
	dates := func() map[string]string {
		dates := map[string]string{}
		for _, row := range f.query(t, `SELECT id || ' ' || to_char(last_modified AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM content_item`) {
			id, date, _ := strings.Cut(row, " ")
			dates[id] = date
		}
		return dates
	}
	clock := func() string {
		return f.query(t, `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)[0]
	}
	dated := func(id, version, date string) item {
		if date == "" {
			return newItem(id, "title", version)
		}
		return newItem(id, "title", version, "lastModified", date)
	}
	previous := map[string]string{}
	for _, step := range []struct {
		name  string
		keep  bool
		items []item
		want  map[string]string
	}{
		{"an airport's first content", false, []item{dated("a", "1", early), dated("b", "1", ""), dated("c", "1", future)},
			map[string]string{"a": early, "b": merged, "c": merged}},
		{"nothing changed", false, []item{dated("a", "1", early), dated("b", "1", ""), dated("c", "1", future)},
			map[string]string{"a": before, "b": before, "c": before}},
		{"no date in the file", false, []item{dated("a", "1", ""), dated("b", "1", ""), dated("c", "1", "")},
			map[string]string{"a": before, "b": before, "c": before}},
		{"another date of the source, another title, a new item", false, []item{dated("a", "1", late), dated("b", "2", early), dated("c", "1", future), dated("d", "1", early)},
			map[string]string{"a": merged, "b": merged, "c": before, "d": merged}},
		{"KeepDates", true, []item{dated("a", "1", late), dated("b", "3", early), dated("c", "2", future), dated("e", "1", late)},
			map[string]string{"a": before, "b": early, "c": merged, "d": before, "e": late}},
	} {
		began := clock()
		f.load(t, "SFO", importer.Options{KeepDates: step.keep}, step.items...)
		time.Sleep(2 * time.Millisecond) // a merge is dated up to a millisecond after the clock
		ended, got := clock(), dates()
		for id, want := range step.want {
			switch date := got[id]; {
			case want == merged && (date < began || date > ended):
				t.Errorf("%s: %s is dated %s, want between %s and %s", step.name, id, date, began, ended)
			case want == before && date != previous[id]:
				t.Errorf("%s: %s is dated %s, want %s as before", step.name, id, date, previous[id])
			case want != merged && want != before && date != want:
				t.Errorf("%s: %s is dated %s, want %s", step.name, id, date, want)
			}
		}
		previous = got
	}
}

func TestWhatIsAChange(t *testing.T) {
	t.Parallel()
	base := func(changes ...any) item {
		return newItem("x", append([]any{"url", "/u", "excerpt", "e", "thumbnail", "/t", "lastModified", "2026-01-01T00:00:00Z",
			"metadata", json.RawMessage(`{"a":1.10,"b":[1,2]}`)}, changes...)...)
	}
	f := newFixture(t, base())
	for field, values := range map[string][]any{"contentType": {"news"}, "title": {"."}, "url": {nil, ""}, "excerpt": {"E", nil}, "content": {"<p>Text.</p>\n"},
		"thumbnail": {nil}, "language": {"de"}, "lastModified": {"2026-01-01T00:00:00.001Z"}, "metadata": {nil, json.RawMessage(`{"a":1.10,"b":[2,1]}`)}} {
		for _, value := range values {
			check.Same(t, importer.Result{Updated: 1}, f.load(t, "SFO", importer.Options{}, base(field, value)), field, " ", value)
			check.Same(t, importer.Result{Unchanged: 1}, f.load(t, "SFO", importer.Options{}, base(field, value)), field, " ", value, ", again")
			f.load(t, "SFO", importer.Options{}, base())
		}
	}
	for field, value := range map[string]any{"lastModified": "2026-01-01T01:00:00.000999+01:00", "metadata": json.RawMessage(`{ "b" : [1,2], "\u0061":11e-1}`)} {
		check.Same(t, importer.Result{Unchanged: 1}, f.load(t, "SFO", importer.Options{DryRun: true}, base(field, value)), field)
	}
}

// A reindex leaves the search's data as imports have made it, and items as they are.
func TestReindex(t *testing.T) {
	t.Parallel()
	f := newFixture(t, newItem("a", "title", "Coffee bar"), newItem("b", "title", "Cafés", "language", "fr"))
	data := func() (all []string) {
		for _, sql := range []string{
			"SELECT id || search::text || revision || last_modified FROM content_item ORDER BY 1",
			"SELECT language || ' ' || lexeme || ' ' || content_type || ' ' || items FROM search_term WHERE items > 0 ORDER BY 1",
			"SELECT language || ' ' || unaccented || ' ' || word || ' ' || lexeme FROM search_word ORDER BY 1",
			"SELECT title_length || ' ' || search_length || items::text FROM airport_state",
		} {
			all = append(all, f.query(t, sql)...)
		}
		return all
	}
	want := data()
	testenv.Exec(t, f.url, `UPDATE content_item SET search = ''; DELETE FROM search_term WHERE lexeme LIKE 'c%'; UPDATE search_term SET items = 1000;
		DELETE FROM search_word; UPDATE airport_state SET title_length = 0, search_length = 0, items = '{"page": {"en": 1}}'`)
	done := 0
	items := check.Must(importer.Reindex(t.Context(), f.url, "SFO", nil, func(items int) { done = items }))(t)
	importer.VacuumSearch(t.Context(), f.url)
	if check.Same(t, want, data()); items != 2 || done != 2 {
		t.Errorf("%d items, and %d by the progress, want 2", items, done)
	}
	check.Error(t, content.ErrAirportNotFound, check.Failure(importer.Reindex(t.Context(), f.url, "JFK", nil, func(int) {})))
}

// Keys of metadata that are read from texts are not the operator's: an import of the same file
// changes nothing, and another text another key. A reindex reads the texts of all items again, and
// partners get what changes.
func TestReadTexts(t *testing.T) {
	t.Parallel()
	place := func(text string) item { return newItem("a", "metadata", map[string]any{"location_detail": text}) }
	f := newFixture(t, place("Terminal 2, airside"), newItem("b", "metadata", map[string]any{"hours_of_operation": "24 hours", "terminal": "X"}), newItem("c"))
	stored := func(want ...string) {
		t.Helper()
		check.Same(t, want, f.query(t, `SELECT id || ' ' || coalesce(metadata::text, '') || ' ' || coalesce(array_to_string(read_keys, ','), '') || ' ' || coalesce(open_times, '')
			FROM content_item ORDER BY id`))
	}
	dates := func() []string { return f.query(t, "SELECT last_modified::text FROM content_item ORDER BY id") }
	revisions := func() []string {
		return f.query(t, "SELECT (i.revision - s.revision)::text FROM content_item AS i JOIN airport_state AS s USING (airport) ORDER BY id")
	}
	b := `b {"terminal": "X", "opening_hours": "24/7", "hours_of_operation": "24 hours"} opening_hours 24/7`
	stored(`a {"security": "after", "terminal": "2", "location_detail": "Terminal 2, airside"} terminal,security `, b, `c   `)

	check.Same(t, importer.Result{Unchanged: 1}, f.load(t, "SFO", importer.Options{}, place("Terminal 2, airside")))
	check.Same(t, importer.Result{Updated: 1}, f.load(t, "SFO", importer.Options{}, place("Terminal 3")))
	stored(`a {"terminal": "3", "location_detail": "Terminal 3"} terminal `, b, `c   `)
	check.Same(t, importer.Result{Updated: 1}, f.load(t, "SFO", importer.Options{}, newItem("a", "metadata", map[string]any{"location_detail": "Terminal 3", "terminal": "3"})))
	stored(`a {"terminal": "3", "location_detail": "Terminal 3"}  `, b, `c   `)

	before := dates()
	check.Same(t, int64(1), check.Must(importer.SetReadTexts(t.Context(), f.url, "SFO", false, importer.Options{}))(t))
	without := []string{`a {"terminal": "3", "location_detail": "Terminal 3"}  `, `b {"terminal": "X", "hours_of_operation": "24 hours"}  `, `c   `}
	stored(without...)
	check.Same(t, before, dates())
	check.Same(t, "0", revisions()[1])
	check.Same(t, importer.Result{Updated: 1}, f.load(t, "SFO", importer.Options{}, place("Terminal 2")))
	stored(append([]string{`a {"location_detail": "Terminal 2"}  `}, without[1:]...)...)

	testenv.Exec(t, f.url, "UPDATE airport SET read_texts = true") // as after an upgrade
	check.Same(t, 3, check.Must(importer.Reindex(t.Context(), f.url, "SFO", nil, func(int) {}))(t))
	stored(`a {"terminal": "2", "location_detail": "Terminal 2"} terminal `, b, `c   `)
	check.Same(t, []string{"0", "0"}, revisions()[:2])
	if revisions()[2] == "0" {
		t.Error("an item without texts changed")
	}
	check.Same(t, int64(0), check.Must(importer.SetReadTexts(t.Context(), f.url, "SFO", true, importer.Options{}))(t))
	check.Same(t, []string{"0", "0"}, revisions()[:2], "nothing changed, so the airport has no new revision")
}

// A pull merges what a crawl found, keeps the items of pages that were not read, and remembers
// pages and runs.
func TestPull(t *testing.T) {
	t.Parallel()
	f := newFixture(t, newItem("imported"))
	check.Must(admin.New(f.pool).AddSource(t.Context(), content.Source{Airport: "SFO", Name: "www", Kind: "sitemap", URL: "https://www.example.com"}))(t)
	page := func(key, id string, found bool) content.PageRecord {
		return content.PageRecord{Key: key, ItemID: id, ETag: "e", Modified: "m", Hash: "h", Reason: "r", Blocks: []byte("b"), Found: found}
	}
	one, two, refused := page("/1", "www:1", false), page("/2", "www:2", false), content.PageRecord{Key: "/i", Reason: "r", Blocks: []byte{}}
	type records = []content.PageRecord
	memory := content.SourceMemory{}
	for _, step := range []struct {
		name    string
		found   importer.Crawled
		options importer.Options
		want    content.SourceRun
		ids     []string
		stored  records
	}{
		{"the first", importer.Crawled{Items: strings.NewReader(ndjson(t, newItem("www:1"), newItem("www:2"))), Records: records{page("/1", "www:1", true), page("/2", "www:2", true)}},
			importer.Options{}, content.SourceRun{Added: 2}, []string{"imported", "www:1", "www:2"}, records{one, two}},
		{"one that deletes nothing", importer.Crawled{DeleteNothing: true}, importer.Options{}, content.SourceRun{}, []string{"imported", "www:1", "www:2"}, records{one, two}},
		{"a dry run", importer.Crawled{Records: records{one}}, importer.Options{DryRun: true}, content.SourceRun{Deleted: 1}, []string{"imported", "www:1", "www:2"}, records{one, two}},
		{"one page is gone, the other unchanged", importer.Crawled{Records: records{one}}, importer.Options{}, content.SourceRun{Deleted: 1}, []string{"imported", "www:1"}, records{one}},
		{"an id of another source", importer.Crawled{Items: strings.NewReader(ndjson(t, newItem("imported"))), Records: records{one, page("/i", "imported", true)}},
			importer.Options{}, content.SourceRun{Good: -1, Skipped: 1}, []string{"imported", "www:1"}, records{one, refused}},
		{"nearly nothing is left", importer.Crawled{}, importer.Options{Force: true}, content.SourceRun{Deleted: 1}, []string{"imported"}, nil},
	} {
		p := check.Must(importer.OpenPull(t.Context(), f.url, "SFO", "www", nil))(t)
		check.Error(t, importer.ErrBusy, check.Failure(importer.OpenPull(t.Context(), f.url, "SFO", "www", nil)), "a second pull at once")
		_, _, err := p.Begin(t.Context())
		check.NoError(t, err)
		step.found.Memory = content.SourceMemory{ETag: step.name, Modified: "modified", SiteName: " | " + step.name}
		if !step.options.DryRun {
			memory = step.found.Memory
		}
		run, err := p.Merge(t.Context(), step.found, step.options)
		if err != nil {
			t.Errorf("%s: %v", step.name, err)
		}
		p.Close()
		p = check.Must(importer.OpenPull(t.Context(), f.url, "SFO", "www", nil))(t)
		pages, remembered, err := p.Begin(t.Context())
		p.Close()
		check.NoError(t, err)
		if !slices.EqualFunc(step.stored, pages, func(a, b content.PageRecord) bool { return cmp.Equal(a, b) }) {
			t.Errorf("%s: page records %+v, want %+v", step.name, pages, step.stored)
		}
		check.Same(t, memory, remembered, step.name)
		run.Notes = nil
		check.Same(t, step.want, run, step.name)
		check.Same(t, step.ids, f.ids(t, "SFO"), step.name)
	}
	check.NoError(t, importer.AddFailedRun(t.Context(), f.url, "SFO", "www", content.SourceRun{StartedAt: time.Now(), Error: new("the website is down")}))
	check.Same(t, []string{"", "", "", "", "", "the website is down"}, f.query(t, "SELECT coalesce(error, '') FROM source_run WHERE NOT died ORDER BY ended_at"), "runs")

	f.load(t, "SFO", importer.Options{Source: "other"}, newItem("more"))
	if _, err := importer.Run(t.Context(), f.url, "SFO", strings.NewReader("[]"), importer.Options{Source: "www"}); err == nil || !strings.Contains(err.Error(), "is pulled from a website") {
		t.Errorf("an import of a pulled source: %v", err)
	}
}

func TestRemoveSource(t *testing.T) {
	t.Parallel()
	f := newFixture(t, newItem("imported"))
	check.Must(admin.New(f.pool).AddSource(t.Context(), content.Source{Airport: "SFO", Name: "www", Kind: "sitemap", URL: "https://www.example.com"}))(t)
	p := check.Must(importer.OpenPull(t.Context(), f.url, "SFO", "www", nil))(t)
	check.Must(p.Merge(t.Context(), importer.Crawled{Items: strings.NewReader(ndjson(t, newItem("www:1")))}, importer.Options{}))(t)
	p.Close()
	remove := func(withContent bool) (int, error) {
		return importer.RemoveSource(t.Context(), f.url, "SFO", "www", withContent, importer.Options{Retention: time.Hour}, func(string) {})
	}
	check.Error(t, importer.ErrHasItems, check.Failure(remove(false)), "a source with items")
	if n, err := remove(true); n != 1 || err != nil {
		t.Errorf("%d items are deleted, %v", n, err)
	}
	check.Same(t, []string{"imported"}, f.ids(t, "SFO"))
	check.Same(t, []string{"www:1"}, f.query(t, "SELECT id FROM content_deletion"), "deletions")
	check.Must(admin.New(f.pool).AddSource(t.Context(), content.Source{Airport: "SFO", Name: "www", Kind: "sitemap", URL: "https://www.example.com"}))(t)
	if n, err := remove(false); n != 0 || err != nil {
		t.Errorf("a source without items: %d items are deleted, %v", n, err)
	}
}

// An import that changes nothing forgets old deletions, too: cursors before them have expired then.
func TestUnchangedImportForgetsDeletions(t *testing.T) {
	t.Parallel()
	f := newFixture(t, newItem("a"), newItem("b"))
	f.load(t, "SFO", importer.Options{Prune: true}, newItem("a"))
	testenv.Exec(t, f.url, "UPDATE content_deletion SET deleted_at = now() - interval '2 hours'")
	check.Same(t, importer.Result{Unchanged: 1}, f.load(t, "SFO", importer.Options{}, newItem("a")))
	check.Same(t, []string{"true"}, f.query(t, "SELECT (purged_revision = 2 AND revision = 3 AND NOT EXISTS (SELECT FROM content_deletion))::text FROM airport_state"),
		"whether the deletion is forgotten, and the revision tells")
}

// A merge that fails changes nothing, and leaves no mark. A mark that a killed import left is cleared by
// the next one, even if that changes nothing.
func TestFailedMerge(t *testing.T) {
	t.Parallel()
	f := newFixture(t, newItem("a"))
	testenv.Exec(t, f.url, "ALTER TABLE content_item ADD CONSTRAINT no_b CHECK (id <> 'b')")
	err := check.Failure(importer.Run(t.Context(), f.url, "SFO", strings.NewReader(ndjson(t, newItem("a", "title", "New"), newItem("b"))), importer.Options{Retention: time.Hour}))
	if err == nil || !strings.Contains(err.Error(), "no_b") || errors.Is(err, importer.ErrMarkLeft) {
		t.Errorf("error %v", err)
	}
	check.Same(t, []string{"Item a"}, f.query(t, "SELECT title FROM content_item"))
	check.Same(t, []string{"true"}, f.query(t, "SELECT (import_mark IS NULL)::text FROM airport_state"), "whether the mark is cleared")
	testenv.Exec(t, f.url, "UPDATE airport_state SET import_mark = now()")
	check.Same(t, importer.Result{Unchanged: 1}, f.load(t, "SFO", importer.Options{}, newItem("a")))
	check.Same(t, []string{"true"}, f.query(t, "SELECT (import_mark IS NULL)::text FROM airport_state"), "whether an old mark is cleared")
}
