package api_test

import (
	"net/url"
	"strings"
	"testing"
)

func TestParameters(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for query, parameter := range map[string]string{
		// accepted
		"":                                    "",
		"&":                                   "",
		"size=1&&from=0&":                     "",
		"size=100":                            "",
		"size=007":                            "",
		"from=2147483647":                     "",
		"q=":                                  "",
		"q":                                   "",
		"q=%20":                               "",
		"q=" + longText(512, "%C3%A9"):        "",
		"q=a%3Bb":                             "",
		"q=%22a+b%22+or+-c":                   "",
		"includeBody=True":                    "",
		"includeBody=fAlSe":                   "",
		"contentType=parking-transportation":  "",
		"content%54ype=news":                  "",
		"modifiedSince=2026-03-10":            "",
		"modifiedSince=20260310":              "",
		"modifiedSince=2026-03-10T09:30+0100": "",
		"modifiedSince=2026-03-10t09:30:00.1234567+01:00": "",
		"modifiedSince=2026-03-10+09:30":                  "",
		// refused, and by what name
		"size":                       "size",
		"size=":                      "size",
		"size=0":                     "size",
		"size=101":                   "size",
		"size=-1":                    "size",
		"size=%2B5":                  "size",
		"size=+5":                    "size",
		"size=5%20":                  "size",
		"size=5.0":                   "size",
		"size=1e1":                   "size",
		"size=0x10":                  "size",
		"size=1_0":                   "size",
		"size=%D9%A5":                "size", // ٥
		"size=99999999999999999999":  "size",
		"size=20&size=20":            "size",
		"size=20&%73ize=20":          "size",
		"from=-1":                    "from",
		"from=2147483648":            "from",
		"from=":                      "from",
		"contentType=":               "contentType",
		"contentType=News":           "contentType",
		"contentType=news,faq":       "contentType",
		"contentType=news%20":        "contentType",
		"includeBody=":               "includeBody",
		"includeBody=1":              "includeBody",
		"includeBody=fal%C5%BFe":     "includeBody", // ſ folds to s
		"modifiedSince=":             "modifiedSince",
		"modifiedSince=yesterday":    "modifiedSince",
		"modifiedSince=2026-02-30":   "modifiedSince",
		"modifiedSince=1700000000":   "modifiedSince",
		"q=" + longText(513, "x"):    "q",
		"q=a&q=a":                    "q",
		"q=&q=":                      "q",
		"q=a%00b":                    "q",
		"q=%FF":                      "q",
		"q=%ED%A0%80":                "q",
		"q=50%":                      "q",
		"q=%zz":                      "q",
		"q=a;b":                      "q",
		"size=5;from=1":              "size",
		"Size=5":                     "Size",
		"pagesize=5":                 "pagesize",
		"%=5":                        "%",
		"=5":                         "",
		"=":                          "",
		"%00=5":                      "\x00",
		"%FF=5":                      "\uFFFD",
		"cursor=abc":                 "cursor",
		longText(5000, "z") + "=":    longText(60, "z"),
		"size=5&unknown=1&from=oops": "unknown",
	} {
		a := s.get(t, "/SFO/content?"+query, allKey)
		refused := parameter != "" || strings.HasPrefix(query, "=")
		if refused != (a.StatusCode == 400) {
			t.Errorf("%.60s: status %d: %s", query, a.StatusCode, a.body)
			continue
		}
		if !refused {
			continue
		}
		if f := a.failure(t); f.Code != "invalid_parameter" || f.Parameter != parameter || len(f.Message) < 20 {
			t.Errorf("%.60s: %q of %q: %q", query, f.Code, f.Parameter, f.Message)
		}
	}
}

func TestMessagesHelp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for query, want := range map[string]string{
		"contenttype=news": `did you mean "contentType"?`,
		"Size=5":           `did you mean "size"?`,
		"pagesize=5":       `did you mean "size"?`,
		"modified_since=x": `did you mean "modifiedSince"?`,
		"include_body=x":   `did you mean "includeBody"?`,
		"fron=5":           `did you mean "from"?`,
		"size=500":         `from 1 to 100, not "500"`,
		"contentType=shop": `shopping, dining`,
		"q=a;b":            `%3B`,
	} {
		if f := s.get(t, "/SFO/content?"+query, allKey).failure(t); !strings.Contains(f.Message, want) {
			t.Errorf("%s: %q does not say %q", query, f.Message, want)
		}
	}
}

// Whatever comes as a query, the answer is 200 or a 400 that names a parameter.
func FuzzParameters(f *testing.F) {
	s := newSite(f)
	for _, seed := range []string{"size=5&q=a+b", "q=%00", "from=-1", "modifiedSince=2026-03-10T09:30:00+01:00", "a;b", "%", "cursor=AQ", "includeBody=TRUE&x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		if len(query) > 4000 || strings.ContainsAny(query, "\n\r #") || !printable(query) {
			t.Skip("not a request line")
		}
		for _, path := range []string{"/SFO/content?", "/SFO/changes?", "/SFO/content/x?"} {
			a := s.get(t, path+query, allKey)
			switch a.StatusCode {
			case 200:
			case 404:
				if f := a.failure(t); f.Code != "item_not_found" {
					t.Errorf("%q: %s", query, a.body)
				}
			case 400:
				if f := a.failure(t); f.Code != "invalid_parameter" || !strings.Contains(a.body, `"parameter":`) {
					t.Errorf("%q: %s", query, a.body)
				}
			default:
				t.Errorf("%q: %d %s", query, a.StatusCode, a.body)
			}
		}
	})
}

func printable(s string) bool {
	for _, c := range []byte(s) {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return true
}

// Whatever comes as path segments, no answer is a failure of ours, and an id that is there is found.
func FuzzPath(f *testing.F) {
	s := newSite(f)
	for _, seed := range []string{"SFO", "ſfo", "cafe/50%", "..", "", "a/b", "%2F", "\x00", "\xff", "health"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, segment string) {
		if len(segment) > 2000 {
			t.Skip()
		}
		for _, path := range []string{"/" + url.PathEscape(segment) + "/content", "/SFO/content/" + url.PathEscape(segment)} {
			a := s.get(t, path, allKey)
			if a.StatusCode >= 500 {
				t.Errorf("%q: %d %s", path, a.StatusCode, a.body)
			}
			if a.StatusCode != 200 {
				a.failure(t)
			}
		}
	})
}
