package e2e_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// website is a small one with a sitemap.
type website struct {
	*httptest.Server
	mu       sync.Mutex
	pages    map[string]string // path → body
	password string            // of the user "editor"; "" : anybody may read
	asked    []string          // the pages that were asked for, with "?" where a copy is kept
	hold     chan struct{}     // pages are answered once it is closed; nil: at once
}

func newWebsite(t *testing.T, paths ...string) *website {
	w := &website{pages: map[string]string{}}
	for _, path := range paths {
		w.pages[path] = pageOf("Title of "+path, "Text of "+path)
	}
	w.Server = httptest.NewUnstartedServer(w) // a late request to the port's last owner must find it whole
	w.Start()
	t.Cleanup(w.Close)
	return w
}

func pageOf(title, text string) string {
	return "<html><head><title>" + title + "</title></head><body><main><p>" + text + "</p></main></body></html>"
}

func (w *website) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	body, found := w.pages[r.URL.Path]
	_, password, _ := r.BasicAuth()
	locked, hold := password != w.password, w.hold
	var list strings.Builder
	for path := range w.pages {
		fmt.Fprintf(&list, "<url><loc>%s%s</loc></url>", w.URL, path)
	}
	if found {
		kept := strings.Repeat("?", min(1, len(r.Header.Get("If-None-Match"))))
		w.asked = append(w.asked, r.URL.Path+kept)
	}
	w.mu.Unlock()
	tag := fmt.Sprintf(`"%x"`, sha256.Sum256([]byte(body)))
	switch {
	case locked:
		out.WriteHeader(http.StatusUnauthorized)
	case r.URL.Path == "/sitemap.xml":
		fmt.Fprintf(out, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">%s</urlset>`, list.String())
	case !found:
		out.WriteHeader(http.StatusNotFound)
	case body == "":
		out.WriteHeader(http.StatusForbidden)
	case r.Header.Get("If-None-Match") == tag:
		out.WriteHeader(http.StatusNotModified)
	default:
		if hold != nil {
			select {
			case <-hold:
			case <-r.Context().Done():
			}
		}
		out.Header().Set("ETag", tag)
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(out, body)
	}
}

// change sets pages; without a body they are gone.
func (w *website) change(path string, body ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.pages, path)
	if len(body) > 0 {
		w.pages[path] = body[0]
	}
}

// stop makes pages wait until the function that it returns is called.
func (w *website) stop() (release func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	hold := make(chan struct{})
	w.hold = hold
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.hold = nil
		close(hold)
	}
}

// requests are the pages that were asked for since the last call.
func (w *website) requests() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := w.asked
	w.asked = nil
	slices.Sort(asked)
	return asked
}

// watched adds a source of the website.
func (i installation) watched(t *testing.T, w *website, airport, name string, flags ...string) {
	t.Helper()
	i.do(t, slices.Concat([]string{"source", "add", airport, name, "sitemap", w.URL + "/sitemap.xml", "--allow-private", "--rate", "1000"}, flags)...)
}

// titles are those of a source's items.
func (i installation) titles(t *testing.T, source string) []string {
	t.Helper()
	titles := []string{}
	i.sql(t, `SELECT coalesce(array_agg(title ORDER BY title), '{}') FROM content_item WHERE source = '`+source+`'`, &titles)
	return titles
}

// A pull of a hostile website needs little memory.
func TestHostileWebsite(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	const most = 3<<20 - 1000 // bytes of an answer
	w := newWebsite(t)
	w.change("/tags", pageOf("Tags", strings.Repeat("<p>a", most/4)))
	w.change("/escapes", pageOf("Escapes", strings.Repeat("&", most)))
	w.change("/json", `<title>JSON</title><script type="application/ld+json">[`+strings.Repeat("{},", most/3)+"{}]</script><main>a</main>")
	w.change("/text", pageOf("Text", strings.Repeat("a ", most/2)))
	open := ""
	for n := range 500 {
		open += fmt.Sprintf("<b a%d>", n)
	}
	w.change("/open", pageOf("Open", open+strings.Repeat("<p>x", 90_000)))
	w.change("/links", `<title>Links</title><base href="/`+strings.Repeat("a", 1<<20)+`/"><main>`+strings.Repeat("<a href=b>x</a>", 40_000)+"</main>")
	i.watched(t, w, "SFO", "www")
	pull := begin(t, i.command(t, "pull", "SFO", "www"))
	peak := 0
	for {
		select {
		case <-pull.ended:
			if said := pull.log.String(); pull.ProcessState.ExitCode() != 1 || !strings.Contains(said, "5 of 6 pages make no good item") {
				t.Error(said)
			}
			t.Logf("%d MB", peak>>10)
			if peak>>10 > 150 && !raceDetector() {
				t.Errorf("%d MB", peak>>10)
			}
			return
		case <-time.After(10 * time.Millisecond):
			peak = max(peak, peakMemory(pull.Process.Pid))
		}
	}
}

// peakMemory is in KB; 0 where the system does not tell it. The rusage of a child would tell the
// test's own memory.
func peakMemory(pid int) (peak int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Sscan(rest, &peak)
	return peak
}

type sourceData struct {
	State   string
	URL     string
	Every   string
	Include []string
	Items   int
	GoodAt  *string
	LastRun *struct {
		Added, Updated, Unchanged, Deleted, Skipped, Pages int
		Notes                                              []string
		Error                                              *string
	}
}

func (i installation) source(t *testing.T, airport, name string) sourceData {
	t.Helper()
	var data sourceData
	check(t, json.Unmarshal([]byte(i.do(t, "source", "show", airport, name, "--json")), &data))
	return data
}

func pulled(added, updated, unchanged, deleted, skipped int) string {
	return "SFO www: " + summary(added, updated, unchanged, deleted, skipped)
}

// From one state of the website to the next.
func TestPull(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("of a file"))
	w := newWebsite(t, "/a", "/b", "/c", "/d")
	i.watched(t, w, "SFO", "www")
	pull := []string{"pull", "SFO", "www"}

	same(t, pulled(4, 0, 0, 0, 0), i.do(t, append(pull, "--dry-run")...), "dry run")
	if s := i.source(t, "SFO", "www"); s.State != "new" || s.Items != 0 {
		t.Errorf("after a dry run: %+v", s)
	}
	same(t, pulled(4, 0, 0, 0, 0), i.do(t, "pull"))
	if got := i.run(t, "", "pull"); got.code != 0 || !strings.Contains(got.stderr, "nothing is due") {
		t.Errorf("the next pull counts from the end of the last one: %+v", got)
	}
	i.sql(t, "UPDATE source_run SET ended_at = ended_at - interval '16 minutes'")
	w.requests()
	same(t, pulled(0, 0, 4, 0, 0), i.do(t, "pull", "SFO"))
	same(t, []string{"/a?", "/b?", "/c?", "/d?"}, w.requests(), "an unchanged pull")

	for _, path := range []string{"/e", "/f"} {
		w.change(path, pageOf("Title of "+path, "Text"))
	}
	i.do(t, pull...)
	w.change("/a", pageOf("Changed", "Text"))
	w.change("/b", pageOf("", "without a title"))
	w.change("/c", "")
	w.change("/d")
	got := i.run(t, "", pull...)
	same(t, pulled(0, 1, 2, 1, 2)+"\n", got.stdout)
	for _, named := range []string{w.URL + "/b: ", w.URL + "/c: "} {
		if !strings.Contains(got.stderr, named) {
			t.Errorf("%s is not named: %s", named, got.stderr)
		}
	}
	same(t, []string{"Changed", "Title of /b", "Title of /c", "Title of /e", "Title of /f"}, i.titles(t, "www"))
	if got := i.run(t, "", "doctor"); !strings.Contains(got.stdout, "SFO www skips 2 of 5 pages") {
		t.Errorf("doctor hides what is left out: %s", got.stdout)
	}

	w.requests()
	i.do(t, append(pull, "--full")...)
	same(t, []string{"/a", "/b", "/c", "/e", "/f"}, w.requests(), "a full pull")

	server := i.serve(t)
	var titles []string
	for _, item := range server.everything(t, key, "SFO") {
		titles = append(titles, item.Title)
	}
	slices.Sort(titles)
	same(t, []string{"Changed", "Title of /b", "Title of /c", "Title of /e", "Title of /f", newItem("of a file").Title}, titles, "what partners see")
}

// A website under maintenance changes nothing, and operators are told. Tests of internal/source
// have other broken websites.
func TestPullOfABrokenWebsite(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	paths := []string{"/a", "/b", "/c", "/d"}
	w := newWebsite(t, paths...)
	i.watched(t, w, "SFO", "www")
	pull := []string{"pull", "SFO", "www"}
	i.do(t, pull...)
	before := i.source(t, "SFO", "www")
	for _, path := range paths {
		w.change(path, pageOf("We will be back soon", "Maintenance"))
	}
	const says = "4 of 4 items would have the same title"
	for _, flags := range [][]string{{"--dry-run"}, {"--full"}, nil} {
		got := i.fails(t, says, append(pull, flags...)...)
		if !strings.Contains(got.stderr, w.URL+"/") || got.stdout != "" {
			t.Errorf("no page is named: %+v", got)
		}
	}
	s := i.source(t, "SFO", "www")
	if s.State != "failed" || *s.GoodAt != *before.GoodAt || s.LastRun.Error == nil || s.LastRun.Pages != 4 {
		t.Errorf("after a failed pull: %+v", s)
	}
	same(t, []string{"Title of /a", "Title of /b", "Title of /c", "Title of /d"}, i.titles(t, "www"))
	if list := i.do(t, "source", "list"); !strings.Contains(list, "failed") || !strings.Contains(list, says[:20]) {
		t.Errorf("the list hides it: %s", list)
	}
	if got := i.run(t, "", "doctor"); !strings.Contains(got.stdout, "SFO www failed: "+says[:20]) {
		t.Errorf("doctor hides it: %s", got.stdout)
	}
	i.sql(t, "UPDATE source_run SET ended_at = ended_at - interval '3 hours'")
	all := i.serve(t).metrics(t)
	same(t, map[string]float64{"SFO good www": 4, "SFO skipped www": 0, "SFO failed www": 0, "SFO other www": 0}, all.of("source_pages"))
	if age := float64(time.Now().Unix()) - all.of("source_last_good_timestamp_seconds")["SFO www"]; age < 3*3600 {
		t.Errorf("the last good run seems %g seconds old", age)
	}
	same(t, pulled(0, 4, 0, 0, 0), i.do(t, append(pull, "--force")...), "the maintenance page is meant so")
	same(t, pulled(0, 0, 4, 0, 0), i.do(t, append(pull, "--full")...), "once it is taken")
	for _, path := range paths[1:] {
		w.change(path)
	}
	i.fails(t, "3 of 4 stored items would be deleted", pull...)
	same(t, pulled(0, 0, 1, 3, 0), i.do(t, append(pull, "--force")...), "most pages are gone")
	same(t, "ok", i.source(t, "SFO", "www").State)
}

// What a website sends cannot command the operator's terminal.
func TestPullShowsNoEscapeSequences(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	const evil = `\u001b]0;evil\u0007`
	w := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/closed") {
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, `{"code": "closed", "message": "`+evil+`"}`)
		} else if r.URL.Path == "/feed" {
			fmt.Fprint(w, `{"version": "https://jsonfeed.org/version/1", "title": "News", "items": [{"title": "`+evil+`"}]}`)
		} else {
			fmt.Fprint(w, `{"`+evil+`": {}}`)
		}
	}))
	defer w.Close()
	i.do(t, "source", "add", "SFO", "feed", "feed", w.URL+"/feed", "--allow-private")
	i.do(t, "source", "add", "SFO", "wordpress", "wordpress", w.URL, "--allow-private", "--map", "shop=shopping", "--no-check")
	got := i.run(t, "", "pull")
	if strings.ContainsAny(got.stderr, "\x1b\x07") || !strings.Contains(got.stderr, "SFO feed: an entry without guid and link:  ]0;evil") ||
		!strings.Contains(got.stderr, `has no post type "shop", only  ]0;evil`) {
		t.Errorf("%q", got.stderr)
	}
	got = i.fails(t, "refuses visitors (403 closed:  ]0;evil", "source", "add", "SFO", "closed", "wordpress", w.URL+"/closed", "--allow-private")
	if strings.ContainsAny(got.stderr, "\x1b\x07") {
		t.Errorf("%q", got.stderr)
	}
}

// A pull is killed, others come beside it, Ctrl-C ends one, and a pause another.
func TestPullInterrupted(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	w := newWebsite(t, "/a", "/b")
	i.watched(t, w, "SFO", "www")
	release := w.stop()
	pull := func() *process { return begin(t, i.command(t, "pull", "SFO", "www")) }
	twoAreAskedFor := func() {
		t.Helper()
		asked := 0
		eventually(t, "two pages are asked for", func() bool {
			asked += len(w.requests())
			return asked >= 2
		})
	}
	killed := pull()
	twoAreAskedFor()
	killed.end(syscall.SIGKILL)
	eventually(t, "the database has noticed", func() (free bool) {
		i.sql(t, `SELECT NOT EXISTS (SELECT FROM pg_locks JOIN pg_database AS d ON d.oid = database WHERE locktype = 'advisory' AND datname = current_database())`, &free)
		return free
	})
	same(t, []string{}, i.titles(t, "www"))
	same(t, "new", i.source(t, "SFO", "www").State, "a killed pull leaves no trace")

	first := pull()
	twoAreAskedFor()
	if list := i.do(t, "source", "list"); !strings.Contains(list, "running since 20") || i.source(t, "SFO", "www").State != "running" {
		t.Errorf("a run under way does not show: %s", list)
	}
	if got := i.run(t, "", "pull"); got.code != 0 || !strings.Contains(got.stderr, "SFO www is left out: another pull of it is running") {
		t.Errorf("a pull of all sources beside it: %+v", got)
	}
	second := pull()
	eventually(t, "a pull of the same source waits", func() bool { return second.log.Has("waiting for another pull of SFO www to end") })
	if code := first.end(syscall.SIGINT); code != 1 || !first.log.Has("interrupted") {
		t.Errorf("exit code %d: %s", code, first.log)
	}
	release()
	if code := second.code(); code != 0 || !second.log.Has(pulled(2, 0, 0, 0, 0)) {
		t.Errorf("the one that waited: exit code %d: %s", code, second.log)
	}

	w.change("/c", pageOf("New", "Text"))
	release = w.stop()
	w.requests()
	third := pull()
	twoAreAskedFor()
	i.do(t, "source", "pause", "SFO", "www")
	release()
	if code := third.code(); code != 1 || !third.log.Has("the source was paused meanwhile, so nothing was changed") {
		t.Errorf("paused: exit code %d: %s", code, third.log)
	}
	same(t, []string{"Title of /a", "Title of /b"}, i.titles(t, "www"))
}

// Items of files and of websites do not touch each other.
func TestItemsBelongToSources(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("1"), newItem("2"))
	w := newWebsite(t, "/a", "/b")
	i.load(t, "SFO", []item{newItem("crm")}, "--source", "crm")
	i.watched(t, w, "SFO", "www")
	i.do(t, "pull")
	var ids []string
	i.sql(t, "SELECT array_agg(id ORDER BY id) FROM content_item WHERE source = 'www'", &ids)

	same(t, summary(0, 0, 1, 1, 0), i.load(t, "SFO", []item{newItem("1")}, "--prune"))
	for _, test := range []struct{ id, source string }{{ids[0], "www"}, {"crm", "crm"}} {
		taken := ndjson(t, newItem("1"), newItem(test.id))
		got := i.run(t, taken, "import", "SFO", "-")
		if want := fmt.Sprintf("line 2 (id %s): id: %[1]q is an item of the source %s", test.id, test.source); got.code != 1 || !strings.Contains(got.stderr, want) {
			t.Errorf("want %s: %+v", want, got)
		}
		same(t, summary(0, 0, 1, 0, 1), i.feed(t, taken, "import", "SFO", "-", "--skip-invalid", "--prune"))
	}
	got := i.run(t, ndjson(t, newItem("3")), "import", "SFO", "-", "--source", "www")
	if got.code != 1 || !strings.Contains(got.stderr, "is pulled from a website") {
		t.Errorf("a file for a source that is pulled: %+v", got)
	}
	i.fails(t, "files have brought items of this source (1); choose another name, or delete them: import SFO - --source crm --prune", "source", "add", "sfo", "crm", "sitemap", w.URL, "--no-check")
	same(t, append([]string{"1", "crm"}, ids...), i.stored(t, "SFO"))

	server := i.serve(t)
	_, cursor := server.follow(t, key, "SFO", "")
	i.fails(t, "--with-content", "source", "remove", "SFO", "www")
	i.do(t, "source", "remove", "SFO", "www", "--with-content")
	told, _ := server.follow(t, key, "SFO", cursor)
	same(t, 2, len(told), told)
	i.fails(t, "no source of SFO", "source", "show", "SFO", "www")

	i.load(t, "SFO", []item{newItem("1"), newItem(ids[0]), newItem(ids[1])})
	w.change("/c", pageOf("C", "Text"))
	i.watched(t, w, "SFO", "www")
	pull := []string{"pull", "SFO", "www"}
	for _, added := range []int{1, 0} {
		got := i.run(t, "", pull...)
		if got.stdout != pulled(added, 0, 1-added, 0, 2)+"\n" {
			t.Errorf("ids that a file has: %+v", got)
		}
		for _, id := range ids {
			if !strings.Contains(got.stderr, fmt.Sprintf("SFO www: %q is an item of the source import", id)) {
				t.Errorf("%s is not named: %+v", id, got)
			}
		}
	}
	i.load(t, "SFO", []item{newItem("1")}, "--prune", "--force")
	same(t, pulled(2, 0, 1, 0, 0), i.do(t, pull...), "once the file has them no more")
}

func TestSourceCommands(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	for _, test := range []struct{ says, args string }{
		{"leave them out", "add SFO news sitemap https://editor:s3cret@example.com/"},
		{"leave them out", "add SFO news sitemap https://editor:s3/cret@example.com/"},
		{"the kind comes before the URL", "add SFO news https://editor:s3cret@example.com/ sitemap"},
		{"one such as https://", "add SFO news sitemap ftp://example.com/"},
		{"known: feed, sitemap, wordpress", "add SFO news drupal https://example.com/"},
		{"lower-case", "add SFO News sitemap https://example.com/"},
		{"items from files", "add SFO import sitemap https://example.com/"},
		{"--every 10s is too short: want 1m or more, such as 5m, 15m, 1h or 1d", "add SFO news sitemap https://example.com/ --every 10s"},
		{"--time-limit 59s is too short: want 1m or more", "add SFO news sitemap https://example.com/ --time-limit 59s"},
		{"requests a second", "add SFO news sitemap https://example.com/ --rate NaN"},
		{"language", "add SFO news sitemap https://example.com/ --language english"},
		{"no content type", "add SFO news sitemap https://example.com/ --map /shops/=shop"},
		{"--content is for sitemap", "add SFO news feed https://example.com/ --content main"},
		{"want a path", "add SFO news sitemap https://example.com/ --map shops=shopping"},
		{`no airport "OAK"`, "add OAK news sitemap https://example.com/"},
		{`no source of SFO "news"`, "set SFO news --every 1h"},
		{`no source of SFO "news"`, "pause SFO news"},
	} {
		if got := i.fails(t, test.says, append([]string{"source"}, strings.Fields(test.args)...)...); strings.Contains(got.stderr, "cret") {
			t.Errorf("%s: repeats the password: %s", test.args, got.stderr)
		}
	}
	i.do(t, "source", "add", "sfo", "news", "sitemap", "https://www.example.com/", "--include", "/a,1/", "--include", "/b/", "--map", "/shops/=shopping", "--no-check")
	i.fails(t, "already", "source", "add", "SFO", "news", "feed", "https://www.example.com/", "--no-check")
	i.do(t, "source", "set", "SFO", "news", "--every", "1h", "--include", "/c/")
	s := i.source(t, "SFO", "news")
	same(t, []any{"new", "https://www.example.com/", "1h", []string{"/c/"}}, []any{s.State, s.URL, s.Every, s.Include})
	i.do(t, "source", "set", "SFO", "news", "--include", "none")
	same(t, 0, len(i.source(t, "SFO", "news").Include))
	i.do(t, "source", "pause", "SFO", "news")
	same(t, "paused", i.source(t, "SFO", "news").State)
	i.fails(t, "is paused", "pull", "SFO", "news")
	if got := i.run(t, "", "pull"); got.code != 0 || !strings.Contains(got.stderr, "nothing is due") {
		t.Errorf("a paused source: %+v", got)
	}
	i.do(t, "source", "resume", "SFO", "news")
	i.sql(t, "UPDATE source SET created_at = created_at - interval '4 hours'")
	same(t, "late", i.source(t, "SFO", "news").State)
	i.do(t, "source", "remove", "SFO", "news")
	same(t, "[]", i.do(t, "source", "list", "--json"))
}

// An address that cannot be pulled is found when a source is added.
func TestSourceAddReadsTheAddress(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	w := newWebsite(t, "/a", "/b")
	w.change("/feed", `<rss version="2.0"><channel><title>News</title><item><title>A</title></item></channel></rss>`)
	w.change("/page", `<html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>`)
	w.change("/elsewhere", `<urlset><url><loc>https://elsewhere.example.com/</loc></url></urlset>`)
	for _, test := range []struct{ says, kind, path string }{
		{"/feed is a feed, no sitemap: its kind is feed", "sitemap", "/feed"},
		{"/sitemap.xml is a sitemap, no feed: its kind is sitemap", "feed", "/sitemap.xml"},
		{"/page is a web page, no feed; it names the feed " + w.URL + "/feed", "feed", "/page"},
		{"/a is a web page, no feed", "feed", "/a"},
		{"/elsewhere lists no page of this website", "sitemap", "/elsewhere"},
		{"answers 404 Not Found", "feed", "/gone"},
		{"is no REST API of WordPress", "wordpress", "/"},
	} {
		got := i.fails(t, test.says, "source", "add", "SFO", "x", test.kind, w.URL+test.path, "--allow-private")
		if !strings.Contains(got.stderr, "--no-check adds it all the same") {
			t.Errorf("%s", got.stderr)
		}
	}
	i.fails(t, "is inside the network; --allow-private allows it", "source", "add", "SFO", "x", "sitemap", w.URL+"/sitemap.xml")
	same(t, "[]", i.do(t, "source", "list", "--json"))
	for _, test := range []struct{ says, kind, path string }{
		{"its address is a sitemap of 5 pages", "sitemap", "/sitemap.xml"},
		{"its address is a sitemap of 5 pages", "sitemap", "/"},
		{"its address is a feed of 1 entries", "feed", "/feed"},
		{"its address was not read", "feed", "/page --no-check"},
		{"its address was not read: it has a user and no password", "feed", "/feed --user editor"},
	} {
		args := slices.Concat([]string{"source", "add", "SFO", "x", test.kind}, strings.Fields(w.URL+test.path), []string{"--allow-private"})
		if got := i.run(t, "", args...); got.code != 0 || !strings.Contains(got.stdout+got.stderr, test.says) {
			t.Errorf("want %q: %+v", test.says, got)
		}
		i.do(t, "source", "remove", "SFO", "x")
	}
}

// A watch pulls what is due, with a password that stands nowhere else.
func TestPullWatch(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	w := newWebsite(t, "/a")
	w.password = "s3cret-of-the-website"
	i.watched(t, w, "SFO", "www", "--user", "editor")
	i.fails(t, "SOURCE_PASSWORD_SFO_WWW", "pull")
	i.with("SOURCE_PASSWORD_SFO_WWW=wrong").fails(t, "401", "pull", "SFO", "www")
	i.sql(t, "DELETE FROM source_run")

	p := begin(t, i.with("SOURCE_PASSWORD_SFO_WWW="+w.password, "LOG_LEVEL=debug").command(t, "pull", "--watch"))
	eventually(t, "the source is pulled", func() bool { return p.log.Has(`"msg":"pulled"`) })
	w.change("/b", pageOf("New", "Text"))
	i.do(t, "airport", "add", "OAK", "Oakland")
	i.watched(t, w, "OAK", "www", "--user", "editor")
	eventually(t, "a source without a password fails", func() bool { return p.log.Has("SOURCE_PASSWORD_OAK_WWW") })
	i.sql(t, "UPDATE source_run SET ended_at = ended_at - interval '16 minutes'")
	eventually(t, "the source is pulled again", func() bool { return p.log.Has(`"added":1,"updated":0,"unchanged":1`) })
	same(t, 0, p.end(syscall.SIGTERM), "exit code")
	same(t, []string{"New", "Title of /a"}, i.titles(t, "www"))
	var dump string
	i.sql(t, "SELECT (SELECT string_agg(s::text, '') FROM source AS s) || (SELECT string_agg(r::text, '') FROM source_run AS r)", &dump)
	if strings.Contains(p.log.String()+dump, "s3cret") {
		t.Errorf("the password stands in the log or the database: %s", p.log)
	}
}
