// Package timestamp reads and writes the timestamps of the API: ISO 8601 in several forms in,
// 2026-03-01T09:30:00.000Z out. It imports nothing of this project.
package timestamp

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Allowed says which values Parse accepts, for messages.
const Allowed = "an ISO 8601 date such as 2026-03-10, or a date and time such as 2026-03-10T09:30:00Z or 2026-03-10T09:30+01:00"

const written = "2006-01-02T15:04:05.000Z"

// Format writes t in UTC with exactly three fractional digits, truncated.
func Format(t time.Time) string { return t.UTC().Format(written) }

// layouts are the forms that Parse accepts. time.Parse also takes a fraction after the seconds.
var layouts = func() []string {
	dates := []string{"2006-01-02", "20060102"}
	all := dates
	for _, date := range dates {
		for _, clock := range []string{"T15:04:05", "T15:04", "T150405", "T1504"} {
			for _, zone := range []string{"Z07:00", "", "Z0700", "Z07"} {
				all = append(all, date+clock+zone)
			}
		}
	}
	return all
}()

// lenient matches what time.Parse takes and ISO 8601 does not: hours of one digit, zones of 24
// hours or 60 minutes.
var lenient = regexp.MustCompile(`T\d:|T.*[+-](24|\d\d:?60)`)

// Parse reads a date, or a date and time, and returns it in UTC, truncated to milliseconds. No zone
// means UTC. The year must be from 1 to 9999 in UTC, so that Postgres can store the result and
// Format can write it.
func Parse(s string) (time.Time, error) {
	iso := normalise(s)
	for _, layout := range layouts {
		t, err := time.Parse(layout, iso)
		t = t.UTC().Truncate(time.Millisecond)
		if err == nil && 1 <= t.Year() && t.Year() <= 9999 && !lenient.MatchString(iso) {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%.64q is not a date or time: want %s", s, Allowed)
}

// normalise writes T for a t or a space before the time, and + for a space before the zone, which
// an unencoded + of a URL becomes.
func normalise(s string) string {
	s = strings.ToUpper(s)
	if !strings.Contains(s, "T") {
		s = strings.Replace(s, " ", "T", 1)
	}
	return strings.Replace(s, " ", "+", 1)
}
