package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
	"airport-content/internal/testitem"
)

// TestTorture: while importers change an airport at random, some of them are killed, and the
// service is restarted, partners keep copies. In the end every copy is the airport. TORTURE_SEED
// and TORTURE_SECONDS choose another run.
func TestTorture(t *testing.T) {
	t.Parallel()
	seed, seconds := fromEnvironment(t, "TORTURE_SEED", int(rand.Uint32())), fromEnvironment(t, "TORTURE_SECONDS", 10)
	t.Logf("TORTURE_SEED=%d TORTURE_SECONDS=%d", seed, seconds)
	i, key := sfo(t)
	first := &importer{i: i, random: rand.New(rand.NewPCG(uint64(seed), 0))}
	// An airport's first content keeps its dates: no partner is there yet.
	check.NoError(t, first.importFile(t, false))
	api, ops := "LISTEN_ADDR="+freeAddress(t), "OPS_ADDR="+freeAddress(t)
	s := i.serve(t, api, ops)

	running, stop := context.WithTimeout(t.Context(), time.Duration(seconds)*time.Second)
	defer stop()
	var importing sync.WaitGroup
	importers := []*importer{first, {i: i, random: rand.New(rand.NewPCG(uint64(seed), 1))}, {i: i, random: rand.New(rand.NewPCG(uint64(seed), 2))}}
	for _, one := range importers {
		importing.Go(func() {
			for running.Err() == nil {
				if err := one.step(t); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all, wait := startFollowing(t, i, s, uint64(seed))
	pause(running, time.Duration(seconds)*time.Second/3)
	s.kill()
	s = i.serve(t, api, ops)
	pause(running, time.Duration(seconds)*time.Second/3)
	s.stop()
	s = i.serve(t, api, ops)
	importing.Wait()
	check.NoError(t, first.importFile(t, false)) // clears the mark of one that was killed
	wait()

	for _, f := range all {
		f.mustBe(t, s.everything(t, f.key, "SFO"))
	}
	titles := map[string]string{}
	for id, it := range s.everything(t, key, "SFO") {
		titles[id] = it.Title
	}
	stored := testenv.Value[map[string]string](t, i.database(), "SELECT jsonb_object_agg(id, title) FROM content_item")
	check.Same(t, stored, titles, "listed is not what is stored")
	for _, one := range importers {
		t.Logf("importer: %+v", one.done)
	}
}

// startFollowing keeps followers reading until wait is called, and once after that.
func startFollowing(t *testing.T, i installation, s *server, seed uint64) (all []*follower, wait func()) {
	t.Helper()
	all = followers(t, i, s, seed)
	ctx, end := context.WithCancel(t.Context())
	var following sync.WaitGroup
	for _, f := range all {
		following.Go(func() { check.Error(t, nil, f.keepFollowing(ctx), f.name) })
	}
	wait = func() { end(); following.Wait() }
	t.Cleanup(wait)
	return all, wait
}

func fromEnvironment(t *testing.T, name string, fallback int) int {
	t.Helper()
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

// importer changes the airport at random, as one that imports files, and now and then an operator,
// would.
type importer struct {
	i      installation
	random *rand.Rand
	done   struct{ imported, killed, renamed, reindexed, reset int }
}

func (r *importer) step(t *testing.T) error {
	switch n := r.random.IntN(100); {
	case n < 8:
		r.i.run(t, "", "airport", "rename", "SFO", fmt.Sprint("Name ", r.random.IntN(1000))) // refused where imports keep it waiting
		r.done.renamed++
	case n < 12:
		r.done.reindexed++
		if got := r.i.run(t, "", "reindex", "SFO"); got.code != 0 {
			return fmt.Errorf("reindex: exit code %d: %s", got.code, got.stderr)
		}
	case n < 15:
		r.i.run(t, "", "airport", "reset-sync", "SFO")
		r.done.reset++
	default:
		return r.importFile(t, n < 40)
	}
	return nil
}

// importFile imports a random file. It may be killed.
func (r *importer) importFile(t *testing.T, kill bool) error {
	args, lines := []string{"import", "SFO", "-", "--force"}, r.file() // random files look like those of other airports
	if r.random.IntN(2) == 0 {
		args = append(args, "--prune")
	}
	if r.random.IntN(5) == 0 { // a bad line, whose stored version is kept, and one line twice
		args = append(args, "--skip-invalid")
		lines = append(lines, fmt.Sprintf(`{"id":"item/%03d"}`, r.random.IntN(knownItems)), lines[r.random.IntN(len(lines))])
	}
	cmd := r.i.command(t, args...)
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n"))
	p := begin(t, cmd)
	if kill {
		time.Sleep(time.Duration(r.random.IntN(400)) * time.Millisecond)
		p.end([]os.Signal{syscall.SIGKILL, syscall.SIGTERM}[r.random.IntN(2)])
		r.done.killed++
	} else if code := p.code(); code != 0 {
		return fmt.Errorf("import: exit code %d: %s", code, p.log)
	}
	r.done.imported++
	return nil
}

const knownItems = 400

// file holds some of the items. Most are as they were before; the others get other words, another
// date or type.
func (r *importer) file() (lines []string) {
	share, changing := 0.05+0.95*r.random.Float64(), r.random.Float64()
	for n := range knownItems {
		if r.random.Float64() < share {
			version := 0
			if r.random.Float64() < changing {
				version = 1 + r.random.IntN(6)
			}
			lines = append(lines, versionOf(n, version))
		}
	}
	r.random.Shuffle(len(lines), func(a, b int) { lines[a], lines[b] = lines[b], lines[a] })
	return lines
}

// versionOf is a line of item n; the same version is always the same line.
func versionOf(n, version int) string {
	random := rand.New(rand.NewPCG(uint64(n), uint64(version)))
	words := make([]string, 20+random.IntN(150))
	for w := range words {
		words[w] = "word" + strconv.Itoa(random.IntN(3000))
	}
	contentType := testitem.Types[n%len(testitem.Types)]
	if version > 3 {
		contentType = testitem.Types[random.IntN(len(testitem.Types))]
	}
	fields := map[string]any{"id": fmt.Sprintf("item/%03d", n), "contentType": contentType,
		"title": fmt.Sprintf("Item %d, version %d", n, version), "content": "<p>" + strings.Join(words, " ") + "</p>"}
	if version%3 != 2 {
		fields["lastModified"] = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(-time.Duration(random.IntN(1e6)) * time.Minute).Format(time.RFC3339)
	}
	if contentType == "dining" {
		fields["metadata"] = map[string]any{"hours": "6 to " + strconv.Itoa(version)}
	}
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err) // of no such fields
	}
	return string(text)
}

// generation is a file whose every item tells the file's number; which items there are, and their
// types, differ too.
func generation(g int) (items []item) {
	for n := range 250 + g%7*20 {
		if (n+g)%3 != 0 {
			i := titled(fmt.Sprintf("item/%03d", n), testitem.Types[(n+g)%len(testitem.Types)], fmt.Sprintf("Item %d, generation %d", n, g))
			i.Content = new(strings.Repeat(fmt.Sprintf("<p>word%d %d</p>", n, g), 20))
			items = append(items, i)
		}
	}
	return items
}

// TestKilledImporters ends importers at random moments. The airport is always one whole file, and
// every answer shows one. TestTorture has the followers. TORTURE_KILLS is how many are ended.
func TestKilledImporters(t *testing.T) {
	t.Parallel()
	seed, kills := fromEnvironment(t, "TORTURE_SEED", int(rand.Uint32())), fromEnvironment(t, "TORTURE_KILLS", 10)
	t.Logf("TORTURE_SEED=%d TORTURE_KILLS=%d", seed, kills)
	random := rand.New(rand.NewPCG(uint64(seed), 50))
	i, key := sfo(t)
	i.load(t, "SFO", generation(0))
	began := time.Now()
	i.load(t, "SFO", generation(1), "--prune", "--force")
	takes := time.Since(began)
	s := i.serve(t)
	reading, stop := context.WithCancel(t.Context())
	var reader sync.WaitGroup
	reader.Go(func() { readWholeFiles(reading, t, s, key) })
	possible := []int{1} // a dead importer's last statement may still be under way
	for g := 2; g < 2+kills; g++ {
		cmd := i.command(t, "import", "SFO", "-", "--prune", "--force")
		cmd.Stdin = strings.NewReader(ndjson(t, generation(g)...))
		p := begin(t, cmd)
		time.Sleep(takes * time.Duration(random.IntN(1200)) / 1000)
		signal := []syscall.Signal{syscall.SIGKILL, syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM}[g%4]
		if code := p.end(signal); code > 1 {
			t.Errorf("exit code %d after %s: %s", code, signal, p.log)
		}
		possible = append(possible, g)
		now := i.wholeGeneration(t)
		if !slices.Contains(possible, now) {
			t.Fatalf("after generation %d the airport is of %d, one of %d was possible", g, now, possible)
		}
		possible = []int{now, g}
	}
	i.load(t, "SFO", generation(1000), "--prune", "--force")
	stop()
	reader.Wait()
}

// readWholeFiles checks that the items, the total and the ETag of every answer are of one file.
func readWholeFiles(ctx context.Context, t *testing.T, s *server, key string) {
	tags := map[string]string{}
	for n := 0; ctx.Err() == nil; n++ {
		path := []string{"SFO/content?size=100&includeBody=false", "SFO/content?size=100&q=generation"}[n%2]
		a, err := s.try(t, http.MethodGet, key, base+path)
		if a.outOfTime() {
			continue
		}
		var p page
		if err != nil || json.Unmarshal(a.body, &p) != nil {
			t.Errorf("%s: %d %.300s, error %v", path, a.status, a.body, err)
			return
		}
		g, whole := generationOf(p)
		tag := a.header.Get("ETag")
		if known, ok := tags[tag]; !whole || ok && known != g {
			t.Errorf("%s: %d items, of generation %s: %t; its ETag is also of %q", path, p.Pagination.Total, g, whole, known)
		}
		tags[tag] = g
		pause(ctx, 5*time.Millisecond)
	}
}

// wholeGeneration is the number of the one file that the airport consists of.
func (i installation) wholeGeneration(t *testing.T) (g int) {
	t.Helper()
	parts := testenv.Value[map[string]int](t, i.database(), `SELECT jsonb_object_agg(g, n) FROM (SELECT substring(title FROM 'generation (\d+)') AS g, count(*) AS n FROM content_item GROUP BY 1) AS parts`)
	for text, n := range parts {
		if g = atoi(text, -1); len(parts) != 1 || n != len(generation(g)) {
			t.Fatalf("the airport is not one whole file: %v", parts)
		}
	}
	return g
}
