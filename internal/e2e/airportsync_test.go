package e2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// airport-sync follows additions, updates, deletions and a new epoch, with keys of two kinds.
func TestAirportSync(t *testing.T) {
	t.Parallel()
	i, whole := sfo(t)
	s := i.serve(t)
	dining := i.key(t, "Acme", "--airport", "SFO", "--scope", "content:read:dining")
	wholeDir, diningDir := t.TempDir(), t.TempDir()
	sync := func(key, dir, want string) (stderr string) {
		t.Helper()
		got := runCommand(t, s.syncing(t.Context(), key, dir), "")
		if got.code != 0 || got.stdout != want+"\n" {
			t.Errorf("want %s: %+v", want, got)
		}
		copied, err := readCopy(dir)
		check(t, err)
		same(t, s.everything(t, key, "SFO"), copied)
		return got.stderr
	}
	var items []item
	for n := range 250 {
		items = append(items, typed(fmt.Sprintf("item/%03d ü/?", n), []string{"dining", "news"}[n%2], fmt.Sprintf("<b>First</b> & %d", n)))
		items[n].Metadata = []byte(`{"n":12345678901234567890.10}`)
	}
	sync(whole, wholeDir, "added 0, updated 0, deleted 0, unchanged 0")
	i.load(t, "SFO", items)
	sync(whole, wholeDir, "added 250, updated 0, deleted 0, unchanged 0")
	sync(dining, diningDir, "added 125, updated 0, deleted 0, unchanged 0")
	sync(whole, wholeDir, "added 0, updated 0, deleted 0, unchanged 250")

	items[0].Title, items[2].ContentType, items[3].ContentType = "Second", "news", "dining"
	i.load(t, "SFO", append(items[:240], typed("new", "news", "New")), "--prune")
	sync(whole, wholeDir, "added 1, updated 3, deleted 10, unchanged 237")
	sync(dining, diningDir, "added 1, updated 1, deleted 6, unchanged 118")

	i.do(t, "airport", "reset-sync", "SFO")
	if said := sync(whole, wholeDir, "added 0, updated 0, deleted 0, unchanged 241"); !strings.Contains(said, "copying everything again") {
		t.Errorf("after reset-sync: %s", said)
	}
	sync(dining, wholeDir, "added 0, updated 0, deleted 121, unchanged 120") // a key with other rights needs other content
}

// airport-sync is killed at random moments, while imports change the content and cursors expire
// between. After every kill a reader finds a whole copy, in the end it is the airport, and no kill
// costs the copy.
func TestKilledAirportSync(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	i, key := sfo(t, generation(0)...)
	s, dir := i.serve(t), t.TempDir()
	again, resets := 0, 0
	sync := func(limit time.Duration) (killed bool) {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		out, err := s.syncing(ctx, key, dir).CombinedOutput()
		if err != nil && ctx.Err() == nil {
			t.Fatalf("%v: %s", err, out)
		}
		again += strings.Count(string(out), "copying everything again")
		return err != nil
	}
	began := time.Now()
	sync(patience)
	takes := time.Since(began)
	for round, killed := 1, 0; killed < 20; round++ {
		switch round % 6 {
		case 0:
			i.load(t, "SFO", generation(round), "--prune", "--force")
		case 3:
			i.do(t, "airport", "reset-sync", "SFO")
			resets++
		}
		if sync(time.Duration(random.Int64N(int64(takes)))) {
			killed++
		}
		if copied, err := readCopy(dir); err != nil || len(copied) < 100 {
			t.Fatalf("%d items, %v", len(copied), err)
		}
	}
	if sync(patience) {
		t.Fatal("it takes too long")
	}
	copied, err := readCopy(dir)
	check(t, err)
	same(t, s.everything(t, key, "SFO"), copied)
	if again > resets {
		t.Errorf("copied everything again %d times, cursors expired %d times", again, resets)
	}
}
