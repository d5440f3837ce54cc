package content_test

import (
	"slices"
	"testing"

	"airport-content/internal/content"
)

// The zero Scope reads nothing, whatever the filter. For SQL, no types are an empty list, and never
// null.
func TestScopes(t *testing.T) {
	news, faq := []content.Type{"news"}, []content.Type{"faq"}
	for name, test := range map[string]struct {
		scope                    content.Scope
		empty, every, news, both bool
		names                    []string
	}{
		"never set":         {content.Scope{}, true, false, false, false, []string{}},
		"of no types":       {content.OnlyTypes(), true, false, false, false, []string{}},
		"of one":            {content.OnlyTypes("news"), false, false, true, false, []string{"news"}},
		"of two":            {content.OnlyTypes("news", "faq", "news"), false, false, true, true, []string{"faq", "news"}},
		"of every type":     {content.EveryType(), false, true, true, true, nil},
		"without a filter":  {content.OnlyTypes("news").Filtered(nil), false, false, true, false, []string{"news"}},
		"all, filtered":     {content.EveryType().Filtered(news), false, false, true, false, []string{"news"}},
		"one, filtered":     {content.OnlyTypes("news").Filtered(append(faq, news...)), false, false, true, false, []string{"news"}},
		"one, filtered out": {content.OnlyTypes("news").Filtered(faq), true, false, false, false, []string{}},
		"none, filtered":    {content.Scope{}.Filtered(news), true, false, false, false, []string{}},
	} {
		s := test.scope
		if s.IsEmpty() != test.empty || s.Equal(content.EveryType()) != test.every || s.Has(news...) != test.news || s.Has("news", "faq") != test.both {
			t.Errorf("%s: %s", name, s)
		}
		if names := s.Names(); !slices.Equal(names, test.names) || (names == nil) != test.every {
			t.Errorf("%s: %#v", name, names)
		}
	}
}
