package relevance_test

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/check"
)

var quoted = regexp.MustCompile("`([^`]+)`")

// The first results that docs/search.md names for the sample airports come first.
func TestDocumentedSearches(t *testing.T) {
	url := sampleDatabase(t)
	conn := check.Must(pgx.Connect(t.Context(), url))(t)
	defer conn.Close(context.Background())
	ours := searchOf(t, url)
	document := string(check.Must(os.ReadFile("../../docs/search.md"))(t))
	searches := 0
	for airport, heading := range map[string]string{"QER": "What the sample airport QER finds.", "QSR": "What QSR finds,"} {
		_, after, _ := strings.Cut(document, heading)
		_, table, _ := strings.Cut(after, "\n\n")
		table, _, _ = strings.Cut(table, "\n\n")
		for line := range strings.Lines(table) {
			cells := strings.Split(line, " | ")
			if !strings.HasPrefix(line, "| `") || len(cells) != 2 || line == "| `q` | first results |\n" {
				continue
			}
			want, _, _ := strings.Cut(cells[1], " · ")
			want, _, _ = strings.Cut(want, " (")
			for _, query := range quoted.FindAllStringSubmatch(cells[0], -1) {
				searches++
				found := ours(airport, query[1])
				if len(found) == 0 {
					t.Errorf("%s: %s finds nothing", airport, query[1])
					continue
				}
				var title string
				check.NoError(t, conn.QueryRow(t.Context(), "SELECT title FROM content_item WHERE airport = $1 AND id = $2", airport, found[0]).Scan(&title))
				check.Same(t, want, title, airport, query[1])
			}
		}
	}
	if searches < 20 {
		t.Errorf("the document has %d searches", searches)
	}
}
