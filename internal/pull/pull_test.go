package pull_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/pull"
	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// fixture is a database with the airport AAA.
type fixture struct {
	admin.DB
	url  string
	said []string // by pulls
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{url: testenv.Database(t)}
	pool, err := db.Open(t.Context(), db.Options{URL: f.url, MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	f.DB = admin.New(pool)
	if _, err := f.AddAirport(t.Context(), "AAA", "Test"); err != nil {
		t.Fatal(err)
	}
	return f
}

// add adds a source of AAA, whose website answers as the handler does.
func (f *fixture) add(t *testing.T, name, kind string, site http.HandlerFunc) {
	t.Helper()
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	_, err := f.AddSource(t.Context(), content.Source{Airport: "AAA", Name: name, Kind: kind, URL: server.URL + "/sitemap.xml",
		Settings: content.SourceSettings{Every: time.Hour, Rate: 1000, AllowPrivate: true}})
	if err != nil {
		t.Fatal(err)
	}
}

// pull runs what is due, and gives the error of each source, "" if its run is good.
func (f *fixture) pull(t *testing.T, progress func()) map[string]string {
	t.Helper()
	_, outcomes, err := pull.Once(t.Context(), f.DB, pull.Options{DatabaseURL: f.url, Retention: time.Hour, Progress: progress,
		Say: func(text string) { f.said = append(f.said, text) }})
	if err != nil {
		t.Fatal(err)
	}
	errs := map[string]string{}
	for o := range outcomes {
		if errs[o.Source.Name] = ""; o.Run.Error != nil {
			errs[o.Source.Name] = *o.Run.Error
		}
	}
	return errs
}

func sitemapOf(page string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/sitemap.xml":
			fmt.Fprint(w, "<urlset><url><loc>/a</loc></url></urlset>")
		case "/a":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, page)
		default:
			http.NotFound(w, r)
		}
	}
}

func feedOf(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) }
}

// A panic fails only its own run, also a panic in a goroutine of a crawl. The run is stored, and
// the other sources go on.
func TestPanicOfARun(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(t, "pages", "sitemap", sitemapOf("<title>T</title><main>Text</main>"))
	f.add(t, "posts", "feed", feedOf(`{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","title":"T"}]}`))
	errs := f.pull(t, func() { panic("in the midst of a page") })
	if again := f.pull(t, nil); len(errs) != 2 || len(again) != 0 {
		t.Errorf("%d runs, then %d; want 2, which are due again after an hour", len(errs), len(again))
	}
	for name, said := range errs {
		s, err := f.Source(t.Context(), "AAA", name)
		if err != nil || !strings.Contains(said, "in the midst of a page") || s.Last == nil || s.Last.Error == nil || *s.Last.Error != said {
			t.Errorf("%s: %q, stored as %+v: %v", name, said, s.Last, err)
		}
	}
}

// An airport that is removed while a website is read takes its sources along. The pull says so.
func TestAirportIsRemovedMeanwhile(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	page := sitemapOf("<title>T</title><main>Text</main>")
	f.add(t, "pages", "sitemap", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/a" {
			if _, err := f.RemoveAirport(t.Context(), "AAA", true); err != nil {
				t.Error(err)
			}
		}
		page(w, r)
	})
	if said := f.pull(t, nil)["pages"]; !strings.Contains(said, `no airport "AAA"`) {
		t.Errorf("%q", said)
	}
	if len(f.said) > 0 {
		t.Errorf("said %q", f.said)
	}
}

// A first pull that finds nothing says so, and asks for no --force.
func TestPullOfNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(t, "posts", "wordpress", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-WP-TotalPages", "0")
		if strings.HasSuffix(r.URL.Path, "/types") {
			fmt.Fprint(w, `{"post":{"rest_base":"posts"}}`)
			return
		}
		fmt.Fprint(w, "[]")
	})
	if said, ran := f.pull(t, nil)["posts"]; said != "" || !ran {
		t.Errorf("%q", said)
	}
	if s, err := f.Source(t.Context(), "AAA", "posts"); err != nil || len(s.Last.Notes) != 1 || s.Last.Notes[0] != "the website shows no page and no entry" {
		t.Errorf("%+v, %v", s.Last, err)
	}
}
