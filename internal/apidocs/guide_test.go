package apidocs_test

import (
	"regexp"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// The guide in Markdown has the sections, examples and tables of the page.
func TestGuide(t *testing.T) {
	w := get("/docs.md")
	check.Same(t, "text/markdown; charset=utf-8", w.Header().Get("Content-Type"), "type")
	guide := w.Body.String()
	for _, title := range regexp.MustCompile(`<h2>([^<]+)</h2>`).FindAllStringSubmatch(get("/docs").Body.String(), -1) {
		if text := title[1]; text != "Try a search" && text != "Reference" && !strings.Contains(guide, "## "+text+"\n") {
			t.Errorf("the guide lacks %q", text)
		}
	}
	for _, part := range []string{"# Airport Content Partner API\n", "```\ncurl -sS \"https://this-server/api/v1/partner/key\"", "| 429 | `rate_limited` |",
		"[partners@example.com](mailto:partners@example.com)", "`search_content`", "airport-sync --base-url",
		"plain lists and searches leave it out", "ended key, behind the same address"} {
		if !strings.Contains(guide, part) {
			t.Errorf("the guide lacks %q", part)
		}
	}
	if strings.Contains(guide, "<") && regexp.MustCompile(`<(p|div|section|script|button)\b`).MatchString(guide) {
		t.Error("the guide holds HTML")
	}
}

// Every document that /llms.txt names is served.
func TestLLMs(t *testing.T) {
	text := get("/llms.txt").Body.String()
	if !strings.HasPrefix(text, "# Airport Content Partner API\n\n> ") {
		t.Errorf("%.80q", text)
	}
	for _, link := range regexp.MustCompile(`\]\((/[^)]+)\)`).FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(link[1], "/api/v1/partner/") && get(link[1]).Code != 200 { // the interface answers the others
			t.Errorf("%s is not served", link[1])
		}
	}
}
