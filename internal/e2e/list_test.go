package e2e_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func testList(t *testing.T, f *fixture) {
	t.Run("envelope", func(t *testing.T) { testEnvelope(t, f) })
	t.Run("every field", func(t *testing.T) { testFields(t, f) })
	t.Run("parameters combined", func(t *testing.T) { testCombinations(t, f) })
	t.Run("order by date, then bytes of the id", func(t *testing.T) { testOrder(t, f) })
	t.Run("empty airport", func(t *testing.T) {
		f.airport(t, "NIL")
		for _, query := range []string{"", "?q=zebra", "?modifiedSince=1970-01-01", "?contentType=news&from=5"} {
			a := f.get(t, f.all, "NIL/content"+query)
			if p := parsed[page](t, a); p.Pagination.Total != 0 || p.Pagination.Pages != 0 || p.Pagination.HasMore || !bytes.Contains(a.body, []byte(`"results":[]`)) {
				t.Errorf("%q: %s", query, a.body)
			}
		}
	})
}

func testEnvelope(t *testing.T, f *fixture) {
	const name = `Ünïcode <Field> & "Sons"`
	f.do(t, "airport", "add", "env", name)
	f.do(t, "partner", "add", "Söhne <x> & Co", "--id", "4711")
	f.load(t, "ENV", assorted(45))
	key := f.key(t, "Söhne <x> & Co", "--airport", "ENV")
	before := time.Now().Add(-patience)
	a := f.get(t, key, "eNv/content?from=20")
	p := parsed[page](t, a)
	if !p.Success {
		t.Error("success is not true")
	}
	want := meta{Partner: "Söhne <x> & Co", PartnerID: "4711", Airport: "ENV", AirportName: name,
		Timestamp: p.Meta.Timestamp, ResponseTimeMs: p.Meta.ResponseTimeMs}
	same(t, want, p.Meta)
	same(t, pagination{Size: 20, From: 20, Total: 45, Pages: 3, HasMore: true}, p.Pagination)
	if at, err := time.Parse(timeLayout, p.Meta.Timestamp); err != nil || at.Before(before) || at.After(time.Now().Add(patience)) {
		t.Errorf("timestamp %s, error %v", p.Meta.Timestamp, err)
	}
	if _, err := p.Meta.ResponseTimeMs.Int64(); err != nil {
		t.Errorf("responseTimeMs is no whole number: %v", err)
	}
	if !bytes.Contains(a.body, []byte(`"partner":"Söhne <x> & Co"`)) {
		t.Errorf("escaped, or in another order: %.300s", a.body)
	}
}

// Every field of the document is there, null where an item has none.
func testFields(t *testing.T, f *fixture) {
	bare, full := newItem("bare"), newItem("full")
	full.ContentType, full.LastModified, full.Language = "shopping", "2026-01-02T00:00:00.000Z", "pt-BR"
	full.URL, full.Excerpt, full.Thumbnail = new("/shops/full"), new("Short <b>& sweet"), new("https://x.example/a.jpg?b=1&c=2")
	full.Metadata = []byte(`{"location_detail":"T1","hours_of_operation":"24/7","phone_number":"+1","map_poi_id":12.5,"own":[1,{"a":null}]}`)
	f.airport(t, "FLD", bare, full)
	same(t, []item{full, bare}, f.list(t, f.all, "FLD").Results, "with bodies")
	full.Content, bare.Content = nil, nil
	same(t, []item{full, bare}, f.list(t, f.all, "FLD", "includeBody", "false").Results, "without bodies")
	body := string(f.get(t, f.all, "FLD/content?includeBody=false&contentType=page").body)
	for _, field := range []string{`"url":null`, `"excerpt":null`, `"thumbnail":null`, `"metadata":null`} {
		if !strings.Contains(body, field) {
			t.Errorf("lacks %s: %s", field, body)
		}
	}
}

// Random parameters together find the items that a loop over all items finds.
func testCombinations(t *testing.T, f *fixture) {
	random := rand.New(rand.NewPCG(1, 1))
	pick := func(values ...string) string { return values[random.IntN(len(values))] }
	for range 150 {
		size, from, kind := pick("", "1", "7", "100"), pick("", "3", "20", "1000"), pick("", "page", "page,parking-transportation")
		since, q, body := pick("", f.items[70].LastModified, f.items[20].LastModified, "2027-01-01"), pick("", "", "zebra", "unheardof"), pick("", "true", "false")
		var query []string
		for name, value := range map[string]string{"size": size, "from": from, "contentType": kind, "modifiedSince": since, "q": q, "includeBody": body} {
			if value != "" {
				query = append(query, name, value)
			}
		}
		var found []item
		for _, i := range f.items {
			if i.LastModified > since && (kind == "" || slices.Contains(strings.Split(kind, ","), i.ContentType)) && strings.Contains(*i.Content, q) {
				if body == "false" {
					i.Content = nil
				}
				found = append(found, i)
			}
		}
		first, most := atoi(from, 0), atoi(size, 20)
		want := slices.Clone(found[min(first, len(found)):min(first+most, len(found))])
		got := f.list(t, f.some, "SFO", query...)
		wantPages := pagination{Size: most, From: first, Total: len(found), Pages: (len(found) + most - 1) / most, HasMore: first+len(want) < len(found)}
		same(t, wantPages, got.Pagination, query)
		if q != "" { // the order is the ranking's
			if len(got.Results) != len(want) {
				t.Errorf("%q: %d results, want %d", query, len(got.Results), len(want))
			}
			continue
		}
		same(t, append([]item{}, want...), got.Results, query)
	}
}

func atoi(text string, fallback int) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return fallback
}

func testOrder(t *testing.T, f *fixture) {
	want := []string{"zz", "10", "9", "A", "B", "Z", "_", "a", "a b", "a-b", "a/b", "ab", "b", "z", "é", "\u200b", "😀", "00"}
	var items []item
	for _, id := range want {
		i := newItem(id)
		switch id {
		case "zz":
			i.LastModified = "2026-01-01T00:00:00.001Z"
		case "00":
			i.LastModified = "2025-12-31T23:59:59.999Z"
		}
		items = append(items, i)
	}
	slices.Reverse(items)
	f.airport(t, "ORD", items...)
	same(t, want, ids(f.list(t, f.all, "ORD").Results))
}
