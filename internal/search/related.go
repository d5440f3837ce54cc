package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"airport-content/internal/search/word"
)

const (
	minBeginning  = 4  // letters of an unknown word that is searched for as a prefix
	minCompound   = 5  // letters of a word that is looked for in compounds
	minHead       = 4  // letters of a word that is looked for at their end
	maxCompounds  = 12 // words of a query whose compounds or other forms are looked for
	minInflected  = 5  // letters of a held word whose other forms are looked for
	longestEnding = 4  // letters
	shortEnding   = 2  // letters, after a word of fewer than minInflected
	leastBefore   = 3  // letters before an ending
	mostRelated   = 12 // lexemes that replace a word, or join its clause
)

// compounding are the languages that write compounds as one word.
var compounding = []string{"german", "dutch", "danish", "norwegian", "swedish", "finnish"}

// readCompounds lists the compounds with a word, or with its stem: Geldautomaat, of automat; Gepäckwagen,
// of wag.
func readCompounds(p *planner, r run) []Analysis {
	analysis := p.analysis(r.only())
	if !slices.Contains(compounding, p.corpus.Language) || !isHead(analysis.Unaccented) || !p.mayLookFor(r) {
		return nil
	}
	places := p.corpus.compoundsOf(analysis.Unaccented)
	if stem := analysis.key(); isHead(stem) && stem != analysis.Unaccented {
		places = append(p.corpus.compoundsOf(stem), places...)
	}
	return analysesOf(p.corpus.commonest(places))
}

func isHead(text string) bool { return utf8.RuneCountInString(text) >= minHead }

// mayLookFor reports whether the words like a run's word may be looked for, which takes a look at
// each word of the airport.
func (p *planner) mayLookFor(r run) bool {
	if !word.IsLetters(r.only()) || p.looked == maxCompounds {
		return false
	}
	p.looked++
	return true
}

// analysesOf makes an analysis of each lexeme.
func analysesOf(lexemes []Lexeme) (list []Analysis) {
	for _, l := range lexemes {
		list = append(list, analysisOf(l))
	}
	return list
}

// compoundsOf lists the places of words that hold a part: at their beginning, or after three
// letters or more. A short part must end the compound, because the last part of a compound names
// the thing: Bahn in Straßenbahn.
func (c Corpus) compoundsOf(part string) (places []int) {
	short := utf8.RuneCountInString(part) < minCompound
	for _, found := range c.words.Holding(part) {
		if short && !strings.HasSuffix(c.lexemes.At(int(c.lexeme[found.Text])), part) {
			continue
		}
		if before := utf8.RuneCountInString(c.words.At(found.Text)[:found.Byte]); before == 0 || before > 2 {
			places = append(places, found.Text)
		}
	}
	return places
}

// readBeginnings lists the words that begin with a word, if no item of any language holds the word, or
// if it has synonyms and no item holds any of these.
func readBeginnings(p *planner, r run) []Analysis {
	text := r.only()
	analysis := p.analysis(text)
	unknown := slices.Contains(p.prefixes, Unknown{text, analysis.Unaccented})
	if !word.IsLetters(text) || !unknown && (r.held || p.corpus.Synonyms.of(analysis.key()) == nil) {
		return nil
	}
	return analysesOf(p.corpus.commonest(p.corpus.begunBy(analysis.Unaccented)))
}

// begunBy lists the places of the words with a beginning. It lists none if a word is at most
// allowedMistakes longer: then the beginning is a misspelling of that word, and is corrected.
func (c Corpus) begunBy(beginning string) []int {
	letters := utf8.RuneCountInString(beginning)
	if letters < minBeginning {
		return nil
	}
	places := c.wordsWith(beginning)
	near := func(place int) bool {
		return utf8.RuneCountInString(c.words.At(place)) <= letters+allowedMistakes(beginning)
	}
	if slices.ContainsFunc(places, near) {
		return nil
	}
	return places
}

// inflects reports whether words of the language have forms, but no stemmer.
func (p *planner) inflects() bool {
	return word.Dictionary(p.corpus.Language) == word.Simple && p.corpus.Language != word.Vietnamese
}

// readEndings lists the other forms of a word, in a language without a stemmer.
func readEndings(p *planner, r run) []Analysis {
	text := r.only()
	analysis := p.analysis(text)
	if !p.inflects() || utf8.RuneCountInString(text) < minInflected && analysis.frequency() > 0 || !p.mayLookFor(r) {
		return nil
	}
	return analysesOf(p.corpus.commonest(p.corpus.inflected(analysis.Unaccented)))
}

// inflected lists the places of words that differ from a word in their endings only: in the last
// letter of a word of five or six, in the last two of a longer word. A shorter word stands whole
// before an ending of up to two letters. inflected stands in for the stemmer that the language
// lacks: lotnisko, lotniskach.
func (c Corpus) inflected(text string) []int {
	letters := []rune(text)
	stem, ending := letters, shortEnding
	switch n := len(letters); {
	case n < leastBefore:
		return nil
	case n > 6:
		stem, ending = letters[:n-2], longestEnding
	case n >= minInflected:
		stem, ending = letters[:n-1], longestEnding
	}
	places := slices.DeleteFunc(c.wordsWith(string(stem)), func(place int) bool {
		return utf8.RuneCountInString(c.words.At(place)) > len(stem)+ending
	})
	for _, other := range withOtherVowel(text) {
		places = append(places, c.wordsWith(other)...)
	}
	return places
}

// fleeting are the vowels that Slavic words have before a last k, but not in their other forms.
var fleeting = map[string][]string{"k": {"e", "o"}, "к": {"е", "о"}}

// withOtherVowel lists the beginnings of such other forms: wózek, wózki; квитки, квиток.
func withOtherVowel(text string) (others []string) {
	for k, vowels := range fleeting {
		at := strings.LastIndex(text, k)
		if at < 0 || utf8.RuneCountInString(text[at:]) > longestEnding {
			continue
		}
		for _, vowel := range vowels {
			if base, ok := strings.CutSuffix(text[:at], vowel); ok && text[at:] == k {
				others = append(others, base+k)
			} else if text[at:] != k {
				others = append(others, text[:at]+vowel+k)
			}
		}
	}
	return slices.DeleteFunc(others, func(other string) bool { return utf8.RuneCountInString(other) < minBeginning })
}
