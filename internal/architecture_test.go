// Package internal has tests only: they keep the imports between the packages pointing one way, and the programs alike.
package internal

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
)

const module = "airport-content/"

// The table of packages in CONTRIBUTING's part "The packages" is the rule: a package imports only those of
// lower rows. The last row is for tests and tools: they may import anything, and nothing else
// imports them.
func TestImportsPointOneWay(t *testing.T) {
	t.Parallel()
	rows := readTable(t)
	last := len(rows) - 1
	for importer, imports := range imports(t) {
		from := rowOf(rows, importer)
		if from == len(rows) {
			t.Errorf("%s is not in the table of docs/CONTRIBUTING.md", importer)
		}
		for _, imported := range imports {
			to := rowOf(rows, imported)
			if from != last && (to <= from || to == last) {
				t.Errorf("%s imports %s, which is not in a row below it", importer, imported)
			}
		}
	}
}

// What runs in production carries no demo, no embedded server, and no helper of tests.
func TestProductionCarriesNoTestHelpers(t *testing.T) {
	t.Parallel()
	out := check.Must(exec.CommandContext(t.Context(), "go", "list", "-deps", "../cmd/airport-content", "../cmd/airport-sync").Output())(t)
	packages := strings.Fields(string(out))
	if len(packages) < 100 {
		t.Fatalf("%d packages: the list is not whole", len(packages))
	}
	unwanted := regexp.MustCompile(`^testing$|^airport-content/internal/(demo|embedded|sample|test\w+|check|relevance|tools)\b|` +
		`docker|chromedp|toxiproxy|miniredis|gopher-lua|embedded-postgres`)
	for _, name := range packages {
		if unwanted.MatchString(name) {
			t.Errorf("a program of production imports %s", name)
		}
	}
}

// The programs of the image and of a release are built as `make build` builds them.
func TestProgramsAreBuiltAlike(t *testing.T) {
	t.Parallel()
	_, flags, _ := strings.Cut(string(check.Must(os.ReadFile("../Makefile"))(t)), "\nRELEASE_FLAGS := ")
	flags, _, _ = strings.Cut(flags, "\n")
	for _, file := range []string{"../Dockerfile", "../.ci/dist"} {
		if text := string(check.Must(os.ReadFile(file))(t)); flags == "" || !strings.Contains(text, " "+flags+" -o ") {
			t.Errorf("%s does not build with %q", file, flags)
		}
	}
}

// readTable lists the packages of each row.
func readTable(t *testing.T) [][]string {
	t.Helper()
	text := check.Must(os.ReadFile("../docs/CONTRIBUTING.md"))(t)
	_, part, _ := strings.Cut(string(text), "\n## The packages\n")
	var rows [][]string
	for _, row := range regexp.MustCompile("(?m)^\\| `([^|]*)` \\|").FindAllStringSubmatch(part, -1) {
		rows = append(rows, strings.Split(row[1], "`, `"))
	}
	if len(rows) < 10 {
		t.Fatalf("%d rows: the table is not whole", len(rows))
	}
	return rows
}

// rowOf finds the row of a package, or of the one that it lies in. The programs stand above the
// table.
func rowOf(rows [][]string, pkg string) int {
	if strings.HasPrefix(pkg, "cmd/") {
		return -1
	}
	for name := strings.TrimPrefix(pkg, "internal/"); name != "."; name = path.Dir(name) {
		for n, row := range rows {
			if slices.Contains(row, name) {
				return n
			}
		}
	}
	return len(rows)
}

// imports lists what each package of this module imports of it, without tests.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	out := check.Must(exec.CommandContext(t.Context(), "go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...", "../cmd/...").Output())(t)
	found := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		importer := strings.TrimPrefix(names[0], module)
		found[importer] = nil
		for _, name := range names[1:] {
			if imported, ours := strings.CutPrefix(name, module); ours && (strings.HasPrefix(imported, "internal/") || strings.HasPrefix(imported, "cmd/")) {
				found[importer] = append(found[importer], imported)
			}
		}
	}
	delete(found, "internal") // this package
	if len(found) < 20 {
		t.Fatalf("%d packages: the list is not whole", len(found))
	}
	return found
}
