package integration_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every pair of parameters, in both orders, and all of them together, against the same question asked of the items in Go.
func TestParametersTogether(t *testing.T) {
	t.Parallel()
	items := assorted(90)
	i, key := imported(t, items...)
	s := i.serve(t)
	inOrder(items)
	values := map[string][]string{
		"modifiedSince": {items[70].LastModified, items[20].LastModified, "2027-01-01"},
		"contentType":   {"page", "parking-transportation", "news"},
		"q":             {"zebra", "unheardof"},
		"includeBody":   {"false", "true"},
		"size":          {"1", "7", "100"},
		"from":          {"0", "3", "60", "1000"},
	}
	names := []string{"modifiedSince", "contentType", "q", "includeBody", "size", "from"}
	var queries [][]string
	for _, a := range names {
		for _, b := range names {
			for _, va := range values[a] {
				for _, vb := range values[b] {
					if a != b {
						queries = append(queries, []string{a, va, b, vb})
					}
				}
			}
		}
	}
	for k := range 3 {
		all := []string{}
		for _, name := range names {
			all = append(all, name, values[name][k%len(values[name])])
		}
		queries = append(queries, all)
	}
	for _, query := range queries {
		ask := questionOf(t, query)
		want, total := ask.of(items)
		got := s.list(t, key, "SFO", query...)
		wantPages := pagination{Size: ask.size, From: ask.from, Total: total, Pages: (total + ask.size - 1) / ask.size, HasMore: ask.from+len(want) < total}
		if diff := cmp.Diff(wantPages, got.Pagination); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
		if ask.search != "" { // order is the ranking's
			byID := func(a, b item) int { return strings.Compare(a.ID, b.ID) }
			if len(want) < total {
				if len(got.Results) != len(want) {
					t.Errorf("%q: %d items, want %d", query, len(got.Results), len(want))
				}
				continue
			}
			slices.SortFunc(want, byID)
			slices.SortFunc(got.Results, byID)
		}
		if diff := cmp.Diff(want, got.Results, sameJSON); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
}

// question is what a query asks for.
type question struct {
	since, kind, search string
	body                bool
	size, from          int
}

func questionOf(t *testing.T, query []string) question {
	t.Helper()
	q := question{body: true, size: 20}
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for k := 0; k < len(query); k += 2 {
		switch value := query[k+1]; query[k] {
		case "modifiedSince":
			q.since = value
		case "contentType":
			q.kind = value
		case "q":
			q.search = value
		case "includeBody":
			q.body = value == "true"
		case "size":
			q.size = number(value)
		case "from":
			q.from = number(value)
		default:
			t.Fatal(fmt.Sprint("no answer is known for ", query[k]))
		}
	}
	return q
}

// of answers the question from the items, which are in order.
func (q question) of(items []item) (results []item, total int) {
	results = []item{}
	for _, i := range items {
		if i.LastModified <= q.since || q.kind != "" && i.ContentType != q.kind || !strings.Contains(*i.Content, q.search) {
			continue
		}
		total++
		if total <= q.from || len(results) == q.size {
			continue
		}
		if !q.body {
			i.Content = nil
		}
		results = append(results, i)
	}
	return results, total
}
