package e2e_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
)

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
	sync(check.Patience)
	i.load(t, "SFO", generation(1), "--prune", "--force")
	began := time.Now()
	sync(check.Patience)
	takes := time.Since(began)
	for round, killed := 2, 0; killed < 20; round++ { // each has something to copy
		if round%2 == 0 {
			i.do(t, "airport", "reset-sync", "SFO")
			resets++
		} else {
			i.load(t, "SFO", generation(round), "--prune", "--force")
		}
		if sync(time.Duration(random.Int64N(int64(takes * 3 / 2)))) {
			killed++
		}
		if copied, err := readCopy(dir); err != nil || len(copied) < 100 {
			t.Fatalf("%d items, %v", len(copied), err)
		}
	}
	if sync(check.Patience) {
		t.Fatal("it takes too long")
	}
	copied := check.Must(readCopy(dir))(t)
	check.Same(t, s.everything(t, key, "SFO"), copied)
	if again > resets {
		t.Errorf("copied everything again %d times, cursors expired %d times", again, resets)
	}
}
