package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/importer"
	"airport-content/internal/testitem"
)

// translated are items of things in several languages. Some things have one item, and some items no
// key.
func translated(random *rand.Rand) (items []item) {
	words := []string{"coffee", "zebra", "platform", "umbrella", "lantern"}
	for thing := range 40 {
		contentType := []string{"dining", "shopping", "page"}[thing%3]
		for _, language := range []string{"en", "de", "de-AT", "fr", "pt-BR", "zh-TW"} {
			if random.IntN(3) == 0 {
				continue
			}
			i := newItem(fmt.Sprintf("%d-%s", thing, language))
			i.ContentType, i.Language, i.Title = contentType, language, fmt.Sprintf("Thing %d", thing)
			i.Content = new("<p>" + words[random.IntN(len(words))] + " " + words[random.IntN(len(words))] + "</p>")
			i.LastModified = fmt.Sprintf("2026-01-%02dT00:00:00Z", 1+random.IntN(28))
			i.Metadata = map[string]any{"terminal": fmt.Sprint(1 + random.IntN(3)), "opening_hours": []string{"24/7", "off", "unknown"}[random.IntN(3)]}
			if thing%5 > 0 {
				i.TranslationKey = fmt.Sprint("thing ", thing)
			}
			items = append(items, i)
		}
	}
	return items
}

type thingsPage struct {
	Meta struct {
		HoursUnknown int
		Search       struct{ AllWords int }
	}
	Pagination struct{ Total int }
	Facets     map[string]map[string]int
	Results    []item
}

func (s *service) things(t *testing.T, key, query string) (p thingsPage) {
	t.Helper()
	a := s.get(t, key, "SFO/content?"+query)
	a.is(t, 200, "")
	check.NoError(t, json.Unmarshal(a.body, &p))
	return p
}

// Lists, searches, totals and facets with preferLanguage are what a plain count of the things of the
// list without preferLanguage finds.
func TestPreferLanguage(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 11))
	s := serve(t)
	items := translated(random)
	thing := map[string]string{}
	for _, i := range items {
		thing[i.ID] = i.ID
		if i.TranslationKey != "" {
			thing[i.ID] = i.ContentType + i.TranslationKey
		}
	}
	s.airport(t, "SFO", items...)
	s.timeZone(t, "SFO", "Europe/Berlin")
	s.compareThings(t, random, items, thing, 300)
}

// The same holds for the things of a pulled website, also after pulls that bring other groups and no
// item.
func TestPreferLanguageOfPulls(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(13, 17))
	s := serve(t)
	items := translated(random)
	for n := range items {
		items[n].ID, items[n].TranslationKey = "www:"+items[n].ID, ""
	}
	slices.SortFunc(items, func(a, b item) int { return strings.Compare(a.ID, b.ID) })
	check.Must(s.AddAirport(t.Context(), "SFO", "San Francisco"))(t)
	s.timeZone(t, "SFO", "Europe/Berlin")
	check.Must(s.AddSource(t.Context(), content.Source{Airport: "SFO", Name: "www", Kind: "sitemap", URL: "https://airport.example",
		Settings: content.SourceSettings{Every: time.Hour, Rate: 1}}))(t)
	for round := range 3 {
		groups := map[string]string{}
		for _, i := range items {
			if random.IntN(4) > 0 {
				groups[i.ID] = fmt.Sprint("group ", random.IntN(30))
			}
		}
		s.pull(t, items, round == 0, groups)
		s.compareThings(t, random, items, thingsOf(items, groups), 70)
	}
}

// thingsOf tells the thing of each item: its group of one type with one item of each language, or else
// itself.
func thingsOf(items []item, groups map[string]string) map[string]string {
	taken, size, thing := map[string]bool{}, map[string]int{}, map[string]string{}
	for _, i := range items {
		thing[i.ID] = i.ID
		group := i.ContentType + " " + groups[i.ID]
		if groups[i.ID] != "" && !taken[group+i.Language] {
			taken[group+i.Language] = true
			thing[i.ID] = group
			size[group]++
		}
	}
	for id, group := range thing {
		if size[group] == 1 {
			thing[id] = id
		}
	}
	return thing
}

// pull merges a crawl of the source www, which has these items, and brings them or no item.
func (s *service) pull(t *testing.T, items []item, bring bool, groups map[string]string) {
	t.Helper()
	p := check.Must(importer.OpenPull(t.Context(), s.database, "SFO", "www", nil))(t)
	defer p.Close()
	found := importer.Crawled{Translations: groups}
	for _, i := range items {
		found.Records = append(found.Records, content.PageRecord{Key: i.ID, ItemID: i.ID, Found: bring})
	}
	if bring {
		found.Items = strings.NewReader(testitem.NDJSON(t, items...))
	}
	check.Must(p.Merge(t.Context(), found, importer.Options{Force: true, Retention: time.Hour}))(t)
}

// compareThings compares answers to some requests with a plain count of things, which are given by
// item.
func (s *service) compareThings(t *testing.T, random *rand.Rand, items []item, thing map[string]string, requests int) {
	t.Helper()
	keys := []string{s.key(t, "content:read"), s.key(t, "content:read:dining"), s.key(t, "content:read:page", "content:read:shopping")}
	common := map[string]int{}
	for _, i := range items {
		common[i.Language]++
	}
	likings := map[string][]string{"de": {"de", "de-AT"}, "de-AT,en": {"de-AT", "de", "en"}, "fr": {"fr"}, "zh-Hant,pt": {"zh-TW", "pt-BR"}, "ja": nil}
	pick := func(values ...string) string { return values[random.IntN(len(values))] }
	for range requests {
		key := keys[random.IntN(len(keys))]
		filters := url.Values{}
		for name, value := range map[string]string{"q": pick("", "", "coffee", "zebra or lantern", "coffee terminal 1", "hungry coffee"), "language": pick("", "", "de", "fr,en"),
			"metadata.terminal": pick("", "", "1", "2,3"), "modifiedSince": pick("", "", "2026-01-14"),
			"openAt": pick("", "2026-07-15")} {
			if value != "" {
				filters.Set(name, value)
			}
		}
		if filters.Has("q") {
			filters.Set("match", pick("any", "all"))
		}
		prefer := slices.Sorted(maps.Keys(likings))[random.IntN(len(likings))]
		order := slices.Clone(likings[prefer])
		rest := slices.SortedFunc(maps.Keys(common), func(a, b string) int {
			if common[a] != common[b] {
				return common[b] - common[a]
			}
			return strings.Compare(a, b)
		})
		order = append(order, slices.DeleteFunc(rest, func(l string) bool { return slices.Contains(order, l) })...)

		want := onceEach(s.all(t, key, filters), thing, order, filters.Has("q"))
		unknown := 0
		if filters.Has("openAt") {
			others := maps.Clone(filters)
			delete(others, "openAt")
			unknown = unknownThings(s.all(t, key, others), thing)
		}
		withFacets := "&facets=contentType,language,metadata.terminal&size=100&includeBody=false&preferLanguage=" + url.QueryEscape(prefer)
		got := s.things(t, key, filters.Encode()+withFacets)
		what := fmt.Sprintf("%s preferLanguage=%s", filters.Encode(), prefer)
		if got.Pagination.Total != len(want) {
			t.Fatalf("%s: total %d, want %d", what, got.Pagination.Total, len(want))
		}
		check.Same(t, unknown, got.Meta.HoursUnknown, what, "things whose hours are not known")
		if filters.Has("q") {
			others := maps.Clone(filters)
			others.Set("match", "all")
			check.Same(t, len(onceEach(s.all(t, key, others), thing, order, true)), got.Meta.Search.AllWords, what, " things with every word")
		}
		types, terminals, languages := map[string]int{}, map[string]int{}, map[string]int{}
		for n, i := range want {
			types[i.ContentType]++
			languages[map[string]string{"en": "en", "de": "de", "de-AT": "de", "fr": "fr", "pt-BR": "pt", "zh-TW": "zh-Hant"}[i.Language]]++
			terminals[i.Metadata.(map[string]any)["terminal"].(string)]++
			if n < len(got.Results) && !filters.Has("q") && got.Results[n].ID != i.ID {
				t.Fatalf("%s: item %d is %s, want %s", what, n, got.Results[n].ID, i.ID)
			}
		}
		if filters.Has("q") { // equal scores may be ordered by the date of another item of the thing
			check.Same(t, ids(want), ids(got.Results), what)
		}
		check.Same(t, types, got.Facets["contentType"], what, "types")
		if !filters.Has("metadata.terminal") {
			check.Same(t, terminals, got.Facets["metadata.terminal"], what, "terminals")
		}
		if !filters.Has("language") {
			check.Same(t, languages, got.Facets["language"], what, "languages")
		}
		if from := random.IntN(len(got.Results) + 1); from+7 < len(got.Results) {
			page := s.things(t, key, fmt.Sprintf("%s&size=7&from=%d&includeBody=false&preferLanguage=%s", filters.Encode(), from, url.QueryEscape(prefer)))
			check.Same(t, got.Results[from:from+7], page.Results, what, "page from ", from)
		}
	}
}

// all lists what a request finds, on all its pages.
func (s *service) all(t *testing.T, key string, filters url.Values) (items []item) {
	t.Helper()
	for more := true; more; {
		page := s.things(t, key, fmt.Sprintf("%s&size=100&includeBody=false&from=%d", filters.Encode(), len(items)))
		items = append(items, page.Results...)
		more = len(items) < page.Pagination.Total
	}
	return items
}

// unknownThings counts the things of no item whose hours are known.
func unknownThings(items []item, thing map[string]string) int {
	known := map[string]bool{}
	for _, i := range items {
		known[thing[i.ID]] = known[thing[i.ID]] || i.Metadata.(map[string]any)["opening_hours"] != "unknown"
	}
	unknown := 0
	for _, is := range known {
		if !is {
			unknown++
		}
	}
	return unknown
}

// onceEach keeps one item of each thing: the one that is liked most. A list keeps the order by date of
// the shown items, a search the place of the thing's best.
func onceEach(all []item, thing map[string]string, order []string, searched bool) (once []item) {
	best := map[string]item{}
	var things []string
	for _, i := range all {
		before, ok := best[thing[i.ID]]
		if !ok {
			things = append(things, thing[i.ID])
		}
		if !ok || slices.Index(order, i.Language) < slices.Index(order, before.Language) {
			best[thing[i.ID]] = i
		}
	}
	if searched {
		for _, one := range things {
			once = append(once, best[one])
		}
		return once
	}
	for _, i := range all {
		if best[thing[i.ID]].ID == i.ID {
			once = append(once, i)
		}
	}
	return once
}

func ids(items []item) []string {
	var list []string
	for _, i := range items {
		list = append(list, i.ID)
	}
	return slices.Sorted(slices.Values(list))
}

// A change of a thing alters no date, but comes in /changes. Items tell of their translations.
func TestTranslations(t *testing.T) {
	t.Parallel()
	s := serve(t)
	in := func(id, language, key string) item {
		i := newItem(id)
		i.Language, i.TranslationKey = language, key
		return i
	}
	s.airport(t, "SFO", in("a", "en", "x"), in("b", "de", "x"), in("c", "fr", ""))
	key := s.key(t, "content:read")
	translations := func(id string) string {
		var one struct{ Result map[string]json.RawMessage }
		check.NoError(t, json.Unmarshal(s.get(t, key, "SFO/content/"+id).body, &one))
		return string(one.Result["translations"])
	}
	check.Same(t, `{"de":"b"} {"en":"a"} null`, translations("a")+" "+translations("b")+" "+translations("c"), "translations")
	if body := string(s.get(t, key, "SFO/content").body); strings.Contains(body, "translations") {
		t.Errorf("a list without preferLanguage has translations: %s", body)
	}
	if body := string(s.get(t, key, "SFO/content?preferLanguage=de").body); !strings.Contains(body, `"translations":null`) {
		t.Errorf("an item without translations: %s", body)
	}
	page := s.things(t, key, "preferLanguage=de")
	check.Same(t, 2, page.Pagination.Total, "things")
	for _, i := range page.Results {
		if i.ID == "b" {
			check.Same(t, map[string]string{"en": "a"}, i.Translations, "translations in a list")
		}
	}
	one := s.things(t, key, "preferLanguage=en&language=de&facets=language")
	check.Same(t, []string{"b"}, ids(one.Results), "the things in German")
	check.Same(t, map[string]int{"en": 1, "fr": 1}, one.Facets["language"], "the facet of languages, without the filter of languages")
	var changes struct {
		NextCursor string
		Results    []struct {
			Item struct{ ID, LastModified string }
		}
	}
	check.NoError(t, json.Unmarshal(s.get(t, key, "SFO/changes").body, &changes))
	dates := map[string]string{}
	for _, c := range changes.Results {
		dates[c.Item.ID] = c.Item.LastModified
	}
	s.load(t, "SFO", in("a", "en", "x"), in("b", "de", "x"), in("c", "fr", "x"))
	check.NoError(t, json.Unmarshal(s.get(t, key, "SFO/changes?cursor="+changes.NextCursor).body, &changes))
	check.Same(t, 3, len(changes.Results), "changes")
	for _, c := range changes.Results {
		check.Same(t, dates[c.Item.ID], c.Item.LastModified, c.Item.ID)
	}
	check.Same(t, `{"de":"b","fr":"c"}`, translations("a"), "translations")
	s.load(t, "SFO", in("a", "en", "x"), in("b", "de", "x"))
	check.Same(t, `{"de":"b"}`, translations("a"), "translations without c")
	s.get(t, key, "SFO/content?preferLanguage=").is(t, 400, "invalid_parameter")
	s.get(t, key, "SFO/content?ids=a&preferLanguage=de").is(t, 400, "invalid_parameter")
}
