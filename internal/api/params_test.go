package api

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// numbersTo is a list of n values.
func numbersTo(n int) string {
	list := "1"
	for i := 2; i <= n; i++ {
		list += "," + strconv.Itoa(i)
	}
	return list
}

// keysTo filters by n keys of the metadata.
func keysTo(n int) string {
	query := "size=5"
	for i := 1; i <= n; i++ {
		query += "&metadata.k" + strconv.Itoa(i) + "=1"
	}
	return query
}

func TestParametersThatAreAccepted(t *testing.T) {
	for _, query := range []string{"", "&", keysTo(20), "size=1&&from=0&", "size=007", "q=", "q", "q=" + strings.Repeat("%C3%A9", 512), "q=a%3Bb", "q=%22a+b%22+or+-c",
		"includeBody=True", "includeBody=fAlSe", "content%54ype=news", "highlight=TRUE&q=a", "language=EN,pt_br,zh-Hant-TW,de-AT-u-co-phonebk,zh-TW",
		"modifiedSince=2026-03-10T09:30+0100", "modifiedSince=2026-03-10+09:30", "openAt=now", "openAt=2026-03-10T09:30+0100", "ids=" + numbersTo(100)} {
		if _, err := listEndpoint.parse(query); err != nil {
			t.Errorf("%.60s: %v", query, err)
		}
	}
}

func TestParametersAreDocumented(t *testing.T) {
	document := check.Must(openapi3.NewLoader().LoadFromFile("../apidocs/openapi.yaml"))(t)
	for path, e := range map[string]endpoint{"/{airport}/content": listEndpoint, "/{airport}/content/{id}": itemEndpoint, "/{airport}/suggest": suggestEndpoint,
		"/{airport}/changes": changesEndpoint, "/changes": feedEndpoint, "/content": searchEndpoint, "/airports": airportsEndpoint} {
		var documented []string
		for _, p := range document.Paths.Value(path).Get.Parameters {
			if p.Value.In == "query" {
				documented = append(documented, strings.Replace(p.Value.Name, "metadata", metadataKEY, 1))
			}
		}
		if !slices.Equal(slices.Sorted(slices.Values(documented)), slices.Sorted(slices.Values(e.parameters))) {
			t.Errorf("%s takes %q, documented are %q", path, e.parameters, documented)
		}
	}
}

// A refusal names the parameter, and helps. Package timestamp tests every form of a date.
func TestParametersThatAreRefused(t *testing.T) {
	refused := func(query, parameter, says string) {
		t.Helper()
		_, err := listEndpoint.parse(query)
		if f, ok := errors.AsType[*failure](err); !ok || f.status != http.StatusBadRequest || f.code != codeInvalidParameter || f.parameter != parameter ||
			len(f.message) < 20 || !strings.Contains(f.message, says) {
			t.Errorf("%.60s: %v, want 400 for %s, and %q", query, err, parameter, says)
		}
	}
	for parameter, queries := range map[string][]string{
		"size": {"size=", "size=0", "size=-1", "size=%2B5", "size=+5", "size=5.0", "size=0x10", "size=%D9%A5" /* ٥ */, "size=99999999999999999999",
			"size=20&%73ize=20", "size=5;from=1"},
		"from":        {"from=-1", "from=2147483648"},
		"contentType": {"contentType=", "contentType=News"},
		"language":    {"language=", "language=de--AT", "language=de,"},
		"includeBody": {"includeBody=1", "includeBody=fal%C5%BFe"}, // ſ folds to s
		"facets": {"facets=", "facets=metadata.",
			"facets=metadata.a,metadata.b,metadata.c,metadata.d,metadata.e,metadata.f,metadata.g,metadata.h,metadata.i,metadata.j,language"},
		"metadata.":     {"metadata.=1"},
		"metadata.a.b":  {"metadata.a.b=1"},
		"metadata.é":    {"metadata.%C3%A9=1"},
		"metadata.gate": {"metadata.gate=", "metadata.gate=1,", "metadata.gate=1&metadata.gate=1", "metadata.gate=" + numbersTo(101), "ids=a&metadata.gate=1"},
		"metadata.k21":  {keysTo(21), keysTo(22)},
		"ids":           {"ids=", "ids=a,b,a"},
		"match":         {"match=some&q=a", "match=All"},
		"correct":       {"correct=no", "correct=true&correct=true"},
		"modifiedSince": {"modifiedSince=", "modifiedSince=yesterday"},
		"openAt":        {"openAt=", "openAt=noon", "openAt=NOW", "openAt=12:30"},
		"q":             {"q=a&ids=a", "q=" + strings.Repeat("x", 513), "q=a&q=a", "q=a%00b", "q=%FF", "q=%ED%A0%80", "q=50%"},
		"%":             {"%=5"},
		"":              {"="},
		"\x00":          {"%00=5"},
		"\uFFFD":        {"%FF=5"},
		"unknown":       {"size=5&unknown=1&from=oops"},

		strings.Repeat("z", 60): {strings.Repeat("z", 5000) + "="},
	} {
		for _, query := range queries {
			refused(query, parameter, "")
		}
	}
	for _, test := range [][3]string{
		{keysTo(21), "metadata.k21", "20 keys"},
		{"type=news", "type", `did you mean "contentType"?`},
		{"Lang=en", "Lang", `did you mean "language"?`},
		{"offset=20", "offset", `did you mean "from"?`},
		{"search=x", "search", `did you mean "q"?`},
		{"limit=5", "limit", `did you mean "size"? Known are`},
		{"per_page=5", "per_page", `did you mean "size"?`},
		{"updated-since=x", "updated-since", `did you mean "modifiedSince"?`},
		{"fields=title", "fields", `did you mean "includeBody"?`},
		{"facet[]=language", "facet[]", `did you mean "facets"?`},
		{"page=2", "page", `"page": pages have no numbers`},
		{"sort=title", "sort", `"sort": the order is fixed`},
		{"api_key=x", "api_key", `header x-partner-api-key`},
		{"zzz=1", "zzz", `There is no parameter "zzz". Known are size, from,`},
		{"x=1", "x", `There is no parameter "x". Known are size, from,`},
		{"contenttype=news", "contenttype", `did you mean "contentType"?`},
		{"Q=coffee", "Q", `did you mean "q"?`},
		{"facets=terminal", "facets", `"terminal"; did you mean "metadata.terminal"?`},
		{"facets=page", "facets", `not "page".`},
		{"facets=langage", "facets", `did you mean "language"?`},
		{"Size=5", "Size", `did you mean "size"?`},
		{"pagesize=5", "pagesize", `did you mean "size"?`},
		{"modified_since=x", "modified_since", `did you mean "modifiedSince"?`},
		{"include_body=x", "include_body", `did you mean "includeBody"?`},
		{"fron=5", "fron", `did you mean "from"?`},
		{"size=500", "size", `from 1 to 100, not "500"`},
		{"cursor=x", "cursor", `includeBody`},
		{"language=de,fr,DE", "language", `"DE" twice`},
		{"contentType=shop", "contentType", `shopping, dining`},
		{"contentType=news,news", "contentType", `"news" twice`},
		{"language=de&language=en,de", "language", `"de" twice`},
		{"facets=language&facets=language", "facets", `"language" twice`},
		{"language=english", "language", `such as en or pt-BR`},
		{"facets=language,type", "facets", `contentType`},
		{"metadata=x", "metadata", `metadata.KEY`},
		{"ids=a&from=20", "from", `"from" does not go with "ids"`},
		{"highlight=yes", "highlight", `true or false`},
		{"q=a;b", "q", `%3B`},
		{"metadata[terminal]=2", "metadata[terminal]", `did you mean "metadata.terminal"?`},
		{"metadata%5B%27pay-TV%27%5D=2", "metadata['pay-TV']", `did you mean "metadata.pay-TV"?`},
		{"meta_gate=2", "meta_gate", `did you mean "metadata.gate"?`},
		{"terminal=2", "terminal", `did you mean "metadata.terminal"?`},
		{"openingHours=2", "openingHours", `did you mean "metadata.opening_hours"?`},
		{"near=37.6,-122.4", "near", `no search around a point`},
		{"lat=37.6", "lat", `metadata.terminal=2`},
		{"airport=SFO", "airport", `/content?airport=SFO,LAX`},
	} {
		refused(test[0], test[1], test[2])
	}
	for query, says := range map[string]string{"since=2026-01-01": `did you mean "cursor"?`, "modifiedSince=2026-01-01": `did you mean "cursor"?`,
		"terminal=2": `"terminal". Known are`, "cursor=2026-01-01": "nextCursor of an earlier answer of the same path"} {
		if _, err := changesEndpoint.parse(query); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", query, err, says)
		}
	}
}

func languages(t *testing.T, tags ...string) (list []content.Language) {
	t.Helper()
	for _, tag := range tags {
		list = append(list, check.Must(content.ParseLanguage(tag))(t))
	}
	return list
}

// Values of a list may be joined by commas, repeated, or both. A comma separates texts, unless a
// space follows. A text with commas also counts as a whole.
func TestParametersAreRead(t *testing.T) {
	lists := &params{Query: content.Query{Size: 20, Types: []content.Type{"faq", "news", "page"}, Languages: languages(t, "de", "pt-BR"), Counts: true},
		includeBody: true, facets: []string{"contentType", "language"}}
	for _, test := range []struct {
		of    endpoint
		query string
		want  *params
	}{
		{listEndpoint, "", &params{Query: content.Query{Size: 20}, includeBody: true}},
		{listEndpoint, "size=5&from=10&q=+a+b+&contentType=news,faq&language=pt-BR,de&modifiedSince=2026-03-10T09:30:00.1239+01:00&openAt=2026-03-10T09:30:59.1239+01:00&includeBody=FALSE",
			&params{Query: content.Query{Size: 5, From: 10, Search: "a b", Types: []content.Type{"faq", "news"}, Languages: languages(t, "de", "pt-BR"),
				ModifiedSince: time.Date(2026, 3, 10, 8, 30, 0, 123e6, time.UTC), OpenAt: time.Date(2026, 3, 10, 8, 30, 0, 0, time.UTC)}}},
		{listEndpoint, "contentType=news,faq,page&language=de,pt-BR&facets=language,contentType", lists},
		{listEndpoint, "contentType=page&contentType=faq&contentType=news&language=PT-br&language=de&facets=contentType&facets=language", lists},
		{listEndpoint, "contentType=faq,news&size=20&contentType=page&language=de%2Cpt-BR&facets=contentType%2Clanguage", lists},
		{listEndpoint, "metadata.gate=B2&metadata.b-c_D=1,2,Terminal+1%2C+Gate+5&metadata.gate=A1%2CA2&q=x&match=any&correct=FALSE&facets=metadata.gate",
			&params{Query: content.Query{Size: 20, Search: "x", Match: "any", Uncorrected: true, Counts: true, CountMetadata: []string{"gate"},
				Metadata: []content.MetadataFilter{{Key: "b-c_D", Values: []string{"1", "1,2,Terminal 1, Gate 5", "2", "Terminal 1, Gate 5"}},
					{Key: "gate", Values: []string{"A1", "A1,A2", "A2", "B2"}}}}, includeBody: true, facets: []string{"metadata.gate"}}},
		{listEndpoint, "ids=c,a&language=en&ids=b&includeBody=false",
			&params{Query: content.Query{Size: 100, Languages: languages(t, "en"), IDs: []string{"c", "a", "b", "c,a"}}}},
		{suggestEndpoint, "%71=%20", &params{Query: content.Query{Size: 8}, includeBody: true}},
		{suggestEndpoint, "q=+Caf%C3%A9+&contentType=news,faq&language=pt-BR",
			&params{Query: content.Query{Search: "Café", Size: 8, Types: []content.Type{"faq", "news"}, Languages: languages(t, "pt-BR")}, includeBody: true}},
	} {
		got, err := test.of.parse(test.query)
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(params{}, content.Language{})); err != nil || diff != "" {
			t.Errorf("%s: %v, (-want +got):\n%s", test.query, err, diff)
		}
	}
}

// Only equivalent requests share an ETag and a cached page.
func TestCanonicalRequests(t *testing.T) {
	canonical := func(query string) string {
		p := check.Must(listEndpoint.parse(query))(t)
		return listEndpoint.canonical(p)
	}
	base := canonical("q=a&size=20")
	for _, same := range [][2]string{
		{"contentType=faq,news&language=zh-TW,PT_br,iw", "contentType=news,faq&language=he,pt-BR,zh-Hant-TW"},
		{"match=all&correct=false&highlight=true", ""}, // they need q
		{"q=+a+", "q=a&size=20"},
		{"size=20&q=a", "q=a&size=20"},
		{"q=a&from=0&includeBody=True&bodyFormat=html", "q=a&size=20"},
	} {
		check.Same(t, canonical(same[1]), canonical(same[0]), same)
	}
	seen := map[string]string{base: "the first"}
	for _, other := range []string{"q=A", "q=a&size=21", "q=a&from=1", "q=a&includeBody=false", "q=a&bodyFormat=markdown", "q=a&contentType=faq", "q=a&language=en", "q=a&modifiedSince=2026-01-01", "q=a&openAt=2026-01-01", "q=a&openAt=2026-01-01T00:01",
		"q=a&facets=contentType", "q=a&highlight=true", "q=a&match=any", "q=a&correct=false", "q=a&metadata.a=1", "q=a&metadata.b=1", "q=a&metadata.a=2",
		"q=a&metadata.a=1,2", "q=a&metadata.a=1&metadata.a=%22+%222", "q=a&facets=metadata.a", "ids=a,b", "ids=b,a", "ids=a"} {
		if before, ok := seen[canonical(other)]; ok {
			t.Errorf("%s is the same as %s", other, before)
		}
		seen[canonical(other)] = other
	}
}

// No query makes the parser panic, and each refusal names a parameter.
func FuzzParameters(f *testing.F) {
	for _, seed := range []string{"size=5&q=a+b", "q=%00", "from=-1", "modifiedSince=2026-03-10T09:30:00+01:00", "a;b", "%", "cursor=AQ", "includeBody=TRUE&x", "metadata.a=1,2&ids=%2C"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		_, listErr := listEndpoint.parse(query)
		_, changesErr := changesEndpoint.parse(query)
		for _, err := range []error{listErr, changesErr} {
			if f, ok := errors.AsType[*failure](err); err != nil && (!ok || f.code != codeInvalidParameter) {
				t.Errorf("%q: %v", query, err)
			}
		}
	})
}
