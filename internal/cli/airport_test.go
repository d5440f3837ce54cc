package cli_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// airport is an airport as the program prints it.
type airport struct {
	Code, Name              string
	Items, Revision         int64
	PublishedAt, ImportedAt *string
}

const twoItems = `{"id":"a","contentType":"page","title":"A","url":null,"excerpt":null,"thumbnail":null,"content":"one","metadata":null}
{"id":"b","contentType":"news","title":"B","url":null,"excerpt":null,"thumbnail":null,"content":"two","metadata":null}
`

func TestAirports(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	if got := e.run(t.Context(), "", "airport", "list"); got.Code != 0 || got.Stdout != "" || !strings.Contains(got.Stderr, "none yet") {
		t.Errorf("an empty list: %+v", got)
	}
	if got := e.must(t, "airport", "list", "--json"); got != "[]" {
		t.Errorf("an empty list as JSON: %s", got)
	}
	e.must(t, "airport", "add", "sfo", "San Francisco")
	e.must(t, "airport", "add", "A1B2", "Ünïcode <Field>")
	e.must(t, "airport", "rename", "SFO", "San Francisco International")
	e.mustRead(t, twoItems, "import", "a1b2", "-")

	var got []airport
	e.mustDecode(t, &got, "airport", "list")
	want := []airport{{Code: "A1B2", Name: "Ünïcode <Field>", Items: 2, Revision: 1}, {Code: "SFO", Name: "San Francisco International", Revision: 1}}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreTypes((*string)(nil))); diff != "" {
		t.Errorf("list --json: %s", diff)
	}
	if table := e.must(t, "airport", "list"); !strings.HasPrefix(table, "CODE  ITEMS  IMPORTED") || !strings.HasSuffix(table, "San Francisco International") {
		t.Errorf("list: %s", table)
	}

	e.refuses(t, []refusal{
		{args: []string{"airport", "add", "SFO", "x"}, code: 1, says: "airport SFO exists already: San Francisco International"},
		{args: []string{"airport", "add", "ſfo", "x"}, code: 1, says: `airport code "ſfo": want three or four letters or digits`},
		{args: []string{"airport", "add", "SFOXX", "x"}, code: 1, says: "want three or four"},
		{args: []string{"airport", "add", "JFK", " "}, code: 1, says: "airport name: it is empty"},
		{args: []string{"airport", "add", "JFK", "a\nb"}, code: 1, says: "no control characters"},
		{args: []string{"airport", "add", "JFK", strings.Repeat("ü", 201)}, code: 1, says: "201 characters, of at most 200"},
		{args: []string{"airport", "rename", "SFX", "x"}, code: 1, says: `no airport "SFX"; known: SFO, A1B2`},
		{args: []string{"airport", "reset-sync", "SFX"}, code: 1, says: `no airport "SFX"`},
		{args: []string{"airport", "remove", "SFX"}, code: 1, says: `no airport "SFX"`},
		{args: []string{"airport", "remove", "A1B2"}, code: 1, says: "it has content: 2 items; --with-content deletes them too"},
	})
}

func TestRemoveAirport(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	e.must(t, "airport", "add", "SFO", "San Francisco")
	e.must(t, "airport", "add", "JFK", "New York")
	e.must(t, "partner", "add", "Acme")
	e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO", "--airport", "JFK")
	e.must(t, "key", "create", "--partner", "Acme", "--airport", "JFK")
	e.must(t, "key", "create", "--partner", "Acme", "--all-airports")
	e.mustRead(t, twoItems, "import", "JFK", "-")

	var removed struct{ Items, Keys int64 }
	e.mustDecode(t, &removed, "airport", "remove", "SFO")
	if removed.Items != 0 || removed.Keys != 1 {
		t.Errorf("removed with SFO: %+v, want 1 key", removed)
	}
	outcome := e.run(t.Context(), "", "airport", "remove", "jfk", "--with-content", "--json")
	if want := "removed airport JFK, 2 items of content and the grants of 2 keys"; !strings.Contains(outcome.Stderr, want) {
		t.Errorf("got %q, want %s", outcome.Stderr, want)
	}
	decode(t, outcome.Stdout, &removed)
	if removed.Items != 2 || removed.Keys != 2 {
		t.Errorf("removed with JFK: %+v, want 2 items and 2 keys", removed)
	}
	if got := e.must(t, "airport", "list", "--json"); got != "[]" {
		t.Errorf("left: %s", got)
	}
	e.must(t, "airport", "add", "JFK", "New York")
	var airports []airport
	if e.mustDecode(t, &airports, "airport", "list"); airports[0].Items != 0 {
		t.Errorf("a new airport has %d items", airports[0].Items)
	}
}

// A rename changes what partners see of an airport, and must not get between the changes of an import.
func TestAirportsStayAsTheyAreDuringAnImport(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	e.must(t, "airport", "add", "SFO", "San Francisco")
	release := holdImportLock(t, e, "SFO")
	e.refuses(t, []refusal{{args: []string{"airport", "rename", "SFO", "x"}, code: 1, says: "change airport SFO: an import is running; try again when it has ended"}})
	release()
	e.must(t, "airport", "rename", "SFO", "x")
}
