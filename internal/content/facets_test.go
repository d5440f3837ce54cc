package content_test

import (
	"testing"

	"github.com/go-json-experiment/json"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// Each facet ignores its own filter, and never counts what the key may not read.
func TestFacets(t *testing.T) {
	counts := content.Counts{"page": {"en": 4, "pt": 2, "pt-BR": 1}, "news": {"en": 4, "PT": 1}, "faq": {"de": 9}, "event": {"en": 0}}
	every := content.EveryType()
	for name, c := range map[string]struct {
		query            content.Query
		types, languages string
		total            int
	}{
		"no filter":            {content.Query{Allowed: every}, `{"faq":9,"page":7,"news":5}`, `{"de":9,"en":8,"pt":4}`, 21},
		"a type":               {content.Query{Allowed: every, Types: []content.Type{"news"}}, `{"faq":9,"page":7,"news":5}`, `{"en":4,"pt":1}`, 5},
		"a language":           {content.Query{Allowed: every, Languages: languages(t, "pt")}, `{"page":3,"news":1}`, `{"de":9,"en":8,"pt":4}`, 4},
		"a region":             {content.Query{Allowed: every, Languages: languages(t, "pt-PT")}, `{"page":2,"news":1}`, `{"de":9,"en":8,"pt":4}`, 3},
		"both":                 {content.Query{Allowed: every, Types: []content.Type{"faq"}, Languages: languages(t, "en")}, `{"news":4,"page":4}`, `{"de":9}`, 0},
		"a key for some types": {content.Query{Allowed: content.OnlyTypes("news")}, `{"news":5}`, `{"en":4,"pt":1}`, 5},
		"a key for nothing":    {content.Query{}, `{}`, `{}`, 0},
	} {
		text, err := json.Marshal(content.Facets{{"contentType", c.query.CountTypes(counts)}, {"language", c.query.CountLanguages(counts)}})
		if want := `{"contentType":` + c.types + `,"language":` + c.languages + `}`; err != nil || string(text) != want {
			t.Errorf("%s: %s, %v; want %s", name, text, err, want)
		}
		check.Same(t, c.total, c.query.Total(counts), name)
	}
	check.Same(t, `{"language":{}}`, string(check.Must(json.Marshal(content.Facets{{"language", content.Facet{}}}))(t)), "an empty facet")
}
