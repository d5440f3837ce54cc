package partner

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// ParseOrigin reads the origin of a web page, and writes it as browsers send it: in lower case, and
// without the port that the scheme has by default.
func ParseOrigin(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || strings.Trim(u.Path, "/") != "" ||
		u.RawQuery != "" || u.Fragment != "" || strings.ContainsAny(u.Host, "*, ") || !validPort(u.Port()) {
		return "", fmt.Errorf("origin %q: want the scheme and host of a page, with its port if it has one, such as https://app.example", text)
	}
	host := strings.ToLower(u.Host)
	if ascii, err := idna.Lookup.ToASCII(u.Hostname()); err == nil { // a browser sends münchen.example as xn--mnchen-3ya.example
		host = strings.Replace(host, strings.ToLower(u.Hostname()), ascii, 1)
	}
	switch {
	case u.Scheme == "https":
		host = strings.TrimSuffix(host, ":443")
	default:
		host = strings.TrimSuffix(host, ":80")
	}
	return u.Scheme + "://" + host, nil
}

// validPort reports whether a page can have the port; empty stands for the one of its scheme.
func validPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

// ForBrowsers reports whether the key is for web pages.
func (g Grant) ForBrowsers() bool { return len(g.Origins) > 0 }
