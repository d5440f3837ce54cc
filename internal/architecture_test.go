// Package internal has a test only: it keeps the imports between the packages pointing one way.
package internal

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "airport-content/"

// floors are the packages that stand on others, from the top down. A name ending in /... stands for all below it too. A
// package may import those of lower floors only. Every other package stands on the ground: it imports nothing of ours.
var floors = [][]string{
	{"cmd/airport-content", "internal/tools/bench", "internal/tools/man"},
	{"internal/cli"},
	{"internal/demo", "internal/doctor", "internal/pull"},
	{"internal/server"},
	{"internal/api", "internal/embedded"},
	{"internal/ratelimit", "internal/health", "internal/metrics", "internal/tracing"},
	{"internal/store", "internal/importer", "internal/admin", "internal/source"},
	{"internal/schema"},
	{"internal/db"},
	{"internal/ingest", "internal/usage"},
	{"internal/search"},
}

// doors are packages that only a few others may import.
var doors = map[string][]string{
	"internal/api": {"internal/server"},
}

// forTests are packages for tests, which may import anything and which nothing but tests imports.
var forTests = []string{"internal/testenv/...", "internal/testlog", "internal/cli/clitest", "internal/e2e"}

func TestImportsPointOneWay(t *testing.T) {
	t.Parallel()
	for importer, imports := range imports(t) {
		for _, imported := range imports {
			if allowed, guarded := doors[imported]; guarded && !slices.Contains(allowed, importer) {
				t.Errorf("%s imports %s, which only %v may", importer, imported, allowed)
			}
			switch {
			case matches(forTests, importer):
			case matches(forTests, imported), strings.HasPrefix(importer, "cmd/airport-sync"), floorOf(imported) <= floorOf(importer):
				t.Errorf("%s imports %s, which is not on a floor below it", importer, imported)
			}
		}
	}
}

func floorOf(pkg string) int {
	for n, floor := range floors {
		if matches(floor, pkg) {
			return n
		}
	}
	return len(floors)
}

func matches(list []string, pkg string) bool {
	return slices.ContainsFunc(list, func(name string) bool {
		below, all := strings.CutSuffix(name, "/...")
		return pkg == below || all && strings.HasPrefix(pkg, below+"/")
	})
}

// imports lists what each package of this module imports of it, without tests.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		importer := strings.TrimPrefix(names[0], module)
		found[importer] = nil
		for _, name := range names[1:] {
			if imported, ours := strings.CutPrefix(name, module); ours && imported != "migrations" && !strings.HasPrefix(imported, "sql/") {
				found[importer] = append(found[importer], imported)
			}
		}
	}
	if len(found) < 20 {
		t.Fatalf("%d packages: the list is not whole", len(found))
	}
	return found
}
