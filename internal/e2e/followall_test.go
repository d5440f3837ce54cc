package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
)

// copiedAirports reads the files of a copy of all airports.
func copiedAirports(t *testing.T, dir string) map[string]map[string]item {
	t.Helper()
	copies := map[string]map[string]item{}
	for _, path := range check.Must(filepath.Glob(filepath.Join(dir, "*.ndjson")))(t) {
		items := map[string]item{}
		for line := range bytes.Lines(check.Must(os.ReadFile(path))(t)) {
			var i item
			if err := json.Unmarshal(line, &i); err != nil {
				t.Fatalf("%s: %q: %v", path, line, err)
			}
			items[i.ID] = i
		}
		copies[strings.TrimSuffix(filepath.Base(path), ".ndjson")] = items
	}
	return copies
}

// A copy of all airports is killed at random moments, while imports change the content, airports
// come and go, and cursors expire. In the end it is the airports, and says what it dropped.
func TestKilledCopyOfAllAirports(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	i, _ := sfo(t, generation(0)...)
	for _, code := range []string{"OAK", "SJC"} {
		i.do(t, "airport", "add", code, code)
		i.load(t, code, generation(1)[:60])
	}
	i.do(t, "airport", "add", "EMP", "Empty")
	key := i.key(t, "Acme", "--all-airports")
	s, dir := i.serve(t), t.TempDir()
	said := ""
	sync := func(limit time.Duration, flags ...string) (killed bool) {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		cmd := exec.CommandContext(ctx, filepath.Join(programs, "airport-sync"), append([]string{"--base-url", s.url, "--all-airports", "--dir", dir}, flags...)...)
		cmd.Env = []string{atOnce, "AIRPORT_API_KEY=" + key}
		out, err := cmd.CombinedOutput()
		if err != nil && ctx.Err() == nil {
			t.Fatalf("%v: %s", err, out)
		}
		said += string(out)
		return err != nil
	}
	began := time.Now()
	sync(check.Patience)
	takes := time.Since(began)
	isExact := func(filters ...string) {
		t.Helper()
		sync(check.Patience, filters...)
		want := map[string]map[string]item{}
		for _, code := range []string{"SFO", "OAK", "SJC", "EMP", "NEW"} {
			if strings.Contains(i.do(t, "airport", "list"), code) {
				want[code] = s.everything(t, key, code)
			}
		}
		check.Same(t, want, copiedAirports(t, dir))
	}
	isExact()
	for round, killed := 2, 0; killed < 8; round++ {
		switch round % 5 {
		case 0:
			i.do(t, "airport", "reset-sync", "SFO")
		case 1:
			i.load(t, "OAK", generation(round)[:random.IntN(80)], "--prune", "--force")
		case 2:
			i.do(t, "airport", "add", "NEW", "New")
			i.load(t, "NEW", generation(round)[:100])
		case 3:
			i.do(t, "airport", "remove", "NEW", "--with-content")
		case 4:
			i.load(t, "SFO", generation(round), "--prune", "--force")
		}
		if sync(time.Duration(random.Int64N(int64(takes)))) {
			killed++
		}
	}
	isExact()
	i.do(t, "airport", "remove", "SJC", "--with-content")
	said = ""
	isExact()
	if !strings.Contains(said, "SJC: the key no longer covers the airport") {
		t.Errorf("nothing is said of the airport that was removed: %s", said)
	}
	sync(check.Patience, "--type", "news,faq", "--language", "en-US")
	for code, items := range copiedAirports(t, dir) {
		for id, copied := range items {
			if copied.ContentType != "news" && copied.ContentType != "faq" {
				t.Errorf("%s has %s of type %s", code, id, copied.ContentType)
			}
		}
	}
	isExact()
	if out := fmt.Sprint(said); !strings.Contains(out, "copying everything again") {
		t.Errorf("another filter: %s", out)
	}
}
