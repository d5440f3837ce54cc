// Package spelling shows what was mistyped, and finds what may have been meant. It imports nothing
// of this project.
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

// Nearest orders names by the number of edits that lead to them from what was typed, letter case
// aside; those that are equally near keep their order.
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
