package api

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

func FuzzString(f *testing.F) {
	for _, s := range []string{"", "a", `"\/`, "\x00\x1f\x7f\n\r\t\b\f", "<>&'", "é\u2028\u2029\U0001F6EB"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			t.Skip()
		}
		b := appendString(nil, s)
		var got string
		if err := json.Unmarshal(b, &got); err != nil || got != s {
			t.Errorf("%q became %s: %q, %v", s, b, got, err)
		}
	})
}
