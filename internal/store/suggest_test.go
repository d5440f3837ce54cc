package store_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
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
	check.Error(t, content.ErrOtherState, check.Failure(suggest(t.Context(), before, "zeb")), "of a state that is over")
	now := viewIn(t, s, "AAA")
	check.Same(t, 1, len(check.Must(suggest(t.Context(), now, "gir"))(t)), "suggestions")
	check.Error(t, content.ErrOtherState, check.Failure(suggest(t.Context(), before, "zeb")), "of a state that is over, while the next one is kept")
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
			check.Same(t, 1, len(check.Must(suggest(t.Context(), v, "zeb"))(t)), "suggestions")
		})
	}
	all.Wait()
	check.Same(t, 3, f.statements.Load()-before, "statements: size of the titles, titles, and synonyms")
}

// Suggestions use the synonyms, and notice a change of these.
func TestSuggestionsOfSynonyms(t *testing.T) {
	t.Parallel()
	pool, _ := corpusOf(t, page("a", "Airship", ""), page("b", "Zeppelin", ""))
	s := store.New(pool, nil, store.Options{Timeout: time.Minute})
	for _, want := range []int{1, 2} {
		if found, err := suggest(t.Context(), viewIn(t, s, "AAA"), "zeppelin"); err != nil || len(found) != want {
			t.Errorf("%v, %v", found, err)
		}
		check.Must(admin.New(pool).AddSynonyms(t.Context(), []string{"airship", "zeppelin"}))(t)
	}
}

// Evicted titles, and titles that never fit, are not read at each key stroke: the search answers,
// and the log names the setting.
func TestTitlesThatDoNotFit(t *testing.T) {
	t.Parallel()
	pool, url := corpusOf(t, page("a", "Zebra", ""), page("b", "Gate", "zebra"))
	addAirport(t, pool, "BBB")
	importDocs(t, url, "BBB", importer.Options{}, page("a", "Giraffe", ""))
	for _, test := range []struct {
		memory    int
		first     int // suggestions, while titles are not evicted
		evictions int64
		warning   string
	}{
		{50, 1, 2, "words and titles of the airports in use do not fit"}, // the second airport evicts the first
		{1, 2, 4, "titles of an airport do not fit"},
	} {
		var log bytes.Buffer
		s := store.New(pool, nil, store.Options{Timeout: time.Minute, IndexMemory: test.memory, Log: slog.New(slog.NewTextHandler(&log, nil))})
		a, b := viewIn(t, s, "AAA"), viewIn(t, s, "BBB")
		check.Same(t, test.first, len(check.Must(suggest(t.Context(), a, "zebra"))(t)), "suggestions")
		check.Same(t, 1, len(check.Must(suggest(t.Context(), b, "giraffe"))(t)), "suggestions")
		for range 10 {
			if found, err := suggest(t.Context(), a, "zebra"); err != nil || len(found) != 2 || found[0].ID != "a" {
				t.Errorf("from the search: %v, %v", found, err)
			}
		}
		bytes, evictions := s.IndexMemory()
		if evictions != test.evictions || bytes == 0 || strings.Count(log.String(), "raise INDEX_MEMORY") != 1 || !strings.Contains(log.String(), test.warning) {
			t.Errorf("%d bytes: %d evictions, %d bytes are kept, log %s", test.memory, evictions, bytes, &log)
		}
	}
}
