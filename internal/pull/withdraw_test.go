package pull_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"airport-content/internal/check"
)

// A feed says which entries it has deleted. Their items go, and those that it only does not list stay.
func TestWithdrawnItems(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	head := &atomic.Value{}
	f.add(t, "news", "feed", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0">%s</feed>`, head.Load())
	})
	entry := func(id string) string { return "<entry><id>" + id + "</id><title>" + id + "</title></entry>" }
	pulled := func(text string) string {
		head.Store(text)
		o := f.options()
		o.Airport, o.Name = "AAA", "news"
		check.Same(t, map[string]string{"news": ""}, f.pull(t, o), text)
		var titles []string
		rows := check.Must(f.pool.Query(t.Context(), "SELECT title FROM content_item ORDER BY title"))(t)
		for rows.Next() {
			titles = append(titles, "")
			check.NoError(t, rows.Scan(&titles[len(titles)-1]))
		}
		check.NoError(t, rows.Err())
		return strings.Join(titles, " ")
	}
	check.Same(t, "a b c d", pulled(entry("a")+entry("b")+entry("c")+entry("d")), "first")
	check.Same(t, "a c d", pulled(`<at:deleted-entry ref="b"/>`+entry("a")), "one is deleted")
	check.Same(t, "a c d", pulled(`<at:deleted-entry ref="b"/>`+entry("a")), "nothing new")
	check.Same(t, "a b c d", pulled(entry("b")), "it is back")
	var deletions int
	check.NoError(t, f.pool.QueryRow(t.Context(), "SELECT count(*) FROM content_deletion").Scan(&deletions))
	check.Same(t, 0, deletions, "deletions after it is back")
}
