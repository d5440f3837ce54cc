package search

import (
	"slices"
	"strings"
	"unicode"
)

// readAccents is a word with its typed accents. There is none where accents make no difference: the
// word has none, or all items with the word have these accents, or no item has.
func readAccents(p *planner, r run) []Analysis {
	lexemes := p.analysis(r.only()).lexemes()
	if !p.accented || len(lexemes) != 1 || lexemes[0].AccentedFrequency == 0 || lexemes[0].AccentedFrequency >= lexemes[0].Frequency {
		return nil
	}
	return []Analysis{analysisOf(Lexeme{Text: lexemes[0].Accented, Frequency: lexemes[0].AccentedFrequency})}
}

// readParts are the parts of several words that are one thing, and the words in a word in pieces. A
// word in pieces with synonyms is certainly a word, and has no such parts; nor has a code.
func readParts(p *planner, r run) (list []Analysis) {
	switch {
	case len(concat(r.texts).lexemes()) < 2, r.isPhrase() && slices.ContainsFunc(r.parts(), hasDigit), r.isUnspaced() && r.is(asSynonym):
		return nil
	case r.isUnspaced():
		for _, pieces := range partsIn(r.parts()) {
			list = append(list, p.analysis(pieces...))
		}
		return list
	}
	for _, text := range r.parts() {
		list = append(list, p.analysis(text))
	}
	return list
}

func hasDigit(text string) bool { return strings.ContainsFunc(text, unicode.IsDigit) }
