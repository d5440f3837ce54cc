package e2e_test

import (
	"crypto/sha256"
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

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// website is a small one with a sitemap.
type website struct {
	*httptest.Server
	mu    sync.Mutex
	pages map[string]string // path → body
	asked []string          // the pages that were asked for, with "?" where a copy is kept
	hold  chan struct{}     // pages are answered once it is closed; nil: at once
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
	hold := w.hold
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
	return testenv.Value[[]string](t, i.database(), "SELECT coalesce(array_agg(title ORDER BY title), '{}') FROM content_item WHERE source = $1", source)
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
	mostMemory(t, pull, 150)
	if said := pull.log.String(); pull.ProcessState.ExitCode() != 1 || !strings.Contains(said, "5 of 6 pages make no good item") {
		t.Error(said)
	}
}

// Texts of different words take more memory than others. 300,000 words took 620 MB.
func TestImportOfDifferentWords(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	const words = 60_000 // of an item
	var items []item
	for n := range 5 {
		var body strings.Builder
		for word := range words {
			for rest := n*words + word; rest > 0; rest /= 16 {
				body.WriteByte(byte('b' + rest%16))
			}
			body.WriteString("ox ")
		}
		it := newItem(fmt.Sprint("Words ", n))
		it.Content = new(body.String())
		items = append(items, it)
	}
	cmd := i.command(t, "import", "SFO", "-", "--dry-run")
	cmd.Stdin = strings.NewReader(ndjson(t, items...))
	imported := begin(t, cmd)
	mostMemory(t, imported, 400)
	check.Same(t, 0, imported.ProcessState.ExitCode(), imported.log)
}

// mostMemory waits for the end of a program that may take this many megabytes.
func mostMemory(t *testing.T, p *process, most int) {
	t.Helper()
	for peak := 0; ; {
		select {
		case <-p.ended:
			t.Logf("%d MB", peak>>10)
			if peak>>10 > most {
				t.Errorf("%d MB", peak>>10)
			}
			return
		case <-time.After(10 * time.Millisecond):
			peak = max(peak, peakMemory(p.Process.Pid))
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

func pulled(added, updated, unchanged, deleted, skipped int) string {
	return "SFO www: " + summary(added, updated, unchanged, deleted, skipped)
}

// From one state of a website to the next. Tests of the rooms have other websites and other
// changes.
func TestPull(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t, newItem("of a file"))
	w := newWebsite(t, "/a", "/b", "/c", "/d", "/e", "/f")
	i.watched(t, w, "SFO", "www")
	pull := []string{"pull", "SFO", "www"}

	check.Same(t, pulled(6, 0, 0, 0, 0), i.do(t, "pull"))
	w.requests()
	check.Same(t, pulled(0, 0, 6, 0, 0), i.do(t, pull...))
	check.Same(t, []string{"/a?", "/b?", "/c?", "/d?", "/e?", "/f?"}, w.requests(), "an unchanged pull")
	i.do(t, append(pull, "--full")...)
	check.Same(t, []string{"/a", "/b", "/c", "/d", "/e", "/f"}, w.requests(), "a full pull")

	w.change("/a", pageOf("Changed", "Text"))
	w.change("/b", pageOf("", "without a title"))
	w.change("/c", "")
	w.change("/d")
	got := i.run(t, "", pull...)
	if check.Same(t, pulled(0, 1, 2, 1, 2)+"\n", got.stdout); !strings.Contains(got.stderr, w.URL+"/b: ") || !strings.Contains(got.stderr, w.URL+"/c: ") {
		t.Errorf("what is left out is not named: %s", got.stderr)
	}
	good := []string{"Changed", "Title of /b", "Title of /c", "Title of /e", "Title of /f"}
	check.Same(t, good, i.titles(t, "www"))
	if got := i.run(t, "", "doctor"); !strings.Contains(got.stdout, "SFO www skips 2 of 5 pages") {
		t.Errorf("doctor hides what is left out: %s", got.stdout)
	}

	for _, path := range []string{"/a", "/b", "/c", "/e", "/f"} {
		w.change(path, pageOf("We will be back soon", "Maintenance"))
	}
	const says = "5 of 5 pages make no good item"
	i.fails(t, says, pull...)
	check.Same(t, good, i.titles(t, "www"))
	for _, command := range []string{"source list", "doctor"} {
		if got := i.run(t, "", strings.Fields(command)...); !strings.Contains(got.stdout, "failed") || !strings.Contains(got.stdout, says) {
			t.Errorf("%s hides it: %s", command, got.stdout)
		}
	}
	check.Same(t, pulled(0, 0, 0, 0, 5), i.do(t, append(pull, "--force")...), "items without a page of their own stay")
	check.Same(t, good, i.titles(t, "www"))
}

// A website whose pulls kill the program, for whatever cause, keeps no other airport from coming in.
// The killed pull is told, waits longer after each death, and counts as ended once it is good.
func TestWebsiteThatKills(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	i.do(t, "airport", "add", "LAX", "Los Angeles")
	good, bad := newWebsite(t, "/a", "/b", "/c"), newWebsite(t, "/kill")
	i.watched(t, good, "LAX", "www")
	i.watched(t, bad, "SFO", "www")
	releaseGood, release := sync.OnceFunc(good.stop()), bad.stop() // the deadly one kills first
	const want = 2                                                 // deaths: one together with LAX, and one beside it
	deaths := 0
	for len(i.titles(t, "www")) < 3 && deaths < 10 {
		watch := begin(t, i.command(t, "pull", "--watch"))
		check.Eventually(t, "the deadly page is asked for, or the good airport is there", func() bool {
			if len(bad.requests()) > 0 {
				watch.end(syscall.SIGKILL)
				deaths++
				releaseGood()
				return true
			}
			return len(i.titles(t, "www")) == 3
		})
		watch.end(syscall.SIGTERM)
	}
	if deaths > want {
		t.Errorf("the program was killed %d times before the good airport came in; want %d at most", deaths, want)
	}
	release()
	for _, command := range []string{"source list SFO", "source show SFO www", "doctor"} {
		if got := i.run(t, "", strings.Fields(command)...); !strings.Contains(got.stdout, "failed") || !strings.Contains(got.stdout, "the run died") {
			t.Errorf("%s hides it: %s", command, got.stdout)
		}
	}
	check.Same(t, pulled(1, 0, 0, 0, 0), i.do(t, "pull", "SFO", "www"))
	if list := i.do(t, "source", "list", "SFO"); !strings.Contains(list, " ok ") {
		t.Error(list)
	}
}

// A killed pull leaves no item. Signals end a pull and a watch. internal/pull tests pauses, and
// pulls at the same time.
func TestPullInterrupted(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	w := newWebsite(t, "/a", "/b")
	i.watched(t, w, "SFO", "www")
	release := w.stop()
	pull := func() *process {
		t.Helper()
		p, asked := begin(t, i.command(t, "pull", "SFO", "www")), 0
		check.Eventually(t, "two pages are asked for", func() bool {
			asked += len(w.requests())
			return asked >= 2
		})
		return p
	}
	pull().end(syscall.SIGKILL)
	check.Eventually(t, "the database has noticed", func() bool {
		return testenv.Value[bool](t, i.database(), `SELECT NOT EXISTS (SELECT FROM pg_locks JOIN pg_database AS d ON d.oid = database WHERE locktype = 'advisory' AND datname = current_database())`)
	})
	check.Same(t, []string{}, i.titles(t, "www"))
	if testenv.Value[int](t, i.database(), "SELECT count(*) FROM source_run") > 0 {
		t.Error("a killed pull counts as ended")
	}

	p := pull()
	if list := i.do(t, "source", "list"); !strings.Contains(list, "running since 20") {
		t.Errorf("a run under way does not show: %s", list)
	}
	if code := p.end(syscall.SIGINT); code != 1 || !p.log.Has("interrupted") {
		t.Errorf("exit code %d: %s", code, p.log)
	}
	release()
	check.Same(t, pulled(2, 0, 0, 0, 0), i.do(t, "pull", "SFO", "www"))

	i.sql(t, "DELETE FROM source_run") // so that the source is due
	watch := begin(t, i.command(t, "pull", "--watch"))
	check.Eventually(t, "the source is pulled", func() bool { return watch.log.Has(`"msg":"pulled"`) })
	check.Same(t, 0, watch.end(syscall.SIGTERM), "exit code of a watch")
}
