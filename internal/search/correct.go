package search

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"airport-content/internal/search/word"
	"airport-content/internal/spelling"
)

const (
	minMisspelled = 4 // letters
	maxMisspelled = 40
	minLikeness   = 0.4 // "panier" is not "payer"
)

// correctionsOf maps unknown words to their corrections: the nearest word of the items or of the
// synonyms, or two words that were typed as one. A doubtful word is corrected if a word is one mistake
// away. correctionsOf returns nil without a correction. Words in scripts without spaces are not
// corrected, nor are everyday words and words of concepts, in any language: they are no misspellings.
// The only error is the end of ctx.
func correctionsOf(ctx context.Context, unknown, doubtful []unknownWord, corpora []Corpus) (found map[string]string, err error) {
	for i, text := range slices.Concat(unknown, doubtful) {
		if !mayBeMisspelled(text.Unaccented) || isWord(text.Unaccented, corpora[0].Concepts) {
			continue
		}
		best := correction{cost: math.Inf(1), doubtful: i >= len(unknown)}
		for _, c := range corpora {
			if err := best.find(ctx, text.Unaccented, c); err != nil {
				return nil, fmt.Errorf("look for words near to a misspelled one: %w", err)
			}
		}
		if best.text == "" {
			continue
		}
		if found == nil {
			found = map[string]string{}
		}
		found[text.Text] = best.text
	}
	return found, nil
}

// mayBeMisspelled accepts words of 4 to 40 letters, of a script with spaces between words.
func mayBeMisspelled(text string) bool {
	letters := utf8.RuneCountInString(text)
	return minMisspelled <= letters && letters <= maxMisspelled && word.IsLetters(text)
}

// correction is the best correction so far: the one with the lowest cost.
type correction struct {
	text     string
	cost     float64
	doubtful bool // the word may be no misspelling
}

// find takes the nearest word of the items or of the synonyms, or words that were typed as one.
func (best *correction) find(ctx context.Context, misspelled string, c Corpus) error {
	mistakes := spelling.AllowedMistakes(misspelled)
	if best.doubtful {
		mistakes = 1
	}
	near, err := c.words.Near(ctx, misspelled, mistakes)
	if err != nil {
		return err
	}
	for _, n := range near {
		if items := c.count(int(c.lexeme[n.Word])); items > 0 {
			best.take(c.writtenAt(n.Word), costOf(misspelled, c.words.At(n.Word), n.Mistakes, items))
		}
	}
	if near, err = c.Synonyms.words.Near(ctx, misspelled, mistakes); err != nil {
		return err
	}
	for _, n := range near {
		if text := c.Synonyms.typed[n.Word]; c.holdsSynonym(text) {
			best.take(strings.Join(text.Parts, " "), costOf(misspelled, c.Synonyms.words.At(n.Word), n.Mistakes, 1))
		}
	}
	if !best.doubtful {
		best.part(misspelled, c)
	}
	return nil
}

// part takes two words of the items that were typed as one.
func (best *correction) part(misspelled string, c Corpus) {
	letters := []rune(misspelled)
	for i := word.MinHalf; i <= len(letters)-word.MinHalf; i++ {
		head, tail := string(letters[:i]), string(letters[i:])
		first, many := c.commonestWord(head)
		second, few := c.commonestWord(tail)
		if items := min(many, few); items > 0 {
			best.take(first+" "+second, costOf(misspelled, head+" "+tail, 1, items))
		}
	}
}

func (best *correction) take(text string, cost float64) {
	if cost < best.cost || cost == best.cost && text < best.text {
		best.text, best.cost = strings.Clone(text), cost // a plan may outlive the vocabulary
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

// costOf rates a word as a correction, lower for a likelier one. items is the number of items that
// hold the word. The cost of a word that is too unlike the typed one is infinite, unless letters are
// swapped. Another first letter is no second mistake: "scribe" is not "describe".
func costOf(typed, text string, mistakes, items int) float64 {
	like := likeness(typed, text)
	unlike := like < minLikeness || mistakes > 1 && firstLetter(typed) != firstLetter(text)
	if unlike && !isAnagram(typed, text) {
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
