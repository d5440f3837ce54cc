package content_test

import (
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

func TestUnsafeScheme(t *testing.T) {
	for link, want := range map[string]string{
		"javascript:alert(1)": "javascript", "JavaScript:alert(1)": "javascript", " \x00\x1f\njavascript:alert(1)": "javascript",
		"java\tscr\r\nipt:alert(1)": "javascript", "javascript\n:alert(1)": "javascript", "vbscript:x": "vbscript", "DATA:text/html,x": "data",
		"": "", "/shops/javascript:x": "", "https://www.example.com/?data:x": "", "javascript": "", "mailto:a@example.com": "",
		"java script:x": "", "\u00a0javascript:x": "", "?javascript:x": "", "database:x": "",
	} {
		check.Same(t, want, content.UnsafeScheme(link), link)
	}
}
