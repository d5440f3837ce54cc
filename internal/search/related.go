package search

import (
	"slices"
	"unicode/utf8"

	"airport-content/internal/search/word"
	"airport-content/internal/spelling"
)

const (
	minCompound   = 5  // letters of a word that is looked for in compounds
	maxCompounds  = 12 // words of a query whose compounds or other forms are looked for
	minInflected  = 5  // letters of a held word whose other forms are looked for
	longestEnding = 4  // letters
	shortEnding   = 2  // letters, after a word of fewer than minInflected
)

// readCompounds lists the compounds with a word: Geldautomaat, of automaat.
func readCompounds(p *planner, r run) []Analysis {
	text := r.only()
	part := p.analysis(text).Unaccented
	if !word.IsCompounding(p.corpus.Language) || utf8.RuneCountInString(part) < minCompound {
		return nil
	}
	if p.mayLookFor(text) {
		p.forms[text] = p.corpus.commonest(p.corpus.words.Holding(part))
	}
	return p.forms[text]
}

// mayLookFor reports whether the words like a word are still to be looked for, which takes a look
// at each word of the airport.
func (p *planner) mayLookFor(text string) bool {
	_, looked := p.forms[text]
	return !looked && word.IsLetters(text) && len(p.forms) < maxCompounds
}

// readBeginnings lists the words that begin with a word, if no item of any language holds the word,
// or if it has synonyms and no item holds any of these.
func readBeginnings(p *planner, r run) []Analysis {
	text := r.only()
	analysis := p.analysis(text)
	unknown := slices.Contains(p.beginnings, unknownWord{text, analysis.Unaccented})
	if !word.IsLetters(text) || !unknown && (r.isHeld() || p.corpus.Synonyms.of(analysis.key()) == nil) {
		return nil
	}
	return p.corpus.commonest(p.corpus.begunBy(analysis.Unaccented))
}

// begunBy lists the indexes of the words with a beginning. It lists none if a word is at most
// spelling.AllowedMistakes longer: then the beginning is a misspelling of that word, and is
// corrected.
func (c Corpus) begunBy(beginning string) []int {
	letters := utf8.RuneCountInString(beginning)
	if letters < word.MinBeginning {
		return nil
	}
	indexes := c.wordsWith(beginning)
	near := func(index int) bool {
		return utf8.RuneCountInString(c.words.At(index)) <= letters+spelling.AllowedMistakes(beginning)
	}
	if slices.ContainsFunc(indexes, near) {
		return nil
	}
	return indexes
}

// inflects reports whether words of the language have forms, but no stemmer.
func (p *planner) inflects() bool {
	return word.Dictionary(p.corpus.Language) == word.Simple && p.corpus.Language != word.Vietnamese
}

// readEndings lists the other forms of a word, in a language without a stemmer.
func readEndings(p *planner, r run) []Analysis {
	text := r.only()
	analysis := p.analysis(text)
	if !p.inflects() || utf8.RuneCountInString(text) < minInflected && analysis.frequency() > 0 {
		return nil
	}
	if p.mayLookFor(text) {
		p.forms[text] = p.corpus.commonest(p.corpus.inflected(analysis.Unaccented))
	}
	return p.forms[text]
}

// otherForms lists the other forms of a name, if it is one word, in a language without a stemmer.
func (p *planner) otherForms(parts []string) []Analysis {
	if !p.inflects() || len(parts) > 1 || !word.IsLetters(parts[0]) {
		return nil
	}
	return p.corpus.commonest(p.corpus.inflected(word.Unaccented(parts[0])))
}

// inflected lists the indexes of words that differ from a word in their endings only: in the last
// letter of a word of five or six, in the last two of a longer word. A shorter word stands whole
// before an ending of up to two letters. inflected stands in for the stemmer that the language
// lacks: lotnisko, lotniskach.
func (c Corpus) inflected(text string) []int {
	letters := []rune(text)
	stem, ending := letters, shortEnding
	switch n := len(letters); {
	case n < word.LeastBefore:
		return nil
	case n > 6:
		stem, ending = letters[:n-2], longestEnding
	case n >= minInflected:
		stem, ending = letters[:n-1], longestEnding
	}
	return slices.DeleteFunc(c.wordsWith(string(stem)), func(index int) bool {
		return utf8.RuneCountInString(c.words.At(index)) > len(stem)+ending
	})
}
