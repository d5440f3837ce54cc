//go:build !race

// The test has one goroutine, so the race detector finds nothing. It would make the test twenty times
// slower.

package page

import (
	"strings"
	"testing"
)

// A page whose markup does not end, or repeats without end, is read as any other, or has too many
// tags. A step that rereads its input would take 15 seconds or more for one of these pages.
func TestEndlessMarkup(t *testing.T) {
	t.Parallel()
	const tooMany = "more than 100000 tags"
	for _, page := range []struct{ before, repeated, after, fault string }{
		{"\xe9", "<meta ", ">", tooMany},
		{"\xe9<!--", "<script></script", "-->", tooMany},
		{"<title>", "&lt;b ", "</title>", ""},
		{"<title>", "|", "</title>", ""},
		{`<html lang="`, "-", `">`, ""},
		{`<script type="application/ld+json">`, `"" `, "</script>", ""},
		{`<script type="application/ld+json">`, `{} `, "</script>", ""},
	} {
		text := page.before + strings.Repeat(page.repeated, 1<<20/len(page.repeated)) + page.after + "<main>Text</main>"
		item, err := readText(t, "text/html", text, "")
		if page.fault != "" && (err == nil || err.Error() != page.fault) || page.fault == "" && (err != nil || item.Content != "Text") {
			t.Errorf("%.50q…: content %.50q, error %v", text, item.Content, err)
		}
	}
}
