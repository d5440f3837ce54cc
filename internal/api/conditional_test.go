package api

import (
	"testing"

	"airport-content/internal/check"
)

func TestMatchesTag(t *testing.T) {
	const tag = `W/"abc"`
	for header, want := range map[string]bool{
		`W/"abc"`:             true,
		`"abc"`:               true,
		`"x", W/"abc"`:        true,
		`"x" ,,  "abc" , "y"`: true,
		`"a,b", "abc"`:        true,
		`"abc-gzip"`:          true,
		`W/"abc;gzip"`:        true,
		`"x", W/"abc-zstd"`:   true,
		`"abc-other"`:         false,
		`"abc-gzip`:           false,
		`"abcd"`:              false,
		`abc`:                 false,
		``:                    false,
		`"abc`:                false,
		`w/"abc"`:             false,
		`"x" "abc"`:           false,
		`garbage, "abc"`:      true,
	} {
		check.Same(t, want, matchesTag([]string{header}, tag), header)
	}
	if !matchesTag([]string{`"x"`, `"abc"`}, tag) {
		t.Error("a tag on the second line is not found")
	}
}
