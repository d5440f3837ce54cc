package search

import (
	"slices"
	"strings"
)

// respellings are pairs of ways to write a letter, by language: people without the key type the longer one. PostgreSQL takes ß for ss, and æ
// for ae, by itself.
var respellings = map[string][]string{
	"german":    {"ä", "ae", "ö", "oe", "ü", "ue"},
	"swedish":   {"å", "aa", "ä", "ae", "ö", "oe"},
	"danish":    {"å", "aa", "ø", "oe"},
	"norwegian": {"å", "aa", "ø", "oe"},
}

var shorten, lengthen = replacers()

func replacers() (shorten, lengthen map[string]*strings.Replacer) {
	shorten, lengthen = map[string]*strings.Replacer{}, map[string]*strings.Replacer{}
	for language, pairs := range respellings {
		lengthen[language] = strings.NewReplacer(pairs...)
		turned := slices.Clone(pairs)
		slices.Reverse(turned)
		shorten[language] = strings.NewReplacer(turned...)
	}
	return shorten, lengthen
}

// respelled writes a word in the other way of its language: gebuehr for gebühr, and the other way round. It is empty if there is none.
func respelled(word, language string) string {
	if respellings[language] == nil {
		return ""
	}
	if longer := lengthen[language].Replace(word); longer != word {
		return longer
	}
	if shorter := shorten[language].Replace(word); shorter != word {
		return shorter
	}
	return ""
}

// spelledAs is how items of the language spell a word: the other way, if no item holds the word, but items or synonyms have that.
func (v Vocabulary) spelledAs(word string) string {
	other := respelled(word, v.Language)
	if other == "" || v.Analyses[word].frequency() > 0 {
		return word
	}
	if analysis := v.Analyses[other]; analysis.frequency() > 0 || v.Synonyms.of(analysis.key()) != nil {
		return other
	}
	return word
}

// respell spells the bare words of a query as items do.
func (p *planner) respell(q Query) Query {
	if respellings[p.vocabulary.Language] == nil {
		return q
	}
	spelled := make(Query, len(q))
	for i, words := range q {
		spelled[i] = slices.Clone(words)
		for j, w := range words {
			if other := respelled(w.Text, p.vocabulary.Language); w.Kind == Bare && other != "" {
				p.analysis(other)
				spelled[i][j].Text = p.vocabulary.spelledAs(w.Text)
			}
		}
	}
	return spelled
}
