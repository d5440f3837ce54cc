package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testenv"
)

// service is the real one, with the airport SFO and the partner Acme.
type service struct {
	env []string
	url string
}

func startService(t *testing.T) *service {
	t.Helper()
	redis, prefix := testenv.Redis(t)
	s := &service{env: []string{"DATABASE_URL=" + testenv.Database(t), "REDIS_URL=" + redis, "REDIS_PREFIX=" + prefix,
		"LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR=", "RATE_LIMIT=1000000", "REQUEST_TIMEOUT=1m"}}
	s.url = clitest.Serve(t, s.env).URL
	clitest.Must(t, s.env, "", "partner", "add", "Acme")
	clitest.Must(t, s.env, "", "airport", "add", "SFO", "San Francisco")
	return s
}

func (s *service) key(t *testing.T, scope string) string {
	t.Helper()
	return clitest.Must(t, s.env, "", "key", "create", "--partner", "Acme", "--airport", "SFO", "--scope", scope)
}

// importItems makes these the airport's items.
func (s *service) importItems(t *testing.T, lines ...string) {
	t.Helper()
	clitest.Must(t, s.env, strings.Join(lines, "\n"), "import", "SFO", "-", "--prune", "--force")
}

// resetSync lets the cursors expire.
func (s *service) resetSync(t *testing.T) {
	t.Helper()
	clitest.Must(t, s.env, "", "airport", "reset-sync", "SFO")
}

// importLine is a line of an import file.
func importLine(id, contentType, text string) string {
	return fmt.Sprintf(`{"id":"%s","contentType":%q,"title":%q,"content":"<p>%s & more</p>","metadata":{"n":12345678901234567890.10}}`,
		id, contentType, text, text)
}

// items are what the service lists for the key, as a copy should hold it.
func (s *service) items(t *testing.T, key string) string {
	t.Helper()
	byID := map[string]string{}
	for from, more := 0, true; more; from += 100 {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
			fmt.Sprintf("%s/api/v1/partner/SFO/content?size=100&from=%d", s.url, from), nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("x-partner-api-key", key)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		var list struct {
			Pagination struct{ HasMore bool }
			Results    []json.RawMessage
		}
		if err != nil || json.Unmarshal(body, &list) != nil || resp.StatusCode != 200 {
			t.Fatalf("%v: %s", err, body)
		}
		for _, result := range list.Results {
			var line bytes.Buffer
			if err := json.Compact(&line, result); err != nil {
				t.Fatal(err)
			}
			byID[idOf(t, line.String())] = line.String() + "\n"
		}
		more = list.Pagination.HasMore
	}
	var all strings.Builder
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		all.WriteString(byID[id])
	}
	return all.String()
}

func idOf(t *testing.T, line string) string {
	t.Helper()
	var known struct{ ID string }
	if err := json.Unmarshal([]byte(line), &known); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return known.ID
}

// mustEqual fails the test unless the copy is what the service lists for the key.
func (s *service) mustEqual(t *testing.T, key, dir string) {
	t.Helper()
	if got, want := itemsIn(t, dir), s.items(t, key); got != want {
		diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n"))
		t.Fatalf("the copy is not the service's content: %.2000s", diff)
	}
}

// TestService follows the real service through additions, updates, deletions and a new epoch, with keys of two kinds.
func TestService(t *testing.T) {
	t.Parallel()
	s := startService(t)
	whole, dining := s.key(t, "content:read"), s.key(t, "content:read:dining")
	wholeDir, diningDir := t.TempDir(), t.TempDir()
	lines := make([]string, 250)
	for n := range lines {
		lines[n] = importLine(fmt.Sprintf("item/%03d ü/?", n), []string{"dining", "news"}[n%2], fmt.Sprint("first ", n))
	}
	step := func(wantWhole, wantDining string) {
		t.Helper()
		runProgram(t.Context(), whole, s.url, wholeDir).mustPrint(t, wantWhole)
		runProgram(t.Context(), dining, s.url, diningDir).mustPrint(t, wantDining)
		s.mustEqual(t, whole, wholeDir)
		s.mustEqual(t, dining, diningDir)
	}
	step("added 0, updated 0, deleted 0, unchanged 0", "added 0, updated 0, deleted 0, unchanged 0")
	s.importItems(t, lines...)
	step("added 250, updated 0, deleted 0, unchanged 0", "added 125, updated 0, deleted 0, unchanged 0")
	step("added 0, updated 0, deleted 0, unchanged 250", "added 0, updated 0, deleted 0, unchanged 125")

	lines[0] = importLine("item/000 ü/?", "dining", "second")
	lines[2] = importLine("item/002 ü/?", "news", "no longer dining")
	lines[3] = importLine("item/003 ü/?", "dining", "dining now")
	s.importItems(t, append(lines[:240], importLine("new", "news", "new"))...)
	step("added 1, updated 3, deleted 10, unchanged 237", "added 1, updated 1, deleted 6, unchanged 118")

	s.resetSync(t)
	got := runProgram(t.Context(), whole, s.url, wholeDir)
	got.mustPrint(t, "added 0, updated 0, deleted 0, unchanged 241")
	if !strings.Contains(got.stderr, "copying everything again") {
		t.Errorf("stderr %q", got.stderr)
	}
	// A key with other rights needs other content.
	runProgram(t.Context(), dining, s.url, wholeDir).mustPrint(t, "added 0, updated 0, deleted 121, unchanged 120")
	s.mustEqual(t, dining, wholeDir)
	runProgram(t.Context(), whole, s.url, t.TempDir(), "--airport", "LAX").mustFail(t, "403")
}

// TestKilled kills the program with SIGKILL at random moments, while imports change the content and cursors expire between.
// After every kill a reader finds a whole copy, and in the end it is the service's content.
func TestKilled(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	s := startService(t)
	key, dir := s.key(t, "content:read"), filepath.Join(t.TempDir(), "copy")

	again, resets := 0, 0
	sync := func(limit time.Duration) (killed bool) {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		cmd := exec.CommandContext(ctx, os.Args[0], "--base-url", s.url, "--airport", "SFO", "--dir", dir)
		cmd.Env = append(os.Environ(), asProgram+"=1", "AIRPORT_API_KEY="+key)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() > 0 {
			t.Fatalf("%v: %s", err, out)
		}
		if bytes.Contains(out, []byte("copying everything again")) {
			again++
		}
		return err != nil
	}
	change := func(round int) {
		var lines []string
		for n := range 600 {
			if random.IntN(5) > 0 {
				lines = append(lines, importLine(fmt.Sprintf("item-%03d", n), "page", strings.Repeat(fmt.Sprint("text ", round*random.IntN(2)), 20)))
			}
		}
		s.importItems(t, lines...)
	}
	change(0)
	began := time.Now()
	sync(time.Minute)
	whole := time.Since(began)
	for round, killed := 1, 0; killed < 20; round++ {
		if round == 200 {
			t.Fatalf("only %d of 200 runs were killed", killed)
		}
		switch round % 6 {
		case 0:
			change(round)
		case 3:
			s.resetSync(t)
			resets++
		}
		if sync(time.Duration(random.Int64N(int64(whole)))) {
			killed++
		}
		checkWhole(t, dir)
	}
	if sync(time.Minute) {
		t.Fatal("killed by somebody else")
	}
	s.mustEqual(t, key, dir)
	if again > resets {
		t.Errorf("copied everything again %d times, cursors expired %d times: a kill cost the copy", again, resets)
	}
	t.Logf("a whole run takes %s; %d of %d passes from the beginning said so", whole, again, resets)
}

// checkWhole looks at the items as a reader would.
func checkWhole(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "items.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	last := ""
	for line := range strings.Lines(string(text)) {
		id := idOf(t, line)
		if id <= last || !strings.HasSuffix(line, "}\n") {
			t.Fatalf("%q after %q", line, last)
		}
		last = id
	}
	if lines := strings.Count(string(text), "\n"); lines < 400 {
		t.Fatalf("%d items", lines)
	}
}
