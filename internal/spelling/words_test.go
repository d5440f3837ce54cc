package spelling_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/spelling"
)

func TestList(t *testing.T) {
	l := spelling.NewList([]string{"a", "bar", "bar", "barb", "béa", "car"})
	for prefix, want := range map[string][4]int{"": {0, 0, 0, 6}, "bar": {1, 3, 1, 4}, "b": {1, 1, 1, 5}, "bé": {4, 4, 4, 5}, "d": {6, 6, 6, 6}} {
		first, last := l.Range(prefix)
		from, to := l.PrefixRange(prefix)
		check.Same(t, want, [4]int{first, last, from, to}, prefix)
	}
	for part, want := range map[string][]int{
		"ar": {1, 2, 3, 5}, "a": {0, 1, 2, 3, 4, 5}, "rb": {3}, "abar": nil, "": nil,
	} {
		check.Same(t, want, l.Holding(part), part)
	}
}

// The filter leaves out no word that is near.
func TestNearAgainstEachWord(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	word := func() string {
		var b strings.Builder
		for range 3 + random.IntN(5) {
			b.WriteRune([]rune("abcéß日")[random.IntN(6)])
		}
		return b.String()
	}
	list := make([]string, 500)
	for i := range list {
		list[i] = word()
	}
	words := spelling.NewWords(list)
	for range 200 {
		typed := word()
		most := 1 + random.IntN(2)
		var want, begun []string
		for _, w := range list {
			if n := spelling.Distance(typed, w); n <= most {
				want = append(want, fmt.Sprint(w, n))
			}
			letters := []rune(w)
			for n := range len(letters) + 1 {
				if spelling.Distance(typed, string(letters[:n])) <= most {
					begun = append(begun, w)
					break
				}
			}
		}
		near, err := words.Near(t.Context(), typed, most)
		var got []string
		for _, n := range near {
			got = append(got, fmt.Sprint(words.At(n.Word), n.Mistakes))
		}
		if !slices.Equal(got, want) || err != nil {
			t.Errorf("%s, %d: %v, want %v; %v", typed, most, got, want, err)
		}
		beginnings, err := words.NearBeginnings(t.Context(), typed, most)
		var held []string
		for _, w := range list {
			if slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(w, b) }) {
				held = append(held, w)
			}
		}
		for _, w := range begun {
			if !slices.Contains(held, w) || err != nil {
				t.Errorf("%s, %d: no beginning of %s in %v; %v", typed, most, w, beginnings, err)
			}
		}
	}
}

func TestNearEndsWithItsContext(t *testing.T) {
	words := spelling.NewWords([]string{"coffee"})
	ctx, end := context.WithCancel(t.Context())
	end()
	if _, err := words.Near(ctx, "coffe", 1); !errors.Is(err, context.Canceled) {
		t.Errorf("near words: %v", err)
	}
	if _, err := words.NearBeginnings(ctx, "coffe", 1); !errors.Is(err, context.Canceled) {
		t.Errorf("near beginnings: %v", err)
	}
}

// What a word takes to be looked at, with two mistakes.
func BenchmarkNear(b *testing.B) {
	list := make([]string, 60_000)
	random := rand.New(rand.NewPCG(1, 1))
	for i := range list {
		letters := make([]byte, 4+random.IntN(9))
		for j := range letters {
			letters[j] = "eeetaoinshrdlu"[random.IntN(14)]
		}
		list[i] = string(letters)
	}
	words := spelling.NewWords(list)
	for b.Loop() {
		if _, err := words.Near(b.Context(), "terminale", 2); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(list)), "ns/word")
}
