package search

import (
	"cmp"
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/search/word"
	"airport-content/internal/spelling"
)

// Vocabulary is the words of an airport's items in one language, with their lexemes and document
// frequencies, in little memory. It never changes. The zero value has no words.
type Vocabulary struct {
	lexemes spelling.List  // in order
	counts  []byte         // of each lexeme: types, each with its number of items as a varint
	ends    []uint32       // of each lexeme in counts
	words   spelling.Words // as items write them, but without accents, in order; pieces and words with digits are left out
	written spelling.List  // words with accents; empty for a word without accents; no list if no word has accents
	lexeme  []uint32       // of each word, its place in lexemes
}

// Count is the number of items of a type that hold a lexeme.
type Count struct {
	Lexeme string
	Type   content.Type
	Items  int
}

// Form is a word as items write it.
type Form struct{ Unaccented, Word, Lexeme string }

// NewVocabulary makes a vocabulary of counts in the order of their lexemes, and of words in the
// order of Unaccented, both bytewise. It leaves out words whose lexeme no item holds.
func NewVocabulary(counts iter.Seq[Count], words iter.Seq[Form]) *Vocabulary {
	v := &Vocabulary{}
	var lexemes []string
	for c := range counts {
		if len(lexemes) == 0 || c.Lexeme != lexemes[len(lexemes)-1] {
			lexemes, v.ends = append(lexemes, c.Lexeme), append(v.ends, 0)
		}
		v.counts = append(v.counts, byte(slices.Index(content.Types(), c.Type)))
		v.counts = binary.AppendUvarint(v.counts, uint64(c.Items))
		v.ends[len(v.ends)-1] = uint32(len(v.counts))
	}
	v.lexemes = spelling.NewList(lexemes)
	var unaccented, written []string
	accents := false
	for w := range words {
		first, last := v.lexemes.Range(w.Lexeme)
		if first == last {
			continue
		}
		v.lexeme = append(v.lexeme, uint32(first))
		unaccented = append(unaccented, w.Unaccented)
		if w.Word == w.Unaccented {
			w.Word = ""
		}
		written = append(written, w.Word)
		accents = accents || w.Word != ""
	}
	v.words = spelling.NewWords(unaccented)
	if accents {
		v.written = spelling.NewList(written)
	}
	v.counts, v.ends, v.lexeme = slices.Clip(v.counts), slices.Clip(v.ends), slices.Clip(v.lexeme)
	return v
}

// Size is how many bytes of memory the vocabulary takes.
func (v *Vocabulary) Size() int {
	return v.lexemes.Size() + cap(v.counts) + 4*cap(v.ends) + v.words.Size() + v.written.Size() + 4*cap(v.lexeme)
}

// writtenAt is the word at a place, as items write it.
func (v *Vocabulary) writtenAt(place int) string {
	if v.written.Len() == 0 {
		return v.words.At(place)
	}
	return cmp.Or(v.written.At(place), v.words.At(place))
}

// Corpus describes the items of one language that a key may read: their number, words and synonyms.
type Corpus struct {
	Language string // as Language names it
	Items    int    // number of items
	Synonyms Synonyms
	*Vocabulary
	types uint32 // types that the key may read: a bit for each, in the order of content.Types
}

// NewCorpus makes the corpus of a key with this scope.
func NewCorpus(language string, items int, v *Vocabulary, scope content.Scope, synonyms Synonyms) Corpus {
	c := Corpus{Language: language, Items: items, Synonyms: synonyms, Vocabulary: v}
	for i, t := range content.Types() {
		if scope.Has(t) {
			c.types |= 1 << i
		}
	}
	return c
}

// count is how many items hold a lexeme, by its place.
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

// prefixFrequency is an upper bound of the items that hold a lexeme with a prefix.
func (c Corpus) prefixFrequency(prefix string) int { return c.sum(c.lexemes.PrefixRange(prefix)) }

// sum adds up the frequencies of the lexemes from first to before last, up to the number of items.
func (c Corpus) sum(first, last int) int {
	total := 0
	for ; first < last && total < c.Items; first++ {
		total += c.count(first)
	}
	return min(total, c.Items)
}

// analyse makes the analysis of a text, with frequencies.
func (c Corpus) analyse(text string, stems word.Stems) Analysis {
	return c.counted(NewAnalysis(text, c.Language, stems))
}

// counted sets the frequencies of an analysis.
func (c Corpus) counted(a Analysis) Analysis {
	a.Lexemes = slices.Clone(a.Lexemes)
	for i := range a.Lexemes {
		l := &a.Lexemes[i]
		switch {
		case l.Text == "": // a stop word
		case l.Prefix:
			l.Frequency = c.prefixFrequency(l.Text)
		default:
			l.Frequency = c.frequency(l.Text)
		}
		if l.Accented != "" {
			l.AccentedFrequency = c.frequency(l.Accented)
		}
	}
	return a
}

// weight is the weight of a lexeme with this document frequency: the inverse document frequency of
// Robertson and Spärck Jones. The form is that of Lucene's BM25Similarity, which is never negative.
func (c Corpus) weight(frequency int) float64 {
	return math.Log(1 + (float64(c.Items-frequency)+0.5)/(float64(frequency)+0.5))
}

// wordsWith lists the places of words with a prefix, given without accents, that items hold.
func (c Corpus) wordsWith(prefix string) (places []int) {
	for first, last := c.words.PrefixRange(prefix); first < last; first++ {
		if c.holds(first) {
			places = append(places, first)
		}
	}
	return places
}

// holds reports whether an item holds the word at a place.
func (c Corpus) holds(text int) bool { return c.count(int(c.lexeme[text])) > 0 }

// commonest lists the lexemes of the words at these places, the most frequent first, at most
// mostRelated of them.
func (c Corpus) commonest(words []int) []Lexeme {
	lexemes := make([]int, len(words))
	for i, place := range words {
		lexemes[i] = int(c.lexeme[place])
	}
	return c.commonestOf(lexemes)
}

// commonestOf is commonest for the places of lexemes.
func (c Corpus) commonestOf(lexemes []int) []Lexeme {
	var list []Lexeme
	seen := map[int]bool{}
	for _, lexeme := range lexemes {
		if items := c.count(lexeme); items > 0 && !seen[lexeme] {
			seen[lexeme] = true
			list = append(list, Lexeme{Text: c.lexemes.At(lexeme), Frequency: items})
		}
	}
	slices.SortFunc(list, func(a, b Lexeme) int {
		return cmp.Or(cmp.Compare(b.Frequency, a.Frequency), cmp.Compare(a.Text, b.Text))
	})
	return list[:min(len(list), mostRelated)]
}

// endedBy lists the places of the pieces that end with a letter.
func (v *Vocabulary) endedBy(letter string) (lexemes []int) {
	for place := range v.lexemes.Len() {
		if piece := v.lexemes.At(place); piece != letter && strings.HasSuffix(piece, letter) {
			lexemes = append(lexemes, place)
		}
	}
	return lexemes
}

// forms lists how items write lexemes.
func (v *Vocabulary) forms(lexemes []string) (forms []Form) {
	wanted := make([]bool, v.lexemes.Len())
	for _, lexeme := range lexemes {
		if first, last := v.lexemes.Range(lexeme); first < last {
			wanted[first] = true
		}
	}
	for place, lexeme := range v.lexeme {
		if wanted[lexeme] {
			forms = append(forms, Form{v.words.At(place), v.writtenAt(place), v.lexemes.At(int(lexeme))})
		}
	}
	return forms
}
