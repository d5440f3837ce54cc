package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/content"
)

// For random filters, the count of a value is the total of a list with that filter. The counts of a
// facet without a filter of its own add up to the total.
func TestFacetsAreTotals(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(24, 1))
	languages := []string{"en", "en", "en-GB", "de", "pt", "pt-BR", "PT"}
	words := []string{"lounge", "shower", "pool", "gate"}
	docs := make([]doc, 150)
	for n := range docs {
		var held []string
		for i, word := range words {
			if random.IntN(i+2) == 0 {
				held = append(held, word)
			}
		}
		docs[n] = doc{ID: fmt.Sprintf("item-%03d", n), Type: string(content.Types()[random.IntN(5)]), Title: "Number " + fmt.Sprint(n), Body: strings.Join(held, " "),
			Language: languages[random.IntN(len(languages))], Date: time.Date(2025, 1, 1, 0, n, 0, 0, time.UTC).Format(time.RFC3339)}
	}
	db, _ := corpusOf(t, docs...)
	view := viewOf(t, db, "AAA")
	ask := func(q content.Query) content.Page {
		page, err := view.list(t.Context(), q)
		check(t, err)
		return page
	}
	for range 200 {
		q := content.Query{Counts: true, Size: 1 + random.IntN(3), From: random.IntN(2) * random.IntN(200)}
		q.Search = []string{"", "lounge", "lounge shower", "shower pool", "pool gate", "lounge pool gate", `"lounge shower"`, "gate -pool", "the"}[random.IntN(9)]
		q.Allowed = []content.Scope{everyType, everyType, content.OnlyTypes("page", "news"), content.OnlyTypes("faq", "news", "dining"), {}}[random.IntN(5)]
		view.allowed = q.Allowed
		if q.Allowed.Has("news") && random.IntN(2) == 0 {
			q.Types = []content.Type{"news"}
		} else if q.Allowed.Equal(everyType) && random.IntN(3) == 0 {
			q.Types = []content.Type{"page", "shopping"}
		}
		q.Languages = [][]string{nil, {"de"}, {"pt"}, {"pt-br", "en"}, {"fr"}}[random.IntN(5)]
		if random.IntN(3) == 0 {
			q.ModifiedSince = time.Date(2025, 1, 1, 0, random.IntN(160), 0, 0, time.UTC)
		}
		page := ask(q)
		if page.Search != nil {
			q.Match = page.Search.Match // the filters may leave nothing that holds every word
		}
		sum := 0
		for _, v := range q.CountTypes(page.Counts) {
			with := q
			with.Types = []content.Type{content.Type(v.Name)}
			if total := ask(with).Total; total != v.Items {
				t.Errorf("%+v: facet %s says %d, a list %d", q, v.Name, v.Items, total)
			}
			if q.Types == nil || slices.Contains(q.Types, content.Type(v.Name)) {
				sum += v.Items
			}
		}
		if sum != page.Total {
			t.Errorf("%+v: the types add up to %d of %d", q, sum, page.Total)
		}
		for _, v := range q.CountLanguages(page.Counts) {
			with := q
			with.Languages = []string{v.Name}
			if total := ask(with).Total; total != v.Items {
				t.Errorf("%+v: facet %s says %d, a list %d", q, v.Name, v.Items, total)
			}
		}
	}
}
