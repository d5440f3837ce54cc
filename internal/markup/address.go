package markup

import (
	"errors"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/idna"
)

var (
	unbroken  = strings.NewReplacer("\t", "", "\n", "", "\r", "")
	percent   = regexp.MustCompile("%([0-9a-fA-F]{2})?")
	website   = regexp.MustCompile("(?i)^(https?:)/*")
	unencoded = regexp.MustCompile(`[^!-~]|["<>]`)
)

// ParseReference reads an address that may be relative to base, as parseAddress does.
func ParseReference(base *url.URL, text string) (*url.URL, error) {
	u, err := parseAddress(text)
	if err != nil {
		return nil, err
	}
	return base.ResolveReference(u), nil
}

// parseAddress reads an address as browsers do, which accept more than net/url:
//   - Tabs and line breaks do not count, and a backslash is a slash.
//   - Any number of slashes may follow http: or https:, and then a host.
//   - A percent sign that encodes nothing is encoded. So are blanks, the signs " < > and signs that
//     are not ASCII in a query.
//   - A host is written as in the DNS.
//   - Blanks in a telephone number or an email address are dropped.
func parseAddress(text string) (*url.URL, error) {
	text = unbroken.Replace(strings.TrimSpace(text))
	if !strings.HasPrefix(text, "data:") {
		end := strings.IndexAny(text+"?", "?#")
		text = strings.ReplaceAll(text[:end], `\`, "/") + text[end:]
	}
	text = website.ReplaceAllString(text, "$1//")
	u, err := url.Parse(text)
	if err != nil {
		u, err = url.Parse(percent.ReplaceAllStringFunc(text, func(found string) string {
			if found == "%" {
				return "%25"
			}
			return found
		}))
	}
	if err != nil {
		return nil, err
	}
	if u.Host == "" && website.MatchString(text) {
		return nil, errors.New("an address without a host")
	}
	u.RawQuery = unencoded.ReplaceAllStringFunc(u.RawQuery, url.PathEscape)
	if u.Scheme == "mailto" || u.Scheme == "tel" {
		u.Opaque = strings.ReplaceAll(u.Opaque, " ", "")
	}
	u.Host = strings.Replace(u.Host, u.Hostname(), HostInDNS(u.Hostname()), 1)
	return u, nil
}

// maxHost is how many bytes of Unicode a host may have: the DNS has 253 bytes for a name, and
// Punycode may need one byte for a letter of four. The time for Punycode grows with the square of
// the length.
const maxHost = 1000

// HostInDNS writes a host as in the DNS, in lower case and in Punycode: zürich.example is
// xn--zrich-kva.example. What cannot be a name in the DNS is only written in lower case.
func HostInDNS(host string) string {
	if len(host) <= maxHost {
		if ascii, err := idna.Lookup.ToASCII(host); err == nil {
			return ascii
		}
	}
	return strings.ToLower(host)
}

// Resolve returns an absolute URL, or "" if there is none. If base is relative, a relative
// reference stays as it is.
func Resolve(base *url.URL, reference string) string {
	u, err := parseAddress(reference)
	if err != nil || strings.TrimSpace(reference) == "" {
		return ""
	}
	if !base.IsAbs() {
		return u.String()
	}
	if u = base.ResolveReference(u); u.Scheme == "" {
		return ""
	}
	return u.String()
}
