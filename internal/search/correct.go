package search

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/spelling"
)

const (
	minMisspelled = 4 // letters
	maxMisspelled = 40
	minHalf       = 3 // letters of each of two words that were typed as one
	minLikeness   = 0.3
	// twiceWrong is the least likeness of a word with two mistakes: "panier" is not "payer".
	twiceWrong = 0.4
	// otherFirst is the least likeness of a word with another first letter, which people seldom mistype: "manger" is not "langer".
	otherFirst = 0.5
)

// Misspelling is a word of a query that no item holds, with spellings to try instead.
type Misspelling struct {
	Text       string   // as in the query
	Unaccented string   // without accents
	Swapped    []string // two neighbouring letters swapped
	Parted     []string // split into two words
}

// Candidate is a word, or two words, that may have been meant.
type Candidate struct {
	Unaccented string // without accents
	Word       string
	Frequency  int // how many items hold it; 0 for two words, and for a synonym
}

// Misspellings lists the unknown words of the plan that may be misspelled. They have 4 to 40 letters and no digit. It leaves out words of
// synonyms and words in scripts without spaces. Where the airport has English items, it also leaves out common English words.
func (p Plan) Misspellings(languages []Vocabulary) []Misspelling {
	var list []Misspelling
	english := slices.ContainsFunc(languages, func(v Vocabulary) bool { return v.Language == "english" })
	for _, text := range p.Unknown {
		analysis := languages[0].Analyses[text] // what it is without accents is the same in all
		letters := []rune(analysis.Unaccented)
		if english && isCommon(analysis.Unaccented) || len(letters) < minMisspelled || len(letters) > maxMisspelled ||
			slices.ContainsFunc(languages, func(v Vocabulary) bool { return v.Synonyms.lexeme[v.Analyses[text].key()] }) ||
			strings.ContainsFunc(analysis.Unaccented, func(r rune) bool { return unicode.IsDigit(r) || unicode.IsSpace(r) || scriptOf(r) != spaced }) {
			continue
		}
		m := Misspelling{Text: text, Unaccented: analysis.Unaccented}
		for i := 1; i < len(letters); i++ {
			swapped := slices.Clone(letters)
			swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
			m.Swapped = append(m.Swapped, string(swapped))
		}
		for i := minHalf; i <= len(letters)-minHalf; i++ {
			m.Parted = append(m.Parted, string(letters[:i])+" "+string(letters[i:]))
		}
		list = append(list, m)
	}
	return list
}

// Corrections chooses for each misspelled word what was most likely meant: the two words that were typed as one, or else the
// nearest candidate or synonym. It returns nil if it finds nothing.
func Corrections(misspelled []Misspelling, candidates []Candidate, languages []Vocabulary) map[string]string {
	var known []Candidate
	for _, v := range languages {
		known = append(known, v.Synonyms.words...)
	}
	var corrections map[string]string
	for _, m := range misspelled {
		if word := cmp.Or(m.parted(candidates), m.nearest(slices.Concat(candidates, known))); word != "" {
			if corrections == nil {
				corrections = map[string]string{}
			}
			corrections[m.Text] = word
		}
	}
	return corrections
}

func (m Misspelling) parted(candidates []Candidate) string {
	for _, words := range m.Parted {
		if i := slices.IndexFunc(candidates, func(c Candidate) bool { return c.Unaccented == words }); i >= 0 {
			return candidates[i].Word
		}
	}
	return ""
}

func (m Misspelling) nearest(candidates []Candidate) string {
	// The same numbers as in Elasticsearch's fuzziness AUTO.
	allowed := 2
	if utf8.RuneCountInString(m.Unaccented) <= 5 {
		allowed = 1
	}
	best, lowest := "", math.Inf(1)
	for _, c := range candidates {
		if difference := len(m.Unaccented) - len(c.Unaccented); max(difference, -difference) > utf8.UTFMax*allowed {
			continue // too short or too long to be in reach
		}
		mistakes := spelling.Distance(m.Unaccented, c.Unaccented)
		if mistakes > allowed {
			continue
		}
		least := minLikeness
		if firstLetter(m.Unaccented) != firstLetter(c.Unaccented) {
			least = otherFirst
		} else if mistakes > 1 {
			least = twiceWrong
		}
		like := likeness(m.Unaccented, c.Unaccented)
		if like < least && !slices.Contains(m.Swapped, c.Unaccented) {
			continue
		}
		cost := float64(mistakes) - like - 0.1*math.Log(float64(max(1, c.Frequency)))
		if order := cmp.Compare(cost, lowest); order < 0 || order == 0 && c.Word < best {
			best, lowest = c.Word, cost
		}
	}
	return best
}

func firstLetter(word string) rune {
	r, _ := utf8.DecodeRuneInString(word)
	return r
}

// likeness is the share of three-letter groups that two words have in common, like pg_trgm's similarity().
func likeness(a, b string) float64 {
	of := trigrams(a)
	both, either := 0, len(of)
	for t := range trigrams(b) {
		if of[t] {
			both++
		} else {
			either++
		}
	}
	return float64(both) / float64(either)
}

func trigrams(word string) map[[3]rune]bool {
	letters := []rune("  " + word + " ")
	set := map[[3]rune]bool{}
	for i := range len(letters) - 2 {
		set[[3]rune(letters[i:i+3])] = true
	}
	return set
}
