//go:build debian

package e2e_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hugoSite is a site that Debian's hugo builds and Debian's nginx serves.
type hugoSite struct{ dir, url string }

func startHugoSite(t *testing.T) *hugoSite {
	t.Helper()
	w := &hugoSite{dir: directory(t)}
	check(t, os.CopyFS(w.dir, os.DirFS("testdata/hugo")))
	address := freeAddress(t)
	w.url = "http://" + address
	write(t, w.dir, "access.log", "")
	config := write(t, w.dir, "nginx.conf", fmt.Sprintf(`daemon off; pid nginx.pid; error_log stderr;
events {}
http {
    log_format short '$status $request_uri';
    access_log access.log short;
    client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
    types { text/html html; text/xml xml; text/plain txt; }
    server { listen %s; root public; }
}
`, address))
	listening(t, debian(t, context.Background(), w.dir, "nginx", "-p", w.dir, "-e", "stderr", "-c", config), address)
	return w
}

// set writes a page with these lines of front matter.
func (w *hugoSite) set(t *testing.T, path, text string, front ...string) {
	t.Helper()
	at := filepath.Join(w.dir, "content", path)
	check(t, os.MkdirAll(filepath.Dir(at), 0o755))
	page := "---\n" + strings.Join(front, "\n") + "\n---\n" + text + "\n"
	check(t, os.WriteFile(at, []byte(page), 0o644))
}

// build writes every file anew, as a deployment does.
func (w *hugoSite) build(t *testing.T) {
	t.Helper()
	check(t, os.RemoveAll(filepath.Join(w.dir, "public")))
	if out, err := debian(t, t.Context(), w.dir, "hugo", "--baseURL", w.url, "--cacheDir", w.dir+"/cache").CombinedOutput(); err != nil {
		t.Fatalf("hugo: %v\n%s", err, out)
	}
}

// wasAsked compares the requests since the last call, by status. nginx notes them after it has answered.
func (w *hugoSite) wasAsked(t *testing.T, want map[string]int) {
	t.Helper()
	log := filepath.Join(w.dir, "access.log")
	eventually(t, fmt.Sprint("requests ", want), func() bool {
		counts := map[string]int{}
		for line := range strings.Lines(string(readFile(t, log))) {
			counts[line[:3]]++
		}
		return maps.Equal(counts, want)
	})
	check(t, os.Truncate(log, 0))
}

// A website of 320 pages, four lists of them and a home page stays in step: what partners see is what it shows.
func TestHugoSite(t *testing.T) {
	t.Parallel()
	w := startHugoSite(t)
	for _, section := range []string{"dining", "guide", "news", "shops"} {
		for n := range 80 {
			w.set(t, fmt.Sprintf("%s/%s-%d.md", section, section, n), "Past *security*, to the [map](/map/#gate).", fmt.Sprintf("title: %s & Co %d", section, n),
				"phone: +1 555 0100", "hours: Mo-Su 06:00-22:00", "place: Terminal 1", "date: 2026-02-01T10:00:00Z", "summary: Good to know", "image: /a.jpg")
		}
	}
	w.build(t)
	i, key := sfo(t)
	s := i.serve(t)
	pull := func(added, updated, unchanged int) {
		t.Helper()
		want := "SFO web: " + summary(added, updated, unchanged, 0, 0)
		if got := i.run(t, "", "pull", "SFO", "web"); got.code != 0 || got.stdout != want+"\n" {
			t.Errorf("want %s: %+v", want, got)
		}
	}
	seen := func(path string) item {
		t.Helper()
		var id string
		i.sql(t, "SELECT id FROM content_item WHERE url = '"+w.url+path+"'", &id)
		return parsed[single](t, s.get(t, key, "SFO/content/"+id)).Result
	}
	i.do(t, "source", "add", "SFO", "web", "sitemap", w.url, "--allow-private", "--no-check", "--rate", "1000", "--map", "/shops/=shopping", "--map", "/guide/=amenity")
	pull(325, 0, 0)
	w.wasAsked(t, map[string]int{"200": 327})
	facets := map[string]int{}
	for _, one := range s.everything(t, key, "SFO") {
		facets[one.ContentType]++
	}
	same(t, map[string]int{"dining": 80, "amenity": 81, "news": 80, "shopping": 81, "page": 3}, facets, "types")
	cafe := seen("/dining/dining-7/")
	same(t, item{ID: cafe.ID, ContentType: "dining", Title: "dining & Co 7", URL: new(w.url + "/dining/dining-7/"), Excerpt: new("Good to know"),
		Content:   new(`<h1>dining &amp; Co 7</h1><p>Past <em>security</em>, to the <a href="` + w.url + `/map/#gate">map</a>.</p>`),
		Thumbnail: new(w.url + "/a.jpg"), Language: "en-US", LastModified: "2026-02-01T10:00:00.000Z",
		Metadata: []byte(`{"phone_number":"+1 555 0100","hours_of_operation":"Mo-Su 06:00-22:00","location_detail":"Terminal 1"}`)}, cafe, "an item")

	t.Run("nothing changed", func(t *testing.T) {
		tag := s.tag(t, key, "SFO/content")
		pull(0, 0, 325)
		w.wasAsked(t, map[string]int{"200": 2, "304": 325})
		s.get(t, key, "SFO/content", "If-None-Match", tag).is(t, 304)
	})
	t.Run("the site was built again", func(t *testing.T) {
		w.build(t)
		pull(0, 0, 325)
		w.wasAsked(t, map[string]int{"200": 327})
	})
	t.Run("a page changed, and one was added", func(t *testing.T) {
		w.set(t, "dining/dining-7.md", "Moved to gate B12.", "title: Café", "date: 2026-02-01T10:00:00Z")
		w.set(t, "shops/new.md", "Open.", "title: New")
		w.build(t)
		pull(1, 3, 322) // the lists of the two sections change too
		if got := seen("/dining/dining-7/"); got.ID != cafe.ID || got.Title != "Café" || got.LastModified <= cafe.LastModified {
			t.Errorf("changed: %+v", got)
		}
	})
}
