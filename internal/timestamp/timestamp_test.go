package timestamp_test

import (
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/timestamp"
)

func TestParse(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"2026-03-10", "2026-03-10T00:00:00.000Z"},
		{"20260310", "2026-03-10T00:00:00.000Z"},
		{"2026-03-10T09:30", "2026-03-10T09:30:00.000Z"},
		{"2026-03-10t09:30:15", "2026-03-10T09:30:15.000Z"},
		{"2026-03-10 09:30:15z", "2026-03-10T09:30:15.000Z"},
		{"2026-03-10T09:30:15.5Z", "2026-03-10T09:30:15.500Z"},
		{"2026-03-10T09:30:15,25Z", "2026-03-10T09:30:15.250Z"},
		{"2026-03-10T09:30:15.60", "2026-03-10T09:30:15.600Z"},
		{"2026-03-10T09:30:15.0009999999999999999999Z", "2026-03-10T09:30:15.000Z"},
		{"2026-03-10T23:59:59.999999Z", "2026-03-10T23:59:59.999Z"},
		{"1901-02-03T04:05:06.0001Z", "1901-02-03T04:05:06.000Z"},
		{"2026-03-10T09:30:00+01:00", "2026-03-10T08:30:00.000Z"},
		{"2026-03-10T09:30:00+0100", "2026-03-10T08:30:00.000Z"},
		{"2026-03-10T09:30:00+01", "2026-03-10T08:30:00.000Z"},
		{"2026-03-10T09:30:00 01:00", "2026-03-10T08:30:00.000Z"},
		{"2026-03-10 09:30 0545", "2026-03-10T03:45:00.000Z"},
		{"2026-03-24T09:30-08:00", "2026-03-24T17:30:00.000Z"},
		{"2026-03-10T00:30-23:59", "2026-03-11T00:29:00.000Z"},
		{"2026-01-01T00:30:00.123+14:00", "2025-12-31T10:30:00.123Z"},
		{"20260310T0930", "2026-03-10T09:30:00.000Z"},
		{"20260310T093000.125-0330", "2026-03-10T13:00:00.125Z"},
		{"2024-02-29", "2024-02-29T00:00:00.000Z"},
		{"0001-01-01", "0001-01-01T00:00:00.000Z"},
		{"9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"},
	} {
		got, err := timestamp.Parse(tc.in)
		if err != nil || got.Location() != time.UTC || timestamp.Format(got) != tc.want {
			t.Errorf("Parse(%q) = %v, %v, want %s", tc.in, got, err, tc.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, in := range []string{
		"", " ", "yesterday", "now", "infinity", "10.03.2026", "26-03-10", "2026-03-10T09:30:00CET", "2026", "2026-03", "2026-0310", "202603-10", "2026-3-10", " 2026-03-10", "2026-03-10 ",
		"2026-03-10Z", "2026-03-10T", "2026-03-10T09", "2026-03-10T09Z", "2026-03-10T9:30", "2026-03-10T09:30:", "2026-03-10T09:3000",
		"2026-03-10T09:30.5", "2026-03-10T09:30:00.", "2026-03-10T09:30:00.Z", "2026-03-10T09:30:00ZZ", "2026-03-10T09:30:00 Z",
		"2026-03-10T09:30:00+1", "2026-03-10T09:30:00+01:", "2026-03-10T09:30:00+01:0", "2026-03-10T09:30:00+01:00:00", "2026-03-10_09:30",
		"+2026-03-10", "-2026-03-10", "2026-W11-2", "٢٠٢٦-٠٣-١٠", "1773134100", "2026-03-10\x00",
		"2026-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-03-00", "2026-03-10T24:00", "2026-03-10T09:60", "2016-12-31T23:59:60Z",
		"2026-03-10T09:30+24:00", "2026-03-10T09:30+01:60", "2026-03-10T09:30+0160",
		"0000-01-01", "0001-01-01T00:00+00:01", "9999-12-31T23:59-00:01",
	} {
		got, err := timestamp.Parse(in)
		if err == nil || !strings.HasSuffix(err.Error(), "is not a date or time: want "+timestamp.Allowed) {
			t.Errorf("Parse(%q) = %v, %v", in, got, err)
		}
	}
	if _, err := timestamp.Parse(strings.Repeat("9", 1000)); len(err.Error()) > 300 {
		t.Errorf("a message of %d bytes", len(err.Error()))
	}
}

func TestFormatTruncates(t *testing.T) {
	at := time.Date(1955, 7, 1, 1, 2, 3, 999_999_999, time.FixedZone("", 3600))
	check.Same(t, "1955-07-01T00:02:03.999Z", timestamp.Format(at))
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"2026-03-10", "20260310T093000.125-0330", "2026-03-10T09:30:00 01:00", "0001-01-01T00:00Z", "2026-02-30", "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := timestamp.Parse(s)
		var strict time.Time // RFC 3339 to the letter: what it allows must mean the same
		if strict.UnmarshalText([]byte(s)) == nil && strict.UTC().Year() >= 1 && strict.UTC().Year() <= 9999 &&
			!strict.Truncate(time.Millisecond).Equal(got) {
			t.Errorf("Parse(%q) = %v, %v, RFC 3339 says %v", s, got, err, strict)
		}
		if err != nil {
			return
		}
		again, err := timestamp.Parse(timestamp.Format(got))
		if err != nil || !again.Equal(got) {
			t.Errorf("Parse(%q) = %v, formatted and parsed %v, %v", s, got, again, err)
		}
	})
}
