package mirror_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gofrs/flock"

	"airport-content/cmd/airport-sync/internal/apitest"
	"airport-content/cmd/airport-sync/mirror"
)

func TestDamagedCopyIsMadeAgain(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, note string
		harm       func(t *testing.T, c *copier) error
	}{
		{"no items", "items.ndjson is missing", func(_ *testing.T, c *copier) error { return os.Remove(c.path("items.ndjson")) }},
		{"items cut", "was changed", func(_ *testing.T, c *copier) error { return os.Truncate(c.path("items.ndjson"), 1000) }},
		{"items changed", "was changed", func(_ *testing.T, c *copier) error {
			return os.WriteFile(c.path("items.ndjson"), []byte(strings.Replace(c.items(), "first", "fixst", 1)), 0o644)
		}},
		{"no state", "state.json is missing", func(_ *testing.T, c *copier) error { return os.Remove(c.path("state.json")) }},
		{"state empty", "state.json is damaged", func(_ *testing.T, c *copier) error { return os.Truncate(c.path("state.json"), 0) }},
		{"state cut", "state.json is damaged", func(_ *testing.T, c *copier) error { return os.Truncate(c.path("state.json"), 100) }},
		{"state of nothing", "state.json is damaged", func(_ *testing.T, c *copier) error { return os.WriteFile(c.path("state.json"), []byte("{}"), 0o644) }},
		{"left over", "", func(t *testing.T, c *copier) error {
			for _, name := range []string{".spool", ".items.new", ".state.new"} {
				if err := os.WriteFile(c.path(name), []byte("half a line"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			return nil
		}},
	}
	for _, tt := range tests {
		for _, since := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s since=%t", tt.name, since), func(t *testing.T) {
				t.Parallel()
				srv := apitest.New(t)
				fill(srv, 30)
				c := newCopier(t, srv, since)
				c.mustSync(mirror.Result{Added: 30})
				if err := tt.harm(t, c); err != nil {
					t.Fatal(err)
				}
				srv.Put("item-0000", "second")
				if _, err := c.sync(); err != nil {
					t.Fatal(err)
				}
				c.mustNote(tt.note)
				c.mustEqual()
			})
		}
	}
}

func TestFailedRunLeavesTheCopy(t *testing.T) {
	t.Parallel()
	for _, since := range []bool{false, true} {
		srv := apitest.New(t)
		fill(srv, 250)
		c := newCopier(t, srv, since)
		c.mustSync(mirror.Result{Added: 250})
		before := c.items()
		state, _ := os.ReadFile(c.path("state.json"))
		fill(srv, 250)
		var requests atomic.Int32
		srv.Intercept(func(w http.ResponseWriter, _ *http.Request) bool {
			if requests.Add(1) == 1 {
				return false
			}
			apitest.Fail(w, http.StatusForbidden, "airport_forbidden", "", "no longer")
			return true
		})
		if _, err := c.sync(); err == nil {
			t.Error("no error")
		}
		after, _ := os.ReadFile(c.path("state.json"))
		if c.items() != before || !bytes.Equal(state, after) {
			t.Error("a failed run changed the copy or its state")
		}
		srv.Intercept(nil)
		c.mustSync(mirror.Result{Updated: 250})
		c.mustEqual()
	}
}

// TestBrokenServiceLeavesTheCopy: an answer that lacks what a copy relies on is not "nothing changed".
func TestBrokenServiceLeavesTheCopy(t *testing.T) {
	t.Parallel()
	meta := `"meta":{"airport":"SFO","timestamp":"2026-03-01T09:30:00.000Z"},"results":[]`
	tests := []struct {
		since      bool
		body, want string
	}{
		{false, `{"success":false,` + meta + `,"nextCursor":"c","hasMore":false}`, "without success"},
		{false, `{"success":true,` + meta + `,"hasMore":false}`, "no nextCursor"},
		{false, `{"success":true,` + meta + `,"nextCursor":"c"}`, "no hasMore"},
		{true, `{"success":false,` + meta + `,"pagination":{"hasMore":false}}`, "without success"},
		{true, `{"success":true,` + meta + `}`, "no pagination"},
		{true, `{"success":true,` + meta + `,"pagination":{}}`, "no pagination.hasMore"},
	}
	for _, tt := range tests {
		srv := apitest.New(t)
		fill(srv, 3)
		c := newCopier(t, srv, tt.since)
		c.mustSync(mirror.Result{Added: 3})
		state, _ := os.ReadFile(c.path("state.json"))
		srv.Intercept(func(w http.ResponseWriter, _ *http.Request) bool {
			_, _ = w.Write([]byte(tt.body))
			return true
		})
		if _, err := c.sync(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.body, err, tt.want)
		}
		c.mustEqual()
		if after, _ := os.ReadFile(c.path("state.json")); !bytes.Equal(state, after) {
			t.Errorf("%s changed state.json", tt.body)
		}
	}
}

// A first run that fails leaves no directory behind, nor those above it; but one that was there stays.
func TestFailedFirstRunLeavesNothing(t *testing.T) {
	t.Parallel()
	for _, since := range []bool{false, true} {
		srv := apitest.New(t)
		srv.Intercept(func(w http.ResponseWriter, _ *http.Request) bool {
			apitest.Fail(w, http.StatusNotFound, "airport_not_found", "", "no such airport")
			return true
		})
		c := newCopier(t, srv, since)
		base := c.opts.Dir
		for _, there := range []bool{false, true} {
			if there {
				if err := os.Mkdir(base, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			c.opts.Dir = filepath.Join(base, "a", "b")
			if _, err := c.sync(); err == nil {
				t.Error("no error")
			}
			left := base
			if there {
				left = filepath.Dir(c.opts.Dir)
			}
			if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s is left behind: %v", left, err)
			}
		}
		if _, err := os.Stat(base); err != nil {
			t.Errorf("the directory that was there: %v", err)
		}
		srv.Intercept(nil)
		c.mustSync(mirror.Result{})
		c.mustEqual()
	}
}

func TestTwoRunsDoNotInterleave(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	c := newCopier(t, srv, false)
	c.mustSync(mirror.Result{})
	lock := flock.New(c.path(".lock"))
	if locked, err := lock.TryLock(); !locked || err != nil {
		t.Fatal(locked, err)
	}
	if _, err := c.sync(); !errors.Is(err, mirror.ErrBusy) {
		t.Error(err)
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	c.mustSync(mirror.Result{})
}
