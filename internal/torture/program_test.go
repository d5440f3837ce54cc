package torture_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"airport-content/cmd/airport-sync/mirror"
)

// TestPartnersProgram installs both programs: one imports, the other keeps copies of what is served.
func TestPartnersProgram(t *testing.T) {
	t.Parallel()
	a, importer, syncer := newAirport(t), build(t, "airport-content"), build(t, "airport-sync")
	key, _ := a.key()
	files := t.TempDir()
	importFile := func(want string, lines ...string) {
		t.Helper()
		file := filepath.Join(files, "items.ndjson")
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		a.runs(importer, 0, want, "DATABASE_URL="+a.databaseURL, "import", code, file, "--prune")
	}
	byChanges, since := filepath.Join(files, "changes"), filepath.Join(files, "since")
	sync := func(dir, want string, more ...string) {
		t.Helper()
		a.runs(syncer, 0, want, "AIRPORT_API_KEY="+key, append([]string{"--base-url", a.service.url, "--airport", code, "--dir", dir}, more...)...)
	}
	whole := func(dir string, deletionsUntold bool) {
		t.Helper()
		(&partnersProgram{options: mirror.Options{Dir: dir}}).items(t).mustBeWhole(t, dir, a.truth(nil), deletionsUntold)
	}

	lines := make([]string, 250)
	for n := range lines {
		lines[n] = versionOf(n, 0)
	}
	importFile("added 250, updated 0, unchanged 0, deleted 0, skipped 0", lines...)
	sync(byChanges, "added 250, updated 0, deleted 0, unchanged 0")
	sync(since, "added 250, updated 0, deleted 0, unchanged 0", "--since-mode")
	whole(byChanges, false)
	whole(since, false)
	sync(byChanges, "nothing changed, 250 items")
	sync(since, "nothing changed, 250 items", "--since-mode")

	for n := range 30 {
		lines[n] = versionOf(n, 1)
	}
	lines = append(lines[:240], versionOf(300, 0), versionOf(301, 0))
	importFile("added 2, updated 30, unchanged 210, deleted 10, skipped 0", lines...)
	sync(byChanges, "added 2, updated 30, deleted 10, unchanged 210")
	sync(since, "added 2, updated 30, deleted 0, unchanged 220", "--since-mode")
	whole(byChanges, false)
	whole(since, true)
	sync(since, "added 0, updated 0, deleted 10, unchanged 242", "--since-mode", "--full")
	whole(since, false)

	if _, err := a.db.ResetAirportSync(t.Context(), code); err != nil {
		t.Fatal(err)
	}
	sync(byChanges, "nothing changed, 242 items") // after all was read again
	whole(byChanges, false)

	a.runs(syncer, 1, "https", "AIRPORT_API_KEY="+key, "--base-url", "http://content.example.com", "--airport", code, "--dir", files)
}

// runs runs a program with one more variable in its environment. The last line of its output, on stdout where it is to
// succeed, must hold the text wanted.
func (a *airport) runs(program string, status int, want, variable string, args ...string) {
	a.t.Helper()
	cmd := exec.CommandContext(a.t.Context(), program, args...)
	cmd.Env = append(os.Environ(), variable)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
		a.t.Fatal(err)
	}
	text := stdout.String()
	if status != 0 {
		text = stderr.String()
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if last := lines[len(lines)-1]; cmd.ProcessState.ExitCode() != status || !strings.Contains(last, want) {
		a.t.Errorf("%s: status %d, %q; want %d, %q; stderr: %s", strings.Join(cmd.Args, " "), cmd.ProcessState.ExitCode(), last,
			status, want, &stderr)
	}
}
