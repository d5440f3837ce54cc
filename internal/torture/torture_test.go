package torture_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/ingest"
	"airport-content/internal/postgres"
)

// TestTorture: while importers change an airport at random and the service is restarted, partners keep copies. In the end
// every copy is the airport.
func TestTorture(t *testing.T) {
	t.Parallel()
	seed, duration := uint64(fromEnvironment(t, "TORTURE_SEED", int(rand.Uint32()))), time.Duration(fromEnvironment(t, "TORTURE_SECONDS", 20))*time.Second
	sabotage := os.Getenv("TORTURE_SABOTAGE")
	t.Logf("TORTURE_SEED=%d TORTURE_SECONDS=%d TORTURE_SABOTAGE=%s", seed, duration/time.Second, sabotage)

	a := newAirport(t)
	importers := make([]*importer, 3)
	for n := range importers {
		importers[n] = &importer{a: a, random: rand.New(rand.NewPCG(seed, uint64(n)))}
	}
	switch sabotage {
	case "":
	case "plain-now":
		a.exec(`CREATE OR REPLACE FUNCTION sync_time_beside_import(p_airport text, p_lock_id integer, p_mark timestamptz)
			RETURNS timestamptz LANGUAGE sql STABLE RETURN now()`)
	case "source-dates":
		for _, i := range importers {
			i.keepDates = true
		}
	default:
		t.Fatalf("TORTURE_SABOTAGE=%s: known are source-dates and plain-now", sabotage)
	}
	if err := importers[0].importFile(t.Context()); err != nil { // what an airport is first filled with keeps its dates
		t.Fatal(err)
	}

	followers := a.followers(t.TempDir())
	var importing, following sync.WaitGroup
	running, stop := context.WithTimeout(t.Context(), duration)
	defer stop()
	for _, i := range importers {
		importing.Go(func() { i.work(running) })
	}
	imported, all := context.WithCancel(t.Context())
	defer all()
	for n, f := range followers {
		random := rand.New(rand.NewPCG(seed, uint64(100+n)))
		following.Go(func() {
			if err := f.keepFollowing(imported, random); err != nil {
				t.Error(err)
			}
		})
	}
	for _, abruptly := range []bool{true, false} {
		pause(running, duration/3)
		a.service.stop(abruptly)
		a.service.start()
	}
	importing.Wait()
	all()
	following.Wait()

	for _, f := range followers {
		f.items(t).mustBeWhole(t, f.name, a.truth(f.types), f.deletionsUntold)
		t.Logf("%s: level %d times", f.name, f.times)
	}
	a.checkDerived()
	for _, i := range importers {
		t.Logf("importer: %+v", i.done)
	}
}

func fromEnvironment(t *testing.T, name string, fallback int) int {
	text := os.Getenv(name)
	if text == "" {
		return fallback
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		t.Fatalf("%s=%s: want a whole number", name, text)
	}
	return n
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// importer changes the airport at random, as one that imports files, and now and then an operator, would.
type importer struct {
	a         *airport
	random    *rand.Rand
	keepDates bool
	done      struct {
		Imports, Renamed, Reindexed, Refused       int
		Added, Updated, Deleted, Unchanged, Pruned int
	}
}

func (i *importer) work(ctx context.Context) {
	for ctx.Err() == nil {
		var err error
		switch n := i.random.IntN(100); {
		case n < 8:
			i.rename(ctx)
		case n < 12:
			i.done.Reindexed++
			_, err = postgres.Reindex(context.WithoutCancel(ctx), i.a.databaseURL, code, func() {}, func(int) {})
		default:
			err = i.importFile(context.WithoutCancel(ctx))
		}
		if err != nil {
			i.a.t.Error(err)
			return
		}
	}
}

// rename is refused after a while of waiting for an import to end.
func (i *importer) rename(ctx context.Context) {
	if _, err := i.a.db.RenameAirport(context.WithoutCancel(ctx), code, fmt.Sprint("Name ", i.random.IntN(1000))); err != nil {
		i.done.Refused++
		return
	}
	i.done.Renamed++
}

func (i *importer) importFile(ctx context.Context) error {
	o := importOptions()
	o.Prune, o.KeepDates = i.random.IntN(2) == 0, i.keepDates
	if i.random.IntN(5) == 0 {
		o.Retention = 2 * time.Second // whoever follows more slowly must begin again
	}
	lines := i.file()
	if i.random.IntN(5) == 0 { // one line twice, and a bad one, whose stored version is kept
		o.SkipInvalid = true
		lines = append(lines, versionOf(i.random.IntN(known), 1), fmt.Sprintf(`{"id":"item/%03d"}`, i.random.IntN(known)))
		lines = append(lines, lines[i.random.IntN(len(lines))])
	}
	result, _, err := ingest.Import(ctx, i.a.databaseURL, code, strings.NewReader(strings.Join(lines, "\n")), o)
	if err != nil {
		return err
	}
	i.done.Imports++
	i.done.Added += result.Added
	i.done.Updated += result.Updated
	i.done.Deleted += result.Deleted
	i.done.Unchanged += result.Unchanged
	if result.Deleted > 0 {
		i.done.Pruned++
	}
	return nil
}

// known is how many ids there are.
const known = 700

// file holds a share of the ids, large enough that it is not empty: that would be refused. What an item was before mostly
// stays; else it gets other words, another date or another type.
func (i *importer) file() (lines []string) {
	share, changing := 0.05+0.95*i.random.Float64(), i.random.Float64()
	for n := range known {
		if i.random.Float64() < share {
			version := 0
			if i.random.Float64() < changing {
				version = 1 + i.random.IntN(6)
			}
			lines = append(lines, versionOf(n, version))
		}
	}
	i.random.Shuffle(len(lines), func(a, b int) { lines[a], lines[b] = lines[b], lines[a] })
	return lines
}

// versionOf is a line of item n; the same version is always the same line.
func versionOf(n, version int) string {
	random := rand.New(rand.NewPCG(uint64(n), uint64(version)))
	types := content.Types()
	words := make([]string, 20+random.IntN(150))
	for w := range words {
		words[w] = "word" + strconv.Itoa(random.IntN(3000))
	}
	contentType := types[n%len(types)]
	if version > 3 {
		contentType = types[random.IntN(len(types))]
	}
	fields := map[string]any{"id": fmt.Sprintf("item/%03d", n), "contentType": contentType,
		"title": fmt.Sprintf("Item %d, version %d", n, version), "content": "<p>" + strings.Join(words, " ") + "</p>"}
	if version%3 != 2 {
		age := time.Duration(random.Int64N(int64(2 * 365 * 24 * time.Hour)))
		fields["lastModified"] = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(-age).Format(time.RFC3339)
	}
	if slices.Contains([]content.Type{"dining", "shopping"}, contentType) {
		fields["metadata"] = map[string]any{"hours_of_operation": "6 to " + strconv.Itoa(version)}
	}
	return line(fields)
}
