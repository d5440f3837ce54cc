// Package spelling shows what was mistyped, and finds what may have been meant. It imports nothing of this project.
package spelling

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Quoted puts what was typed into a message: the first 60 characters, in quotes.
func Quoted(typed string) string { return fmt.Sprintf("%.60q", typed) }

// Shortened is the first 60 characters of what was typed. What is not UTF-8 stays so.
func Shortened(typed string) string { return fmt.Sprintf("%.60s", typed) }

// Nearest orders names by the number of edits that lead to them from what was typed, letter case aside; those that are
// equally near keep their order.
func Nearest(typed string, names []string) []string {
	edits := func(name string) int {
		return Distance(lower(typed), lower(name))
	}
	nearest := slices.Clone(names)
	slices.SortStableFunc(nearest, func(a, b string) int { return cmp.Compare(edits(a), edits(b)) })
	return nearest
}

// lower bounds the work on long texts.
func lower(s string) string { return strings.ToLower(fmt.Sprintf("%.200s", s)) }

// Known lists up to ten names for a message, the nearest to what was typed first.
func Known(typed string, names []string) string {
	const shown = 10
	if len(names) == 0 {
		return "there are none yet"
	}
	nearest := Nearest(typed, names)
	list := "known: " + strings.Join(nearest[:min(shown, len(names))], ", ")
	if more := len(names) - shown; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

// Distance counts the letters to add, drop, change or swap with a neighbour to get from a to b: the optimal string alignment
// distance.
func Distance(a, b string) int {
	const short = 64 // words up to this length need no memory of their own
	var lettersA, lettersB [short]rune
	x, y := appendLetters(lettersA[:0], a), appendLetters(lettersB[:0], b)
	// row[j] is the distance of the letters of a read so far from the first j letters of b; last and before are the rows of one and two
	// letters fewer.
	var short3 [3 * (short + 1)]int
	width := len(y) + 1
	cells := short3[:]
	if 3*width > len(cells) {
		cells = make([]int, 3*width)
	}
	before, last, row := cells[:width], cells[width:2*width], cells[2*width:3*width]
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range y {
			if x[i] == y[j] {
				row[j+1] = last[j]
				continue
			}
			row[j+1] = 1 + min(last[j], last[j+1], row[j])
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(y)]
}

func appendLetters(letters []rune, s string) []rune {
	for _, r := range s {
		letters = append(letters, r)
	}
	return letters
}
