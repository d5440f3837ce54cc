//go:build clients

package e2e_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/hours"
)

// What is written of opening hours means the same to the library of OpenStreetMap: the same times of a
// year, but for public holidays, which this program does not know.
func TestClientsHours(t *testing.T) {
	t.Parallel()
	mustRun(t, "npm", "--version")
	var values []string
	for line := range strings.Lines(string(check.Must(os.ReadFile("../hours/testdata/texts.txt"))(t))) {
		if value, _, _ := strings.Cut(line, "\t"); value != "-" && !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	dir := t.TempDir()
	source := check.Must(os.ReadFile("testdata/clients/hours.mjs"))(t)
	check.NoError(t, os.WriteFile(filepath.Join(dir, "hours.mjs"), source, 0o600))
	runIn(t, dir, "npm", "init", "--yes")
	runIn(t, dir, "npm", "install", "--no-audit", "--no-fund", "opening_hours@3.15.0")
	node := exec.Command("node", "hours.mjs")
	node.Dir, node.Env, node.Stdin, node.Stderr = dir, append(os.Environ(), "TZ=UTC"), strings.NewReader(strings.Join(values, "\n")), os.Stderr
	theirs := strings.Split(strings.TrimSuffix(string(check.Must(node.Output())(t)), "\n"), "\n")
	if len(theirs) != len(values) {
		t.Fatalf("%d lines for %d values", len(theirs), len(values))
	}
	for i, value := range values {
		var says struct{ Open, Holidays periods }
		check.NoError(t, json.Unmarshal([]byte(theirs[i]), &says))
		schedule := check.Must(hours.Parse(value))(t)
		for at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() == 2026; at = at.Add(10 * time.Minute) {
			if open := schedule.At(at) == hours.Open; open != says.Open.has(at) && !says.Holidays.has(at) {
				t.Errorf("%s at %s: open %t, want %t", value, at, open, !open)
				break
			}
		}
	}
}

// periods are pairs of Unix times.
type periods [][2]int64

func (p periods) has(at time.Time) bool {
	_, found := slices.BinarySearchFunc(p, at.Unix(), func(one [2]int64, at int64) int {
		switch {
		case one[1] <= at:
			return -1
		case one[0] > at:
			return 1
		}
		return 0
	})
	return found
}
