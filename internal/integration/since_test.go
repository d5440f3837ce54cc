package integration_test

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Three items, a millisecond apart: what each form of a time means shows in which of them come after it.
func TestModifiedSince(t *testing.T) {
	t.Parallel()
	var items []item
	for id, at := range map[string]string{"0": "2026-03-10T09:29:59.999Z", "1": "2026-03-10T09:30:00.000Z", "2": "2026-03-10T09:30:00.001Z"} {
		i := newItem(id)
		i.LastModified = at
		items = append(items, i)
	}
	i, key := imported(t, items...)
	s := i.serve(t)
	var (
		none   = []string{}
		last   = []string{"2"}
		later  = []string{"2", "1"}
		all    = []string{"2", "1", "0"}
		tests  = map[string][]string{}
		expect = func(want []string, forms ...string) {
			for _, form := range forms {
				tests[form] = want
			}
		}
	)
	expect(later, "2026-03-10T09:29:59.999Z", "2026-03-10T09:29:59.9999Z", "2026-03-10T09:29:59.999999999999Z", "2026-03-10T10:29:59.999+01:00")
	expect(last, "2026-03-10T09:30:00.000Z", "2026-03-10T09:30:00Z", "2026-03-10T09:30Z", "2026-03-10T09:30:00.0009Z", "2026-03-10T09:30:00.000999999Z",
		"2026-03-10T09:30", "2026-03-10t09:30:00z", "2026-03-10 09:30:00Z", "2026-03-10 09:30", "2026-03-10T09:30:00",
		"2026-03-10T10:30:00+01:00", "2026-03-10T10:30:00+0100", "2026-03-10T10:30:00 01:00", "2026-03-10T10:30:00 0100", "2026-03-10T10:30+01:00",
		"2026-03-10T04:30:00-05:00", "2026-03-10T04:30:00-0500", "2026-03-10T15:15:00+05:45", "2026-03-11T00:30:00+15:00",
		"2026-03-10T09:30:00+00:00", "2026-03-10T09:30:00-00:00", "2026-03-10 10:30:00 01:00", "2026-03-10T09:30:00.0Z", "2026-03-10T09:30:00.00Z")
	expect(none, "2026-03-10T09:30:00.001Z", "2026-03-10T09:30:00.0019Z", "2026-03-10T09:30:00.01Z", "2026-03-10T09:30:01Z", "2026-03-10T09:31Z", "2026-03-11",
		"20260311", "9999-12-31T23:59:59.999Z", "2026-03-10T10:30:00.001+01:00")
	expect(all, "2026-03-10", "20260310", "2026-03-09", "2026-03-10T00:00Z", "2026-03-10T09:29:59.998Z", "2026-03-10T09:29:59Z", "1970-01-01", "0001-01-01",
		"2024-02-29", "2026-03-10T10:30:00.000+02:00")
	for form, want := range tests {
		for _, sent := range []string{url.QueryEscape(form), url.PathEscape(form)} { // the second leaves a plus as it is
			a := s.get(t, key, "SFO/content?includeBody=false&modifiedSince="+sent)
			if a.status != 200 {
				t.Errorf("%s: %d %s", sent, a.status, a.body)
				continue
			}
			var p page
			decode(t, a.body, &p)
			if diff := cmp.Diff(want, p.ids()); diff != "" {
				t.Errorf("%s: %s", sent, diff)
			}
		}
	}
	for _, form := range []string{"2026", "2026-03", "2026-3-10", "26-03-10", "2026-02-29", "2026-13-01", "2026-00-10", "2026-03-00", "2026-03-32", "10.03.2026",
		"2026-03-10T", "2026-03-10T09", "2026-03-10T24:01", "2026-03-10T09:60", "2026-03-10T09:30:61", "2026-03-10T09:30:00.Z", "2026-03-10T09:30:00+",
		"2026-03-10T09:30:00+25:00", "2026-03-10T09:30:00+01:60", "2026-03-10T09:30:00CET", "2026-03-10T09:30:00ZZ", "2026-03-10Z", " 2026-03-10", "2026-03-10 ",
		"2026-03-10  09:30", "1773135000", "now", "-1", "2026-03-10T09:30:00.000Z'", "２０２６-03-10", "2026\u201103\u201110", "infinity", "-infinity", "+2026-03-10", "2026-W10-2", "2026-069"} {
		f := s.get(t, key, "SFO/content?modifiedSince="+url.QueryEscape(form)).fails(t, form, 400, "invalid_parameter")
		if f.Error.Parameter != nil && *f.Error.Parameter != "modifiedSince" {
			t.Errorf("%s: names %s", form, *f.Error.Parameter)
		}
	}
}

// A lastModified, and a timestamp, sent back as they came compare exactly.
func TestModifiedSinceOfWhatWasAnswered(t *testing.T) {
	t.Parallel()
	items := assorted(30)
	i, key := imported(t, items...)
	s := i.serve(t)
	inOrder(items)
	for k, at := range items {
		first := k
		for first > 0 && items[first-1].LastModified == at.LastModified {
			first--
		}
		if p := s.list(t, key, "SFO", "modifiedSince", at.LastModified); p.Pagination.Total != first {
			t.Errorf("after %s: %d items, want %d", at.LastModified, p.Pagination.Total, first)
		}
	}

	synced := s.list(t, key, "SFO").Meta.Timestamp
	if p := s.list(t, key, "SFO", "modifiedSince", synced); p.Pagination.Total != 0 {
		t.Errorf("nothing has changed since %s, and still %q", synced, p.ids())
	}
	changed := items[3]
	changed.Title = "Changed"
	i.mustRead(t, file(t, changed), "import", "SFO", "-")
	if diff := cmp.Diff([]string{changed.ID}, s.list(t, key, "SFO", "modifiedSince", synced).ids()); diff != "" {
		t.Errorf("changed since %s: %s", synced, diff)
	}
}
