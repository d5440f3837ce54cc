package search

import (
	"cmp"
	"encoding/binary"
	"iter"
	"slices"

	"airport-content/internal/content"
	"airport-content/internal/search/mark"
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
	lexeme  []uint32       // of each word, its index in lexemes
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

// writtenAt is the word at an index, as items write it.
func (v *Vocabulary) writtenAt(index int) string {
	if v.written.Len() == 0 {
		return v.words.At(index)
	}
	return cmp.Or(v.written.At(index), v.words.At(index))
}

// forms lists how items write lexemes.
func (v *Vocabulary) forms(lexemes []string) (forms []mark.Form) {
	wanted := make([]bool, v.lexemes.Len())
	for _, lexeme := range lexemes {
		if first, last := v.lexemes.Range(lexeme); first < last {
			wanted[first] = true
		}
	}
	for index, lexeme := range v.lexeme {
		if wanted[lexeme] {
			forms = append(forms, mark.Form{Word: v.writtenAt(index), Lexeme: v.lexemes.At(int(lexeme))})
		}
	}
	return forms
}
