package search_test

import (
	"fmt"
	"strings"
	"testing"

	"airport-content/internal/search"
)

func TestTruncate(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		in   string
		max  int
		want string
	}{
		{"", 0, ""},
		{"abc", -1, ""},
		{"abc", 0, ""},
		{"abc def", 7, "abc def"},
		{"abc def", 6, "abc"},
		{"abc def", 4, "abc"},
		{"abc def", 3, "abc"},
		{"abc def", 2, "ab"},
		{"abc  \tdef", 7, "abc"},
		{"  abcdef", 5, "  abc"},
		{"éé", 3, "é"},
		{"éé", 1, ""},
		{"日本語", 8, "日本"},
		{"a\u00a0bcd", 4, "a"},
	} {
		if got := search.Truncate(tc.in, tc.max); got != tc.want {
			t.Errorf("Truncate(%q, %d) = %q, want %q", tc.in, tc.max, got, tc.want)
		}
	}
}

func TestDocument(t *testing.T) {
	t.Parallel()
	title, excerpt, body := search.Document("Food &amp; <i>Drink</i>", "<p>Caf&eacute;</p>", "<p>Wi-Fi</p><p>24/7</p>")
	if got, want := title+"|"+excerpt+"|"+body, "food drink|café|wi fi 24 7"; got != want {
		t.Errorf("Document = %s, want %s", got, want)
	}
}

func TestDocumentFitsATsvector(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range 400_000 {
		fmt.Fprintf(&many, "%x ", i)
	}
	title, excerpt, body := search.Document(many.String(), many.String(), many.String())
	// Each different word costs at most its bytes and 5 more: see the constants.
	cost := 0
	for _, words := range []string{title, excerpt, body} {
		if !strings.HasPrefix(words, "0 1 2 ") {
			t.Errorf("the first words are missing: %.20q…", words)
		}
		for word := range strings.FieldsSeq(words) {
			cost += len(word) + 5
		}
	}
	if cost >= 1<<20 {
		t.Errorf("the words take %d bytes of a tsvector", cost)
	}
}
