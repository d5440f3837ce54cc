package search_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/search"
)

// The Size of a vocabulary is its real memory, give or take a fifth. 200 airports with 8,000 words
// each fit into 64 MB.
func TestSizeOfVocabulary(t *testing.T) {
	var counts []search.Count
	var forms []search.Form
	for i := range 8_000 {
		text := fmt.Sprintf("w%05dabc", i)
		if i%5 > 0 {
			counts = append(counts, search.Count{Lexeme: text[:7], Type: content.Types()[i%9], Items: 1 + i%300})
		}
		forms = append(forms, search.Form{Unaccented: text, Word: strings.Replace(text, "a", []string{"a", "a", "a", "ä"}[i%4], 1), Lexeme: text[:7]})
	}
	before := check.Heap()
	v := search.NewVocabulary(slices.Values(counts), slices.Values(forms))
	took := check.Heap() - before
	if size := v.Size(); took > size*6/5 || size > took*6/5 || size > 64<<20/200 {
		t.Errorf("%d bytes, and it says %d", took, size)
	}
	runtime.KeepAlive([]any{v, counts, forms})
}
