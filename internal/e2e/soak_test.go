//go:build soak

package e2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
	"airport-content/internal/testitem"
)

const (
	restartEvery = 20 * time.Second
	importEvery  = 3 * time.Second
	soakReaders  = 10 // with the followers, 16 partners
)

// TestSoak has two servers, of which one is never restarted. While partners read and follow, and
// files are imported, the other server, Redis and PostgreSQL are restarted. In the end every copy
// is the airport, and the first server needs no more than in the first half of the time.
// SOAK_MINUTES is how long.
func TestSoak(t *testing.T) {
	minutes, seed := fromEnvironment(t, "SOAK_MINUTES", 30), uint64(rand.Uint32())
	database, store := testenv.OwnPostgres(t), testenv.OwnRedis(t)
	i := installation{"DATABASE_URL=" + database.URL(), "REDIS_URL=" + store.URL(), "RATE_LIMIT=1000000", "AUTH_FAILURE_LIMIT=1000000"}
	key := i.fill(t)
	importing := &importer{i: i, random: rand.New(rand.NewPCG(seed, 0))}
	check.NoError(t, importing.importFile(t, false))
	api, ops := "LISTEN_ADDR="+freeAddress(t), "OPS_ADDR="+freeAddress(t)
	steady, other := i.serve(t), i.serve(t, api, ops)
	w := &soak{t: t, statuses: map[string]int{}}
	ctx, end := context.WithTimeout(t.Context(), time.Duration(minutes)*time.Minute)
	defer end()

	var partners sync.WaitGroup
	following := followers(t, i, steady, seed)
	for _, f := range following {
		partners.Go(func() { w.follow(ctx, f) })
	}
	for n := range soakReaders {
		name := fmt.Sprint("Reader ", n)
		i.do(t, "partner", "add", name)
		readerKey := i.key(t, name, "--airport", "SFO")
		partners.Go(func() { w.read(ctx, []*server{steady, other}[n%2], readerKey) })
	}
	partners.Go(func() { w.keepImporting(ctx, importing) })

	running := other
	restarts := []func(){
		func() { running.kill(); running = i.serve(t, api, ops) },
		store.Restart,
		func() { running.stop(); running = i.serve(t, api, ops) },
		database.Restart,
		func() { store.Kill(); pause(t.Context(), 2*time.Second); store.Restart() },
		func() { database.Kill(); pause(t.Context(), 2*time.Second); database.Restart() },
	}
	var samples []map[string]float64 // of what the steady server needs
	for n := 0; ctx.Err() == nil; n++ {
		pause(ctx, restartEvery)
		w.disturbed.Store(true)
		restarts[n%len(restarts)]()
		check.Eventually(t, "healthy", func() bool { return steady.health(t) == "healthy" && running.health(t) == "healthy" })
		w.disturbed.Store(false)
		samples = append(samples, needs(t, i, steady))
		t.Logf("%d restarts, %v", len(samples), samples[n])
	}
	partners.Wait()

	check.NoError(t, importing.importFile(t, false)) // clears the mark of one that was killed
	for _, f := range following {
		check.NoError(t, f.follow(t.Context()))
		f.mustBe(t, steady.everything(t, f.key, "SFO"))
	}
	check.Same(t, steady.everything(t, key, "SFO"), running.everything(t, key, "SFO"), "the servers differ")
	t.Logf("seed %d, %d minutes, %d restarts, importer %+v", seed, minutes, len(samples), importing.done)
	t.Logf("answers: %v; importers that failed: %d", w.statuses, w.failed)
	half := len(samples) / 2
	for name := range samples[0] {
		early, late := most(samples[:half], name), most(samples[half:], name)
		t.Logf("%s: at most %.0f early, %.0f late", name, early, late)
		allowed := early*1.25 + 10
		if strings.HasSuffix(name, " in MB") {
			allowed += 30 // words that are remembered fill 9 MB in time, which GOGC makes three times as much
		}
		if late > allowed {
			t.Errorf("%s: at most %.0f late, %.0f early", name, late, early)
		}
	}
}

// soak is what partners and importers saw.
type soak struct {
	t         *testing.T
	disturbed atomic.Bool
	failed    int // importers

	mu       sync.Mutex
	statuses map[string]int
}

// calmly reports whether nothing was restarted while do ran.
func (w *soak) calmly(do func()) bool {
	before := w.disturbed.Load()
	do()
	return !before && !w.disturbed.Load()
}

func (w *soak) keepImporting(ctx context.Context, r *importer) {
	for ; ctx.Err() == nil; pause(ctx, importEvery) {
		var err error
		calm := w.calmly(func() { err = r.step(w.t) })
		if err != nil {
			w.failed++
		}
		if err != nil && calm {
			w.t.Error(err)
		}
	}
}

// follow goes on after failures, as partners do.
func (w *soak) follow(ctx context.Context, f *follower) {
	for ; ctx.Err() == nil; pause(ctx, 500*time.Millisecond) {
		var err error
		calm := w.calmly(func() { err = f.follow(context.WithoutCancel(ctx)) })
		if err == nil {
			f.level++
		} else if calm {
			w.t.Errorf("%s: %v", f.name, err)
		}
	}
}

// read asks for this and that. Only while something is restarted may an answer fail, and then with
// our body.
func (w *soak) read(ctx context.Context, s *server, key string) {
	for ; ctx.Err() == nil; pause(ctx, time.Duration(rand.IntN(200))*time.Millisecond) {
		path := []string{
			fmt.Sprintf("SFO/content?size=%d&from=%d&includeBody=%t", 1+rand.IntN(100), rand.IntN(300), rand.IntN(2) == 0),
			fmt.Sprintf("SFO/content?q=word%d+word%d", rand.IntN(3000), rand.IntN(3000)),
			fmt.Sprintf("SFO/content?q=%s+item", []string{"versoin", "\"item+7\"", "-word1", "itme"}[rand.IntN(4)]),
			"SFO/content?contentType=" + testitem.Types[rand.IntN(len(testitem.Types))],
			fmt.Sprintf("SFO/content/item%%2F%03d", rand.IntN(knownItems)),
			"SFO/changes?size=100",
		}[rand.IntN(6)]
		var a answer
		var err error
		calm := w.calmly(func() { a, err = s.try(w.t, http.MethodGet, key, base+path) })
		seen := "no answer"
		if err == nil {
			seen = strconv.Itoa(a.status)
		}
		if a.status == 500 {
			code := parse[failure](w.t, a.body).Error.Code
			a.fails(w.t, 500, code)
			seen += " " + code
		}
		if calm && (err != nil || a.status != 200 && a.status != 404) || strings.HasSuffix(seen, "internal") {
			w.t.Errorf("%s: %s %.300s, error %v", path, seen, a.body, err)
		}
		w.mu.Lock()
		w.statuses[seen]++
		w.mu.Unlock()
	}
}

func most(samples []map[string]float64, name string) (most float64) {
	for _, sample := range samples {
		most = max(most, sample[name])
	}
	return most
}

// needs are what the server takes of the machine.
func needs(t *testing.T, i installation, s *server) map[string]float64 {
	t.Helper()
	all := s.metrics(t)
	needs := map[string]float64{
		"resident memory in MB":                     all["process_resident_memory_bytes"] / 1e6,
		"heap at the next garbage collection in MB": all["go_memstats_next_gc_bytes"] / 1e6,
		"goroutines": all["go_goroutines"],
		"open files": all["process_open_fds"],
	}
	for name, value := range needs {
		if value == 0 {
			t.Errorf("no %s in the metrics", name)
		}
	}
	needs["connections of PostgreSQL"] = testenv.Value[float64](t, i.database(), "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")
	return needs
}
