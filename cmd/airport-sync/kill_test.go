package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/cmd/airport-sync/internal/apitest"
)

// TestKilledAtAnyMoment kills the program with SIGKILL, thirty times in each mode, while the content changes under it. After
// every kill what a reader finds is whole, and in the end the copy is the server's content.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "airport-sync")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, mode := range []string{"--json", "--since-mode"} { // --json: by changes
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			killMany(t, program, mode, rand.New(rand.NewPCG(seed, 0)))
		})
	}
}

func killMany(t *testing.T, program, mode string, random *rand.Rand) {
	srv := apitest.New(t)
	for i := range 1000 {
		srv.Put(fmt.Sprintf("item-%04d", i), strings.Repeat("first ", 50))
	}
	srv.Intercept(func(http.ResponseWriter, *http.Request) bool { time.Sleep(2 * time.Millisecond); return false })
	dir := filepath.Join(t.TempDir(), "copy")
	sync := func(ctx context.Context, more string) ([]byte, error) {
		cmd := exec.CommandContext(ctx, program, "--base-url", srv.URL, "--airport", "SFO", "--dir", dir, mode, more)
		cmd.Env = append(os.Environ(), "AIRPORT_API_KEY="+apitest.Key)
		return cmd.CombinedOutput()
	}
	takes := map[bool]time.Duration{true: 100 * time.Millisecond, false: 50 * time.Millisecond} // full or not, as learnt here
	killed := 0
	for round := 0; killed < 30; round++ {
		if round == 500 {
			t.Fatalf("only %d of 500 runs could be killed", killed)
		}
		for range 20 {
			srv.Put(fmt.Sprintf("item-%04d", random.IntN(1200)), fmt.Sprint("changed in round ", round))
			srv.Delete(fmt.Sprintf("item-%04d", random.IntN(1200)))
		}
		full := random.IntN(3) == 0
		moment := takes[full] * time.Duration(random.IntN(1000)) / 1000
		if random.IntN(2) == 0 { // the end is where the files are written
			moment = takes[full] - moment/4
		}
		ctx, cancel := context.WithTimeout(t.Context(), moment)
		began := time.Now()
		out, err := sync(ctx, fmt.Sprintf("--full=%t", full))
		switch {
		case ctx.Err() != nil && err != nil:
			killed++
			takes[full] += takes[full] / 50 // it may have become slower
		case err != nil:
			t.Fatalf("round %d: %v: %s", round, err, out)
		default:
			takes[full] = time.Since(began)
		}
		cancel()
		if bytes.Contains(out, []byte("copying everything again")) {
			t.Fatalf("round %d: a kill cost the copy: %s", round, out)
		}
		checkWhole(t, dir)
	}
	if out, err := sync(t.Context(), "--full=false"); err != nil {
		t.Fatalf("after the last kill: %v: %s", err, out)
	}
	copied, err := os.ReadFile(filepath.Join(dir, "items.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	if mode != "--since-mode" {
		if string(copied) != srv.NDJSON() {
			t.Error("the copy is not the server's content")
		}
		return
	}
	for line := range strings.Lines(srv.NDJSON()) {
		if !bytes.Contains(copied, []byte(line)) {
			t.Errorf("the copy lacks %s", line)
		}
	}
}

// checkWhole looks at the items as a reader would.
func checkWhole(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "items.ndjson"))
	if os.IsNotExist(err) {
		return // killed before the first copy was complete
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	last := lines[len(lines)-1]
	lines = lines[:len(lines)-1]
	if last != "" || len(lines) < 300 || !slices.IsSorted(lines) { // every line begins with its id
		t.Fatalf("%d lines, ending in %q, sorted: %t", len(lines), last, slices.IsSorted(lines))
	}
	for _, line := range lines {
		if !strings.HasPrefix(line, `{"id":"item-`) || !strings.HasSuffix(line, "}\n") {
			t.Fatalf("half a line: %s", line)
		}
	}
}
