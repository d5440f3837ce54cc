package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
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

// copyOfAll is a copy of all airports of a key that may read a list of them.
type copyOfAll struct {
	i        installation // of who imports and changes keys
	key, dir string
	said     string
}

// sync brings the copy into step. It reports whether the limit ended the run.
func (c *copyOfAll) sync(t *testing.T, s *server, limit time.Duration, flags ...string) (killed bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(programs, "airport-sync"), append([]string{"--base-url", s.url, "--all-airports", "--dir", c.dir}, flags...)...)
	cmd.Env = []string{"AIRPORT_API_KEY=" + c.key}
	out, err := cmd.CombinedOutput()
	if err != nil && ctx.Err() == nil {
		t.Errorf("%v: %s", err, out)
	}
	c.said += string(out)
	return err != nil
}

// isExact brings the copy into step and compares it with the list of each airport.
func (c *copyOfAll) isExact(t *testing.T, s *server, flags ...string) {
	t.Helper()
	time.Sleep(4500 * time.Millisecond) // so long old rights may be used
	c.sync(t, s, check.Patience, flags...)
	want := map[string]map[string]item{}
	for _, a := range parsed[struct{ Results []struct{ Airport string } }](t, s.get(t, c.key, "airports")).Results {
		want[a.Airport] = s.everything(t, c.key, a.Airport)
	}
	check.Same(t, want, copiedAirports(t, c.dir))
}

// A copy of all airports is killed at random moments. Meanwhile imports change the content and are
// killed, airports come and go, grants change, cursors expire, and the server dies. In the end the
// copy is the airports, and says what it dropped.
func TestKilledCopyOfAllAirports(t *testing.T) {
	t.Parallel()
	i := install(t)
	i.fill(t)
	killCopiesOfAll(t, i, i)
}

// killCopiesOfAll does the above with two environments of one installation: of who imports, and of
// serve.
func killCopiesOfAll(t *testing.T, i, served installation) {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	i.load(t, "SFO", generation(0), "--prune", "--force")
	for _, code := range []string{"OAK", "SJC"} {
		i.do(t, "airport", "add", code, code)
		i.load(t, code, generation(1)[:60])
	}
	i.do(t, "airport", "add", "EMP", "Empty")
	c := &copyOfAll{i: i, dir: t.TempDir(), key: i.key(t, "Acme", "--airport", "SFO", "--airport", "OAK", "--airport", "SJC", "--airport", "EMP")}
	api, ops := "LISTEN_ADDR="+freeAddress(t), "OPS_ADDR="+freeAddress(t)
	s := served.serve(t, api, ops)
	began := time.Now()
	c.sync(t, s, check.Patience)
	takes := time.Since(began)
	c.isExact(t, s)
	changes := []func(round int){
		func(int) { i.do(t, "airport", "reset-sync", "SFO") },
		func(round int) { i.load(t, "OAK", generation(round)[:random.IntN(80)], "--prune", "--force") },
		func(round int) {
			i.do(t, "airport", "add", "NEW", "New")
			i.do(t, "key", "set", keyID(c.key), "--add-airport", "NEW")
			i.load(t, "NEW", generation(round)[:100])
		},
		func(round int) {
			cmd := i.command(t, "import", "SFO", "-", "--prune", "--force")
			cmd.Stdin = strings.NewReader(ndjson(t, generation(round)...))
			p := begin(t, cmd)
			time.Sleep(time.Duration(random.IntN(400)) * time.Millisecond)
			p.end(syscall.SIGKILL)
		},
		func(int) { i.do(t, "key", "set", keyID(c.key), "--remove-airport", "SJC") },
		func(int) { i.do(t, "airport", "remove", "NEW", "--with-content") },
		func(int) { s.kill(); s = served.serve(t, api, ops) },
		func(int) { i.do(t, "key", "set", keyID(c.key), "--add-airport", "SJC") },
		func(round int) { i.load(t, "SFO", generation(round), "--prune", "--force") },
		func(int) { i.do(t, "airport", "offline", "OAK"); i.do(t, "airport", "online", "OAK") },
	}
	kills := 0
	for round := range 3 * len(changes) {
		first := s
		syncing, killedAfter := make(chan bool), time.Duration(random.Int64N(int64(takes)))
		go func() { syncing <- c.sync(t, first, killedAfter) }()
		changes[round%len(changes)](round)
		if <-syncing {
			kills++
		}
	}
	c.isExact(t, s)
	t.Logf("killed %d times", kills)
	i.do(t, "airport", "remove", "SJC", "--with-content")
	c.said = ""
	c.isExact(t, s)
	if !strings.Contains(c.said, "SJC: the key no longer covers the airport") {
		t.Errorf("nothing is said of the airport that was removed: %s", c.said)
	}
	c.sync(t, s, check.Patience, "--type", "news,faq", "--language", "en-US")
	for code, items := range copiedAirports(t, c.dir) {
		for id, copied := range items {
			if copied.ContentType != "news" && copied.ContentType != "faq" {
				t.Errorf("%s has %s of type %s", code, id, copied.ContentType)
			}
		}
	}
	c.isExact(t, s)
	if !strings.Contains(c.said, "copying everything again") {
		t.Errorf("another filter: %s", c.said)
	}
}

// The copy of an airport that is offline stays, also if everything is read again, or with another
// filter. It goes if the airport is removed meanwhile.
func TestCopyOfOfflineAirport(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t, titled("a", "page", "1"), titled("b", "news", "1"))
	i.do(t, "airport", "add", "OAK", "Oakland")
	i.load(t, "OAK", []item{titled("c", "page", "1"), titled("d", "news", "1")})
	c := &copyOfAll{i: i, dir: t.TempDir(), key: i.key(t, "Acme", "--all-airports")}
	s := i.serve(t)
	c.isExact(t, s)
	before := copiedAirports(t, c.dir)

	i.do(t, "airport", "offline", "OAK")
	time.Sleep(4500 * time.Millisecond) // so long old states may be used
	for _, flags := range [][]string{nil, {"--full"}, {"--type", "page"}} {
		c.said = ""
		c.sync(t, s, check.Patience, flags...)
		check.Same(t, before["OAK"], copiedAirports(t, c.dir)["OAK"], "the copy of the offline airport after ", flags)
		if !strings.Contains(c.said, "OAK: offline at the moment; its copy stays") {
			t.Errorf("%s: what is said: %s", flags, c.said)
		}
	}
	check.Same(t, 1, len(copiedAirports(t, c.dir)["SFO"]), "items of the airport that is online, with the filter")
	i.do(t, "airport", "online", "OAK")
	c.isExact(t, s)

	i.do(t, "airport", "offline", "OAK")
	i.do(t, "airport", "remove", "OAK", "--with-content")
	time.Sleep(4500 * time.Millisecond)
	c.sync(t, s, check.Patience, "--full")
	check.Same(t, 1, len(copiedAirports(t, c.dir)), "airports in the copy")
}
