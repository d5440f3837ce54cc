package search

import (
	"slices"
	"strings"
)

// respellings lengthen and shorten the letters that have another spelling in a language: people
// without the key for ü type ue. PostgreSQL itself reads ß as ss, and æ as ae.
var respellings = map[string][]*strings.Replacer{
	"german":    respelling("ä", "ae", "ö", "oe", "ü", "ue"),
	"swedish":   respelling("å", "aa", "ä", "ae", "ö", "oe"),
	"danish":    respelling("å", "aa", "ø", "oe"),
	"norwegian": respelling("å", "aa", "ø", "oe"),
}

func respelling(pairs ...string) []*strings.Replacer {
	lengthen := strings.NewReplacer(pairs...)
	slices.Reverse(pairs)
	return []*strings.Replacer{lengthen, strings.NewReplacer(pairs...)}
}

// respelled is the other spelling of a word: gebuehr for gebühr, and gebühr for gebuehr; empty if
// there is none.
func respelled(word, language string) string {
	for _, replacer := range respellings[language] {
		if other := replacer.Replace(word); other != word {
			return other
		}
	}
	return ""
}

// spellings lists a word as it was typed, and its other spelling.
func spellings(word, language string) []string {
	if other := respelled(word, language); other != "" {
		return []string{word, other}
	}
	return []string{word}
}

// spelledAs is a word as the items spell it. The other spelling is taken if no item holds the word,
// and items or synonyms have the other spelling.
func (p *planner) spelledAs(word string) string {
	other := respelled(word, p.corpus.Language)
	if other == "" || p.analysis(word).frequency() > 0 {
		return word
	}
	if analysis := p.analysis(other); analysis.frequency() > 0 || p.corpus.Synonyms.of(analysis.key()) != nil {
		return other
	}
	return word
}

// respell spells the bare words of a query as items do.
func (p *planner) respell(q Query) Query {
	spelled := q.clone()
	for w := range spelled.bareWords() {
		w.Text = p.spelledAs(w.Text)
	}
	return spelled
}
