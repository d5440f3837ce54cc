package cli

import (
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/partner"
)

// A moment is a date, or a time from now: to come for expiry, past for since.
func TestMoments(t *testing.T) {
	for text, want := range map[string]time.Time{
		"2026-12-31":                time.Date(2026, 12, 31, 0, 0, 0, 0, time.UTC),
		"2026-12-31T10:00:00+01:00": time.Date(2026, 12, 31, 9, 0, 0, 0, time.UTC),
		"30d":                       time.Now().Add(30 * 24 * time.Hour),
		"90m":                       time.Now().Add(90 * time.Minute),
	} {
		var end *time.Time
		if err := expiry(&end)(text); err != nil || end.Sub(want).Abs() > time.Minute {
			t.Errorf("expires %s: %v, %v; want %v", text, end, err, want)
		}
		if relative := !strings.Contains(text, "-"); relative {
			want = time.Now().Add(-time.Until(want))
		}
		var begin time.Time
		if err := since(&begin)(text); err != nil || begin.Sub(want).Abs() > time.Minute {
			t.Errorf("since %s: %v, %v; want %v", text, begin, err, want)
		}
	}
	end := new(time.Time)
	if err := expiry(&end)("never"); err != nil || end != nil {
		t.Errorf("never: %v, %v", end, err)
	}
	for _, text := range []string{"", "soon", "-1h", "0", "30", "2026-13-01"} {
		if err := expiry(&end)(text); err == nil || !strings.HasPrefix(err.Error(), "want a date such as 2026-12-31") {
			t.Errorf("expires %q: error %v", text, err)
		}
		if err := since(new(time.Time))(text); err == nil || !strings.HasPrefix(err.Error(), "want a date such as 2026-03-01") {
			t.Errorf("since %q: error %v", text, err)
		}
	}
}

// An empty value, such as a script's unset variable, is kept and refused.
func TestRepeatedFlags(t *testing.T) {
	for want, given := range map[string][]string{
		"SFO JFK LAX": {"SFO,JFK", "LAX"},
		"SFO ":        {"SFO,"},
		"":            {""},
	} {
		var got []string
		for _, value := range given {
			check.NoError(t, texts(&got)(value))
		}
		if strings.Join(got, " ") != want || len(got) == 0 {
			t.Errorf("%q: %q", given, got)
		}
	}
}

func TestScopes(t *testing.T) {
	var got []string
	if err := scopes(&got)("content:read:news,content:read:faq,content:read:news"); err != nil ||
		!slices.Equal(got, []string{"content:read:news", "content:read:faq"}) {
		t.Errorf("%q, %v", got, err)
	}
	for text, says := range map[string]string{
		"":                  `scope "": want content:read or`,
		"content:read,":     `scope "": want content:read or`,
		"content:write":     `scope "content:write": want content:read or`,
		"content:read:nwes": `no content type "nwes"; known: news, `,
	} {
		if err := scopes(&got)(text); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestReadKeys(t *testing.T) {
	ours, _ := partner.NewKey()
	for stdin, want := range map[string]string{
		"older-system/Key+0123==\r\n":       "older-system/Key+0123==",
		" \twords of a pass phrase \n\n":    "words of a pass phrase",
		"tab\tand-more-letters":             "tab\tand-more-letters",
		"latin-1-schl\xfcssel":              "latin-1-schl\xfcssel",
		strings.Repeat("💡", 512):            strings.Repeat("💡", 512),
		ours + "\n":                         ours,
		strings.Repeat("a", 16) + "       ": strings.Repeat("a", 16),
	} {
		p := &program{stdin: strings.NewReader("\ufeffthe-first-of-two\n" + stdin)}
		if got, err := p.readKeys(t.Context()); err != nil || len(got) != 2 || got[1] != partner.DigestOf(want) {
			t.Errorf("%q: %x, %v", stdin, got, err)
		}
	}
	for stdin, says := range map[string]string{
		" \n":                       "want one of 16 to 512 characters",
		strings.Repeat("a", 15):     "want 16 to 512 characters",
		strings.Repeat("💡", 513):    "want 16 to 512 characters",
		"ältere-key-\x00-012345":    "character 12 is a control character",
		"older-key-012345\n\nolder": "line 3 of stdin: want 16",
		"older-key-012345-\x7f-a":   "character 18 is a control character",
		ours[:len(ours)-1] + "\x21": "its checksum is wrong",
	} {
		p := &program{stdin: strings.NewReader(stdin)}
		if _, err := p.readKeys(t.Context()); err == nil || !strings.Contains(err.Error(), says) || stdin != "" && strings.Contains(err.Error(), stdin) {
			t.Errorf("%q: error %v", stdin, err)
		}
	}
}
