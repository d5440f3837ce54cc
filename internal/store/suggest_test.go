package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/importer"
	"airport-content/internal/store"
)

func suggest(ctx context.Context, v view, typed string) ([]content.Suggestion, error) {
	return v.reader.Suggest(ctx, &v.st, content.Query{Allowed: v.allowed, Search: typed, Size: 8})
}

func TestSuggestionsBelongToTheirState(t *testing.T) {
	t.Parallel()
	pool, url := corpusOf(t, page("a", "Zebra", ""))
	s := store.New(pool, nil, store.Options{Timeout: time.Minute})
	before := viewIn(t, s, "AAA")
	importDocs(t, url, "AAA", importer.Options{}, page("a", "Giraffe", ""))
	if _, err := suggest(t.Context(), before, "zeb"); !errors.Is(err, content.ErrOtherState) {
		t.Errorf("of a state that is over: %v", err)
	}
	now := viewIn(t, s, "AAA")
	if found, err := suggest(t.Context(), now, "gir"); err != nil || len(found) != 1 {
		t.Errorf("%v, %v", found, err)
	}
	if _, err := suggest(t.Context(), before, "zeb"); !errors.Is(err, content.ErrOtherState) {
		t.Errorf("of a state that is over, while the next one is kept: %v", err)
	}
}

// Requests share the index that one of them makes, also if that one leaves.
func TestSuggestionsAreSharedWhileTheyAreMade(t *testing.T) {
	t.Parallel()
	f := newFixture(t, page("a", "Zebra", ""))
	v := viewIn(t, f.Store, "AAA")
	before := f.statements.Load()
	left, leave := context.WithCancel(t.Context())
	leave()
	_, _ = suggest(left, v, "zeb")
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if found, err := suggest(t.Context(), v, "zeb"); err != nil || len(found) != 1 {
				t.Errorf("%v, %v", found, err)
			}
		})
	}
	all.Wait()
	if n := f.statements.Load() - before; n != 1 {
		t.Errorf("%d statements, want 1", n)
	}
}
