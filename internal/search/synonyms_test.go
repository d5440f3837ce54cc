package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/search"
)

func synonyms(words ...string) []search.Synonym {
	list := make([]search.Synonym, len(words))
	for i, w := range words {
		list[i] = search.Synonym{Word: w, Text: w, Reading: airport{}.read(w)}
	}
	return list
}

// groups lists the words of each group, all in order.
func groups(s search.Synonyms) []string {
	var list []string
	for _, group := range s.Groups {
		list = append(list, names(group))
	}
	slices.Sort(list)
	return list
}

func names(group []search.Synonym) string {
	var words []string
	for _, s := range group {
		words = append(words, s.Word)
	}
	slices.Sort(words)
	return strings.Join(words, ", ")
}

func TestAddSynonyms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		words []string
		group string
		all   []string
	}{
		"a new group":             {[]string{"tram", "streetcar"}, "streetcar, tram", []string{"elevator, lift", "house of prayer, mosque", "streetcar, tram"}},
		"a word more":             {[]string{"elevator", "hoist"}, "elevator, hoist, lift", []string{"elevator, hoist, lift", "house of prayer, mosque"}},
		"one that reads the same": {[]string{"lifts", "hoist"}, "elevator, hoist, lift", []string{"elevator, hoist, lift", "house of prayer, mosque"}},
		"a phrase that does":      {[]string{"house of the prayer", "hoist"}, "hoist, house of prayer, mosque", []string{"elevator, lift", "hoist, house of prayer, mosque"}},
		"two groups become one":   {[]string{"lift", "mosque"}, "elevator, house of prayer, lift, mosque", []string{"elevator, house of prayer, lift, mosque"}},
		"twice the same":          {[]string{"tram", "trams"}, "tram", []string{"elevator, lift", "house of prayer, mosque", "tram"}},
	} {
		s := search.NewSynonyms([][]search.Synonym{synonyms("lift", "elevator"), synonyms("house of prayer", "mosque")})
		all, group := s.Add(synonyms(c.words...))
		if names(group) != c.group {
			t.Errorf("%s: the group is %s, want %s", name, names(group), c.group)
		}
		if diff := cmp.Diff(c.all, groups(all)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestRemoveSynonym(t *testing.T) {
	t.Parallel()
	for word, c := range map[string]struct {
		removed string
		left    []string
	}{
		"lifts": {"lift", []string{"elevator, hoist", "streetcar, tram"}},
		"tram":  {"streetcar, tram", []string{"elevator, hoist, lift"}},
		"bus":   {"", []string{"elevator, hoist, lift", "streetcar, tram"}},
	} {
		s := search.NewSynonyms([][]search.Synonym{synonyms("lift", "elevator", "hoist"), synonyms("tram", "streetcar")})
		left, removed := s.Remove(synonyms(word)[0])
		if diff := cmp.Diff(c.left, groups(left)); diff != "" || names(removed) != c.removed {
			t.Errorf("%s: removed %s, want %s; left (-want +got):\n%s", word, names(removed), c.removed, diff)
		}
	}
}

func TestDefaultSynonymsAreGroups(t *testing.T) {
	t.Parallel()
	for _, group := range search.DefaultSynonyms() {
		for _, word := range group {
			if search.Normalise(word) != word || len(strings.Fields(word)) > search.MaxSynonymWords || len(group) < 2 {
				t.Errorf("%q of %q", word, group)
			}
		}
	}
}
