// Package internal has a test only: it keeps the arrows between the packages pointing one way.
package internal

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "airport-content/"

// floors are the packages of the service that stand on others, from the top down; a name ending in /... stands for all
// below it too. A package may import those of lower floors only. Every other package, content and partner first of all,
// stands on the ground: it imports nothing of ours.
var floors = [][]string{
	{"cmd/airport-content", "internal/cli/man"},
	{"internal/cli"},
	{"internal/api", "internal/ingest", "internal/embedded"},
	{"internal/ratelimit", "internal/health"},
	{"internal/postgres"},
}

// doors are packages that a few others only may import.
var doors = map[string][]string{
	"internal/postgres/db": {"internal/postgres"},
	"internal/ratelimit":   {"internal/api", "internal/cli"},
	"internal/api":         {"internal/cli"},
	"internal/cli":         {"cmd/airport-content", "internal/cli/clitest", "internal/cli/man"},
}

// apart are programs beside the service and what they consist of; nothing of the service may import them.
var apart = []string{"cmd/airport-sync/...", "internal/cli/clitest", "internal/testenv/...", "internal/testlog", "internal/bench/..."}

func TestArrowsPointOneWay(t *testing.T) {
	t.Parallel()
	for importer, imports := range imports(t) {
		for _, imported := range imports {
			if allowed, guarded := doors[imported]; guarded && !slices.Contains(allowed, importer) {
				t.Errorf("%s imports %s, which only %v may", importer, imported, allowed)
			}
			if matches(apart, importer) {
				continue
			}
			if matches(apart, imported) || floorOf(imported) <= floorOf(importer) {
				t.Errorf("%s imports %s, which is not on a floor of this test below it", importer, imported)
			}
		}
	}
}

// The partner's program and its client live outside: they know the service by its interface alone.
func TestPartnersProgramKnowsNothingOfTheService(t *testing.T) {
	t.Parallel()
	for importer, imports := range imports(t) {
		if !matches([]string{"cmd/airport-sync/..."}, importer) {
			continue
		}
		for _, imported := range imports {
			if !matches([]string{"cmd/airport-sync/..."}, imported) {
				t.Errorf("%s imports %s", importer, imported)
			}
		}
	}
}

// imports maps each package of this module to those it imports, tests left out, all without the module's name.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...")
	list.Stderr = t.Output()
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		importer, ours := strings.CutPrefix(paths[0], module)
		if !ours {
			continue
		}
		found[importer] = nil
		for _, path := range paths[1:] {
			if imported, ours := strings.CutPrefix(path, module); ours {
				found[importer] = append(found[importer], imported)
			}
		}
	}
	if _, ok := found["internal/content"]; !ok {
		t.Fatalf("go list shows none of our packages:\n%s", out)
	}
	return found
}

// floorOf counts from the top; the ground is below the last floor.
func floorOf(path string) int {
	for i, floor := range floors {
		if matches(floor, path) {
			return i
		}
	}
	return len(floors)
}

func matches(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		parent, all := strings.CutSuffix(pattern, "/...")
		return path == parent || all && strings.HasPrefix(path, parent+"/")
	})
}
