package web

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
)

func TestRobotsRules(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, file, allowed, forbidden string }{
		{"white space and letters", "\ufeffUSER-AGENT : *\r\n  Disallow\t: /a/ # note\rALLOW:/a/b", "/ /a/b/c /b", "/a/ /a/x"},
		{"groups for the same agent", "User-agent: *\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: *\nDisallow: /b", "/c", "/a /b"},
		{"an agent with others", "User-agent: x\nUser-agent: Airport-Content/2.0\nDisallow: /a\nUser-agent: *\nDisallow: /b", "/b", "/a"},
		{"a part of the name", "User-agent: airport\nDisallow: /a\nUser-agent: *\nDisallow: /b", "/a", "/b"},
		{"rules of nobody", "Disallow: /a\nCrawl-delay: x\nUser-agent: *\nCrawl-delay: 10s\nNoindex: /c\n\nDisallow: /b", "/a /c", "/b"},
		{"the longest rule", "User-agent: *\nDisallow: /\nAllow: /$\nAllow: /a\nDisallow: /a/*.pdf$\nDisallow: /b\nAllow: /b", "/ /a/x.pdf?1 /b", "/x /a/1/x.pdf"},
		{"an empty rule", "User-agent: *\nDisallow:", "/ /a", ""},
		{"escapes", "User-agent: *\nDisallow: /caf%c3%a9\nDisallow: /zoë%c3\nDisallow: /%7Ejoe\nDisallow: /a%2fb\nDisallow: /c%2Ad\nDisallow: /%e$f",
			"/a/b /cXd /c", "/caf%C3%A9/menu /caf%c3%a9 /zo%C3%AB%C3 /zo%c3%ab%c3/x /~joe /%7ejoe /a%2Fb /c*d"},
		{"parts", "User-agent: *\nDisallow: /*a*b*$\nDisallow: /*c*d$\nDisallow: /*e**f", "/ba /cdx /fe", "/ab/ /xaxbx /cdcd /c/d /ef/"},
		{"UTF-16", "\xff\xfe" + strings.Join(strings.Split("User-agent: *\nDisallow: /a\n", ""), "\x00") + "\x00", "/b", "/a"},
		{"typing errors", "Useragent: *\nDisalow: /a\nDisallow /b\nSite-map: /c", "/c", "/a /b"},
		{"without a colon", "User-agent: *\nDisallow\t/a\nAllow us\nto say this\nDisallow: /b", "/c", "/a /b"},
		{"what an address escapes", "User-agent: *\nDisallow: /a b\nDisallow: /{c}", "/a /c", "/a%20b /%7Bc%7D /{c}"},
		{"query", "User-agent: *\nDisallow: /*?s=", "/a?t=1&s=", "/a?s=1"},
	} {
		r := parseRobots(&Answer{Status: http.StatusOK, Body: []byte(test.file)})
		for _, path := range strings.Fields(test.allowed + " " + test.forbidden) {
			u, err := url.Parse("https://airport.example" + path)
			if want := slices.Contains(strings.Fields(test.allowed), path); err != nil || r.allows(u) != want {
				t.Errorf("%s: %s is allowed: %v, want %v", test.name, path, !want, want)
			}
		}
	}
	r := parseRobots(&Answer{Status: http.StatusOK, Body: []byte("sitemap : /a.xml # ours\nUser-agent: x\nSITEMAP:https://airport.example/b.xml  \nSite-map: /c.xml")})
	check.Same(t, []string{"/a.xml", "https://airport.example/b.xml", "/c.xml"}, r.sitemaps)
}

// A host has one name, however a website writes it.
func TestSameSite(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"https://xn--flughafen-zrich-9vb.example", "https://www.FLUGHAFEN-Zürich.example/a", true},
		{"https://www.airport.example:443", "http://airport.example./a", true},
		{"https://airport.example", "https://m.airport.example", false},
		{"https://airport.example", "https://airport.example:8443", false},
		{"http://[::1]:80", "http://[::1]/a", true},
	} {
		a, errA := url.Parse(test.a)
		b, errB := url.Parse(test.b)
		if errA != nil || errB != nil || SameSite(a, b) != test.want || SameSite(b, a) != test.want {
			t.Errorf("%s and %s: want %v", test.a, test.b, test.want)
		}
	}
	u, _ := url.Parse("https://Zürich.example:443/é#x")
	check.Same(t, "https://xn--zrich-kva.example/%C3%A9", Normal(u))
}

func FuzzRobots(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /%7e*a$\nSitemap: /s.xml", "/%41*")
	f.Fuzz(func(t *testing.T, file, path string) {
		r := parseRobots(&Answer{Status: http.StatusOK, Body: []byte(file)})
		if u, err := url.Parse(path); err == nil {
			_ = r.allows(u)
		}
		for _, rule := range r.rules {
			pattern, ends := strings.CutSuffix(regexp.QuoteMeta(rule.pattern), `\$`)
			pattern = "(?s)^" + strings.ReplaceAll(pattern, `\*`, ".*")
			if ends {
				pattern += "$"
			}
			if got, want := matches(path, rule.pattern), regexp.MustCompile(pattern).MatchString(path); got != want {
				t.Errorf("%q matches %q: %v, want %v", path, rule.pattern, got, want)
			}
		}
	})
}
