//go:build browser

package e2e_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// A website that scripts draw says so, and comes in with --render. What the scripts change is an
// update.
func TestBrowserRendersSources(t *testing.T) {
	i, _ := sfo(t)
	i = i.with("PATH=" + os.Getenv("PATH"))
	var closed atomic.Bool
	w := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		var n int
		switch _, err := fmt.Sscanf(r.URL.Path, "/p%d", &n); {
		case r.URL.Path == "/sitemap.xml":
			for n := range 6 {
				fmt.Fprintf(out, "http://%s/p%d\n", r.Host, n)
			}
		case r.URL.Path == "/app.js":
			out.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(out, `fetch("/data" + location.pathname).then((r) => r.text()).then((text) => {
				document.title = "Lounge " + location.pathname.slice(2) + " | Muster Airport"
				document.getElementById("root").innerHTML = "<nav><a href=/p0>First</a> <a href=/p1>Second</a></nav><main><h1>" + document.title + "</h1><p>" + text + "</p></main>"
			})`)
		case strings.HasPrefix(r.URL.Path, "/data/p"):
			says := "is upstairs"
			if closed.Load() && r.URL.Path == "/data/p3" {
				says = "has closed"
			}
			fmt.Fprintf(out, "The lounge of page %s %s.", r.URL.Path, says)
		case err == nil:
			out.Header().Set("Content-Type", "text/html")
			fmt.Fprint(out, `<html lang="en"><title>Muster Airport</title><noscript>Switch on JavaScript</noscript><div id="root"></div><script src="/app.js"></script>`)
		default:
			http.NotFound(out, r)
		}
	}))
	t.Cleanup(w.Close)
	i.do(t, "source", "add", "SFO", "www", "sitemap", w.URL, "--allow-private", "--rate", "1000")
	i.fails(t, "6 of 6 pages make no good item", "pull", "SFO", "www")
	i.fails(t, "source set SFO www --render", "pull", "SFO", "www")
	i.do(t, "source", "set", "SFO", "www", "--render")
	for run, want := range []string{"added 6, updated 0", "updated 0, unchanged 6", "updated 1, unchanged 5"} {
		closed.Store(run == 2)
		said := i.do(t, "pull", "SFO", "www")
		if !strings.Contains(said, want) {
			t.Errorf("run %d: %s, want %s", run, said, want)
		}
	}
	titles := i.titles(t, "www")
	slices.Sort(titles)
	check.Same(t, "Lounge 0 Lounge 1 Lounge 2 Lounge 3 Lounge 4 Lounge 5", strings.Join(titles, " "))
	content := testenv.Value[string](t, i.database(), "SELECT content FROM content_item WHERE title = 'Lounge 3'")
	if !strings.Contains(content, "has closed.") || strings.Contains(content, "Second") {
		t.Error(content)
	}
}
