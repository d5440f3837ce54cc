package pull_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/config"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/pull"
	"airport-content/internal/testenv"
	"airport-content/internal/testlog"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// fixture is a database with the airport AAA.
type fixture struct {
	admin.DB
	url  string
	pool *db.Pool
	said testlog.Log // what pulls said
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{url: testenv.Database(t)}
	f.pool = testenv.Pool(t, f.url)
	f.DB = admin.New(f.pool)
	check.Must(f.AddAirport(t.Context(), "AAA", "Test"))(t)
	return f
}

// add adds a source of AAA, whose website answers as the handler does.
func (f *fixture) add(t *testing.T, name, kind string, site http.HandlerFunc) {
	t.Helper()
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	check.Must(f.AddSource(t.Context(), content.Source{Airport: "AAA", Name: name, Kind: kind, URL: server.URL + "/sitemap.xml",
		Settings: content.SourceSettings{Every: time.Hour, Rate: 1000, AllowPrivate: true}}))(t)
}

// options are those of a pull, whose messages go to f.said.
func (f *fixture) options() pull.Options {
	return pull.Options{DatabaseURL: f.url, Retention: time.Hour, Say: func(text string) { fmt.Fprintln(&f.said, text) },
		Complain: func(err error) { fmt.Fprintln(&f.said, "complaint:", err) }}
}

// pull runs what is due, and gives the error of each source, "" if its run is good.
func (f *fixture) pull(t *testing.T, o pull.Options) map[string]string {
	t.Helper()
	started, outcomes, err := pull.Once(t.Context(), f.DB, o)
	check.NoError(t, err)
	errs := map[string]string{}
	for o := range outcomes {
		errs[o.Source.Name] = errorOf(o)
	}
	if started < len(errs) {
		t.Errorf("%d runs are started, and %d end", started, len(errs))
	}
	return errs
}

func errorOf(o pull.Outcome) string {
	if o.Run.Error == nil {
		return ""
	}
	return *o.Run.Error
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
	o := f.options()
	o.Progress = func() { panic("in the midst of a page") }
	errs := f.pull(t, o)
	if again := f.pull(t, f.options()); len(errs) != 2 || len(again) != 0 {
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
			if _, err := f.RemoveAirport(t.Context(), "AAA", true, true); err != nil {
				t.Error(err)
			}
		}
		page(w, r)
	})
	if said := f.pull(t, f.options())["pages"]; !strings.Contains(said, `no airport "AAA"`) {
		t.Errorf("%q", said)
	}
	check.Same(t, "", f.said.String(), "said")
}

// A full pull of an airport reads all sources but paused ones, also those that are not due: it
// brings back items that were deleted by hand.
func TestFullPullOfAnAirport(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, name := range []string{"pages", "paused"} {
		f.add(t, name, "sitemap", sitemapOf("<title>T</title><main>Text</main>"))
	}
	f.pull(t, f.options())
	check.Must(f.PauseSource(t.Context(), "AAA", "paused", true))(t)
	o := f.options()
	o.Airport = "AAA"
	if errs := f.pull(t, o); len(errs) != 0 {
		t.Errorf("nothing is due: %v", errs)
	}
	o.Full = true
	for _, offline := range []bool{true, false} {
		check.Must(f.SetAirportOffline(t.Context(), "AAA", offline))(t)
		if errs := f.pull(t, o); offline && len(errs) != 0 {
			t.Errorf("the airport is offline: %v", errs)
		}
	}
	if errs := f.pull(t, o); len(errs) != 1 || errs["pages"] != "" {
		t.Errorf("want a good run of pages alone: %v", errs)
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
	if said, ran := f.pull(t, f.options())["posts"]; said != "" || !ran {
		t.Errorf("%q", said)
	}
	if s, err := f.Source(t.Context(), "AAA", "posts"); err != nil || len(s.Last.Notes) != 1 || s.Last.Notes[0] != "the website shows no page and no entry" {
		t.Errorf("%+v, %v", s.Last, err)
	}
}

// heldSite is a website whose page waits until release is called. asked has a value for each
// request for the page.
func heldSite() (site http.HandlerFunc, asked chan struct{}, release func()) {
	asked, held := make(chan struct{}, 10), make(chan struct{})
	page := sitemapOf("<title>T</title><main>Text</main>")
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/a" {
			asked <- struct{}{}
			select {
			case <-held:
			case <-r.Context().Done():
			}
		}
		page(w, r)
	}, asked, sync.OnceFunc(func() { close(held) })
}

// A pull beside another pull of the source leaves the source out, or waits if the source is named.
func TestPullsOfASourceAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	site, asked, release := heldSite()
	defer release()
	f.add(t, "pages", "sitemap", site)
	_, first, err := pull.Once(t.Context(), f.DB, f.options())
	check.NoError(t, err)
	<-asked
	if errs := f.pull(t, f.options()); len(errs) != 0 || !f.said.Has("AAA pages is left out: another pull of it is running") {
		t.Errorf("%v, said %s", errs, &f.said)
	}
	named := f.options()
	named.Airport, named.Name = "AAA", "pages"
	_, second, err := pull.Once(t.Context(), f.DB, named)
	check.NoError(t, err)
	check.Eventually(t, "one pull waits for another", func() bool { return f.said.Has("waiting for another pull of AAA pages to end") })
	release()
	for name, outcomes := range map[string]<-chan pull.Outcome{"first": first, "second": second} {
		o := <-outcomes
		if run := o.Run; errorOf(o) != "" || run.Pages != 1 || (run.Added == 1) != (name == "first") || (run.Unchanged == 1) != (name == "second") {
			t.Errorf("%s: %+v", name, run)
		}
	}
	named.Name = "page"
	if _, _, err := pull.Once(t.Context(), f.DB, named); err == nil || !strings.Contains(err.Error(), `no source of AAA "page"`) {
		t.Errorf("an unknown source: %v", err)
	}
}

// Sources whose last run died run one after the other, the fewest deaths first. Those that died again
// wait, also for a new program. A run that ends counts no death.
func TestDeadRuns(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, deaths := range map[string]int{"a": 3, "b": 2, "c": 1, "d": 0} {
		f.add(t, name, "sitemap", sitemapOf("<title>T</title><main>Text</main>"))
		for range deaths {
			p := check.Must(importer.OpenPull(t.Context(), f.url, "AAA", name, nil))(t)
			_, _, err := p.Begin(t.Context())
			check.NoError(t, err)
			p.Close()
		}
		check.Same(t, deaths, check.Must(f.Source(t.Context(), "AAA", name))(t).Died, name)
	}
	if errs := f.pull(t, f.options()); len(errs) != 2 || errs["c"] != "" || errs["d"] != "" {
		t.Errorf("want good runs of c and d: %v", errs)
	}
	testenv.Exec(t, f.url, "UPDATE source SET running_since = running_since - interval '3 hours' WHERE name IN ('a', 'b')")
	testenv.Exec(t, f.url, "UPDATE source_run SET ended_at = ended_at - interval '3 hours' WHERE source IN ('a', 'b')")
	_, outcomes, err := pull.Once(t.Context(), f.DB, f.options())
	check.NoError(t, err)
	var order string
	for o := range outcomes {
		order += o.Source.Name
		check.Same(t, "", errorOf(o), o.Source.Name)
	}
	check.Same(t, "ba", order)
	if s := check.Must(f.Source(t.Context(), "AAA", "a"))(t); s.Died != 0 || s.Last.Error != nil {
		t.Errorf("after a good run: %+v", s)
	}
	if runs := check.Must(f.SourceRuns(t.Context(), content.Source{Airport: "AAA", Name: "a"}))(t); len(runs) != 4 || *runs[3].Error != content.RunDied {
		t.Errorf("the runs that died are missing: %+v", runs)
	}
}

// A run that is interrupted before it begins does not forget the death of the run before.
func TestInterruptedBeforeItBegins(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(t, "pages", "sitemap", sitemapOf("<title>T</title><main>Text</main>"))
	p := check.Must(importer.OpenPull(t.Context(), f.url, "AAA", "pages", nil))(t)
	_, _, err := p.Begin(t.Context())
	check.NoError(t, err)

	ctx, interrupt := context.WithCancel(t.Context())
	named := f.options()
	named.Airport, named.Name = "AAA", "pages"
	_, outcomes, err := pull.Once(ctx, f.DB, named)
	check.NoError(t, err)
	check.Eventually(t, "the pull waits for the lock", func() bool { return f.said.Has("waiting for another pull of AAA pages to end") })
	tx := check.Must(f.pool.Begin(t.Context()))(t)
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	check.Must(tx.Exec(t.Context(), "LOCK TABLE source"))(t)
	p.Close() // dies
	check.Eventually(t, "the pull has the lock, and reads the source", func() bool {
		return testenv.Value[bool](t, f.url, "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database AS d ON d.oid = database WHERE NOT granted AND relation = 'source'::regclass AND datname = current_database())")
	})
	interrupt()
	check.NoError(t, tx.Rollback(t.Context()))
	for o := range outcomes {
		t.Errorf("an interrupted run is reported: %+v", o.Run)
	}
	check.Same(t, 1, check.Must(f.Source(t.Context(), "AAA", "pages"))(t).Died)
}

// What happens to a source while its website is read ends the run without a change of content.
func TestRunThatChangesNothing(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		meanwhile func(f *fixture, interrupt func()) error
		dryRun    bool
		says      string // the outcome's error; "-": no outcome
		stored    bool   // the run
	}{
		"paused": {func(f *fixture, _ func()) error {
			_, err := f.PauseSource(context.Background(), "AAA", "pages", true)
			return err
		}, false, "the source was paused meanwhile, or its airport taken offline, so nothing was changed", true},
		"interrupted": {func(_ *fixture, interrupt func()) error { interrupt(); return nil }, false, "-", false},
		"removed": {func(f *fixture, _ func()) error {
			_, err := f.pool.Exec(context.Background(), "DELETE FROM source")
			return err
		}, false, `no source of AAA "pages"`, false},
		"dry run": {func(*fixture, func()) error { return nil }, true, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			site, asked, release := heldSite()
			defer release()
			f.add(t, "pages", "sitemap", site)
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			o := f.options()
			o.DryRun = test.dryRun
			_, outcomes, err := pull.Once(ctx, f.DB, o)
			check.NoError(t, err)
			<-asked
			check.NoError(t, test.meanwhile(f, interrupt))
			release()
			says := "-"
			for o := range outcomes {
				says = errorOf(o)
			}
			if !strings.HasPrefix(says, test.says) || test.says == "" && says != "" {
				t.Errorf("%q, want %q", says, test.says)
			}
			if s, err := f.Source(t.Context(), "AAA", "pages"); err == nil && s.Died > 0 {
				t.Error("the run counts as dead")
			}
			runs, items := testenv.Value[int](t, f.url, "SELECT count(*) FROM source_run"), testenv.Value[int](t, f.url, "SELECT count(*) FROM content_item")
			if runs == 1 != test.stored || items != 0 {
				t.Errorf("%d runs and %d items are stored", runs, items)
			}
		})
	}
}

// A watch pulls what is due, with passwords that stand nowhere else, until the watch is
// interrupted.
func TestWatch(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	page := sitemapOf("<title>T</title><main>Text</main>")
	f.add(t, "pages", "sitemap", func(w http.ResponseWriter, r *http.Request) {
		if name, password, _ := r.BasicAuth(); name != "editor" || password != "s3cret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		page(w, r)
	})
	setUser := func(s *content.Source) error { s.Settings.User = "editor"; return nil }
	check.Must(f.SetSource(t.Context(), "AAA", "pages", setUser))(t)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	o := f.options()
	o.Env = config.Env{"SOURCE_PASSWORD_AAA_PAGES": "s3cret"}
	outcomes := pull.Watch(ctx, f.DB, o)
	next := func(source, says string, added, unchanged int) {
		t.Helper()
		o := <-outcomes
		if o.Source.Name != source || !strings.Contains(errorOf(o), says) || says == "" && errorOf(o) != "" || o.Run.Added != added || o.Run.Unchanged != unchanged {
			t.Errorf("%s: %+v, error %q", o.Source.Name, o.Run, errorOf(o))
		}
	}
	next("pages", "", 1, 0)
	f.add(t, "more", "sitemap", page)
	check.Must(f.SetSource(t.Context(), "AAA", "more", setUser))(t)
	next("more", "SOURCE_PASSWORD_AAA_MORE", 0, 0)
	testenv.Exec(t, f.url, "UPDATE source_run SET ended_at = ended_at - interval '2 hours' WHERE source = 'pages'")
	next("pages", "", 0, 1)
	interrupt()
	if o, open := <-outcomes; open {
		t.Errorf("after the interruption: %+v", o)
	}
	stored := testenv.Value[string](t, f.url, "SELECT string_agg(s::text || r::text, '') FROM source AS s, source_run AS r")
	if strings.Contains(f.said.String()+stored, "s3cret") || stored == "" {
		t.Errorf("said %s, stored %s", &f.said, stored)
	}
}

// While the database does not answer, a watch complains once, and then goes on.
func TestWatchWithoutDatabase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx, interrupt := context.WithCancel(t.Context())
	gone := check.Must(db.Open(t.Context(), db.Options{URL: "postgres://127.0.0.1:1/none", MaxConns: 1}))(t)
	defer gone.Close()
	outcomes := pull.Watch(ctx, admin.New(gone), f.options())
	check.Eventually(t, "the complaint", func() bool { return f.said.Has("complaint: the sources cannot be read") })
	interrupt()
	if o, open := <-outcomes; open {
		t.Errorf("%+v", o)
	}
}
