package mirror_test

import (
	"fmt"
	"strings"
	"testing"

	"airport-content/cmd/airport-sync/internal/apitest"
	"airport-content/cmd/airport-sync/mirror"
)

func TestSinceMode(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 250)
	c := newCopier(t, srv, true)
	c.mustSync(mirror.Result{Added: 250})
	c.mustEqual()

	srv.Put("item-0003", "second")
	srv.Put("new", "first")
	c.mustSync(mirror.Result{Added: 1, Updated: 1, Unchanged: 249})
	c.mustEqual()
	before := len(srv.Requests())
	c.mustSync(mirror.Result{Unchanged: 251})
	if got := srv.Requests()[before:]; len(got) != 1 || !strings.Contains(got[0], "modifiedSince=") || !strings.Contains(got[0], "size=100") {
		t.Errorf("a run without news asked %q", got)
	}

	srv.Delete("item-0100")
	c.mustSync(mirror.Result{Unchanged: 251}) // is not told
	c.opts.Full = true
	c.mustSync(mirror.Result{Deleted: 1, Unchanged: 250})
	c.mustEqual()
	c.mustNote("")
}

// TestSinceModeWhileContentChanges: after every page, items that were read and items that were not are changed or deleted.
func TestSinceModeWhileContentChanges(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 500)
	c := newCopier(t, srv, true)
	turn := 0
	c.opts.Progress = func(int, int) {
		if turn++; turn > 8 {
			return
		}
		if turn%4 == 2 {
			for n := range 30 {
				srv.Delete(fmt.Sprintf("item-%04d", 499-30*turn-n))
			}
		}
		srv.Put(fmt.Sprintf("item-%04d", turn), "second")
		srv.Put(fmt.Sprintf("new-%04d", turn), "first")
	}
	for range 2 {
		if _, err := c.sync(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(srv.NDJSON()) {
			if !strings.Contains(c.items(), line) {
				t.Errorf("the copy lacks %s", line)
			}
		}
	}
	if turn < 6 {
		t.Errorf("only %d pages", turn)
	}
}

// TestSinceModeOverStatesOfDifferentAge: some of the requests are answered by a replica that lags. "o" stands for one of
// these, "." for one by the primary; the last sign is for all that follow.
func TestSinceModeOverStatesOfDifferentAge(t *testing.T) {
	t.Parallel()
	tests := []struct {
		answers string
		changed int // items, the ones at the end of the list; they move up to its beginning
	}{
		{"o.", 150},
		{".oo.", 150}, // the first page shows only some of what changed
		{".o.", 30},   // the second page begins 30 items beyond the first one's end
		{"o.o.", 30},  // as the third one here; only a later page shows what changed
		{".o", 30},    // the first page's versions are the newest to be had
		{".", 150},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt), func(t *testing.T) {
			t.Parallel()
			srv := apitest.New(t)
			fill(srv, 250)
			turn := -1
			srv.Lag(func() bool { turn++; return tt.answers[min(turn, len(tt.answers)-1)] == 'o' })
			fill(srv, tt.changed)
			c := newCopier(t, srv, true)
			c.mustSync(mirror.Result{Added: 250})
			c.mustEqual()
			srv.Lag(func() bool { return false })
			c.mustSync(mirror.Result{Unchanged: 250})
			c.mustEqual()
		})
	}
}

// TestSinceModeThatEndsInAnOlderState: the replica never tells what moved up past the pages that it answered.
func TestSinceModeThatEndsInAnOlderState(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 250)
	requests := 0
	srv.Lag(func() bool { requests++; return requests != 2 })
	fill(srv, 30)
	c := newCopier(t, srv, true)
	c.mustSync(mirror.Result{Added: 220})
	srv.Lag(func() bool { return false })
	c.mustSync(mirror.Result{Added: 30, Updated: 30, Unchanged: 190})
	c.mustEqual()
}
