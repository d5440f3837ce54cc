// Package spelling finds words near a mistyped one, and quotes mistyped texts in messages. It
// imports nothing of this project.
package spelling

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Quoted is the first 60 characters of a typed text, in quotes, for a message.
func Quoted(typed string) string { return fmt.Sprintf("%.60q", typed) }

// Shortened is the first 60 characters of a typed text. Invalid UTF-8 stays invalid.
func Shortened(typed string) string { return fmt.Sprintf("%.60s", typed) }

// Nearest orders names by their Distance from the typed text, letter case aside. Equally near names
// keep their order.
func Nearest(typed string, names []string) []string {
	mistakes := func(name string) int { return Distance(lower(typed), lower(name)) }
	ordered := slices.Clone(names)
	slices.SortStableFunc(ordered, func(a, b string) int { return cmp.Compare(mistakes(a), mistakes(b)) })
	return ordered
}

// lower bounds the work on long texts.
func lower(s string) string { return strings.ToLower(fmt.Sprintf("%.200s", s)) }

// Known lists up to ten names for a message, the nearest to the typed text first.
func Known(typed string, names []string) string {
	const shown = 10
	if len(names) == 0 {
		return "there are none yet"
	}
	list := "known: " + strings.Join(Nearest(typed, names)[:min(shown, len(names))], ", ")
	if more := len(names) - shown; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}
