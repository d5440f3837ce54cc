package e2e_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// follow runs the shell commands that stand under a heading of a document in docs/operations: those
// between lines of ```sh. It returns what they print.
func follow(t *testing.T, dir string, i installation, document, heading string) (said string) {
	t.Helper()
	_, section, found := strings.Cut(string(readFile(t, "../../docs/operations/"+document)), "\n## "+heading+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var commands strings.Builder
	for n, part := range strings.Split(section, "```") {
		if block, is := strings.CutPrefix(part, "sh\n"); is && n%2 == 1 {
			commands.WriteString(block)
		}
	}
	if !found || commands.Len() == 0 {
		t.Fatalf("%s has no commands under %q", document, heading)
	}
	docs := check.Must(filepath.Abs("../../docs"))(t)
	if err := os.Symlink(docs, filepath.Join(dir, "docs")); err != nil && !os.IsExist(err) {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "/bin/bash", "-euo", "pipefail", "-c", commands.String())
	cmd.Dir, cmd.Env = dir, i.with("PATH="+programs+":"+os.Getenv("PATH"))
	return succeed(t, cmd)
}

// redesigned is a website with a sitemap, whose pages have another text at each version.
func redesigned(t *testing.T) (site *httptest.Server, version *atomic.Int64) {
	t.Helper()
	version = &atomic.Int64{}
	site = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sitemap.xml" {
			fmt.Fprint(w, "<urlset>")
			for n := range 6 {
				fmt.Fprintf(w, "<url><loc>/page/%d</loc></url>", n)
			}
			fmt.Fprint(w, "</urlset>")
			return
		}
		fmt.Fprintf(w, "<html lang=en><title>Page %[1]s</title><main><h1>Page %[1]s</h1><p>Version %[2]d of the text of %[1]s, which is long enough.</main>", r.URL.Path, version.Load())
	}))
	t.Cleanup(site.Close)
	return site, version
}

// situated is an installation as situations.md takes for granted: an airport with items of a file and
// of a website, a partner, and a key.
func situated(t *testing.T) (i installation, dir string, version *atomic.Int64) {
	t.Helper()
	i, dir = install(t), t.TempDir()
	site, version := redesigned(t)
	i.do(t, "airport", "add", "SFO", "San Francisco International Airport")
	i.do(t, "airport", "add", "LAX", "Los Angeles International Airport")
	file := `{"id":"news-4711","contentType":"news","title":"New cash desk","content":"An ATM is there","url":"https://www.example.com/news"}` + "\n" +
		`{"id":"books","contentType":"shopping","title":"Books","content":"Novels","url":"https://www.example.com/shops/books"}` + "\n"
	i.feed(t, file, "import", "SFO", "-")
	check.NoError(t, os.WriteFile(filepath.Join(dir, "yesterday.ndjson"), []byte(file), 0o600))
	check.NoError(t, os.WriteFile(filepath.Join(dir, "wrong.ndjson"), []byte(strings.ReplaceAll(file, "Novels", "TEST")), 0o600))
	i.do(t, "source", "add", "SFO", "www", "sitemap", site.URL+"/sitemap.xml", "--allow-private")
	i.do(t, "pull", "SFO", "www")
	i.do(t, "partner", "add", "Example Travel")
	url := filepath.Join(dir, "owner-database-url")
	check.NoError(t, os.WriteFile(url, []byte(i.database()), 0o600))
	return i.with("KEYID=" + keyID(i.key(t, "Example Travel", "--airport", "LAX", "--scope", "content:read:news"))), dir, version
}

// asInstalled names the database as docs/operations does, by a file.
func (i installation) asInstalled(dir string) installation {
	return i.with("DATABASE_URL=", "DATABASE_URL_FILE="+filepath.Join(dir, "owner-database-url"))
}

// The commands of each situation work, and show what the document says.
func TestSituations(t *testing.T) {
	t.Parallel()
	i, dir, version := situated(t)
	s := i.serve(t)
	s.awaitHealthy(t)
	i = i.with("LISTEN_ADDR=" + strings.TrimPrefix(s.url, "http://"))
	i.do(t, "item", "hide", "SFO", "news-4711")
	for _, situation := range []struct {
		heading string
		before  func()
		says    []string
	}{
		{"A partner gets 403", nil, []string{"content:read:news", "airports LAX,SFO, scopes content:read,"}},
		{"A partner gets 429", nil, []string{"nothing like that was asked", "rate limit 600 a minute"}},
		{"A partner misses an item", nil, []string{"SFO books", "does not see it: the item is hidden", "partners see news-4711 again"}},
		{"The content is old", nil, []string{"IMPORTED", "STATE", "unchanged 6"}},
		{"A search finds nonsense, or nothing", nil, []string{"CLAUSE", "New cash desk"}},
		{"A key has leaked", nil, []string{"revoked", "acp_"}},
		{"A wrong import", func() { i.do(t, "import", "SFO", filepath.Join(dir, "wrong.ndjson"), "--force") },
			[]string{"import", "wrong.ndjson", "airport SFO is offline", "added 0, updated 1, unchanged 1, deleted 0, skipped 0", "airport SFO is online"}},
		{"A website was redesigned", func() { version.Add(1) }, []string{"updated 6"}},
		{"An outage", nil, []string{"schema"}},
		{"An upgrade, and a restore", nil, []string{"migration"}},
	} {
		if situation.before != nil {
			situation.before()
		}
		said := follow(t, dir, i.asInstalled(dir), "situations.md", situation.heading)
		for _, says := range situation.says {
			if !strings.Contains(said, says) {
				t.Errorf("%s: want %q:\n%s", situation.heading, says, said)
			}
		}
	}
	if changes := i.do(t, "history"); !strings.Contains(changes, "pull --force") {
		t.Errorf("the history lacks the forced pull:\n%s", changes)
	}
	if headings := matches(t, `(?m)^## (.+)$`, "../../docs/operations/situations.md"); len(headings) != 10 {
		t.Errorf("situations: %q", headings)
	}
}

// Files, a website and a dump take an airport back to yesterday, with new dates.
func TestBackToYesterday(t *testing.T) {
	t.Parallel()
	i, dir, version := situated(t)
	texts := func() string {
		return testenv.Value[string](t, i.database(), "SELECT string_agg(id || ' ' || title || ' ' || content, ' ' ORDER BY id) FROM content_item WHERE airport = 'SFO'")
	}
	dates := func() string {
		return testenv.Value[string](t, i.database(), "SELECT max(last_modified)::text FROM content_item WHERE airport = 'SFO' AND source = 'import'")
	}
	yesterday, dated := texts(), dates()
	trial := i.with("DATABASE_URL=" + testenv.Database(t))
	trial.do(t, "airport", "add", "SFO", "San Francisco International Airport")
	trial.do(t, "import", "SFO", filepath.Join(dir, "yesterday.ndjson"))
	trial.feed(t, `{"id":"dumped","contentType":"page","title":"Only in the dump","content":"Text"}`, "import", "SFO", "-")
	check.NoError(t, os.WriteFile(filepath.Join(dir, "trial-url"), []byte(trial.database()), 0o600))
	version.Add(1)
	follow(t, dir, i.asInstalled(dir), "backup.md", "Export each night")
	exported := check.Must(filepath.Glob(filepath.Join(dir, "SFO-2*.ndjson")))(t)
	check.Same(t, 1, len(exported))
	check.NoError(t, os.Rename(exported[0], filepath.Join(dir, "yesterday.ndjson")))
	i.do(t, "import", "SFO", filepath.Join(dir, "wrong.ndjson"), "--force")
	said := follow(t, dir, i.asInstalled(dir), "backup.md", "Back to yesterday")
	for _, says := range []string{"added 0, updated 1, unchanged 1, deleted 0, skipped 0", "SFO www: added 0, updated 6", "added 1, updated 0, unchanged 2, deleted 0, skipped 0"} {
		if !strings.Contains(said, says) {
			t.Errorf("want %q:\n%s", says, said)
		}
	}
	want := strings.ReplaceAll(yesterday, "Version 0", "Version 1")
	check.Same(t, want, strings.Replace(texts(), "dumped Only in the dump Text ", "", 1))
	if dates() == dated {
		t.Error("partners see no new date")
	}
}
