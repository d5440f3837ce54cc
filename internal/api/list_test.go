package api_test

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/partner"
	"airport-content/internal/testitem"
)

func (p page) items() []item {
	items := []item{}
	for _, r := range p.Results {
		items = append(items, r.item)
	}
	return items
}

// The head and the pages of a list.
func TestList(t *testing.T) {
	t.Parallel()
	s := serve(t)
	const name, owner = `Ünïcode <Field> & "Sons"`, "Söhne <x> & Co"
	check.Must(s.AddPartner(t.Context(), owner, 4711, nil))(t)
	s.airport(t, "ENV", assorted(45)...)
	check.Must(s.RenameAirport(t.Context(), "ENV", name))(t)
	key := s.add(t, partner.Key{Partner: owner, AllAirports: true})
	before := time.Now().Add(-check.Patience)
	a := s.get(t, key, "eNv/content?from=20")
	p := a.page(t)
	m := p.Meta
	if m.Partner != owner || m.PartnerID != 4711 || m.Airport != "ENV" || m.AirportName != name || m.Search != nil || !bytes.Contains(a.body, []byte(owner)) {
		t.Errorf("%+v: %.300s", m, a.body)
	}
	if at, err := time.Parse(testitem.TimeLayout, m.Timestamp); err != nil || at.Before(before) || at.After(time.Now().Add(check.Patience)) || !testitem.TimeForm.MatchString(m.Timestamp) {
		t.Errorf("timestamp %s, error %v", m.Timestamp, err)
	}
	check.Same(t, map[string]any{"Size": 20, "From": 20, "Total": 45, "Pages": 3, "HasMore": true}, p.Pagination)

	s.airport(t, "NIL")
	for _, query := range []string{"", "?q=zebra", "?modifiedSince=1970-01-01", "?contentType=news&from=5"} {
		a := s.get(t, key, "NIL/content"+query)
		if p := a.page(t).Pagination; p.Total != 0 || p.Pages != 0 || p.HasMore || !bytes.Contains(a.body, []byte(`"results":[]`)) {
			t.Errorf("%q: %s", query, a.body)
		}
	}

	want := []string{"zz", "10", "9", "A", "B", "Z", "_", "a", "a b", "a-b", "a/b", "ab", "b", "z", "é", "\u200b", "😀", "00"} // by date, then by the bytes of the id
	var items []item
	for _, id := range want {
		i := newItem(id)
		i.LastModified = map[string]string{"zz": "2026-01-01T00:00:00.001Z", "00": "2025-12-31T23:59:59.999Z"}[id]
		i.LastModified = cmp.Or(i.LastModified, "2026-01-01T00:00:00.000Z")
		items = append(items, i)
	}
	slices.Reverse(items)
	s.airport(t, "ORD", items...)
	check.Same(t, want, s.get(t, key, "ORD/content").page(t).ids())

	// Times are given to the millisecond, so the results show how a form is read. Package timestamp
	// tests every form.
	for form, want := range map[string]int{"2025-12-31": 18, "2025-12-31T23:59:59.999999Z": 17, "2026-01-01T00:00": 1, "2026-01-01T01:00:00.000999%2B01:00": 1,
		"2026-01-01T01:00:00+01:00": 1, "2026-01-01T00:00:00.001Z": 0, "9999-12-31T23:59:59Z": 0, "0001-01-01": 18} {
		check.Same(t, want, s.get(t, key, "ORD/content?modifiedSince="+form).page(t).Pagination.Total, "items since "+form)
	}
}

// Random parameters together find the items that a loop over all items finds.
func TestParametersTogether(t *testing.T) {
	t.Parallel()
	s := serve(t)
	all := assorted(90)
	s.airport(t, "SFO", all...)
	key := s.key(t, "content:read")
	random := rand.New(rand.NewPCG(1, 1))
	pick := func(values ...string) string { return values[random.IntN(len(values))] }
	for range 150 {
		size, from, kind := pick("", "1", "7", "100"), pick("", "3", "20", "1000"), pick("", "page", "page,parking-transportation")
		since, q, body := pick("", all[70].LastModified, all[20].LastModified, "2027-01-01"), pick("", "", "zebra", "unheardof"), pick("", "true", "false")
		query := "SFO/content?"
		for name, value := range map[string]string{"size": size, "from": from, "contentType": kind, "modifiedSince": since, "q": q, "includeBody": body} {
			if value != "" {
				query += name + "=" + value + "&"
			}
		}
		found := []item{}
		for _, i := range all {
			if i.LastModified > since && (kind == "" || slices.Contains(strings.Split(kind, ","), i.ContentType)) && strings.Contains(*i.Content, q) {
				if body == "false" {
					i.Content = nil
				}
				found = append(found, i)
			}
		}
		first, _ := strconv.Atoi(cmp.Or(from, "0"))
		most, _ := strconv.Atoi(cmp.Or(size, "20"))
		want := found[min(first, len(found)):min(first+most, len(found))]
		got := s.get(t, key, query).page(t)
		check.Same(t, map[string]any{"Size": most, "From": first, "Total": len(found), "Pages": (len(found) + most - 1) / most, "HasMore": first+len(want) < len(found)},
			got.Pagination, query)
		if q != "" { // the order is the ranking's
			check.Same(t, len(want), len(got.Results), query)
			continue
		}
		check.Same(t, want, got.items(), query)
	}
}

// Filters and facets of metadata, over HTTP. Each request is sent again for the answer cache, and
// once more for a 304.
func TestFiltersOfMetadata(t *testing.T) {
	t.Parallel()
	s := serve(t)
	poi := func(id, contentType string, metadata map[string]any) item {
		i := newItem(id)
		i.ContentType, i.Metadata = contentType, metadata
		return i
	}
	s.airport(t, "SFO", poi("a", "dining", map[string]any{"map_poi_id": 7, "cuisine": []string{"thai", "sushi"}}),
		poi("b", "shopping", map[string]any{"map_poi_id": 7, "terminal": "1, upper"}), poi("c", "page", nil))
	check.Must(s.SetPlace(t.Context(), "SFO", admin.Place{TimeZone: new("America/Los_Angeles")}))(t)
	numbers := make([]int, content.LargestFacet+1)
	for n := range numbers {
		numbers[n] = n
	}
	s.airport(t, "LAX", poi("a", "dining", map[string]any{"many": numbers, "long": strings.Repeat("x", 2000), "few": true}))
	for range 2 { // the second answer comes from the cache
		got := s.get(t, s.key(t, "content:read"), "LAX/content?facets=metadata.few,metadata.long,metadata.many&includeBody=false")
		got.is(t, 200, "")
		if !strings.Contains(string(got.body), `"facetsCut":["metadata.long","metadata.many"]`) {
			t.Errorf("facets that lack values: %s", got.body)
		}
	}
	all, dining := s.key(t, "content:read"), s.key(t, "content:read:dining")
	for range 2 {
		if got := s.get(t, all, "content?q=text&metadata.map_poi_id=7"); !strings.Contains(string(got.body), `"withoutKey":{"map_poi_id":2}`) {
			t.Errorf("of both airports: %s", got.body)
		}
		if got := s.get(t, all, "content?q=text"); strings.Contains(string(got.body), "withoutKey") {
			t.Errorf("without a filter of metadata: %s", got.body)
		}
	}
	for _, test := range []struct{ key, query, ids, has string }{
		{all, "metadata.map_poi_id=7", "a b", `"total":2`},
		{dining, "metadata.map_poi_id=7", "a", `"total":1`},
		{all, "metadata.cuisine=sushi,pizza&metadata.map_poi_id=7.0", "a", `"total":1`},
		{all, "metadata.terminal=1,+UPPER&q=text", "b", `"total":1`},
		{all, "metadata.terminal=1,+upper&metadata.map_poi_id=7", "b", `"withoutKey":{"map_poi_id":1,"terminal":2}`},
		{all, "metadata.terminal=1,+upper&contentType=shopping,page&q=text", "b", `"withoutKey":{"terminal":1}`},
		{all, "metadata.Terminal=1,+upper", "", `"withoutKey":{"Terminal":3}`},
		{all, "metadata.terminal=2&preferLanguage=de&openAt=now", "", `"withoutKey":{"terminal":2}`},
		{dining, "metadata.terminal=2", "", `"withoutKey":{"terminal":1}`},
		{all, "metadata.cuisine=THAI&facets=metadata.cuisine", "a", `"facets":{"metadata.cuisine":{"sushi":1,"thai":1}}`},
		{all, "metadata.cuisine=fal%C5%BFe,true", "", `"total":0`}, // ſ is an s in another letter case
		{all, "metadata.terminal=1&facets=metadata.terminal,contentType", "", `"facets":{"contentType":{},"metadata.terminal":{"1, upper":1}}`},
		{dining, "facets=metadata.terminal&facets=metadata.map_poi_id,metadata.cuisine", "a",
			`"facets":{"metadata.cuisine":{"sushi":1,"thai":1},"metadata.map_poi_id":{"7":1},"metadata.terminal":{}}`},
		{all, "q=text&facets=metadata.map_poi_id&metadata.cuisine=thai", "a", `"facets":{"metadata.map_poi_id":{"7":1}}`},
		{all, "ids=c,x&ids=a", "c a", `{"size":100,"from":0,"total":2,"pages":1,"hasMore":false}`},
		{dining, "ids=c,a&includeBody=false", "a", `"total":1`},
		{all, "q=txet&correct=false", "", `"query":"txet"`},
		{all, "q=text+unheard&match=all", "", `"match":"all"`},
	} {
		t.Run(test.query, func(t *testing.T) {
			var tag string
			for range 2 {
				a := s.get(t, test.key, "SFO/content?"+test.query)
				if ids := a.page(t).ids(); strings.Join(ids, " ") != test.ids || !strings.Contains(string(a.body), test.has) {
					t.Errorf("%s: %s, want %s", test.key, a.body, test.ids)
				}
				tag = a.header.Get("ETag")
			}
			s.get(t, test.key, "SFO/content?"+test.query, "If-None-Match", tag).is(t, 304, "")
		})
	}
}

// The filter of languages takes the tags of phones and browsers. A country's code is no language,
// unless an item has it.
func TestFilterOfLanguages(t *testing.T) {
	t.Parallel()
	s := serve(t)
	in := func(id, language string) item {
		i := newItem(id)
		i.Language = language
		return i
	}
	s.airport(t, "SFO", in("a", "de"), in("b", "de-AT"), in("c", "en"), in("d", "zh-TW"), in("e", "zh"))
	s.airport(t, "OAK", in("f", "jp"))
	key := s.key(t, "content:read")
	for _, path := range []string{"content?", "content?q=text&", "suggest?q=title&"} {
		for asked, ids := range map[string]string{"de-AT": "a b", "de_CH": "a", "en-US": "c", "zh-Hant": "d", "zh-CN,fr": "e", "fr": ""} {
			got := s.get(t, key, "SFO/"+path+"language="+asked).page(t).ids()
			slices.Sort(got)
			check.Same(t, ids, strings.Join(got, " "), path, asked)
		}
		e := s.get(t, key, "SFO/"+path+"language=jp").is(t, 400, "invalid_parameter")
		if !strings.Contains(e.Message, `no language "jp"; did you mean "ja"?`) {
			t.Error(e.Message)
		}
		check.Same(t, []string{"f"}, s.get(t, key, "OAK/"+path+"language=jp").page(t).ids(), path)
	}
}
