// Package lenient reads what websites write, with their mistakes: JSON, XML, charsets, dates, texts.
package lenient

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/language"

	"airport-content/internal/markup"
)

// Clean trims an address or an id, and drops control characters.
func Clean(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text))
}

var xmlReference = regexp.MustCompile(`&#?\w+;`)

// UnescapeXML decodes references with a semicolon. HTML has others, such as &copy in ?a=1&copy=2.
func UnescapeXML(text string) string {
	return xmlReference.ReplaceAllStringFunc(text, nethtml.UnescapeString)
}

// PlainText is the text of a title or a summary. What is no tag of HTML counts as text, such as
// <B20> in a title without markup. So does the text of a CDATA section that was escaped.
func PlainText(text string) string {
	var out strings.Builder
	z := nethtml.NewTokenizer(strings.NewReader(text))
	z.AllowCDATA(true)
	for kind := z.Next(); kind != nethtml.ErrorToken; kind = z.Next() {
		raw := string(z.Raw())
		name, _ := z.TagName()
		switch {
		case strings.HasPrefix(raw, "<![CDATA["):
			raw = string(z.Text())
		case len(name) > 0 && atom.Lookup(name) == 0:
			raw = strings.ReplaceAll(raw, "<", "&lt;")
		}
		out.WriteString(raw)
	}
	out.WriteString(nethtml.EscapeString(string(z.Raw()))) // a tag that does not end
	return markup.Plain(out.String())
}

// Unescape decodes a title or a description once more: many websites escape them twice.
func Unescape(text string) string { return markup.OneLine(nethtml.UnescapeString(text)) }

// maxLocale is how many bytes a language may have. The time to read one grows with the square of
// its length.
const maxLocale = 100

// Language writes a language, or the first of a list, as en or pt-BR; "" if the text is no language.
func Language(text string) string {
	text, _, _ = strings.Cut(text, ",")
	if text = strings.TrimSpace(text); len(text) > maxLocale {
		return ""
	}
	tag, err := language.Parse(text)
	base, script, region := tag.Raw()
	if err != nil || base.String() == "und" {
		return ""
	}
	tag, _ = language.Raw.Compose(base, script, region) // without variants and extensions
	return tag.String()
}

// titleWords is how many words an entry without a title takes from its text.
const titleWords = 8

// FirstWords are the first words of a text, as a title.
func FirstWords(text string) string {
	words := strings.Fields(text)
	if len(words) <= titleWords {
		return fmt.Sprintf("%.200s", strings.Join(words, " "))
	}
	return fmt.Sprintf("%.200s", strings.Join(words[:titleWords], " ")) + "…"
}
