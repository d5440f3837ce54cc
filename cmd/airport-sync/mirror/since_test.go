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
