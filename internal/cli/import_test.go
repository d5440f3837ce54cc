package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"airport-content/internal/cli/clitest"
)

func TestImport(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	e.must(t, "airport", "add", "SFO", "San Francisco")
	file := filepath.Join(t.TempDir(), "items.ndjson")
	if err := os.WriteFile(file, []byte(twoItems), 0o600); err != nil {
		t.Fatal(err)
	}
	one, _, _ := strings.Cut(twoItems, "\n")
	for _, step := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{"", []string{file, "--dry-run"}, "added 2, updated 0, unchanged 0, deleted 0, skipped 0"},
		{"", []string{file}, "added 2, updated 0, unchanged 0, deleted 0, skipped 0"},
		{"", []string{file}, "added 0, updated 0, unchanged 2, deleted 0, skipped 0"},
		{"[" + strings.Replace(one, `"A"`, `"AA"`, 1) + "]", []string{"-"}, "added 0, updated 1, unchanged 0, deleted 0, skipped 0"},
		{twoItems + "{}\n", []string{"-", "--skip-invalid"}, "added 0, updated 1, unchanged 1, deleted 0, skipped 1"},
		{one, []string{"-", "--prune", "--json"}, `{"added":0,"updated":0,"unchanged":1,"deleted":1,"skipped":0}`},
		{"[]", []string{"-", "--prune", "--force"}, "added 0, updated 0, unchanged 0, deleted 1, skipped 0"},
	} {
		if got := e.mustRead(t, step.stdin, append([]string{"import", "sfo"}, step.args...)...); got != step.want {
			t.Errorf("%q: %s, want %s", step.args, got, step.want)
		}
	}

	e.refuses(t, []refusal{
		{args: []string{"import", "SFX", file}, code: 1, says: `no airport "SFX"; known: SFO`},
		{args: []string{"import", "S", file}, code: 1, says: `airport code "S"`},
		{args: []string{"import", "SFO", file + "x"}, code: 1, says: "no such file"},
		{args: []string{"import", "SFO", "-"}, stdin: "\n", code: 1, says: "import SFO from stdin: the input is empty"},
		{args: []string{"import", "SFO", "-"}, stdin: "<html>", code: 1, says: `line 1 begins "<html>"`},
		{args: []string{"import", "SFO", "-", "--prune"}, stdin: "[]", code: 1, says: ": the input is empty, and 0 stored items would be deleted: use --force"},
	})
}

// Whoever saves the example of the README can import it.
func TestImportOfTheExample(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(readme), "```json\n")
	example, _, _ = strings.Cut(example, "```\n")
	e := newEnviron(t)
	e.must(t, "airport", "add", "LKX", "Larkhaven")
	if got := e.mustRead(t, example, "import", "LKX", "-"); !strings.HasPrefix(got, "added 1,") {
		t.Errorf("%s from %s", got, example)
	}
}

func TestImportTellsWhatIsBad(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	e.must(t, "airport", "add", "SFO", "San Francisco")
	input := twoItems + strings.Repeat("{}\n", 25)
	got := e.run(t.Context(), input, "import", "SFO", "-")
	if got.Code != 1 || got.Stdout != "" {
		t.Errorf("exit code %d, stdout %q", got.Code, got.Stdout)
	}
	lines := strings.Split(got.Stderr, "\n")
	if len(lines) != 23 || !strings.HasPrefix(lines[0], "line 3: ") || !strings.HasPrefix(lines[19], "line 22: ") || lines[20] != "and 5 more" ||
		!strings.Contains(lines[21], "25 bad items; nothing was imported") {
		t.Errorf("stderr: %s", got.Stderr)
	}
	if list := e.must(t, "airport", "list", "--json"); !strings.Contains(list, `"items":0`) {
		t.Errorf("something was imported: %s", list)
	}
}

func TestSecondImportWaits(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	e.must(t, "airport", "add", "SFO", "San Francisco")
	release := holdImportLock(t, e, "SFO")
	done := make(chan clitest.Outcome, 1)
	go func() { done <- e.run(t.Context(), twoItems, "import", "SFO", "-") }()
	eventually(t, startLimit, "the second import waits", func() bool { return e.waitsForLock(t) })
	release()
	if got := <-done; got.Code != 0 || !strings.Contains(got.Stderr, "waiting for another import of SFO to end") {
		t.Errorf("%+v", got)
	}
}

func TestReindex(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	type reindexed struct {
		Airport string
		Items   int
	}
	var all, one []reindexed
	e.mustDecode(t, &all, "reindex")
	e.mustDecode(t, &one, "reindex", "sfo")
	if len(all) != 2 || all[0] != (reindexed{"JFK", 2}) || len(one) != 1 || one[0] != (reindexed{"SFO", 2}) {
		t.Errorf("all: %v, one: %v", all, one)
	}
	e.refuses(t, []refusal{{args: []string{"reindex", "SFX"}, code: 1, says: `no airport "SFX"; known: SFO, JFK`}})
}
