package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
)

func TestExitCodes(t *testing.T) {
	t.Parallel()
	_, url := newFake(t)
	keyFile := filepath.Join(t.TempDir(), "key")
	check.NoError(t, os.WriteFile(keyFile, []byte(testKey+"\n"), 0o600))
	for name, tt := range map[string]struct {
		key, keyFile string
		args         string // after the three that are required, unless it begins with "="
		exit         int
		stderr       string
	}{
		"good":              {testKey, "", "", 0, ""},
		"lower case":        {testKey, "", "=--base-url " + url + " --airport sfo --dir " + t.TempDir(), 0, ""},
		"two airports":      {testKey, "", "--airport LAX", 2, `invalid argument "LAX" for "--airport" flag: the flag is given twice; usage: airport-sync --base-url URL (--airport CODE | --all-airports)`},
		"twice full":        {testKey, "", "--full --full", 2, "the flag is given twice"},
		"types":             {testKey, "", "--type page --type news", 0, ""},
		"key in a file":     {"", keyFile, "", 0, ""},
		"key with newline":  {testKey + "\r\n", "", "", 0, ""},
		"no key":            {"", "", "", 1, "set AIRPORT_API_KEY to your API key"},
		"two keys":          {testKey, keyFile, "", 1, "both set"},
		"no key file":       {"", keyFile + "s", "", 1, "no such file"},
		"two lines":         {"a\nb", "", "", 1, "a file that holds nothing else"},
		"wrong key":         {"wrong", "", "", 1, "401 Unauthorized: check the key (request r1)"},
		"no arguments":      {testKey, "", "=", 2, `required flag(s) "base-url", "dir" not set; usage: airport-sync --base-url`},
		"unknown flag":      {testKey, "", "--fast", 2, "unknown flag: --fast"},
		"argument":          {testKey, "", "SFO", 2, "unknown command"},
		"bad pause":         {testKey, "", "--every 1d", 1, `invalid argument "1d" for "--every" flag: want 1s or more, such as`},
		"short pause":       {testKey, "", "--every 10ms", 1, "want 1s or more"},
		"every and follow":  {testKey, "", "--every 1m --follow", 2, "none of the others can be"},
		"follow, no key":    {"", "", "--follow", 1, "set AIRPORT_API_KEY to your API key"},
		"plain http, again": {testKey, "", "=--base-url http://content.example.com --airport SFO --dir any --every 1s", 1, "use https, or --insecure"},
		"no directory":      {testKey, "", "=--base-url " + url + " --airport SFO --dir " + keyFile, 1, "not a directory"},
		"version":           {"", "", "=--version", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := []string{"--base-url", url, "--airport", "SFO", "--dir", filepath.Join(t.TempDir(), "a", "b")}
			if only, ok := strings.CutPrefix(tt.args, "="); ok {
				args, tt.args = nil, only
			}
			env := map[string]string{"AIRPORT_API_KEY": tt.key, "AIRPORT_API_KEY_FILE": tt.keyFile}
			var stdout, stderr bytes.Buffer
			p := &program{env: func(name string) string { return env[name] }, stdout: &stdout, stderr: &stderr}
			code := p.run(t.Context(), append(args, strings.Fields(tt.args)...))
			if code != tt.exit || (tt.exit == 0) != (stderr.Len() == 0) || (tt.exit == 0) != (stdout.Len() > 0) ||
				!strings.Contains(stderr.String(), tt.stderr) || strings.Contains(stderr.String(), testKey) {
				t.Errorf("exit %d, stdout %q, stderr %q; want %d, %q", code, &stdout, &stderr, tt.exit, tt.stderr)
			}
		})
	}
}

// runUntil runs airport-sync without end, and interrupts the program once the service was asked so
// many times and the outcome is printed.
func (f *fake) runUntil(t *testing.T, asked int, url string, env map[string]string, onError func(), flags ...string) outcome {
	t.Helper()
	ctx, interrupt := context.WithTimeout(t.Context(), time.Minute)
	defer interrupt()
	var stdout, stderr strings.Builder
	p := &program{env: func(name string) string { return env[name] },
		stdout: writerFunc(func(text []byte) {
			if stdout.Write(text); len(f.asked) == asked {
				interrupt()
			}
		}),
		stderr: writerFunc(func(text []byte) {
			stderr.Write(text)
			onError()
		})}
	code := p.run(ctx, append([]string{"--base-url", url, "--airport", "SFO", "--dir", t.TempDir()}, flags...))
	return outcome{code, stdout.String(), stderr.String()}
}

// TestEvery: a failure does not end the runs, and an interrupt is a good end. A new key in the file
// serves the next run. Only the first run is full.
func TestEvery(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	keyFile := filepath.Join(t.TempDir(), "key")
	change := func(key string) { check.NoError(t, os.WriteFile(keyFile, []byte(key), 0o600)) }
	change("old key")
	got := f.runUntil(t, 3, url, map[string]string{"AIRPORT_API_KEY_FILE": keyFile}, func() { change(testKey) }, "--full", "--json", "--every", "1s")
	if got.code != 0 || got.stdout != strings.Repeat(`{"added":0,"updated":0,"deleted":0,"unchanged":0}`+"\n", 2) ||
		!slices.Equal(f.asked, []string{"", "", "end"}) || !strings.Contains(got.stderr, "401") || !strings.HasSuffix(got.stderr, "trying again in 1s\nairport-sync: working again\n") {
		t.Errorf("%+v, asked for %q", got, f.asked)
	}
}

// TestFollow: every run but the first waits for half a minute, so an idle follower takes two requests
// a minute. The follower prints changes only, and once the day on which the key ends. A service that
// does not wait is asked once a second.
func TestFollow(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	f.expires = "2026-03-24"
	f.answers = map[string]string{"": pageOf("a", false), "a": pageOf("b", false), "b": pageOf("c", false), "c": pageOf("d", false, line("x", "new"))}
	began := time.Now()
	got := f.runUntil(t, 4, url, map[string]string{"AIRPORT_API_KEY": testKey}, func() {}, "--follow")
	want := outcome{0, "added 0, updated 0, deleted 0, unchanged 0\nadded 1, updated 0, deleted 0, unchanged 0\n", "airport-sync: the API key ends on 2026-03-24: ask for a new one\n"}
	if got != want || !slices.Equal(f.asked, []string{"", "a", "b", "c"}) || !slices.Equal(f.waits, []string{"", "30", "30", "30"}) {
		t.Errorf("%+v, asked for %q with wait %q", got, f.asked, f.waits)
	}
	if took := time.Since(began); took < 2*time.Second {
		t.Errorf("the runs took %s: the service is asked without a pause", took)
	}
}

// TestOffline: an airport that is offline is said at once, and its copy stays. --follow says so
// once, asks as the service says, and says that the airport is back.
func TestOffline(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	f.answers = map[string]string{"": pageOf("a", false, line("x", "1")), "a": "airport_offline"}
	dir := t.TempDir()
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 1, updated 0, deleted 0, unchanged 0")
	said := "airport-sync: SFO: offline at the moment; its copy stays\n"
	runProgram(t.Context(), testKey, url, dir).is(t, outcome{1, "", said})
	check.Same(t, line("x", "1")+"\n", itemsIn(t, dir), "items")
	check.Same(t, []string{"", "a"}, f.asked, "asked for")

	f, url = newFake(t)
	f.retryAfter = "1"
	f.answers = map[string]string{"": pageOf("a", false), "a": "airport_offline"}
	f.onAsked = func() {
		if len(f.asked) == 4 {
			f.answers["a"] = pageOf("b", false, line("x", "1"))
		}
	}
	got := f.runUntil(t, 4, url, map[string]string{"AIRPORT_API_KEY": testKey}, func() {}, "--follow")
	got.is(t, outcome{0, "added 0, updated 0, deleted 0, unchanged 0\nadded 1, updated 0, deleted 0, unchanged 0\n", said + "airport-sync: SFO: no longer offline\n"})
	check.Same(t, []string{"", "30", "", ""}, f.waits, "waits")

	f, url = newFake(t)
	f.answers[""] = "airport_offline"
	runProgram(t.Context(), testKey, url, t.TempDir()).is(t, outcome{1, "", "airport-sync: SFO: offline at the moment; there is no copy yet\n"})
}

// After a refused key, and after a service that failed, --follow says once that it works again.
// The request after a failure does not wait for a change.
func TestWorkingAgain(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	f.retryAfter = "1"
	f.answers = map[string]string{"": pageOf("a", false), "a": "rate_limited"}
	f.onAsked = func() {
		if len(f.asked) == 3 {
			f.answers["a"] = pageOf("b", false)
			f.answers["b"] = pageOf("c", false, line("x", "1"))
		}
	}
	got := f.runUntil(t, 4, url, map[string]string{"AIRPORT_API_KEY": testKey}, func() {}, "--follow")
	again := "airport-sync: 429 Too Many Requests: not now (request r1) (retry after 1s); trying again in 1s\n"
	got.is(t, outcome{0, "added 0, updated 0, deleted 0, unchanged 0\nadded 1, updated 0, deleted 0, unchanged 0\n", again + "airport-sync: working again\n"})
	check.Same(t, []string{"", "30", "", "30"}, f.waits, "waits")
}

// TestNewKey: when a key ends and its file has another, the next run begins at once.
func TestNewKey(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	keyFile := filepath.Join(t.TempDir(), "key")
	change := func(key string) { check.NoError(t, os.WriteFile(keyFile, []byte(key), 0o600)) }
	change("old key")
	f.onAsked = func() { change(testKey) }
	got := f.runUntil(t, 2, url, map[string]string{"AIRPORT_API_KEY_FILE": keyFile}, func() {}, "--follow")
	got.is(t, outcome{0, "added 0, updated 0, deleted 0, unchanged 0\n", ""})
}

// TestNewKeyAfterAnotherError: a new key in the file hides no error that is not of the key.
func TestNewKeyAfterAnotherError(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	keyFile := filepath.Join(t.TempDir(), "key")
	change := func(key string) { check.NoError(t, os.WriteFile(keyFile, []byte(key), 0o600)) }
	change(testKey)
	f.answers[""] = "{}"
	f.onAsked = func() {
		if len(f.asked) == 1 {
			change("new key")
		}
	}
	onError := func() { f.answers[""] = emptyPage; change(testKey) }
	got := f.runUntil(t, 2, url, map[string]string{"AIRPORT_API_KEY_FILE": keyFile}, onError, "--every", "1s")
	want := "airport-sync: changes of SFO: the answer is not one of this service: no results, nextCursor or hasMore; trying again in 1s\n" +
		"airport-sync: working again\n"
	got.is(t, outcome{0, "added 0, updated 0, deleted 0, unchanged 0\n", want})
}

// TestInterrupted also ends a wait before the next try.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(http.ResponseWriter, *http.Request){
		"in a request": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"in a wait": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "600")
			refuse(w, 429, "rate_limited", "slow down")
		},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			time.AfterFunc(100*time.Millisecond, interrupt)
			answer(w, r)
		}))
		t.Cleanup(srv.Close)
		t.Run(name, func(t *testing.T) { runProgram(ctx, testKey, srv.URL, t.TempDir()).mustFail(t, "interrupted") })
	}
}

// TestRedirect: only the named service gets the key.
func TestRedirect(t *testing.T) {
	t.Parallel()
	other, otherURL := newFake(t)
	srv := httptest.NewServer(http.RedirectHandler(otherURL+"/api/v1/partner/SFO/changes", http.StatusFound))
	defer srv.Close()
	runProgram(t.Context(), testKey, srv.URL, t.TempDir()).mustFail(t, "302 Found: redirected to "+otherURL)
	if len(other.asked) > 0 {
		t.Errorf("the other server was asked: %v", other.asked)
	}
}

// TestControlCharacters: text of a server can neither control the terminal nor fill it.
func TestControlCharacters(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, 403, "x", `\u001b[2J\r\n\u202e\u0085`+strings.Repeat("x", 100_000))
	}))
	defer srv.Close()
	got := runProgram(t.Context(), testKey, srv.URL, t.TempDir())
	got.mustFail(t, "[2J")
	if said := strings.TrimSuffix(got.stderr, "\n"); strings.ContainsAny(said, "\x1b\r\n\u202e\u0085") || len(said) > 3000 {
		t.Errorf("stderr %q", said)
	}
}

type writerFunc func([]byte)

func (f writerFunc) Write(p []byte) (int, error) { f(p); return len(p), nil }
