package integration_test

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

var timestampForm = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)

func TestEnvelope(t *testing.T) {
	t.Parallel()
	i := install(t)
	i.must(t, "airport", "add", "sfo", `Ünïcode <Field> & "Sons"`)
	i.must(t, "partner", "add", "Acme & Söhne <x>", "--id", "4711")
	key := i.key(t, "Acme & Söhne <x>", "--airport", "SFO")
	i.mustRead(t, file(t, assorted(45)...), "import", "SFO", "-")
	s := i.serve(t)

	p := s.list(t, key, "sFo", "size", "20", "from", "20")
	if p.Success == nil || !*p.Success {
		t.Error("success is not true")
	}
	if !timestampForm.MatchString(p.Meta.Timestamp) {
		t.Errorf("timestamp %q", p.Meta.Timestamp)
	}
	if _, err := p.Meta.ResponseTimeMs.Int64(); err != nil {
		t.Errorf("responseTimeMs is no whole number: %v", err)
	}
	want := meta{Partner: "Acme & Söhne <x>", PartnerID: "4711", Airport: "SFO", AirportName: `Ünïcode <Field> & "Sons"`,
		Timestamp: p.Meta.Timestamp, ResponseTimeMs: p.Meta.ResponseTimeMs}
	if diff := gocmp.Diff(want, p.Meta); diff != "" {
		t.Errorf("meta: %s", diff)
	}
	if diff := gocmp.Diff(pagination{Size: 20, From: 20, Total: 45, Pages: 3, HasMore: true}, p.Pagination); diff != "" {
		t.Errorf("pagination: %s", diff)
	}
	body := s.get(t, key, "SFO/content").body
	for _, part := range []string{`"partner":"Acme & Söhne <x>"`, `<p>A zebra`} {
		if !bytes.Contains(body, []byte(part)) {
			t.Errorf("%s is not there as it is, unescaped", part)
		}
	}
	began := time.Now()
	if at, err := time.Parse(time.RFC3339, s.list(t, key, "SFO").Meta.Timestamp); err != nil || at.Before(began.Add(-time.Minute)) || at.After(time.Now().Add(time.Minute)) {
		t.Errorf("timestamp %s, error %v; it is %s", at, err, began)
	}
}

// Every item has every field of the document, null where it has none.
func TestItemsHaveAllFields(t *testing.T) {
	t.Parallel()
	bare, full := newItem("bare"), newItem("full")
	full.ContentType, full.LastModified = "shopping", "2026-01-02T00:00:00.000Z"
	full.URL, full.Excerpt, full.Thumbnail, full.Language = new("/shops/full"), new("Short <b>& sweet"), new("https://x.example/a.jpg?b=1&c=2"), "pt-BR"
	full.Metadata = []byte(`{"location_detail":"T1","hours_of_operation":"24/7","phone_number":"+1","map_poi_id":12.5,"own":[1,{"a":null}]}`)
	i, key := imported(t, bare, full)
	s := i.serve(t)

	if diff := gocmp.Diff([]item{full, bare}, s.list(t, key, "SFO").Results, sameJSON); diff != "" {
		t.Errorf("with bodies: %s", diff)
	}
	full.Content, bare.Content = nil, nil
	if diff := gocmp.Diff([]item{full, bare}, s.list(t, key, "SFO", "includeBody", "false").Results, sameJSON); diff != "" {
		t.Errorf("without bodies: %s", diff)
	}
	body := string(s.get(t, key, "SFO/content?includeBody=false&contentType=page").body)
	for _, field := range []string{`"url":null`, `"excerpt":null`, `"thumbnail":null`, `"metadata":null`, `"language":"en"`} {
		if !strings.Contains(body, field) {
			t.Errorf("lacks %s: %s", field, body)
		}
	}
	if strings.Contains(body, `"content"`) {
		t.Errorf("content is there: %s", body)
	}
}

func TestPaging(t *testing.T) {
	t.Parallel()
	items := assorted(23)
	i, key := imported(t, items...)
	s := i.serve(t)
	inOrder(items)
	for _, size := range []int{1, 2, 7, 22, 23, 24, 100} {
		var all []string
		for from := 0; ; from += size {
			p := s.list(t, key, "SFO", "size", fmt.Sprint(size), "from", fmt.Sprint(from), "includeBody", "false")
			want := pagination{Size: size, From: from, Total: 23, Pages: (23 + size - 1) / size, HasMore: from+len(p.Results) < 23}
			if diff := gocmp.Diff(want, p.Pagination); diff != "" {
				t.Errorf("size %d from %d: %s", size, from, diff)
			}
			all = append(all, p.ids()...)
			if !p.Pagination.HasMore {
				break
			}
		}
		if diff := gocmp.Diff(idsOf(items), all); diff != "" {
			t.Errorf("pages of %d: %s", size, diff)
		}
	}
	for _, from := range []string{"23", "24", "2147483647"} {
		a := s.get(t, key, "SFO/content?from="+from)
		var p page
		decode(t, a.body, &p)
		if a.status != 200 || p.Pagination.Total != 23 || p.Pagination.HasMore || !bytes.Contains(a.body, []byte(`"results":[]`)) {
			t.Errorf("from %s: %d %s", from, a.status, a.body)
		}
	}
}

func TestEmptyAirport(t *testing.T) {
	t.Parallel()
	i, key := imported(t)
	s := i.serve(t)
	for _, query := range []string{"", "?q=zebra", "?q=the", "?modifiedSince=1970-01-01", "?contentType=news&from=5"} {
		a := s.get(t, key, "SFO/content"+query)
		var p page
		decode(t, a.body, &p)
		if a.status != 200 || p.Pagination.Total != 0 || p.Pagination.Pages != 0 || p.Pagination.HasMore || !bytes.Contains(a.body, []byte(`"results":[]`)) {
			t.Errorf("%q: %d %s", query, a.status, a.body)
		}
	}
}

// Ties are broken by id, byte for byte: capitals before small letters, those before accented ones.
func TestOrder(t *testing.T) {
	t.Parallel()
	var items []item
	for _, id := range []string{"é", "b", "a", "B", "A", "_", "Z", "10", "9", "a b", "a-b", "ab", "a/b", "😀", "z", "\u200b"} {
		items = append(items, newItem(id))
	}
	newer, older := newItem("zz"), newItem("00")
	newer.LastModified, older.LastModified = "2026-01-01T00:00:00.001Z", "2025-12-31T23:59:59.999Z"
	items = append(items, older, newer)
	i, key := imported(t, items...)
	s := i.serve(t)
	inOrder(items)
	want := idsOf(items)
	if want[0] != "zz" || want[len(want)-1] != "00" || slices.Index(want, "B") > slices.Index(want, "a") {
		t.Fatalf("the expectation is wrong: %q", want)
	}
	if diff := gocmp.Diff(want, s.list(t, key, "SFO").ids()); diff != "" {
		t.Errorf("without q: %s", diff)
	}
}

// Equally relevant items come the latest first, then by id.
func TestOrderOfSearch(t *testing.T) {
	t.Parallel()
	var items []item
	for k, id := range []string{"b", "a", "B", "A", "d", "c"} {
		i := newItem(id)
		i.Title, i.Content = "Zebra", new("<p>one two three</p>")
		i.LastModified = []string{"2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"}[k/4]
		items = append(items, i)
	}
	best := newItem("most")
	best.Title, best.Excerpt, best.Content, best.LastModified = "Zebra zebra zebra", new("zebra"), new("zebra zebra"), "2020-01-01T00:00:00.000Z"
	none := newItem("none")
	i, key := imported(t, append(items, best, none)...)
	s := i.serve(t)
	if diff := gocmp.Diff([]string{"most", "c", "d", "A", "B", "a", "b"}, s.list(t, key, "SFO", "q", "zebra").ids()); diff != "" {
		t.Errorf("q=zebra: %s", diff)
	}
	var paged []string
	for from := range 7 {
		paged = append(paged, s.list(t, key, "SFO", "q", "zebra", "size", "1", "from", fmt.Sprint(from)).ids()...)
	}
	if diff := gocmp.Diff([]string{"most", "c", "d", "A", "B", "a", "b"}, paged); diff != "" {
		t.Errorf("in pages of one: %s", diff)
	}
}

// inOrder sorts as a list without q has to be.
func inOrder(items []item) {
	slices.SortFunc(items, func(a, b item) int {
		return cmp.Or(-cmp.Compare(a.LastModified, b.LastModified), cmp.Compare(a.ID, b.ID))
	})
}

func idsOf(items []item) []string {
	ids := []string{}
	for _, i := range items {
		ids = append(ids, i.ID)
	}
	return ids
}
