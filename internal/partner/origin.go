package partner

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// ParseOrigin reads the origin of a web page, and writes it as browsers send it: in lower case, and
// without the port that the scheme has by default.
func ParseOrigin(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" ||
		u.Fragment != "" || strings.ContainsAny(u.Host, "*, ") {
		return "", notOrigin(text)
	}
	host, known := hostOf(u)
	port, err := strconv.ParseUint(cmp.Or(u.Port(), defaultPorts[u.Scheme]), 10, 16)
	if !known || err != nil || port == 0 {
		return "", notOrigin(text)
	}
	if number := strconv.FormatUint(port, 10); number != defaultPorts[u.Scheme] {
		host += ":" + number
	}
	return u.Scheme + "://" + host, nil
}

var defaultPorts = map[string]string{"https": "443", "http": "80"}

func notOrigin(text string) error {
	return fmt.Errorf("origin %q: want the scheme and host of a page, with its port if it has one, such as https://app.example", text)
}

// hostOf is the host as browsers send it: xn--mnchen-3ya.example for münchen.example, and an address of
// IPv6 in brackets. ok is false if there is none.
func hostOf(u *url.URL) (host string, ok bool) {
	host = strings.ToLower(u.Hostname())
	ascii, err := idna.Lookup.ToASCII(host)
	switch isASCII := strings.IndexFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) < 0; {
	case strings.Contains(host, ":"):
		return "[" + host + "]", true
	case err == nil:
		return ascii, ascii != ""
	default: // browsers take a_b.example as it stands
		return host, isASCII
	}
}

// ForBrowsers reports whether the key is for web pages.
func (g Grant) ForBrowsers() bool { return len(g.Origins) > 0 }
