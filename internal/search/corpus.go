package search

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/search/concept"
)

// Corpus describes the items of one language that a key may read: their number, words and synonyms.
type Corpus struct {
	Language string // as Language names it
	Items    int    // number of items
	Synonyms Synonyms
	Concepts *concept.Thesaurus // nil: none
	*Vocabulary
	types uint32 // types that the key may read: a bit for each, in the order of content.Types
}

// NewCorpus makes the corpus of a key with this scope. concepts may be nil.
func NewCorpus(language string, items int, v *Vocabulary, scope content.Scope, synonyms Synonyms, concepts *concept.Thesaurus) Corpus {
	c := Corpus{Language: language, Items: items, Synonyms: synonyms, Concepts: concepts, Vocabulary: v}
	for i, t := range content.Types() {
		if scope.Has(t) {
			c.types |= 1 << i
		}
	}
	return c
}

// count is how many items hold a lexeme, by its index.
func (c Corpus) count(lexeme int) int {
	begin := uint32(0)
	if lexeme > 0 {
		begin = c.ends[lexeme-1]
	}
	total := 0
	for list := c.counts[begin:c.ends[lexeme]]; len(list) > 0; {
		items, size := binary.Uvarint(list[1:])
		if c.types&(1<<list[0]) != 0 {
			total += int(items)
		}
		list = list[1+size:]
	}
	return min(total, c.Items)
}

// frequency is the number of items that hold a lexeme.
func (c Corpus) frequency(lexeme string) int { return c.sum(c.lexemes.Range(lexeme)) }

// sum adds up the frequencies of the lexemes from first to before last, up to the number of items.
func (c Corpus) sum(first, last int) int {
	total := 0
	for ; first < last && total < c.Items; first++ {
		total += c.count(first)
	}
	return min(total, c.Items)
}

// counted is an analysis with its frequencies. The analysis itself stays as it is.
func (c Corpus) counted(a Analysis) Analysis {
	a.Lexemes = slices.Clone(a.Lexemes)
	c.setFrequencies(a.Lexemes)
	return a
}

func (c Corpus) setFrequencies(lexemes []Lexeme) {
	for i := range lexemes {
		l := &lexemes[i]
		switch {
		case l.Text == "": // a stop word
		case l.Prefix:
			l.Frequency = c.sum(c.lexemes.PrefixRange(l.Text))
		default:
			l.Frequency = c.frequency(l.Text)
		}
		if l.Accented != "" {
			l.AccentedFrequency = c.frequency(l.Accented)
		}
	}
}

// weight is the weight of a lexeme with this document frequency: the inverse document frequency of
// Robertson and Spärck Jones. The form is that of Lucene's BM25Similarity, which is never negative.
func (c Corpus) weight(frequency int) float64 {
	return math.Log(1 + (float64(c.Items-frequency)+0.5)/(float64(frequency)+0.5))
}

// wordsWith lists the indexes of words with a prefix, given without accents, that items hold.
func (c Corpus) wordsWith(prefix string) (indexes []int) {
	for first, last := c.words.PrefixRange(prefix); first < last; first++ {
		if c.count(int(c.lexeme[first])) > 0 {
			indexes = append(indexes, first)
		}
	}
	return indexes
}

// mostRelated is the most lexemes that replace a word, or join its clause.
const mostRelated = 12

// commonest lists the lexemes of the words at these indexes, the most frequent first, at most
// mostRelated of them.
func (c Corpus) commonest(words []int) (found []Analysis) {
	var list []Lexeme
	for _, index := range words {
		lexeme := int(c.lexeme[index])
		if items := c.count(lexeme); items > 0 {
			text := strings.Clone(c.lexemes.At(lexeme)) // a plan may outlive the vocabulary
			list = append(list, Lexeme{Text: text, Frequency: items})
		}
	}
	slices.SortFunc(list, func(a, b Lexeme) int {
		return cmp.Or(cmp.Compare(b.Frequency, a.Frequency), cmp.Compare(a.Text, b.Text))
	})
	list = slices.Compact(list)
	for _, l := range list[:min(len(list), mostRelated)] {
		found = append(found, analysisOf(l))
	}
	return found
}
