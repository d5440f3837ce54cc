package web

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/markup"
)

// Normal writes a URL in its normal form: host in lower case and Punycode, no default port, no
// fragment.
func Normal(u *url.URL) string {
	n := *u
	n.Host = strings.TrimSuffix(strings.Replace(strings.ToLower(n.Host), strings.ToLower(u.Hostname()), asciiHost(u), 1), ":")
	if port(u) == "" {
		n.Host = strings.TrimSuffix(n.Host, ":"+u.Port())
	}
	n.Fragment, n.RawFragment = "", ""
	if n.Path == "" {
		n.Path = "/"
	}
	return n.String()
}

// SameSite reports whether two URLs have the same host, with or without www., and the same port.
// The default ports of http and https count as one.
func SameSite(a, b *url.URL) bool {
	host := func(u *url.URL) string { return strings.TrimPrefix(asciiHost(u), "www.") }
	return host(a) == host(b) && port(a) == port(b)
}

// asciiHost is the host of a URL without the port, as in the DNS.
func asciiHost(u *url.URL) string { return markup.HostInDNS(strings.TrimSuffix(u.Hostname(), ".")) }

// port is the port of a URL; "" for the default port.
func port(u *url.URL) string {
	if u.Scheme == "http" && u.Port() == "80" || u.Scheme == "https" && u.Port() == "443" {
		return ""
	}
	return u.Port()
}

var percentEncoded = regexp.MustCompile("%[0-9a-fA-F]{2}")

// SameCase writes the percent-encoding of an address in upper case, so that addresses compare
// equal. An address that is so already is not copied: all addresses may have 64 MB.
func SameCase(address string) string {
	if !strings.Contains(address, "%") {
		return address
	}
	if upper := percentEncoded.ReplaceAllStringFunc(address, strings.ToUpper); upper != address {
		return upper
	}
	return address
}

// SamePage reports whether two URLs lead to the same page: their paths by Bare, their queries to the
// letter.
func SamePage(a, b *url.URL) bool {
	path := func(u *url.URL) string {
		n := *u
		n.RawQuery, n.ForceQuery = "", false
		return Bare(Normal(&n))
	}
	return path(a) == path(b) && SameCase(a.RawQuery) == SameCase(b.RawQuery)
}

var (
	schemeAndWWW = regexp.MustCompile(`^https?://(www\.)?`)
	directoryEnd = regexp.MustCompile(`/(index\.(html?|php))?$`)
)

// Bare is an address without what tells no pages apart on most websites: scheme, www., and a slash or
// index.html at the end.
func Bare(address string) string {
	return directoryEnd.ReplaceAllString(schemeAndWWW.ReplaceAllString(SameCase(address), ""), "")
}

// Under reports whether a URL's path is one of the paths, or below one. /shops matches /shops and
// /shops/books, and not /shopping.
func Under(u *url.URL, paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool { return isUnder(u.Path, path) || isUnder(u.EscapedPath(), path) })
}

func isUnder(path, above string) bool {
	return path == above || strings.HasPrefix(path, strings.TrimSuffix(above, "/")+"/")
}

// FirstLink is the first candidate that is a safe link, made absolute.
func FirstLink(base *url.URL, candidates ...string) string {
	for _, c := range candidates {
		if link := markup.Resolve(base, c); link != "" && content.UnsafeScheme(link) == "" {
			return link
		}
	}
	return ""
}

var PictureName = regexp.MustCompile(`(?i)\.(jpe?g|png|gif|webp|avif|svg)([?#]|$)`)
