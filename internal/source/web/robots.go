package web

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strings"

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

// parseRobots reads a robots.txt. A missing one (status 404) allows everything. Names of fields count
// as search engines read them, with their frequent typing errors.
func parseRobots(a *Answer) *robots {
	found := &robots{}
	if a.Status != http.StatusOK {
		return found
	}
	body := a.Body
	if len(body) >= int(maxRobots) { // its last line may be cut off
		body = body[:bytes.LastIndexAny(body, "\r\n")+1]
	}
	if decoded, err := lenient.Charset(body, "").NewDecoder().Bytes(body); err == nil { // Windows editors save UTF-16
		body = decoded
	}
	rules := map[string][]robotsRule{} // of the groups for this program, and for *
	var group []string                 // which of the two the group being read is for
	begun := false                     // the rules of the group
	for line := range strings.FieldsFuncSeq(strings.TrimPrefix(string(body), "\ufeff"), func(r rune) bool { return r == '\r' || r == '\n' }) {
		line, _, _ = strings.Cut(line, "#")
		field, value, isField := strings.Cut(line, ":")
		if words := strings.Fields(line); !isField && len(words) == 2 { // the colon was forgotten
			field, value = words[0], words[1]
		}
		value = strings.TrimSpace(value)
		switch field = strings.ToLower(strings.TrimSpace(field)); field {
		case "sitemap", "site-map":
			found.sitemaps = append(found.sitemaps, value)
		case "user-agent", "useragent", "user agent":
			if begun {
				group, begun = nil, false
			}
			name, _, _ := strings.Cut(strings.ToLower(value), "/") // without the version
			if name = strings.TrimSpace(name); (name == "*" || name == UserAgent) && !slices.Contains(group, name) {
				group = append(group, name)
				if _, known := rules[name]; !known {
					rules[name] = nil // a group counts even without a rule
				}
			}
		case "allow", "disallow", "dissallow", "dissalow", "disalow", "diaslow", "diasllow", "disallaw":
			begun = true
			for _, name := range group {
				rules[name] = append(rules[name], robotsRule{normalRule(value), field == "allow"})
			}
		}
	}
	own, named := rules[UserAgent]
	if found.rules = rules["*"]; named {
		found.rules = own
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
// where it fits, so that no pattern of a hostile website is slow.
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
	const hex = "0123456789ABCDEF"
	var out []byte
	for i := 0; i < len(path); i++ {
		b, escaped := path[i], false
		if b == '%' && i+2 < len(path) {
			if text, err := url.PathUnescape(path[i : i+3]); err == nil {
				b, escaped = text[0], true
				i += 2
			}
		}
		if b <= ' ' || b >= 0x7f || strings.IndexByte(`*$"<>\^{|}`+"`", b) >= 0 || escaped && !isUnreserved(b) {
			out = append(out, '%', hex[b>>4], hex[b&15])
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
