package mirror_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/cmd/airport-sync/client"
	"airport-content/cmd/airport-sync/internal/apitest"
	"airport-content/cmd/airport-sync/mirror"
)

// copier synchronises one directory from one server.
type copier struct {
	t     *testing.T
	srv   *apitest.Server
	opts  mirror.Options
	notes []string
}

func newCopier(t *testing.T, srv *apitest.Server, since bool) *copier {
	c := &copier{t: t, srv: srv}
	c.opts = mirror.Options{Dir: filepath.Join(t.TempDir(), "copy"), Airport: "sfo", SinceMode: since}
	c.opts.Note = func(text string) { c.notes = append(c.notes, text) }
	return c
}

func (c *copier) sync() (mirror.Result, error) {
	c.t.Helper()
	api, err := client.New(c.srv.URL, apitest.Key,
		client.WithSleep(func(ctx context.Context, _ time.Duration) error { return ctx.Err() }))
	if err != nil {
		c.t.Fatal(err)
	}
	return mirror.Sync(c.t.Context(), api, c.opts)
}

func (c *copier) mustSync(want mirror.Result) {
	c.t.Helper()
	got, err := c.sync()
	if err != nil {
		c.t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		c.t.Error(diff)
	}
}

// mustEqual compares the copy with the server's content, and looks for files left behind.
func (c *copier) mustEqual() {
	c.t.Helper()
	if diff := cmp.Diff(c.srv.NDJSON(), c.items()); diff != "" {
		c.t.Error(diff)
	}
	var names []string
	entries, _ := os.ReadDir(c.opts.Dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff([]string{".lock", "items.ndjson", "state.json"}, names); diff != "" {
		c.t.Error(diff)
	}
}

func (c *copier) path(name string) string { return filepath.Join(c.opts.Dir, name) }

func (c *copier) items() string {
	text, err := os.ReadFile(c.path("items.ndjson"))
	if err != nil {
		c.t.Error(err)
	}
	return string(text)
}

func (c *copier) mustNote(part string) {
	c.t.Helper()
	if part == "" && len(c.notes) > 0 || !strings.Contains(strings.Join(c.notes, "\n"), part) {
		c.t.Errorf("notes %q, want %q", c.notes, part)
	}
	c.notes = nil
}

func fill(srv *apitest.Server, n int) {
	for i := range n {
		srv.Put(fmt.Sprintf("item-%04d", i), "first")
	}
}

func TestCopyFollowsChanges(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 250)
	srv.Delete("item-0100")
	c := newCopier(t, srv, false)

	c.mustSync(mirror.Result{Added: 249})
	c.mustEqual()
	c.mustSync(mirror.Result{Unchanged: 249})
	c.mustEqual()

	srv.Put("item-0000", "second")
	srv.Put("a before all", "first")
	srv.Put("z after all", "first")
	srv.Put("é beyond ASCII", "first")
	srv.Delete("item-0249")
	srv.Delete("item-0007")
	c.mustSync(mirror.Result{Added: 3, Updated: 1, Deleted: 2, Unchanged: 246})
	c.mustEqual()

	srv.Delete("item-0008")
	srv.Put("item-0008", "again")
	srv.Put("passing", "by")
	srv.Delete("passing")
	c.mustSync(mirror.Result{Updated: 1, Unchanged: 249})
	c.mustEqual()

	for _, id := range srv.IDs() {
		srv.Delete(id)
	}
	c.mustSync(mirror.Result{Deleted: 250})
	c.mustEqual()
	c.mustSync(mirror.Result{})
	c.mustNote("")
}

func TestCopyOfNothing(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	for _, since := range []bool{false, true} {
		c := newCopier(t, srv, since)
		c.mustSync(mirror.Result{})
		c.mustEqual()
		c.mustSync(mirror.Result{})
		c.mustNote("")
	}
}

func TestCursorExpires(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Query().Get("cursor") == "" {
			return false
		}
		apitest.Fail(w, http.StatusBadRequest, "invalid_parameter", "cursor", "not a cursor")
		return true
	}
	for name, expire := range map[string]func(*apitest.Server){
		"410":                    (*apitest.Server).ResetSync,
		"cursor of another kind": func(srv *apitest.Server) { srv.Intercept(refuse) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := apitest.New(t)
			fill(srv, 30)
			c := newCopier(t, srv, false)
			c.mustSync(mirror.Result{Added: 30})
			srv.Delete("item-0010")
			srv.Put("item-0011", "second")
			expire(srv)
			c.mustSync(mirror.Result{Updated: 1, Deleted: 1, Unchanged: 28})
			c.mustNote("copying everything again")
			c.mustEqual()
		})
	}
}

func TestCursorExpiresDuringTheFirstPass(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 250)
	c := newCopier(t, srv, false)
	resets := 0
	c.opts.Progress = func(done, _ int) {
		if done == 200 && resets < 2 {
			resets++
			srv.Delete(fmt.Sprintf("item-%04d", resets))
			srv.ResetSync()
		}
	}
	c.mustSync(mirror.Result{Added: 248})
	c.mustEqual()

	c.opts.Full = true
	c.opts.Progress = func(int, int) { fill(srv, 200); srv.ResetSync() } // without end
	before := c.items()
	var refused *client.Error
	if _, err := c.sync(); !errors.As(err, &refused) || refused.Code != "cursor_expired" {
		t.Error(err)
	}
	if c.items() != before {
		t.Error("a failed run changed the copy")
	}
}

func TestServiceWithoutChanges(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	srv.Intercept(func(w http.ResponseWriter, _ *http.Request) bool {
		apitest.Fail(w, http.StatusNotFound, "route_not_found", "", "no such path")
		return true
	})
	if _, err := newCopier(t, srv, false).sync(); err == nil || !strings.Contains(err.Error(), "--since-mode") {
		t.Error(err)
	}
}

func TestChangeOfModeCopiesAgain(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 5)
	c := newCopier(t, srv, true)
	c.mustSync(mirror.Result{Added: 5})
	srv.Delete("item-0002")
	c.opts.SinceMode = false
	c.mustSync(mirror.Result{Deleted: 1, Unchanged: 4})
	srv.Delete("item-0003")
	c.opts.SinceMode = true
	c.mustSync(mirror.Result{Deleted: 1, Unchanged: 3})
	c.mustEqual()
}

func TestOtherCopiesAreLeftAlone(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 5)
	c := newCopier(t, srv, false)
	c.mustSync(mirror.Result{Added: 5})
	before := c.items()

	other := apitest.New(t)
	other.Put("x", "1")
	c.srv = other
	_, err := c.sync()
	if !errors.Is(err, mirror.ErrOtherCopy) || c.items() != before {
		t.Errorf("another service: %v", err)
	}
	c.opts.Airport = "LAX"
	c.srv = srv
	if _, err := c.sync(); !errors.Is(err, mirror.ErrOtherCopy) || c.items() != before {
		t.Errorf("another airport: %v", err)
	}
	for _, code := range []string{"", "S", "SFOOO", "S/O", "ſfo", "../"} {
		c.opts.Airport = code
		if _, err := c.sync(); !errors.Is(err, mirror.ErrAirport) {
			t.Errorf("airport %q: %v", code, err)
		}
	}
	c.opts.Airport = "SFO"
	c.srv, c.opts.Full = other, true
	c.mustSync(mirror.Result{Added: 1, Deleted: 5})
	c.mustEqual()
}

func TestCopyOfANewerProgram(t *testing.T) {
	t.Parallel()
	for _, state := range []string{`{"version":2,"mode":"changes"}`, `{"version":2,"mode":["changes"],"items":"many"}`} {
		srv := apitest.New(t)
		fill(srv, 3)
		c := newCopier(t, srv, false)
		c.mustSync(mirror.Result{Added: 3})
		if err := os.WriteFile(c.path("state.json"), []byte(state), 0o644); err != nil {
			t.Fatal(err)
		}
		before := c.items()
		srv.Delete("item-0000")
		_, err := c.sync()
		if !errors.Is(err, mirror.ErrOtherCopy) || !strings.Contains(err.Error(), "replace it with --full") || c.items() != before {
			t.Errorf("%s: %v", state, err)
		}
		c.opts.Full = true
		c.mustSync(mirror.Result{Added: 2})
		c.mustEqual()
		c.opts.Full = false
		c.mustSync(mirror.Result{Unchanged: 2})
		c.mustNote("")
	}
}

// TestNoCacheAnswers: a page out of a cache shows an older moment than the others.
func TestNoCacheAnswers(t *testing.T) {
	t.Parallel()
	for _, since := range []bool{false, true} {
		srv := apitest.New(t)
		fill(srv, 150)
		srv.Intercept(func(_ http.ResponseWriter, r *http.Request) bool {
			if got := r.Header.Get("Cache-Control"); got != "no-cache" {
				t.Errorf("%s with Cache-Control %q", r.URL, got)
			}
			return false
		})
		newCopier(t, srv, since).mustSync(mirror.Result{Added: 150})
	}
}

func TestStateIsReadable(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 3)
	c := newCopier(t, srv, false)
	c.mustSync(mirror.Result{Added: 3})
	var state struct {
		Version                        int
		Mode, BaseURL, Airport, Cursor string
		Items                          int
		Next                           json.RawMessage
	}
	text, _ := os.ReadFile(c.path("state.json"))
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	if state.Version != 1 || state.Mode != "changes" || state.BaseURL != srv.URL || state.Airport != "SFO" || state.Cursor == "" || state.Items != 3 || state.Next != nil {
		t.Errorf("%s", text)
	}
	if bytes.Contains(text, []byte(apitest.Key)) {
		t.Error("state.json holds the key")
	}
}
