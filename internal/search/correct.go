package search

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
)

const (
	minMisspelled = 4 // letters
	maxMisspelled = 40
	minLikeness   = 0.3
	// twiceWrong is the least likeness of a word with two mistakes: "panier" is not "payer".
	twiceWrong = 0.4
	// otherFirst is the least likeness of a word with another first letter: "manger" is not
	// "langer". People seldom mistype the first letter, but leave it out ("ounge"), or hit the key
	// beside it ("voffee").
	otherFirst = 0.45
	// otherFirstToo is the same for a word with two mistakes: "scribe" is not "describe".
	otherFirstToo = 0.5
)

// Corrections maps unknown words to their corrections: the nearest word of the items or of the
// synonyms, or two or three words that were typed as one. It returns nil without a correction.
// Words in scripts without spaces are not corrected, nor are everyday words and words of concepts, in
// any language: they are no misspellings. The only error is the end of ctx.
func Corrections(ctx context.Context, unknown []Unknown, corpora []Corpus) (map[string]string, error) {
	var corrections map[string]string
	for _, text := range unknown {
		if !mayBeMisspelled(text.Unaccented) || isWord(text.Unaccented, corpora[0].Concepts) {
			continue
		}
		best, err := bestCorrection(ctx, text.Unaccented, corpora)
		if err != nil {
			return nil, fmt.Errorf("look for words near to a misspelled one: %w", err)
		}
		if best == "" {
			continue
		}
		if corrections == nil {
			corrections = map[string]string{}
		}
		corrections[text.Text] = best
	}
	return corrections, nil
}

// bestCorrection is the best correction of a word in any of the corpora; "" if there is none.
func bestCorrection(ctx context.Context, misspelled string, corpora []Corpus) (string, error) {
	// Items may have the plural (restaraunt, restaurants) or the singular (giftshops, gift shop), and
	// f is the sound of ph (farmacy).
	spellings := []string{misspelled, misspelled + "s"}
	if singular, ok := strings.CutSuffix(misspelled, "s"); ok && mayBeMisspelled(singular) {
		spellings = append(spellings, singular)
	}
	if strings.Contains(misspelled, "f") {
		spellings = append(spellings, strings.ReplaceAll(misspelled, "f", "ph"))
	}
	best := correction{cost: math.Inf(1)}
	for _, typed := range spellings {
		for _, c := range corpora {
			if err := best.find(ctx, typed, c); err != nil {
				return "", err
			}
		}
		if best.text != "" {
			break
		}
	}
	return best.text, nil
}

// isWord reports whether a list of any language has a text, given without accents.
func isWord(text string, concepts *concept.Thesaurus) bool {
	for language := range everydayWords() {
		if isEveryday(text, language) {
			return true
		}
	}
	return concepts != nil && concepts.Knows(text)
}

// mayBeMisspelled accepts words of 4 to 40 letters, of a script with spaces between words.
func mayBeMisspelled(text string) bool {
	letters := utf8.RuneCountInString(text)
	return minMisspelled <= letters && letters <= maxMisspelled && word.IsLetters(text)
}

// correction is the best correction so far: the one with the lowest cost.
type correction struct {
	text string
	cost float64
}

// find takes the nearest word of the items or of the synonyms, or words that were typed as one.
func (best *correction) find(ctx context.Context, misspelled string, c Corpus) error {
	near, err := c.words.Near(ctx, misspelled, allowedMistakes(misspelled))
	if err != nil {
		return err
	}
	for _, n := range near {
		if items := c.count(int(c.lexeme[n.Word])); items > 0 {
			best.take(c.writtenAt(n.Word), costOf(misspelled, c.words.At(n.Word), n.Mistakes, items))
		}
	}
	if near, err = c.Synonyms.words.Near(ctx, misspelled, allowedMistakes(misspelled)); err != nil {
		return err
	}
	for _, n := range near {
		if text := c.Synonyms.typed[n.Word]; c.holdsSynonym(text) {
			best.take(strings.Join(text.Parts, " "), costOf(misspelled, c.Synonyms.words.At(n.Word), n.Mistakes, 1))
		}
	}
	best.part(misspelled, c)
	return nil
}

// part takes two or three words of the items that were typed as one.
func (best *correction) part(misspelled string, c Corpus) {
	letters := []rune(misspelled)
	for i := minHalf; i <= len(letters)-minHalf; i++ {
		first, many := c.commonestWord(string(letters[:i]))
		if many == 0 {
			continue
		}
		second, few := c.commonestWord(string(letters[i:]))
		if items := min(many, few); items > 0 {
			words := first + " " + second
			best.take(words, costOf(misspelled, string(letters[:i])+" "+string(letters[i:]), 1, items))
		}
		for j := i + 2; j <= len(letters)-minHalf; j++ { // lostandfound, dutyfreeshop
			typed := string(letters[i:j])
			middle, some := typed, many
			if !slices.Contains(word.Conjunctions, typed) {
				middle, some = c.commonestWord(typed)
			}
			last, few := c.commonestWord(string(letters[j:]))
			if items := min(many, some, few); items > 0 {
				words := first + " " + middle + " " + last
				best.take(words, costOf(misspelled, string(letters[:i])+" "+typed+" "+string(letters[j:]), 1, items))
			}
		}
	}
}

func (best *correction) take(text string, cost float64) {
	if cost < best.cost || cost == best.cost && text < best.text {
		best.text, best.cost = text, cost
	}
}

// commonestWord finds the commonest spelling of a word given without accents, and the number of
// items that hold it.
func (c Corpus) commonestWord(unaccented string) (text string, items int) {
	for first, last := c.words.Range(unaccented); first < last; first++ {
		if n := c.count(int(c.lexeme[first])); n > items {
			text, items = c.writtenAt(first), n
		}
	}
	return text, items
}

// holdsSynonym reports whether an item holds a synonym, or another of its group.
func (c Corpus) holdsSynonym(s Synonym) bool {
	return c.counted(s.Analysis).frequency() > 0 ||
		slices.ContainsFunc(c.Synonyms.of(s.Analysis.key()), func(o Synonym) bool { return c.counted(o.Analysis).frequency() > 0 })
}

// allowedMistakes is the edit distance that Elasticsearch's fuzziness AUTO allows.
func allowedMistakes(text string) int {
	if utf8.RuneCountInString(text) <= 5 {
		return 1
	}
	return 2
}

// costOf rates a word as a correction, lower for a likelier one. items is the number of items that
// hold the word. The cost of a word that is too unlike the typed one is infinite.
func costOf(typed, text string, mistakes, items int) float64 {
	least := minLikeness
	switch first, second := firstLetter(typed), firstLetter(text); {
	case first != second && mistakes > 1:
		least = otherFirstToo
	case first != second && !(strings.ContainsRune(confused[first], second) && typed[len(string(first)):] == text[len(string(second)):]):
		least = otherFirst
	case first == second && mistakes > 1:
		least = twiceWrong
	}
	like := likeness(typed, text)
	if like < least && !isAnagram(typed, text) && !(mistakes == 1 && strings.HasSuffix(text, typed)) {
		return math.Inf(1)
	}
	return float64(mistakes) - like - 0.1*math.Log(float64(items))
}

// isAnagram reports whether two words have the same letters: some are swapped.
func isAnagram(a, b string) bool {
	x, y := []rune(a), []rune(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// confused maps a letter to the letters that are mistaken for it: their keys touch its key, or they
// sound like it.
var confused = func() map[rune]string {
	letters := map[rune]string{}
	join := func(a, b rune) {
		letters[a] += string(b)
		letters[b] += string(a)
	}
	for _, rows := range [][]string{
		// Of a keyboard, each row begins half a key right of the row above.
		{"qwertyuiop", "asdfghjkl", "zxcvbnm"},
		{"йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"},
		{";ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"},
		{"kcsz"}, {"gj"}, {"fvw"}, {"iy"},
	} {
		var above []rune
		for _, row := range rows {
			keys := []rune(row)
			for i, key := range keys {
				if i > 0 {
					join(keys[i-1], key)
				}
				for _, other := range above[min(i, len(above)):min(i+2, len(above))] {
					join(other, key)
				}
			}
			above = keys
		}
	}
	return letters
}()

func firstLetter(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// likeness is the share of three-letter groups that two words have in common, like pg_trgm's
// similarity().
func likeness(a, b string) float64 {
	have := trigrams(a)
	both, either := 0, len(have)
	for t := range trigrams(b) {
		if have[t] {
			both++
		} else {
			either++
		}
	}
	return float64(both) / float64(either)
}

func trigrams(words string) map[[3]rune]bool {
	set := map[[3]rune]bool{}
	for text := range strings.FieldsSeq(words) {
		letters := []rune("  " + text + " ")
		for i := range len(letters) - 2 {
			set[[3]rune(letters[i:i+3])] = true
		}
	}
	return set
}
