package web

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/jimsmart/grobotstxt"

	"airport-content/internal/markup"
	"airport-content/internal/source/lenient"
)

// robots are the rules of a robots.txt for this program. As RFC 9309 says, they are the rules of
// the groups that name the program, or else of the groups for *.
type robots struct {
	sitemaps []string
	rules    []robotsRule
}

type robotsRule struct {
	pattern string // in the form of normalRule
	allow   bool
}

// parseRobots reads a robots.txt. A missing one (status 404) allows everything.
func parseRobots(a *Answer) *robots {
	if a.Status != http.StatusOK {
		return &robots{}
	}
	body := a.Body
	if len(body) >= int(maxRobots) { // its last line may be cut off
		body = body[:bytes.LastIndexAny(body, "\r\n")+1]
	}
	groups := robotsGroups{}
	if decoded, err := lenient.Charset(body, "").NewDecoder().Bytes(body); err == nil { // Windows editors save UTF-16
		body = decoded
	}
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	grobotstxt.Parse(string(upperEscapes(body)), &groups)
	found := &robots{sitemaps: groups.sitemaps, rules: groups.general}
	if groups.named {
		found.rules = groups.own
	}
	return found
}

// allows reports whether the rules allow a request for a URL. The longest matching rule decides.
func (r *robots) allows(u *url.URL) bool {
	path := normalPath(u.RequestURI())
	length, allow := 0, true
	for _, rule := range r.rules {
		if n := len(rule.pattern); (n > length || n == length && rule.allow) && matches(path, rule.pattern) {
			length, allow = n, rule.allow
		}
	}
	return allow
}

// matches reports whether a path matches a pattern. Each part between two * takes the first place
// where it fits, so that no pattern of a hostile website is slow. The library's own function takes
// eighty times as long for 500 KB of rules.
func matches(path, pattern string) bool {
	pattern, ends := strings.CutSuffix(pattern, "$")
	first, others, more := strings.Cut(pattern, "*")
	rest, ok := strings.CutPrefix(path, first)
	for ok && more {
		var part string
		if part, others, more = strings.Cut(others, "*"); ends && !more {
			return strings.HasSuffix(rest, part)
		}
		_, rest, ok = strings.Cut(rest, part)
	}
	return ok && (!ends || rest == "")
}

// robotsGroups collects the rules while the library reads a robots.txt.
type robotsGroups struct {
	sitemaps     []string
	own, general []robotsRule
	named        bool // a group names this program

	forUs, forAll, rules bool // of the group being read: its programs; its rules have begun
}

func (g *robotsGroups) HandleRobotsStart() {}
func (g *robotsGroups) HandleRobotsEnd()   {}

func (g *robotsGroups) HandleUserAgent(_ int, name string) {
	if g.rules {
		g.forUs, g.forAll, g.rules = false, false, false
	}
	name, _, _ = strings.Cut(name, "/") // the version
	g.forAll = g.forAll || name == "*"
	g.forUs = g.forUs || strings.EqualFold(strings.TrimSpace(name), UserAgent)
	g.named = g.named || g.forUs
}

func (g *robotsGroups) HandleAllow(_ int, pattern string)    { g.add(pattern, true) }
func (g *robotsGroups) HandleDisallow(_ int, pattern string) { g.add(pattern, false) }

func (g *robotsGroups) add(pattern string, allow bool) {
	g.rules = true
	rule := robotsRule{normalRule(pattern), allow}
	if g.forUs {
		g.own = append(g.own, rule)
	}
	if g.forAll {
		g.general = append(g.general, rule)
	}
}

func (g *robotsGroups) HandleSitemap(_ int, address string) { g.sitemaps = append(g.sitemaps, address) }

func (g *robotsGroups) HandleUnknownAction(int, string, string) {}

// upperEscapes writes percent-encoding in upper case, and encodes bytes that are not ASCII. The
// library would damage encoding in lower case.
func upperEscapes(text []byte) []byte {
	var out []byte
	for _, b := range percentEncoded.ReplaceAllFunc(text, bytes.ToUpper) {
		if b >= 0x80 {
			out = appendEscape(out, b)
		} else {
			out = append(out, b)
		}
	}
	return out
}

func appendEscape(out []byte, b byte) []byte {
	const hex = "0123456789ABCDEF"
	return append(out, '%', hex[b>>4], hex[b&15])
}

// normalRule is the normal form of a rule's path. Its operators stay: each *, and a final $.
func normalRule(path string) string {
	path, end := strings.CutSuffix(path, "$")
	parts := strings.Split(path, "*")
	for n, part := range parts {
		parts[n] = normalPath(part)
	}
	path = strings.Join(parts, "*")
	if end {
		path += "$"
	}
	return path
}

// normalPath writes a path in its normal form (RFC 9309, section 2.2.2): percent-encoding in upper
// case, and only of bytes that need it. * and $ count among these, so that they match no operator.
func normalPath(path string) string {
	var out []byte
	for i := 0; i < len(path); i++ {
		b, escaped := path[i], false
		if b == '%' && i+2 < len(path) {
			if text, err := url.PathUnescape(path[i : i+3]); err == nil {
				b, escaped = text[0], true
				i += 2
			}
		}
		if b >= 0x80 || b == '*' || b == '$' || escaped && !isUnreserved(b) {
			out = appendEscape(out, b)
		} else {
			out = append(out, b)
		}
	}
	return string(out)
}

// isUnreserved reports whether a byte means the same with and without percent-encoding (RFC 3986,
// section 2.3).
func isUnreserved(b byte) bool {
	return '0' <= b && b <= '9' || 'A' <= b && b <= 'Z' || 'a' <= b && b <= 'z' || strings.IndexByte("-._~", b) >= 0
}

// Sitemaps are the addresses of the sitemaps that robots.txt names, once it is read.
func (c *Client) Sitemaps() (found []*url.URL) {
	for _, address := range c.robots.sitemaps {
		if u, err := markup.ParseReference(c.Origin, address); err == nil {
			found = append(found, u)
		}
	}
	return found
}

// hasSitemapAt reports whether robots.txt names a sitemap of this URL's site.
func (c *Client) hasSitemapAt(u *url.URL) bool {
	return c.robots != nil && slices.ContainsFunc(c.Sitemaps(), func(named *url.URL) bool { return SameSite(named, u) })
}
