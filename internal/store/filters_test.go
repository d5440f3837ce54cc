package store_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// fits is the filter of metadata by the words of the contract.
func fits(metadata map[string]any, f content.MetadataFilter) bool {
	values, ok := metadata[f.Key].([]any)
	if !ok {
		values = []any{metadata[f.Key]}
	}
	return slices.ContainsFunc(values, func(value any) bool {
		return slices.ContainsFunc(f.Values, func(asked string) bool {
			switch value := value.(type) {
			case string:
				return strings.EqualFold(value, asked)
			case bool:
				return strings.EqualFold(strconv.FormatBool(value), asked)
			case json.Number:
				of, _ := new(big.Rat).SetString(value.String())
				number, ok := new(big.Rat).SetString(asked)
				return ok && of.Cmp(number) == 0
			}
			return false
		})
	})
}

// holds reports whether a doc holds all or any of the words of a search.
func holds(d doc, q content.Query) bool {
	words := strings.Fields(q.Search)
	held := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !strings.Contains("number "+d.Body, word) })
	return len(held) == len(words) || q.Match == "any" && len(held) > 0
}

// openings has schedules, and what each says at a time.
var openings = map[string]func(local time.Time) (isOpen, known bool){
	"":     func(time.Time) (bool, bool) { return false, false },
	"24/7": func(time.Time) (bool, bool) { return true, true },
	"off":  func(time.Time) (bool, bool) { return false, true },
	"01:30-03:00": func(local time.Time) (bool, bool) {
		clock := local.Format("15:04")
		return "01:30" <= clock && clock < "03:00", true
	},
	"Sa 22:00-04:00": func(local time.Time) (bool, bool) {
		return local.Weekday() == time.Saturday && local.Hour() >= 22 || local.Weekday() == time.Sunday && local.Hour() < 4, true
	},
	`Mo-Fr 09:00-17:00; Su "by appointment"`: func(local time.Time) (bool, bool) {
		weekday := local.Weekday()
		return weekday != time.Sunday && weekday != time.Saturday && 9 <= local.Hour() && local.Hour() < 17, weekday != time.Sunday
	},
}

// takes has the languages of items that each filter of TestFiltersAndFacets takes.
var takes = map[string][]string{"de-AT": {"de"}, "pt": {"pt", "pt-BR", "PT-br"}, "pt-BR": {"pt", "pt-BR", "PT-br"}, "en": {"en", "en-GB"},
	"zh-Hant": {"zh-TW"}, "jp": {"jp"}}

// isOf reports whether a filter takes a language.
func isOf(language string, filter []content.Language) bool {
	return filter == nil || slices.ContainsFunc(filter, func(asked content.Language) bool { return slices.Contains(takes[asked.String()], language) })
}

// languagesOf parses tags; nil for none.
func languagesOf(t *testing.T, tags ...string) (languages []content.Language) {
	t.Helper()
	for _, tag := range tags {
		languages = append(languages, check.Must(content.ParseLanguage(tag))(t))
	}
	return languages
}

// For random filters and keys, a list finds what the filters say, and the count of a value is the
// total of a list with that filter. The counts of the types add up to the total.
func TestFiltersAndFacets(t *testing.T) {
	t.Parallel()
	zone := check.Must(time.LoadLocation("Europe/Berlin"))(t)
	random := rand.New(rand.NewPCG(41, 2))
	number := func(text string) any { return json.Number(text) }
	values := []any{"1", number("1"), number("1.0"), "1.0", number("1.5e2"), number("150"), "1,2", "1, 2", true, "true", "", nil, number("-0.50"),
		map[string]any{"1": "1"}, []any{"1", number("1"), "1"}, []any{number("1"), "2", true, nil, []any{"3"}}, []any{}, "3", `"\ || $."gate"`, "é", "É",
		"True", []any{"é", "É", "Thai"}, []any{"thai", "Thaï", "THAI"}, "Σας", "ΣΑΣ"}
	asked := []string{"1", "true", "1.50E+2", `"\ || $."gate"`, "é", "3", "2", "1, 2", "-5e-1", "null", "1.00", "TRUE", "É", "tHAI", "ΣΑς"}
	words, rare := []string{"lounge", "shower", "lounge shower", ""}, []string{"", "", "", "", "", "", " pool"}
	languages := []string{"en", "en", "en-GB", "de", "pt", "pt-BR", "PT-br", "zh-TW", "zh", "jp"}
	schedules := slices.Sorted(maps.Keys(openings))
	docs := make([]doc, 150)
	for n := range docs {
		docs[n] = doc{ID: fmt.Sprintf("item-%03d", n), Type: string(content.Types()[random.IntN(4)]), Title: "Number", Body: words[random.IntN(4)] + rare[n%7],
			Language: languages[random.IntN(len(languages))], Date: time.Date(2025, 1, 1, 0, n, 0, 0, time.UTC).Format(time.RFC3339)}
		if n%5 > 0 {
			docs[n].Metadata = map[string]any{"gate": values[random.IntN(len(values))], "pay-TV": values[random.IntN(4)], "other": n}
		}
		if schedule := schedules[random.IntN(len(schedules))]; n%5 > 0 && schedule != "" {
			docs[n].Metadata["opening_hours"] = schedule
		}
	}
	pool, _ := corpusOf(t, docs...)
	view := viewOf(t, pool, "AAA")
	ask := func(q content.Query) content.Page {
		return check.Must(view.list(t.Context(), q))(t)
	}
	for range 200 {
		view.allowed = []content.Scope{everyType, everyType, content.OnlyTypes("page", "news"), content.OnlyTypes("faq"), {}}[random.IntN(5)]
		q := content.Query{Counts: true, Size: []int{1000, 3}[random.IntN(2)], From: random.IntN(2) * random.IntN(50), Allowed: view.allowed,
			Languages: languagesOf(t, [][]string{nil, nil, {"de-AT"}, {"pt", "en"}, {"pt-br"}, {"fr"}, {"zh-Hant", "jp"}}[random.IntN(7)]...)}
		if view.allowed.Has("news") {
			q.Types = [][]content.Type{nil, {"news"}}[random.IntN(2)]
		}
		if random.IntN(3) == 0 {
			q.ModifiedSince = time.Date(2025, 1, 1, 0, random.IntN(150), 0, 0, time.UTC)
		}
		if random.IntN(2) == 0 { // about the ends of summer time, too
			day := []time.Time{time.Date(2026, 3, 28, 0, 0, 0, 0, zone), time.Date(2026, 10, 24, 0, 0, 0, 0, zone)}[random.IntN(2)]
			q.OpenAt = day.Add(time.Duration(random.IntN(3*24*4)) * 15 * time.Minute)
		}
		random.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
		q.Metadata = []content.MetadataFilter{{Key: "gate", Values: slices.Clone(asked[:1+random.IntN(4)])}, {Key: "pay-TV", Values: []string{"1"}}}[:random.IntN(3)]
		q.CountMetadata = []string{"gate", "pay-TV", "none"}[:random.IntN(4)]
		plain := []string{"", "lounge", "lounge shower", "number"}
		q.Search = append(plain, `"lounge shower"`, "shower -lounge", "lounge pool", "the")[random.IntN(8)]
		q.Match = []string{"", "all", "any"}[random.IntN(3)]
		page := ask(q)
		if page.Search != nil {
			q.Match = page.Search.Match // one that is given finds the same whatever the other filters are
			page = ask(q)
		}

		var want []string
		unknown := 0
		for _, d := range slices.Backward(docs) { // newest first
			date, _ := time.Parse(time.RFC3339, d.Date)
			if view.allowed.Filtered(q.Types).Has(content.Type(d.Type)) && date.After(q.ModifiedSince) && isOf(d.Language, q.Languages) &&
				!slices.ContainsFunc(q.Metadata, func(f content.MetadataFilter) bool { return !fits(d.Metadata, f) }) && holds(d, q) {
				schedule, _ := d.Metadata["opening_hours"].(string)
				isOpen, known := openings[schedule](q.OpenAt)
				switch {
				case q.OpenAt.IsZero() || isOpen:
					want = append(want, d.ID)
				case !known:
					unknown++
				}
			}
		}
		if slices.Contains(plain, q.Search) {
			got, part := idsOf(page), want[min(q.From, len(want)):min(q.From+q.Size, len(want))]
			if q.Search != "" && len(part) == len(want) { // ranked
				slices.Sort(got)
				slices.Sort(part)
			}
			if page.Total != len(want) || len(got) != len(part) || !slices.Equal(got, part) && (q.Search == "" || len(part) == len(want)) {
				t.Errorf("%+v: %v of %d, want %v", q, got, page.Total, want)
			}
			check.Same(t, unknown, page.HoursUnknown, "items whose hours are not known: ", q)
			for _, f := range q.Metadata {
				lacks := func(d doc) bool {
					_, has := d.Metadata[f.Key]
					return !has && view.allowed.Filtered(q.Types).Has(content.Type(d.Type)) && isOf(d.Language, q.Languages)
				}
				n := 0
				for _, d := range docs {
					if lacks(d) {
						n++
					}
				}
				check.Same(t, n, page.WithoutKey[f.Key], "items without ", f.Key, ": ", q)
			}
			check.Same(t, len(q.Metadata), len(page.WithoutKey))
			for _, item := range page.Items {
				check.Same(t, q.OpenAt.IsZero(), item.OpenUntil == nil, "until when: ", q)
			}
		}
		total := func(facet content.Facet, filter func(with *content.Query, value string)) {
			t.Helper()
			for _, v := range facet {
				with := q
				with.Counts, with.CountMetadata = false, nil
				filter(&with, v.Name)
				if total := ask(with).Total; total != v.Value || v.Value == 0 {
					t.Errorf("%+v: the facet says %d of %q, a list %d", q, v.Value, v.Name, total)
				}
			}
		}
		types, sum := q.CountTypes(page.Counts), 0
		total(types, func(with *content.Query, value string) { with.Types = []content.Type{content.Type(value)} })
		total(q.CountLanguages(page.Counts), func(with *content.Query, value string) { with.Languages = languagesOf(t, value) })
		for _, v := range types {
			if q.Types == nil || slices.Contains(q.Types, content.Type(v.Name)) {
				sum += v.Value
			}
		}
		check.Same(t, page.Total, sum, "the types add up: ", q)
		for key, facet := range page.Metadata {
			if !slices.IsSortedFunc(facet.Facet, func(a, b content.Member[int]) int { return cmp.Or(b.Value-a.Value, cmp.Compare(a.Name, b.Name)) }) {
				t.Errorf("%s: out of order: %v", key, facet)
			}
			total(facet.Facet, func(with *content.Query, value string) {
				with.Metadata = slices.DeleteFunc(slices.Clone(q.Metadata), func(f content.MetadataFilter) bool { return f.Key == key })
				with.Metadata = append(with.Metadata, content.MetadataFilter{Key: key, Values: []string{value}})
			})
		}
	}
}

// A facet has the most frequent values, and says that it lacks the others, and long ones. What it
// says of the others does not depend on how many there are, and each item counts once.
func TestLargestFacets(t *testing.T) {
	t.Parallel()
	var docs []doc
	for n := range 300 {
		few := []any{"all", json.Number("1.0"), json.Number("1")}
		if n%3 == 0 {
			few = append(few, "third", "1.0")
		}
		docs = append(docs, doc{ID: fmt.Sprint("item-", n), Type: "page", Title: "Number", Metadata: map[string]any{"few": few,
			"many": []string{fmt.Sprint("only ", n), fmt.Sprint("two ", n/2), "all"}, "long": strings.Repeat("x", 900+n), "digits": strings.Repeat("1", 50_000), "nothing": map[string]any{"x": n}}})
	}
	pool, _ := corpusOf(t, docs...)
	for _, text := range []string{"", "number"} {
		page := check.Must(viewOf(t, pool, "AAA").list(t.Context(), content.Query{Search: text, Size: 1, CountMetadata: []string{"few", "many", "long", "digits", "nothing"}}))(t)
		check.Same(t, content.MetadataFacet{Facet: content.Facet{{Name: "1", Value: 300}, {Name: "1.0", Value: 300}, {Name: "all", Value: 300}, {Name: "third", Value: 100}}},
			page.Metadata["few"], text)
		check.Same(t, content.MetadataFacet{Facet: content.Facet{}, Cut: true}, page.Metadata["digits"], text)
		check.Same(t, content.MetadataFacet{}, page.Metadata["nothing"], text)
		many, long := page.Metadata["many"], page.Metadata["long"]
		if len(many.Facet) != content.LargestFacet || !many.Cut || many.Facet[0].Name != "all" || many.Facet[1].Value != 2 || many.Facet[99].Value != 2 {
			t.Errorf("%q: the facet of many values: %+v", text, many)
		}
		if len(long.Facet) != 99 || !long.Cut { // texts of 998 characters and their quotation marks
			t.Errorf("%q: the facet of long values has %d, cut %t", text, len(long.Facet), long.Cut)
		}
	}
}

func TestItemsByID(t *testing.T) {
	t.Parallel()
	pool, _ := corpusOf(t, page("a", "A", ""), in("de", "b", "B", ""), doc{ID: "c", Type: "news", Title: "C"})
	view := viewOf(t, pool, "AAA")
	for name, test := range map[string]struct {
		allowed   content.Scope
		languages []string
		want      []string
	}{
		"all":            {everyType, nil, []string{"c", "a", "b"}},
		"of a scope":     {content.OnlyTypes("page"), nil, []string{"a", "b"}},
		"of no scope":    {content.Scope{}, nil, nil},
		"of a language":  {everyType, []string{"en"}, []string{"c", "a"}},
		"of no language": {everyType, []string{"fr"}, nil},
	} {
		view.allowed = test.allowed
		page, err := view.list(t.Context(), content.Query{IDs: []string{"c", "x", "a", "b"}, Languages: languagesOf(t, test.languages...), Size: 100})
		if err != nil || page.Total != len(test.want) || !slices.Equal(idsOf(page), test.want) {
			t.Errorf("%s: %v of %d, %v", name, idsOf(page), page.Total, err)
		}
	}
}
