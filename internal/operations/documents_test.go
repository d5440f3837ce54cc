package operations_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Whoever is woken by an alert finds it under its name.
func TestEveryAlertIsExplained(t *testing.T) {
	t.Parallel()
	alerts := all(t, `- alert: (\w+)`, "../../docs/monitoring/alerts.yaml")
	explained := all(t, `(?m)^## (\w+)$`, "../../docs/operations/alerts.md")
	if diff := cmp.Diff(alerts, explained); diff != "" || len(alerts) == 0 {
		t.Errorf("alerts and their explanations (-alerts.yaml +alerts.md):\n%s", diff)
	}
}

func TestTuningIsThatOfCompose(t *testing.T) {
	t.Parallel()
	var explained []string
	for _, row := range all(t, "(?m)^\\| (`\\w+` \\| `[\\w.]+`) \\|", "../../docs/operations/tuning.md") {
		explained = append(explained, strings.ReplaceAll(strings.ReplaceAll(row, "` | `", "="), "`", ""))
	}
	set := all(t, `(?m)^ +- (\w+=[\w.]+)$`, "../../compose.yaml")
	if diff := cmp.Diff(set, explained); diff != "" || len(set) == 0 {
		t.Errorf("PostgreSQL's settings (-compose.yaml +tuning.md):\n%s", diff)
	}
}

func TestLinksLeadSomewhere(t *testing.T) {
	t.Parallel()
	documents, err := filepath.Glob("../../docs/operations/*.md")
	if err != nil || len(documents) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	index := all(t, `\]\(([^)#]+)`, "../../docs/operations/README.md")
	for _, document := range documents {
		if name := filepath.Base(document); name != "README.md" && !slices.Contains(index, name) {
			t.Errorf("README.md does not list %s", name)
		}
		for _, link := range all(t, `\]\(([^)]+)\)`, document) {
			path, anchor, _ := strings.Cut(link, "#")
			if strings.Contains(path, "://") {
				continue
			}
			target := filepath.Join(filepath.Dir(document), path)
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s: %v", document, link, err)
			} else if anchor != "" && !slices.Contains(anchors(t, target), anchor) {
				t.Errorf("%s links to %s, which has no such heading", document, link)
			}
		}
	}
}

// anchors are the names of a document's headings in links.
func anchors(t *testing.T, document string) []string {
	t.Helper()
	list := all(t, `(?m)^#+ (.+)$`, document)
	for i, heading := range list {
		list[i] = strings.ReplaceAll(strings.ToLower(heading), " ", "-")
	}
	return list
}

// all finds what the pattern's group matches, in the order of the file.
func all(t *testing.T, pattern, path string) (found []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
		found = append(found, match[1])
	}
	return found
}
