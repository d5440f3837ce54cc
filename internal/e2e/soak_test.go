//go:build soak

package e2e_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/testenv"
)

const (
	restartEvery = 20 * time.Second
	importEvery  = 3 * time.Second
	soakReaders  = 10 // with the followers, 16 partners
)

// TestSoak has two servers, of which one is never restarted. While partners read and follow, and files are imported, the other
// server, Redis and PostgreSQL are restarted. In the end every copy is the airport, and the first server needs no more than at the
// beginning. SOAK_MINUTES is how long.
func TestSoak(t *testing.T) {
	minutes, seed := fromEnvironment(t, "SOAK_MINUTES", 30), uint64(rand.Uint32())
	database, store := testenv.OwnPostgres(t), testenv.OwnRedis(t)
	i := installation{"DATABASE_URL=" + database.URL(), "REDIS_URL=" + store.URL(), "RATE_LIMIT=1000000", "AUTH_FAILURE_LIMIT=1000000"}
	key := i.fill(t)
	w := &soak{t: t, i: i, importer: &importer{i: i, random: rand.New(rand.NewPCG(seed, 0))}, statuses: map[string]int{}}
	check(t, w.importer.importFile(t, false))
	api, ops := "LISTEN_ADDR="+freeAddress(t), "OPS_ADDR="+freeAddress(t)
	w.steady, w.other = i.serve(t), i.serve(t, api, ops)
	w.followers = followers(t, i, w.steady, seed)
	for n := range soakReaders {
		name := fmt.Sprint("Reader ", n)
		i.do(t, "partner", "add", name)
		w.keys = append(w.keys, i.key(t, name, "--airport", "SFO"))
	}

	w.during(time.Duration(minutes)*time.Minute/10, func(context.Context) {})
	begin := w.needs()
	second := w.other
	restarts := []func(){
		func() { second.kill(); second = i.serve(t, api, ops) },
		store.Restart,
		func() { second.stop(); second = i.serve(t, api, ops) },
		database.Restart,
		func() { store.Kill(); pause(t.Context(), 2*time.Second); store.Restart() },
		func() { database.Kill(); pause(t.Context(), 2*time.Second); database.Restart() },
	}
	w.during(time.Duration(minutes)*time.Minute, func(ctx context.Context) {
		for n := 0; ctx.Err() == nil; n++ {
			pause(ctx, restartEvery)
			w.disturbed.Store(true)
			restarts[n%len(restarts)]()
			eventually(t, "healthy", func() bool { return w.steady.health(t).Status == "healthy" && w.other.health(t).Status == "healthy" })
			w.disturbed.Store(false)
			w.samples = append(w.samples, w.needs())
			t.Logf("%d restarts, %v", len(w.samples), w.samples[n])
		}
	})

	if err := w.importer.importFile(t, false); err != nil { // clears the mark of one that was killed
		t.Fatal(err)
	}
	for _, f := range w.followers {
		if err := f.follow(t.Context()); err != nil {
			t.Error(err)
		}
		f.mustBe(t, w.steady.everything(t, f.key, "SFO"))
	}
	same(t, w.steady.everything(t, key, "SFO"), w.other.everything(t, key, "SFO"), "the servers differ")
	end := w.needs()
	for _, name := range memory {
		begin[name], end[name] = w.most(name)
	}
	t.Logf("seed %d, %d minutes, %d restarts, importer %+v, importers that failed while PostgreSQL was restarted: %d", seed, minutes, len(w.samples), w.importer.done, w.failed)
	t.Logf("answers: %v", w.statuses)
	for name, before := range begin {
		t.Logf("%s: %.0f early, %.0f late", name, before, end[name])
		allowed := before*1.25 + 10
		if slices.Contains(memory, name) {
			allowed += 30 // words that are remembered fill 9 MB in time, which GOGC makes three times as much
		}
		if end[name] > allowed {
			t.Errorf("%s: %.0f late, %.0f early", name, end[name], before)
		}
	}
}

type soak struct {
	t             *testing.T
	i             installation
	steady, other *server
	importer      *importer
	followers     []*follower
	keys          []string
	samples       []map[string]float64 // of what the steady server needed, after each restart
	disturbed     atomic.Bool
	failed        int // importers

	mu       sync.Mutex
	statuses map[string]int
}

// during runs all partners and importers for this time, beside disturb.
func (w *soak) during(long time.Duration, disturb func(context.Context)) {
	ctx, end := context.WithTimeout(w.t.Context(), long)
	defer end()
	var all sync.WaitGroup
	for _, f := range w.followers {
		all.Go(func() { w.follow(ctx, f) })
	}
	for n, key := range w.keys {
		all.Go(func() { w.read(ctx, []*server{w.steady, w.other}[n%2], key) })
	}
	all.Go(func() {
		for ctx.Err() == nil {
			calm := !w.disturbed.Load()
			if err := w.importer.step(w.t); err != nil {
				w.failed++
				if calm && !w.disturbed.Load() {
					w.t.Error(err)
				}
			}
			pause(ctx, importEvery)
		}
	})
	disturb(ctx)
	<-ctx.Done()
	all.Wait()
	w.steady.client.CloseIdleConnections()
	pause(w.t.Context(), 10*time.Second)
}

// follow goes on after failures, as partners do.
func (w *soak) follow(ctx context.Context, f *follower) {
	for ctx.Err() == nil {
		calm := !w.disturbed.Load()
		if err := f.follow(w.t.Context()); err == nil {
			f.level++
		} else if calm && !w.disturbed.Load() {
			w.t.Errorf("%s: %v", f.name, err)
		}
		pause(ctx, 500*time.Millisecond)
	}
}

// read asks for this and that. Only while something is restarted may an answer fail, and then with our body.
func (w *soak) read(ctx context.Context, s *server, key string) {
	for ctx.Err() == nil {
		path := []string{
			fmt.Sprintf("SFO/content?size=%d&from=%d&includeBody=%t", 1+rand.IntN(100), rand.IntN(300), rand.IntN(2) == 0),
			fmt.Sprintf("SFO/content?q=word%d+word%d", rand.IntN(3000), rand.IntN(3000)),
			fmt.Sprintf("SFO/content?q=%s+item", []string{"versoin", "\"item+7\"", "-word1", "itme"}[rand.IntN(4)]),
			"SFO/content?contentType=" + contentTypes[rand.IntN(len(contentTypes))],
			fmt.Sprintf("SFO/content/item%%2F%03d", rand.IntN(knownItems)),
			"SFO/changes?size=100",
		}[rand.IntN(6)]
		calm := !w.disturbed.Load()
		a, err := s.try(w.t, http.MethodGet, key, base+path)
		calm = calm && !w.disturbed.Load()
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
		pause(ctx, time.Duration(rand.IntN(200))*time.Millisecond)
	}
}

// memory has names of what grows until the caches are full.
var memory = []string{"resident memory in MB", "heap at the next garbage collection in MB"}

// most holds the largest needs in the first half of the time, and in the second.
func (w *soak) most(name string) (early, late float64) {
	for n, sample := range w.samples {
		if n < len(w.samples)/2 {
			early = max(early, sample[name])
		} else {
			late = max(late, sample[name])
		}
	}
	return early, late
}

// needs are what the steady server takes of the machine.
func (w *soak) needs() map[string]float64 {
	needs := map[string]float64{}
	for name, value := range w.steady.metrics(w.t) {
		switch {
		case name == "process_resident_memory_bytes":
			needs[memory[0]] = value / 1e6
		case name == "go_memstats_next_gc_bytes":
			needs[memory[1]] = value / 1e6
		case name == "go_goroutines", name == "process_open_fds":
			needs[name] = value
		case strings.HasPrefix(name, "airport_content_db_pool_connections{"):
			needs["connections of pools"] += value
		}
	}
	if len(needs) != 5 {
		w.t.Errorf("found only %v", slices.Collect(maps.Keys(needs)))
	}
	var connections float64
	w.i.sql(w.t, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'", &connections)
	needs["connections of PostgreSQL"] = connections
	return needs
}
