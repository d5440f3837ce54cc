package suggest

import (
	"context"
	"iter"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"airport-content/internal/content"
)

// between lists the starts of texts with this prefix.
func (t *Titles) between(prefix string) []start {
	starts := t.starts
	starts = starts[sort.Search(len(starts), func(i int) bool { return t.from(starts[i]) >= prefix }):]
	return starts[:sort.Search(len(starts), func(i int) bool { return !strings.HasPrefix(t.from(starts[i]), prefix) })]
}

// Request asks for suggestions.
type Request struct {
	Typed     string
	Allowed   content.Scope
	Languages []string // of the items; nil: every language
	Size      int
	// Translations lists an equal title once for each language. Otherwise it is listed once.
	Translations bool
}

// Suggest lists items for an unfinished text. First come titles that hold every whole word, and a
// word that begins with the last word; then titles with other spellings, synonyms, other words for
// the same thing, or longer words; without any of these, titles with a mistake. Within each group,
// titles that begin with the text come first; among these, and among the rest, better known ones
// come first. The only error is the end of ctx.
func (t *Titles) Suggest(ctx context.Context, r Request) ([]content.Suggestion, error) {
	read := readTyped(r.Typed)
	asked := make([][][]string, len(read)) // for each reading and word: the accepted forms
	for i, words := range read {
		asked[i] = exact(words)
	}
	seen := map[string]bool{}
	found := t.best(asked, r, seen)
	if r.Size -= len(found); r.Size == 0 {
		return found, nil
	}
	for i, words := range read {
		asked[i] = t.wider(words)
	}
	if found = append(found, t.best(asked, r, seen)...); len(found) > 0 {
		return found, nil
	}
	for i, words := range read {
		forms, err := t.forgive(ctx, words)
		if err != nil {
			return nil, err
		}
		asked[i] = forms
	}
	return t.best(asked, r, seen), nil
}

// best lists the best items whose titles hold each word of a reading in one of its forms: first
// titles that begin with the words, then the rest. Titles that were seen before are left out, so
// that eight suggestions are not eight times Starbucks.
func (t *Titles) best(asked [][][]string, r Request, seen map[string]bool) []content.Suggestion {
	fits := t.newSet()
	for _, words := range asked {
		for i, held := range t.find(words) {
			fits[i] |= held
		}
	}
	var begun, others []int
	types := content.Types()
	for i := range fits.items() {
		if len(begun) == r.Size {
			break
		}
		f := t.facts[i]
		if !r.Allowed.Has(types[f.kind]) || r.Languages != nil && !slices.Contains(r.Languages, t.languages[f.language]) {
			continue
		}
		begins := false
		for text := range strings.SplitSeq(t.texts.At(i), nextReading) {
			begins = begins || slices.ContainsFunc(asked, func(words [][]string) bool { return beginsWith(text, words) })
		}
		key := strings.ToLower(t.shown.At(i))
		if r.Translations {
			key += t.languages[f.language]
		}
		switch {
		case seen[key] || !begins && len(others) == r.Size:
			continue
		case begins:
			begun = append(begun, i)
		default:
			others = append(others, i)
		}
		seen[key] = true
	}
	var found []content.Suggestion
	for _, i := range append(begun, others...)[:min(r.Size, len(begun)+len(others))] {
		found = append(found, t.suggestion(i))
	}
	return found
}

// find gives the items that hold each word in one of its forms.
func (t *Titles) find(words [][]string) itemSet {
	fits := t.newSet()
	for n, forms := range words {
		held := t.newSet()
		for _, form := range forms {
			for _, s := range t.between(form) {
				held[s.item/64] |= 1 << (s.item % 64)
			}
		}
		for i := range fits {
			if n > 0 {
				held[i] &= fits[i]
			}
		}
		fits = held
	}
	return fits
}

// itemSet is a set of items, with a bit for each place.
type itemSet []uint64

func (t *Titles) newSet() itemSet { return make(itemSet, len(t.facts)/64+1) }

// items yields the places in order.
func (s itemSet) items() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, rest := range s {
			for ; rest != 0; rest &= rest - 1 {
				if !yield(64*i + bits.TrailingZeros64(rest)) {
					return
				}
			}
		}
	}
}

func beginsWith(text string, words [][]string) bool {
	for _, forms := range words {
		n := slices.IndexFunc(forms, func(form string) bool { return strings.HasPrefix(text, form) })
		if n < 0 {
			return false
		}
		text = strings.TrimPrefix(text[len(forms[n]):], " ") // forms of unspaced scripts have no space at the end
	}
	return true
}
