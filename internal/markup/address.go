package markup

import (
	"errors"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/idna"
)

var (
	unbroken = strings.NewReplacer("\t", "", "\n", "", "\r", "")
	percent  = regexp.MustCompile("%([0-9a-fA-F]{2})?")
	website  = regexp.MustCompile("(?i)^(https?:)/*")
	raw      = regexp.MustCompile(`[^!-~]|["<>]`)
)

// ParseAddress reads an address as browsers do, which accept more than net/url. Tabs and line
// breaks do not count, and a backslash is a slash. Any number of slashes may follow http: or https:,
// and then a host. Percent signs that encode nothing, and in a query what is not ASCII, blanks and
// the signs " < >, are encoded. A host is written as in the DNS. Blanks in a telephone number or an
// email address are dropped.
func ParseAddress(text string) (*url.URL, error) {
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
	u.RawQuery = raw.ReplaceAllStringFunc(u.RawQuery, url.PathEscape)
	if u.Scheme == "mailto" || u.Scheme == "tel" {
		u.Opaque = strings.ReplaceAll(u.Opaque, " ", "")
	}
	if host, err := idna.Lookup.ToASCII(u.Hostname()); err == nil && host != u.Hostname() {
		u.Host = strings.Replace(u.Host, u.Hostname(), host, 1)
	}
	return u, nil
}

// Resolve returns an absolute URL, or "" if there is none. If base is relative, a relative
// reference stays as it is.
func Resolve(base *url.URL, reference string) string {
	u, err := ParseAddress(reference)
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
