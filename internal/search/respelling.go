package search

import (
	"slices"
	"strings"
)

// respelling replaces letters by their other spelling: people without the key for ü type ue.
// PostgreSQL itself reads ß as ss, and æ as ae.
type respelling struct{ lengthen, shorten *strings.Replacer }

var respellings = map[string]respelling{
	"german":    newRespelling("ä", "ae", "ö", "oe", "ü", "ue"),
	"swedish":   newRespelling("å", "aa", "ä", "ae", "ö", "oe"),
	"danish":    newRespelling("å", "aa", "ø", "oe"),
	"norwegian": newRespelling("å", "aa", "ø", "oe"),
}

func newRespelling(pairs ...string) respelling {
	lengthen := strings.NewReplacer(pairs...)
	slices.Reverse(pairs)
	return respelling{lengthen, strings.NewReplacer(pairs...)}
}

// respelled is the other spelling of a word: gebuehr for gebühr, and gebühr for gebuehr; empty if
// there is none.
func respelled(word, language string) string {
	r, ok := respellings[language]
	if !ok {
		return ""
	}
	if longer := r.lengthen.Replace(word); longer != word {
		return longer
	}
	if shorter := r.shorten.Replace(word); shorter != word {
		return shorter
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
	if _, ok := respellings[p.corpus.Language]; !ok {
		return q
	}
	spelled := make(Query, len(q))
	for i, words := range q {
		spelled[i] = slices.Clone(words)
		for j, w := range words {
			if w.Kind == Bare {
				spelled[i][j].Text = p.spelledAs(w.Text)
			}
		}
	}
	return spelled
}

// hiragana writes Katakana as Hiragana.
func hiragana(word string) string {
	return strings.Map(func(r rune) rune {
		if isKatakana(r) {
			return r - 'ァ' + 'ぁ'
		}
		return r
	}, word)
}

// katakana writes Hiragana as Katakana.
func katakana(word string) string {
	return strings.Map(func(r rune) rune {
		if isHiragana(r) {
			return r - 'ぁ' + 'ァ'
		}
		return r
	}, word)
}

func isKatakana(r rune) bool { return 'ァ' <= r && r <= 'ヶ' }

func isHiragana(r rune) bool { return 'ぁ' <= r && r <= 'ゖ' }

// isAllOf reports whether a word, or a run of pieces, has only letters of one kind and the long
// vowel mark.
func isAllOf(word string, is func(rune) bool) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !is(r) && r != 'ー' && r != ' ' })
}
