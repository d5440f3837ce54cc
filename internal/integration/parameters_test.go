package integration_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
)

// Everything that a parameter may be, and may not: a 400 names the parameter and what is allowed.
func TestParameters(t *testing.T) {
	t.Parallel()
	i, key := imported(t, assorted(30)...)
	s := i.serve(t)
	const (
		size = "1 to 100"
		from = "0 to 2147483647"
		kind = "parking-transportation"
		date = "2026-03-10"
	)
	refused := []struct {
		query     string // as sent
		parameter string
		says      []string
	}{
		{"size=0", "size", []string{size}},
		{"size=101", "size", []string{size}},
		{"size=-1", "size", []string{size}},
		{"size=+5", "size", []string{size}},
		{"size=%2B5", "size", []string{size}},
		{"size=1.0", "size", []string{size}},
		{"size=1e1", "size", []string{size}},
		{"size=0x10", "size", []string{size}},
		{"size=1_0", "size", []string{size}},
		{"size=%D9%A1", "size", []string{size}}, // an Arabic digit
		{"size=ten", "size", []string{size}},
		{"size=5%20", "size", []string{size}},
		{"size=99999999999999999999999", "size", []string{size}},
		{"size=", "size", []string{size}},
		{"size", "size", []string{size}},
		{"size=5&size=5", "size", []string{"once"}},
		{"size=5&size=", "size", []string{"once"}},
		{"from=-1", "from", []string{from}},
		{"from=2147483648", "from", []string{from}},
		{"from=9223372036854775808", "from", []string{from}},
		{"from=1.5", "from", []string{from}},
		{"from=", "from", []string{from}},
		{"from=0&from=1", "from", []string{"once"}},
		{"contentType=News", "contentType", []string{kind}},
		{"contentType=news%20", "contentType", []string{kind}},
		{"contentType=news,faq", "contentType", []string{kind}},
		{"contentType=press", "contentType", []string{kind}},
		{"contentType=", "contentType", []string{kind}},
		{"contentType=%00", "contentType", nil},
		{"contentType=%FF", "contentType", nil},
		{"contentType=news&contentType=news", "contentType", []string{"once"}},
		{"includeBody=1", "includeBody", []string{"true or false"}},
		{"includeBody=yes", "includeBody", []string{"true or false"}},
		{"includeBody=t", "includeBody", []string{"true or false"}},
		{"includeBody=false%20", "includeBody", []string{"true or false"}},
		{"includeBody=", "includeBody", []string{"true or false"}},
		{"includeBody=fal%C5%BFe", "includeBody", []string{"true or false"}}, // a long s, whose upper case is S
		{"includeBody=true&includeBody=true", "includeBody", []string{"once"}},
		{"modifiedSince=", "modifiedSince", []string{date}},
		{"modifiedSince=2026-01-01&modifiedSince=2026-01-02", "modifiedSince", []string{"once"}},
		{"modifiedSince=%00", "modifiedSince", nil},
		{"q=%00", "q", nil},
		{"q=a%00b", "q", nil},
		{"q=%FF", "q", nil},
		{"q=%C3", "q", nil},
		{"q=%ED%A0%80", "q", nil}, // a lone surrogate
		{"q=%zz", "q", nil},
		{"q=100%", "q", nil},
		{"q=a&q=b", "q", []string{"once"}},
		{"q=&q=", "q", []string{"once"}},
		{"q=" + strings.Repeat("a", 513), "q", []string{"512"}},
		{"q=" + strings.Repeat("%C3%BC", 513), "q", []string{"512"}},
		{"sise=5", "sise", []string{`"size"`}},
		{"Size=5", "Size", []string{`"size"`}},
		{"contenttype=news", "contenttype", []string{`"contentType"`}},
		{"modified_since=2026-01-01", "modified_since", []string{`"modifiedSince"`}},
		{"include_body=true", "include_body", []string{`"includeBody"`}},
		{"cursor=x", "cursor", []string{"includeBody"}},
		{"apikey=x", "apikey", []string{"includeBody"}},
		{"=x", "", nil},
		{"size=1;from=2", "size", nil},
		{"%zz=1", "", nil},
	}
	for _, test := range refused {
		f := s.get(t, key, "SFO/content?"+test.query).fails(t, test.query, 400, "invalid_parameter")
		if f.Error.Parameter != nil && *f.Error.Parameter != test.parameter && test.parameter != "" {
			t.Errorf("%s: names %q, want %q", test.query, *f.Error.Parameter, test.parameter)
		}
		for _, part := range test.says {
			if !strings.Contains(f.Error.Message, part) {
				t.Errorf("%s: does not say %s: %s", test.query, part, f.Error.Message)
			}
		}
	}

	total := 30
	zebras := 10
	taken := []struct {
		query string
		total int
	}{
		{"", total},
		{"size=1", total}, {"size=100", total}, {"from=0", total}, {"from=2147483647", total},
		{"includeBody=true", total}, {"includeBody=TRUE", total}, {"includeBody=False", total}, {"includeBody=fAlSe", total},
		{"contentType=parking-transportation", 3},
		{"contentTyp%65=%6eews", 4},
		{"q", total}, {"q=", total}, {"q=+", total}, {"q=%20%09%0A%C2%A0", total},
		{"q=zebra", zebras}, {"q=ZEBRA", zebras}, {"q=zebras", zebras}, {"q=+zebra+", zebras},
		{"q=the", 0}, {"q=the+of+and", 0}, {"q=-", 0}, {"q=%22%22", 0}, {"q=!!!", 0}, {"q=%26+%7C+!+%3A*+()", 0},
		{"q=%22zebra+crossing%22", zebras}, {"q=%22crossing+zebra%22", 0}, {"q=zebra+-crossing", 0},
		{"q=" + strings.Repeat("%C3%BC", 512), 0}, // characters, not bytes
		{"q=" + strings.Repeat("a", 512), 0},
		{"q=%F0%9F%A6%93", 0},
		{"q='zebra", zebras}, {"q=zebra')--", zebras},
	}
	for _, test := range taken {
		a := s.get(t, key, "SFO/content?"+test.query)
		if a.status != 200 {
			t.Errorf("%s: %d %s", test.query, a.status, a.body)
			continue
		}
		var p page
		if decode(t, a.body, &p); p.Pagination.Total != test.total {
			t.Errorf("%s: %d items, want %d", test.query, p.Pagination.Total, test.total)
		}
	}
}

// No bytes of q, whatever they are, are our failure.
func TestSearchOfAnyBytes(t *testing.T) {
	t.Parallel()
	i, key := imported(t, assorted(12)...)
	s := i.serve(t)
	var queries []string
	for b := range 256 {
		c := string([]byte{byte(b)})
		queries = append(queries, c, "zebra"+c, c+"zebra", `"zebra`+c+`crossing"`, "zebra "+c+" -crossing")
	}
	for _, part := range []string{"(", `"`, "-", "or ", "'", `\`, ":*", "<->", "!", "a-", `" or "`, "& ", "\u202e", "\ufeff", "\U0010ffff", "ﬃ", "İ", "e\u0301"} {
		queries = append(queries, strings.Repeat(part, 512/len([]rune(part))))
	}
	for _, q := range queries {
		if a := s.get(t, key, "SFO/content?includeBody=false&q="+url.QueryEscape(q)); !slices.Contains([]int{200, 400}, a.status) {
			t.Errorf("q=%q: %d %s", q, a.status, a.body)
		}
	}
}

func TestParametersOfOtherPaths(t *testing.T) {
	t.Parallel()
	i, key := imported(t, newItem("a"))
	s := i.serve(t)
	for _, path := range []string{"SFO/content/a?size=1", "SFO/content/a?x", "SFO/changes?from=1", "SFO/changes?q=a", "SFO/changes?size=0",
		"SFO/changes?size=101", "SFO/changes?cursor=", "SFO/changes?cursor=x&cursor=y", "SFO/changes?cursor=%00", "SFO/changes?cursor=garbled",
		"SFO/changes?cursor=" + strings.Repeat("A", 600)} {
		s.get(t, key, path).fails(t, path, 400, "invalid_parameter")
	}
}
