package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/importer"
)

// numbered makes items of different texts, from one number to before another.
func numbered(from, to int, fields ...any) []item {
	var items []item
	for n := from; n < to; n++ {
		own := []any{"title", fmt.Sprint("Title ", n), "content", fmt.Sprint("<p>Text ", n, "</p>")}
		items = append(items, newItem(fmt.Sprint(n), append(own, fields...)...))
	}
	return items
}

// What looks like the wrong file is refused, changes nothing, and is taken by force.
func TestWrongFiles(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for n, test := range []struct {
		name   string
		stored int
		input  []item
		fails  string
	}{
		{"one title for half", 20, numbered(0, 10, "title", "TEST"), `10 of 20 items would get the same title, "TEST"`},
		{"one title for less than half", 21, numbered(0, 10, "title", "TEST"), ""},
		{"one body for half", 20, numbered(0, 10, "content", "<p>lorem</p>"), `10 of 20 items would get the same content, "<p>lorem</p>"`},
		{"one body for half of those that there are then", 15, numbered(10, 25, "content", "<p>lorem</p>"), "15 of 25 items would get the same content"},
		{"one body for few", 8, numbered(0, 8, "content", "<p>lorem</p>"), ""},
		{"no body", 20, numbered(0, 20, "content", ""), ""},
		{"one body for the first items", 0, numbered(0, 20, "content", "<p>lorem</p>"), ""},
		{"another airport", 20, numbered(100, 120), "20 ids of 20 are new, and only 0 of the 20 items that "},
		{"another airport with few common ids", 30, append(numbered(100, 130), numbered(0, 2)...), "30 ids of 32 are new, and only 2 of the 30 items that "},
		{"a tenth of the ids", 30, append(numbered(100, 130), numbered(0, 3)...), ""},
		{"a few more", 20, numbered(100, 109), ""},
		{"the first many", 9, numbered(100, 200), ""},
		{"another source", 0, numbered(100, 200), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			airport, source := fmt.Sprintf("B%02d", n), "import"
			f.addAirport(t, airport, numbered(0, test.stored)...)
			if test.name == "another source" {
				f.load(t, airport, importer.Options{}, numbered(0, 20)...)
				source = "other"
			}
			before := f.ids(t, airport)
			got, err := importer.Run(t.Context(), f.url, airport, strings.NewReader(ndjson(t, test.input...)), importer.Options{Source: source})
			if test.fails == "" {
				check.NoError(t, err)
				return
			}
			if err == nil || !strings.Contains(err.Error(), test.fails) || !strings.Contains(err.Error(), "--force") {
				t.Errorf("error %v, want %q", err, test.fails)
			}
			check.Same(t, importer.Result{}, got)
			check.Same(t, before, f.ids(t, airport))
			check.Must(importer.Run(t.Context(), f.url, airport, strings.NewReader(ndjson(t, test.input...)), importer.Options{Force: true}))(t)
		})
	}
}
