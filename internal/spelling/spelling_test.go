package spelling_test

import (
	"fmt"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/spelling"
)

func TestNearest(t *testing.T) {
	long := strings.Repeat("ü", 200)
	for _, test := range []struct {
		typed       string
		names, want []string
	}{
		{"SFX", []string{"JFK", "LAX", "SFO"}, []string{"SFO", "JFK", "LAX"}},
		{"acme ltd", []string{"Zebra", "Acme Ltd."}, []string{"Acme Ltd.", "Zebra"}},
		{"zurich", []string{"Paris", "Zürich"}, []string{"Zürich", "Paris"}},
		{"x", nil, nil},
		{long + "a", []string{long + "b", long + "a"}, []string{long + "b", long + "a"}}, // no more is compared
	} {
		check.Same(t, test.want, spelling.Nearest(test.typed, test.names), test.typed)
	}
}

func TestKnown(t *testing.T) {
	var many []string
	for i := range 12 {
		many = append(many, fmt.Sprintf("partner%02d", i))
	}
	ten := "known: partner11, partner01, partner10, partner00, partner02, partner03, partner04, partner05, partner06, partner07"
	for _, test := range []struct {
		typed string
		names []string
		want  string
	}{
		{"a", nil, "there are none yet"},
		{"b", []string{"a", "b"}, "known: b, a"},
		{"partner09", many[:10], "known: partner09, partner00, partner01, partner02, partner03, partner04, partner05, partner06, partner07, partner08"},
		{"partner11", many, ten + " and 2 more"},
	} {
		check.Same(t, test.want, spelling.Known(test.typed, test.names), test.typed)
	}
}

func TestQuoted(t *testing.T) {
	for typed, want := range map[string]string{
		"":                      `""`,
		"a\x00\"\xff":           `"a\x00\"\xff"`,
		strings.Repeat("é", 61): `"` + strings.Repeat("é", 60) + `"`,
	} {
		check.Same(t, want, spelling.Quoted(typed), typed)
	}
	check.Same(t, strings.Repeat("é", 60), spelling.Shortened(strings.Repeat("é", 61)))
}
