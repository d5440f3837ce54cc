package spelling_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/spelling"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		typed string
		names []string
		want  []string
	}{
		{"SFX", []string{"JFK", "LAX", "SFO"}, []string{"SFO", "JFK", "LAX"}},
		{"acme ltd", []string{"Zebra", "Acme Ltd."}, []string{"Acme Ltd.", "Zebra"}},
		{"zurich", []string{"Paris", "Zürich"}, []string{"Zürich", "Paris"}},
		{"x", nil, []string{}},
	} {
		if diff := cmp.Diff(test.want, spelling.Nearest(test.typed, test.names)); diff != "" {
			t.Errorf("Nearest(%q, %q): %s", test.typed, test.names, diff)
		}
	}
}

func TestKnown(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 12 {
		many = append(many, fmt.Sprintf("partner%02d", i))
	}
	for _, test := range []struct {
		typed string
		names []string
		want  string
	}{
		{"a", nil, "there are none yet"},
		{"b", []string{"a", "b"}, "known: b, a"},
		{"partner11", many, "known: partner11, partner01, partner10, partner00, partner02, partner03, partner04, partner05, partner06, partner07 and 2 more"},
		{strings.Repeat("long", 1000), []string{strings.Repeat("ü", 1000)}, "known: " + strings.Repeat("ü", 1000)},
	} {
		if got := spelling.Known(test.typed, test.names); got != test.want {
			t.Errorf("Known(%.20q): %s, want %s", test.typed, got, test.want)
		}
	}
}

func TestQuotedIsShortAndValid(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "x", strings.Repeat("é", 5000), strings.Repeat("\xff", 5000), "\x00\"\\"} {
		if q := spelling.Quoted(s); !utf8.ValidString(q) || utf8.RuneCountInString(q) > 250 {
			t.Errorf("%q", q)
		}
	}
}
