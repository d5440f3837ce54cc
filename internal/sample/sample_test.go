package sample_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"airport-content/internal/content"
	"airport-content/internal/sample"
)

// The demo's tests import these files, which checks every field; here is what an import does not check.
func TestAirports(t *testing.T) {
	t.Parallel()
	for _, airport := range sample.Airports() {
		file, err := sample.Open(airport.Code)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		types := map[string]int{}
		for lines := json.NewDecoder(file); lines.More(); {
			var item struct{ ID, ContentType, Content string }
			if err := lines.Decode(&item); err != nil {
				t.Fatalf("%s: %v", airport.Code, err)
			}
			types[item.ContentType]++
			if open := unclosed(item.Content); open != "" {
				t.Errorf("%s: <%s> is not closed in its place", item.ID, open)
			}
		}
		for _, want := range content.TypeNames() {
			if types[want] == 0 {
				t.Errorf("%s has no item of type %s", airport.Code, want)
			}
		}
	}
	if files, err := fs.Glob(os.DirFS("."), "*.ndjson"); err != nil || len(files) != len(sample.Airports()) {
		t.Errorf("%d airports in %v, %v", len(sample.Airports()), files, err)
	}
}

// unclosed is an element of a body that is not closed before the one around it.
func unclosed(body string) string {
	var open []string
	for tokens := html.NewTokenizer(strings.NewReader(body)); ; {
		switch tokens.Next() {
		case html.ErrorToken: // the end
			return strings.Join(open, " ")
		case html.StartTagToken:
			open = append(open, tokens.Token().Data)
		case html.EndTagToken:
			if name := tokens.Token().Data; len(open) == 0 || open[len(open)-1] != name {
				return name
			}
			open = open[:len(open)-1]
		}
	}
}
