package torture_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
)

// build makes one of the programs, as it is installed.
func build(t *testing.T, name string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", path, "airport-content/cmd/"+name).CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v: %s", name, err, out)
	}
	return path
}

// generation is a file whose every item tells the file's number; which items there are, and of what type, differs too.
func generation(g int) (lines []string) {
	types := content.Types()
	for n := range 250 + g%7*20 {
		if (n+g)%3 != 0 {
			lines = append(lines, line(map[string]any{"id": fmt.Sprintf("item/%03d", n), "contentType": types[(n+g)%len(types)],
				"title": fmt.Sprintf("Item %d, generation %d", n, g), "content": strings.Repeat(fmt.Sprintf("<p>word%d %d</p>", n, g), 20)}))
		}
	}
	return lines
}

// wholeGeneration is the number of the one file that the airport consists of.
func (a *airport) wholeGeneration() int {
	a.t.Helper()
	rows, err := a.sql.Query(a.t.Context(), `SELECT substring(title FROM 'generation (\d+)')::integer AS g, count(*) FROM content_item GROUP BY g`)
	if err != nil {
		a.t.Fatal(err)
	}
	type part struct{ Generation, Items int }
	parts, err := pgx.CollectRows(rows, pgx.RowToStructByPos[part])
	if err != nil {
		a.t.Fatal(err)
	}
	if len(parts) != 1 || parts[0].Items != len(generation(parts[0].Generation)) {
		a.t.Fatalf("the airport is not one whole import's state: %+v", parts)
	}
	return parts[0].Generation
}

// importProgram runs `airport-content import` of a generation.
func (a *airport) importProgram(ctx context.Context, program, dir string, g int) *exec.Cmd {
	a.t.Helper()
	file := filepath.Join(dir, fmt.Sprintf("%d.ndjson", g))
	if err := os.WriteFile(file, []byte(strings.Join(generation(g), "\n")), 0o600); err != nil {
		a.t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, program, "import", code, file, "--prune", "--force")
	cmd.Env = append(os.Environ(), "DATABASE_URL="+a.databaseURL)
	cmd.Stderr = &bytes.Buffer{}
	return cmd
}

// checkAfterDeath looks at what a dead importer has left, once the database has noticed its death: the whole state of
// before or of after it, and timestamps that go on. It tells which generation that is, and whether the mark stands.
func (a *airport) checkAfterDeath(key string) (generation int, marked bool) {
	a.t.Helper()
	waitFor(a.t.Context(), a.t, "the dead importer's lock is free", a.importsUnlocked)
	before := a.clock()
	if told := a.syncTime(key); told.Before(before) {
		a.t.Errorf("the timestamp stands still at %s, it is %s", told, before)
	}
	a.checkDerived()
	return a.wholeGeneration(), scan[bool](a, "SELECT import_mark IS NOT NULL FROM airport")
}

// TestKilledImporter kills importers at random moments, while partners follow.
func TestKilledImporter(t *testing.T) {
	t.Parallel()
	seed, kills := uint64(fromEnvironment(t, "TORTURE_SEED", int(rand.Uint32()))), fromEnvironment(t, "TORTURE_KILLS", 0)
	t.Logf("TORTURE_SEED=%d TORTURE_KILLS=%d", seed, kills)
	a, program, dir := newAirport(t), build(t, "airport-content"), t.TempDir()
	key, _ := a.key()
	a.importItems(importOptions(), generation(0)...)

	followers := a.followers(dir)
	var following sync.WaitGroup
	importing, ended := context.WithCancel(t.Context())
	defer following.Wait()
	defer ended()
	for n, f := range followers {
		random := rand.New(rand.NewPCG(seed, uint64(100+n)))
		following.Go(func() {
			if err := f.keepFollowing(importing, random); err != nil {
				t.Error(err)
			}
		})
	}
	killed, done, marked := a.killImporters(program, dir, key, rand.New(rand.NewPCG(seed, 0)), kills)
	t.Logf("killed %d importers, of which %d had done their work and %d left a mark", killed, done, marked)

	a.importItems(importOptions(), generation(9999)...)
	ended()
	following.Wait()
	for _, f := range followers {
		f.items(t).mustBeWhole(t, f.name, a.truth(f.types), f.deletionsUntold)
	}
}

// killImporters kills that many importers, or with 0 as many as it can in ten seconds; done are those whose import was
// there all the same.
func (a *airport) killImporters(program, dir, key string, random *rand.Rand, kills int) (killed, done, marked int) {
	a.t.Helper()
	current, takes := 0, 500*time.Millisecond
	for g, began := 1, time.Now(); kills > 0 && killed < kills || kills == 0 && (killed < 3 || time.Since(began) < 10*time.Second); g++ {
		if g == 1000 {
			a.t.Fatalf("only %d of %d importers could be killed", killed, g)
		}
		moment := takes * time.Duration(random.IntN(1000)) / 1000
		if random.IntN(2) == 0 {
			moment = takes - moment/3 // the end is where it merges
		}
		ctx, cancel := context.WithTimeout(a.t.Context(), moment)
		started := time.Now()
		cmd := a.importProgram(ctx, program, dir, g)
		err := cmd.Run()
		alive := ctx.Err() == nil || err == nil
		cancel()
		if alive && err != nil {
			a.t.Fatalf("import of generation %d: %v: %s", g, err, cmd.Stderr)
		}
		now, stands := a.checkAfterDeath(key)
		switch {
		case now != current && now != g, alive && now != g:
			a.t.Fatalf("after generation %d, killed: %t, the airport is of %d, before it was of %d", g, !alive, now, current)
		case alive:
			takes = time.Since(started)
		default:
			killed++
			takes += takes / 20 // it may have become slower
			if now == g {
				done++
			}
			if stands {
				marked++
			}
		}
		current = now
	}
	return killed, done, marked
}

// TestKilledAtEachStep kills an importer at each step of its merge that writes another table, where it is held until it is
// dead. Meanwhile answers tell a time before what it would have dated.
func TestKilledAtEachStep(t *testing.T) {
	t.Parallel()
	a, program, dir := newAirport(t), build(t, "airport-content"), t.TempDir()
	key, _ := a.key()
	a.importItems(importOptions(), generation(1)...)
	for n, table := range []string{"content_item", "content_deletion", "search_term", "search_word", "content_count"} {
		release := a.lockTable(table)
		cmd := a.importProgram(t.Context(), program, dir, n+2)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitFor(t.Context(), t, "the importer waits for "+table, func() bool { return a.waitsForTable(table) })
		mark := scan[time.Time](a, "SELECT import_mark FROM airport").UTC()
		if told := a.syncTime(key); !told.Equal(mark.Add(-time.Millisecond)) {
			t.Errorf("%s: beside a merge marked %s the timestamp is %s", table, mark, told)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil {
			t.Fatal("the importer was not killed")
		}
		waitFor(t.Context(), t, "the database ends what the dead importer asked, which waits for "+table+" still", a.importsUnlocked)
		release()
		if g, marked := a.checkAfterDeath(key); g != 1 || !marked {
			t.Errorf("%s: of generation %d, marked: %t; want 1, marked", table, g, marked)
		}
	}
	a.importItems(importOptions(), generation(1)...)
	if scan[bool](a, "SELECT import_mark IS NOT NULL FROM airport") {
		t.Error("the next import leaves a dead one's mark")
	}
}
