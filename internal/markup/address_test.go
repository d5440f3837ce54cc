package markup

import (
	"net/url"
	"strings"
	"testing"
)

// An address is read as browsers read it.
func TestResolve(t *testing.T) {
	base := &url.URL{Scheme: "https", Host: "x.example", Path: "/en/"}
	for reference, want := range map[string]string{
		" ../a\n.png ":                      "https://x.example/a.png",
		`images\a.jpg`:                      "https://x.example/en/images/a.jpg",
		`http:\\y.example\a?b=\c`:           `http://y.example/a?b=\c`,
		"/50%-off/a%2fb":                    "https://x.example/50%25-off/a%2fb",
		"/a b?c=d e":                        "https://x.example/a%20b?c=d%20e",
		`?q=Zürich&c=<"%3e">|'`:             "https://x.example/en/?q=Z%C3%BCrich&c=%3C%22%3e%22%3E|'",
		"http://LAX_1.example/A":            "http://lax_1.example/A",
		"//zürich.example:8080/é":           "https://xn--zrich-kva.example:8080/%C3%A9",
		"mailto: info@x.example":            "mailto:info@x.example",
		"tel:+1 (650) 555-0147":             "tel:+1(650)555-0147",
		"mailto:a@x.example?subject=b c":    "mailto:a@x.example?subject=b%20c",
		"data:image/svg+xml,%3Csvg%20\\%3E": "data:image/svg+xml,%3Csvg%20\\%3E",
		"http:/y.example/a":                 "http://y.example/a",
		"HTTPS:////y.example/a":             "https://y.example/a",
		"http://":                           "", // as editors leave it in a link
		"https://?a=b":                      "",
		"http://[airport":                   "",
		"":                                  "",
	} {
		if got := Resolve(base, reference); got != want {
			t.Errorf("%q: got %q, want %q", reference, got, want)
		}
	}
}

// The time for Punycode grows with the square of the length, and a page may have megabytes of a
// host that no DNS has.
func TestHostInDNS(t *testing.T) {
	long := strings.Repeat("zürich", 200)
	for host, want := range map[string]string{"zürich.Example": "xn--zrich-kva.example", "LAX_1.example": "lax_1.example", long: long, "": ""} {
		if got := HostInDNS(host); got != want {
			t.Errorf("%.40q: got %.40q, want %.40q", host, got, want)
		}
	}
}
