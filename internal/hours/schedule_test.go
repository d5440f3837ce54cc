package hours_test

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"airport-content/internal/check"
	"airport-content/internal/hours"
)

func parse(t *testing.T, text string) *hours.Schedule {
	t.Helper()
	return check.Must(hours.Parse(text))(t)
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"24/7": "", "05:00+": "", "Mo-Fr 06:00-22:00; Sa 08:00-20:00": "", "Apr-Oct 10:00-18:00": "", "Mo,We,Fr 09:00-12:00,14:00-18:00": "",
		"2026 Apr 01-2027 Mar 31 Mo-Fr 08:00-20:00": "", "2026-2028 Nov-Mar off": "", "2026+ Mo 08:00-09:00": "", "Dec 24-26 off": "",
		"Dec 24,Dec 31 08:00-14:00": "", "Dec 24,26 off": "Dec 24,Dec 26 off", "Apr-Oct: Mo 08:00-12:00": "Apr-Oct Mo 08:00-12:00",
		"week 01-10/2,20 Mo 08:00-12:00": "", "Mo[1,-1] 10:00-12:00": "", "Mo[1-3] 10:00-12:00": "Mo[1,2,3] 10:00-12:00",
		"Mo-Fr,PH 08:00-09:00; SH off": "", "Fr 22:00-04:00, Sa 10:00-18:00": "", "18:00-26:00": "18:00-02:00", "23:00-48:00": "",
		"08:00-sunset": "", "(sunrise+01:00)-20:00": "", `Mo 10:00-11:00 open "by the back door"`: "", `Mo off || "by appointment"`: "",
		"10:00-16:00+": "", "open; Mo 12:00-14:00 closed": "",
	} {
		if want == "" {
			want = text
		}
		check.Same(t, want, parse(t, text).String(), text)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "missing at the end",
		"daily 6-22":                     `"daily" after 0 bytes`,
		"Mon-Fri 09:00-17:00":            `"Mon-Fri" after 0 bytes`,
		"mo-fr 09:00-17:00":              `"mo-fr"`,
		"Mo-Fr 9:00-17:00":               `"9:00-17:00" after 6 bytes: want a range of times such as 06:00-22:00`,
		"Mo-Fr 09:00–17:00":              "want a range of times",
		"Mo-Fr 09:00-17:60":              "there is no time 09:00-17:60",
		"25:00-26:00":                    "there is no time",
		"Mo-Xx 09:00-10:00":              `want a weekday such as Fr`,
		"Mo-Fr 09:00-17:00;":             "missing at the end",
		"Mo-Fr 09:00-17:00 Sa off":       "want ; between two rules",
		"10:00":                          "want a range of times",
		"Feb 30 off":                     "there is no Feb 30",
		"2026 Feb 29 off":                "there is no 2026 Feb 29",
		"Abc 10:00-12:00":                "want a month",
		"2026 Apr 01-Oct 20 off":         "a year at one end only",
		"Apr-Oct 20 off":                 "a day at one end only",
		"2027 Apr 01-2026 Oct 20 off":    "runs backwards",
		"week 54 off":                    "from 01 to 53",
		"Mo[6] off":                      "want a number from 1 to 5",
		`"by appointment`:                `no second "`,
		"easter off":                     `"easter"`,
		strings.Repeat("Mo off; ", 1000): "longer than 1000 bytes",
	} {
		_, err := hours.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %q", text, err, want)
		}
	}
}

// Times are of Berlin, in 2026: October 24 is a Saturday, and summer time ends in the night after.
// Summer time begins in the night to March 29.
func TestAt(t *testing.T) {
	zone := check.Must(time.LoadLocation("Europe/Berlin"))(t)
	const closed, open, unknown = hours.Closed, hours.Open, hours.Unknown
	for _, test := range []struct {
		schedule, at string // in UTC
		want         hours.State
		until        string // in local time; "": not known
	}{
		{"24/7", "10-21T10:00", open, ""},
		{"Mo-Fr 06:00-22:00; Sa 08:00-20:00", "10-21T03:59", closed, ""},
		{"Mo-Fr 06:00-22:00; Sa 08:00-20:00", "10-21T04:00", open, "10-21T22:00:00+02:00"},
		{"Mo-Fr 06:00-22:00; Sa 08:00-20:00", "10-21T19:59", open, "10-21T22:00:00+02:00"},
		{"Mo-Fr 06:00-22:00; Sa 08:00-20:00", "10-21T20:00", closed, ""},
		{"Mo-Fr 06:00-22:00; Sa 08:00-20:00", "10-24T17:59", open, "10-24T20:00:00+02:00"},
		{"Mo-Fr 06:00-22:00; Sa 08:00-20:00", "10-25T12:00", closed, ""},
		{"05:00+", "10-21T10:00", open, ""},
		{"Fr 22:00-04:00", "10-24T01:59", open, "10-24T04:00:00+02:00"},
		{"Fr 22:00-04:00", "10-24T02:00", closed, ""},
		{"Fr 22:00-04:00; Sa 10:00-18:00", "10-24T01:00", closed, ""}, // the rule for Saturday replaces the night
		{"Fr 22:00-04:00, Sa 10:00-18:00", "10-24T01:00", open, "10-24T04:00:00+02:00"},
		{"Sa 22:00-04:00", "10-24T23:00", open, "10-25T04:00:00+01:00"}, // an hour longer
		{"Sa 22:00-03:00", "10-25T00:30", open, "10-25T03:00:00+01:00"}, // 02:30, the first time
		{"Sa 22:00-03:00", "10-25T01:30", open, "10-25T03:00:00+01:00"}, // 02:30, the second time
		{"Sa 22:00-03:00", "10-25T02:00", closed, ""},
		{"Su 00:00-02:15", "10-25T00:10", open, "10-25T02:15:00+02:00"}, // and again from 02:00 to 02:15
		{"Su 00:00-02:15", "10-25T01:10", open, "10-25T02:15:00+01:00"},
		{"Sa 22:00-02:30", "03-29T00:30", open, "03-29T03:00:00+02:00"}, // 02:30 does not exist
		{"Sa 22:00-04:00", "03-29T00:30", open, "03-29T04:00:00+02:00"},
		{"Mo-Su 00:00-24:00; Mo 12:00-13:00 off", "10-24T12:00", open, "10-26T12:00:00+01:00"},
		{"Apr-Oct 10:00-18:00", "10-31T10:00", open, "10-31T18:00:00+01:00"},
		{"Apr-Oct 10:00-18:00", "11-01T10:00", closed, ""},
		{"Nov-Mar 00:00-24:00", "11-01T10:00", open, "04-01T00:00:00+02:00"},
		{"2025 Apr 01-2025 Oct 31 10:00-18:00", "10-21T10:00", closed, ""},
		{"10:00-18:00; Dec 24 10:00-14:00; Dec 25 off", "12-24T14:00", closed, ""},
		{"10:00-18:00; Dec 24 10:00-14:00; Dec 25 off", "12-25T12:00", closed, ""},
		{"Mo-Fr 08:00-18:00; PH off", "10-21T10:00", open, "10-21T18:00:00+02:00"},
		{"Sa[-1] 10:00-12:00", "10-31T10:00", open, "10-31T12:00:00+01:00"},
		{"week 43 10:00-12:00", "10-21T09:00", open, "10-21T12:00:00+02:00"},
		{"08:00-sunset", "10-21T10:00", unknown, ""},
		{`Mo-Fr 08:00-18:00 "by appointment"`, "10-21T10:00", unknown, ""},
		{`Mo-Fr 08:00-18:00 || "by appointment"`, "10-24T10:00", unknown, ""},
		{"10:00-16:00+", "10-21T10:00", open, ""},
		{"10:00-16:00+", "10-21T15:00", unknown, ""},
		{"off", "10-21T10:00", closed, ""},
	} {
		at := check.Must(time.Parse("2006-01-02T15:04", "2026-"+test.at))(t).In(zone)
		s := parse(t, test.schedule)
		check.Same(t, test.want, s.At(at), test.schedule+" at "+test.at)
		if test.want != open {
			continue
		}
		until := ""
		if end, known := s.Until(at); known {
			until = end.Format("01-02T15:04:05-07:00")
		}
		check.Same(t, test.until, until, test.schedule+" at "+test.at+" until")
	}
}
