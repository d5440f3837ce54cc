package search

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed common.txt
var commonText string

var commonWords = func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(commonText) {
		words[word] = true
	}
	return words
}()

// isCommon reports whether people use an English word so often that it is hardly a misspelling, whatever the airport holds.
// The list has base forms; the usual endings are taken off.
func isCommon(word string) bool {
	if commonWords[word] {
		return true
	}
	return slices.ContainsFunc([]string{"s", "es", "d", "ed", "ing", "ly", "r", "er", "st", "est"}, func(ending string) bool {
		base, ok := strings.CutSuffix(word, ending)
		n := len(base)
		return ok && n > 1 && (commonWords[base] || commonWords[base+"e"] ||
			base[n-1] == 'i' && commonWords[base[:n-1]+"y"] || base[n-1] == base[n-2] && commonWords[base[:n-1]])
	})
}
