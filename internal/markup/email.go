package markup

import (
	"encoding/hex"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// showEmail shows the email addresses that Cloudflare hides from robots until a script runs.
func showEmail(root *goquery.Selection) {
	const hidden = "/cdn-cgi/l/email-protection#"
	for _, link := range root.Find(`a[href*="` + hidden + `"]`).EachIter() {
		_, code, _ := strings.Cut(link.AttrOr("href", ""), hidden)
		if address := decodeEmail(code); address != "" {
			link.SetAttr("href", "mailto:"+address)
		}
	}
	for _, text := range root.Find("[data-cfemail]").EachIter() {
		if address := decodeEmail(text.AttrOr("data-cfemail", "")); address != "" {
			text.SetText(address)
			if text.Is("a") {
				text.SetAttr("href", "mailto:"+address)
			}
		}
	}
}

// decodeEmail decodes an address in hexadecimal whose first byte is the key of the others; "" if
// the text is none.
func decodeEmail(code string) string {
	text, err := hex.DecodeString(code)
	if err != nil || len(text) < 2 {
		return ""
	}
	for n := range text[1:] {
		text[n+1] ^= text[0]
	}
	if address := string(text[1:]); strings.Contains(address, "@") {
		return address
	}
	return ""
}
