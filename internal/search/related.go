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
	// asCompound is the share of a word's weight that a compound with the word counts.
	asCompound = 0.3
)

// compounding are the languages that write compounds as one word.
var compounding = []string{"german", "dutch", "danish", "norwegian", "swedish", "finnish"}

// related lists lexemes that stand for a word, too. In languages with compounds, they come from the
// words that contain the word; in languages without a stemmer, from the word's other forms. related
// also lists the words that begin with the word, if the word is unknown, or if it has synonyms and
// held is false: no item holds the word or a synonym.
func (p *planner) related(w Word, held bool) []Lexeme {
	if !word.IsLetters(w.Text) {
		return nil
	}
	analysis := p.analysis(w.Text)
	var words []int
	switch stem := analysis.key(); {
	case p.compounds == maxCompounds:
	case slices.Contains(compounding, p.corpus.Language) && utf8.RuneCountInString(analysis.Unaccented) >= minHead:
		p.compounds++
		words = p.corpus.compoundsOf(analysis.Unaccented) // Geldautomaat, of the stem automat; Gepäckwagen, of wag
		if utf8.RuneCountInString(stem) >= minHead {
			words = union(p.corpus.compoundsOf(stem), words)
		}
	case p.inflects():
		p.compounds++
		words = p.corpus.prefixed(analysis.Unaccented)
		if utf8.RuneCountInString(w.Text) >= minInflected || analysis.frequency() == 0 {
			words = union(p.corpus.inflected(analysis.Unaccented), words)
		}
	}
	list := p.corpus.commonest(words)
	prefix := slices.Contains(p.prefixes, Unknown{w.Text, analysis.Unaccented})
	if synonyms := p.corpus.Synonyms.of(analysis.key()); prefix || synonyms != nil && !held {
		list = append(list, p.corpus.commonest(p.corpus.begunBy(analysis.Unaccented))...)
	}
	return list
}

// inflects reports whether words of the language have forms, but no stemmer.
func (p *planner) inflects() bool {
	return word.Dictionary(p.corpus.Language) == word.Simple && p.corpus.Language != word.Vietnamese
}

// compoundsOf lists the places of words that hold a part: at their beginning, or after three
// letters or more. A short part must end the compound, because the last part of a compound names
// the thing: Bahn in Straßenbahn.
func (c Corpus) compoundsOf(part string) (words []int) {
	short := utf8.RuneCountInString(part) < minCompound
	for _, found := range c.words.Holding(part) {
		if short && !strings.HasSuffix(c.lexemes.At(int(c.lexeme[found.Text])), part) {
			continue
		}
		if before := utf8.RuneCountInString(c.words.At(found.Text)[:found.Byte]); before == 0 || before > 2 {
			words = append(words, found.Text)
		}
	}
	return words
}

// begunBy lists the places of the words with a beginning. It lists none if a word is at most
// allowedMistakes longer: then the beginning is a misspelling of that word, and is corrected.
func (c Corpus) begunBy(beginning string) []int {
	letters := utf8.RuneCountInString(beginning)
	if letters < minBeginning {
		return nil
	}
	words := c.wordsWith(beginning)
	near := func(place int) bool {
		return utf8.RuneCountInString(c.words.At(place)) <= letters+allowedMistakes(beginning)
	}
	if slices.ContainsFunc(words, near) {
		return nil
	}
	return words
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

// hebrewPrefixes are "the", "in", "to", "from", "and", "that" and "as", which Hebrew joins to a
// word. hebrewAnd may stand before another prefix.
const hebrewPrefixes, hebrewAnd = "הבלמושכ", "ו"

// beforeHebrew lists what may stand before a Hebrew word: nothing, a prefix, or two.
var beforeHebrew = func() []string {
	list := append(strings.Split(hebrewPrefixes, ""), "")
	for _, prefix := range list {
		list = append(list, hebrewAnd+prefix)
	}
	return list
}()

// prefixed lists the places of words that differ from a Hebrew word in such a prefix only.
func (c Corpus) prefixed(text string) (places []int) {
	first, size := utf8.DecodeRuneInString(text)
	if letters := utf8.RuneCountInString(text); letters < leastBefore || first < 'א' || 'ת' < first {
		return nil
	}
	bases := []string{text}
	if strings.ContainsRune(hebrewPrefixes, first) && utf8.RuneCountInString(text) > leastBefore {
		bases = append(bases, text[size:])
	}
	for _, base := range bases {
		for _, prefix := range beforeHebrew {
			for at, end := c.words.Range(prefix + base); at < end; at++ {
				places = append(places, at)
			}
		}
	}
	return places
}

// withRelated adds related words to the clause of a single word. If no item holds the word, the
// related words replace it. Otherwise they make a second clause, which counts less, and an item
// with a related word counts as an item with the word.
func (p *planner) withRelated(w Word, c clause) (clause, clause) {
	var others []Analysis
	for _, l := range p.related(w, c.frequency > 0) {
		if quote(l.Text) != c.Word && !slices.ContainsFunc(others, func(o Analysis) bool { return o.key() == l.Text }) {
			others = append(others, Analysis{Lexemes: []Lexeme{l}})
		}
	}
	switch {
	case c.lexemes != 1 || len(others) == 0:
		return c, clause{}
	case c.frequency == 0:
		return p.clause(p.analyse([]Word{w}), others), clause{}
	}
	more := p.clause(p.analyse([]Word{w}), others)
	more.frequency -= p.analysis(w.Text).frequency()
	c.query = join([]string{c.query, more.Synonyms}, " | ")
	c.frequency += more.frequency
	c.likely += more.frequency
	c.terms = append(c.terms, more.terms[1:]...) // the first is the word itself
	more.query, more.role = more.Synonyms, beside
	more.Word, more.WordTitle = "", ""
	more.Weight = asCompound * c.Weight
	return c, more
}
