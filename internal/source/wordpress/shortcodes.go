package wordpress

import (
	"regexp"
	"strings"

	nethtml "golang.org/x/net/html"
)

var (
	// shortcode is an instruction to WordPress in brackets: its name, then attributes. A shortcode
	// that no plugin handles any more stays in the text.
	shortcode    = regexp.MustCompile(`(?i)\[(/?)([a-z][a-z0-9_-]*)((?:\s|&nbsp;|&#160;)[^\[\]<>]*|\s*/)?\]`)
	cutShortcode = regexp.MustCompile(`(?i)\[/?[a-z][a-z0-9-]*_[a-z0-9_-]*(\s[^\[\]<>]*)?$`) // at the end of an excerpt
	hasAttribute = regexp.MustCompile(`\s[\w-]+=\S`)
	rawShortcode = regexp.MustCompile(`(?is)\[(vc_raw_html|vc_raw_js|et_pb_code|fusion_code)\b[^\]]*\].*?\[/(vc_raw_html|vc_raw_js|et_pb_code|fusion_code)\]`) // holds Base64 or code
)

// withoutShortcodes removes shortcodes from the text of HTML, and keeps the text between them.
// Brackets without a closing tag, an attribute or an underscore in their name are prose, such as
// [sic]. Text in code and pre stays as it is.
func withoutShortcodes(body string) string {
	if !strings.Contains(body, "[") {
		return body
	}
	body = rawShortcode.ReplaceAllString(body, "")
	closed := map[string]bool{}
	for _, found := range shortcode.FindAllStringSubmatch(body, -1) {
		if found[1] == "/" {
			closed[strings.ToLower(found[2])] = true
		}
	}
	var out strings.Builder
	verbatim := 0 // open elements whose text stays
	z := nethtml.NewTokenizer(strings.NewReader(body))
	for kind := z.Next(); kind != nethtml.ErrorToken; kind = z.Next() {
		text := string(z.Raw())
		switch name, _ := z.TagName(); string(name) {
		case "code", "pre", "script", "style", "textarea":
			if kind == nethtml.StartTagToken {
				verbatim++
			} else if kind == nethtml.EndTagToken && verbatim > 0 {
				verbatim--
			}
		}
		if kind == nethtml.TextToken && verbatim == 0 {
			text = dropShortcodes(text, closed)
		}
		out.WriteString(text)
	}
	return out.String()
}

// dropShortcodes removes the shortcodes of a text. closed are the names with a closing tag.
func dropShortcodes(text string, closed map[string]bool) string {
	text = shortcode.ReplaceAllStringFunc(text, func(found string) string {
		parts := shortcode.FindStringSubmatch(found)
		if closed[strings.ToLower(parts[2])] || strings.Contains(parts[2], "_") || strings.HasSuffix(parts[3], "/") || hasAttribute.MatchString(parts[3]) {
			return ""
		}
		return found
	})
	return cutShortcode.ReplaceAllString(text, "")
}
