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

// Suggest lists items for an unfinished text. First come titles that hold every whole word, and a
// word that begins with the last word; then titles with other spellings, synonyms or longer words;
// without any of these, titles with a mistake. Within each group, titles that begin with the text
// come first; among these, and among the rest, better known ones come first. If languages is nil,
// items of every language are listed. The only error is the end of ctx.
func (t *Titles) Suggest(ctx context.Context, typed string, allowed content.Scope, languages []string, size int) ([]content.Suggestion, error) {
	read := readTyped(typed)
	asked := make([][][]string, len(read)) // for each reading and word: the accepted forms
	for i, words := range read {
		asked[i] = exact(words)
	}
	found := t.best(asked, allowed, languages, size)
	if len(found) == size {
		return found, nil
	}
	for i, words := range read {
		asked[i] = wider(words, t.synonyms)
	}
	listed := found
	for _, s := range t.best(asked, allowed, languages, size+len(listed)) {
		if len(found) < size && !slices.ContainsFunc(listed, func(o content.Suggestion) bool { return o.ID == s.ID }) {
			found = append(found, s)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	for i, words := range read {
		forms, err := t.forgive(ctx, words)
		if err != nil {
			return nil, err
		}
		asked[i] = forms
	}
	return t.best(asked, allowed, languages, size), nil
}

// best lists the best items whose titles hold each word of a reading in one of its forms: first
// titles that begin with the words, then the rest. In both groups repeated titles come last, so
// that eight suggestions are not eight times Starbucks.
func (t *Titles) best(asked [][][]string, allowed content.Scope, languages []string, size int) []content.Suggestion {
	fits := t.newSet()
	for _, words := range asked {
		for i, held := range t.find(words) {
			fits[i] |= held
		}
	}
	var groups [4][]content.Suggestion // titles that begin with the words, and these repeated; the rest, and these repeated
	seen := map[string]bool{}
	types := content.Types()
	for i := range fits.items() {
		if len(groups[0]) == size {
			break
		}
		f := t.facts[i]
		if !allowed.Has(types[f.kind]) || languages != nil && !slices.Contains(languages, t.languages[f.language]) {
			continue
		}
		text := t.texts.At(i)
		group := 0
		if !slices.ContainsFunc(asked, func(words [][]string) bool {
			return beginsWith(text, words) || f.second > 0 && beginsWith(text[f.second:], words)
		}) {
			group = 2
		}
		if seen[text] {
			group++
		}
		if len(groups[group]) < size {
			groups[group] = append(groups[group], t.suggestion(i))
			seen[text] = true
		}
	}
	found := slices.Concat(groups[:]...)
	return found[:min(size, len(found))]
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
