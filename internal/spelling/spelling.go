// Package spelling speaks of what was mistyped: it shows it, and finds which name may have been meant. It imports nothing of this project.
package spelling

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

const (
	shown   = 10  // names in a message
	longest = 200 // letters of a name that are compared
)

// Nearest orders names by the number of edits that lead to them from what was typed, letter case aside; those that are
// equally near keep their order.
func Nearest(typed string, names []string) []string {
	type candidate struct {
		name  string
		edits int
	}
	from := letters(typed)
	candidates := make([]candidate, len(names))
	for i, name := range names {
		candidates[i] = candidate{name, edits(from, letters(name))}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.edits, b.edits) })
	nearest := make([]string, len(candidates))
	for i, c := range candidates {
		nearest[i] = c.name
	}
	return nearest
}

// Known lists names for a message, the nearest to what was typed first, and not too many of them.
func Known(typed string, names []string) string {
	if len(names) == 0 {
		return "there are none yet"
	}
	nearest := Nearest(typed, names)
	list := "known: " + strings.Join(nearest[:min(shown, len(nearest))], ", ")
	if more := len(nearest) - shown; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

func letters(s string) []rune {
	r := []rune(strings.ToLower(s[:min(len(s), 4*longest)]))
	return r[:min(len(r), longest)]
}

// edits is the Levenshtein distance.
func edits(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
