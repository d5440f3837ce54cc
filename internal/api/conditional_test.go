package api

import "testing"

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
		if got := matchesTag([]string{header}, tag); got != want {
			t.Errorf("%s: %v", header, got)
		}
	}
	if !matchesTag([]string{`"x"`, `"abc"`}, tag) {
		t.Error("a tag on the second line is not found")
	}
}
