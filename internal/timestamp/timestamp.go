// Package timestamp reads and writes the timestamps of the interface: ISO 8601 in many spellings in,
// 2026-03-01T09:30:00.000Z out. It imports nothing of this project.
package timestamp

import (
	"fmt"
	"strings"
	"time"
)

// Allowed says which values Parse accepts, for messages.
const Allowed = "an ISO 8601 date such as 2026-03-10, or a date and time such as 2026-03-10T09:30:00Z or 2026-03-10T09:30+01:00"

const layout = "2006-01-02T15:04:05.000Z"

// Format writes t in UTC with exactly three fractional digits, truncated.
func Format(t time.Time) string { return t.UTC().Format(layout) }

// Append appends what Format returns.
func Append(dst []byte, t time.Time) []byte { return t.UTC().AppendFormat(dst, layout) }

// Parse reads a date, or a date and time, and returns it in UTC with whole milliseconds.
//
// The date is 2026-03-10 or 20260310. The time follows T, t or a space: 09:30, 09:30:00 or 09:30:00.123,
// with or without the colons, any number of fractional digits after a point or comma; what is finer
// than a millisecond is cut off, never rounded. The zone is Z, z, +01:00, +0100 or +01; a space may stand for the
// plus, which is what an unencoded plus in a URL becomes; none means UTC. Years run from 0001 to 9999, in UTC too,
// so that Postgres can hold and Format can write every result. 24:00 and leap seconds are refused.
// The error says what is wrong and what is allowed.
func Parse(s string) (time.Time, error) {
	sc := scanner{rest: s}
	t := sc.timestamp()
	if sc.rest != "" {
		sc.fail(malformed)
	}
	if sc.failure != "" {
		return time.Time{}, fmt.Errorf("%s is %s: want %s", quote(s), sc.failure, Allowed)
	}
	return t, nil
}

const malformed = "not a date or time"

// scanner eats a timestamp from the left. After a failure what it returns means nothing.
type scanner struct {
	rest    string
	failure string
}

// fail keeps the first reason, but what has no form at all is called that.
func (sc *scanner) fail(reason string) {
	if sc.failure == "" || reason == malformed {
		sc.failure = reason
	}
}

func (sc *scanner) timestamp() time.Time {
	year, month, day := sc.date()
	if sc.rest == "" {
		return sc.check(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
	}
	if !sc.eatAny("Tt ") {
		sc.fail(malformed)
	}
	hour, minute, second, milli := sc.clock()
	offset := sc.zone()
	local := time.Date(year, month, day, hour, minute, second, milli*int(time.Millisecond), time.UTC)
	return sc.check(local.Add(-offset))
}

func (sc *scanner) date() (year int, month time.Month, day int) {
	year = sc.digits(4)
	dashes := sc.eatAny("-")
	month = time.Month(sc.digits(2))
	if dashes && !sc.eatAny("-") {
		sc.fail(malformed)
	}
	day = sc.digits(2)
	if year == 0 {
		sc.fail("outside the years 0001 to 9999")
	}
	// Date carries 31 February over into March; then the day comes out changed.
	if d := time.Date(year, month, day, 0, 0, 0, 0, time.UTC); d.Month() != month || d.Day() != day {
		sc.fail("not a day of the calendar")
	}
	return year, month, day
}

func (sc *scanner) clock() (hour, minute, second, milli int) {
	hour = sc.digits(2)
	colons := sc.eatAny(":")
	minute = sc.digits(2)
	if colons && sc.eatAny(":") || !colons && sc.atDigit() {
		second = sc.digits(2)
		if sc.eatAny(".,") {
			milli = sc.fraction()
		}
	}
	if hour > 23 || minute > 59 || second > 59 {
		sc.fail("not a time of day (00:00:00 to 23:59:59)")
	}
	return hour, minute, second, milli
}

// fraction reads the digits after the point and returns whole milliseconds.
func (sc *scanner) fraction() int {
	if !sc.atDigit() {
		sc.fail(malformed)
	}
	milli := 0
	for unit := 100; sc.atDigit(); unit /= 10 {
		milli += unit * int(sc.rest[0]-'0')
		sc.rest = sc.rest[1:]
	}
	return milli
}

// zone returns how far local time is ahead of UTC.
func (sc *scanner) zone() time.Duration {
	if sc.rest == "" || sc.eatAny("Zz") {
		return 0
	}
	sign := time.Duration(1)
	if sc.eatAny("-") {
		sign = -1
	} else if !sc.eatAny("+ ") {
		sc.fail(malformed)
	}
	hours, minutes := sc.digits(2), 0
	if sc.eatAny(":") || sc.rest != "" {
		minutes = sc.digits(2)
	}
	if hours > 23 || minutes > 59 {
		sc.fail("not in a time zone (-23:59 to +23:59)")
	}
	return sign * (time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute)
}

func (sc *scanner) check(t time.Time) time.Time {
	if t.Year() < 1 || t.Year() > 9999 {
		sc.fail("outside the years 0001 to 9999 in UTC")
	}
	return t
}

func (sc *scanner) digits(n int) int {
	value := 0
	for range n {
		if !sc.atDigit() {
			sc.fail(malformed)
			return 0
		}
		value = 10*value + int(sc.rest[0]-'0')
		sc.rest = sc.rest[1:]
	}
	return value
}

func (sc *scanner) atDigit() bool {
	return sc.rest != "" && '0' <= sc.rest[0] && sc.rest[0] <= '9'
}

// eatAny eats one byte if it is among chars.
func (sc *scanner) eatAny(chars string) bool {
	if sc.rest == "" || strings.IndexByte(chars, sc.rest[0]) < 0 {
		return false
	}
	sc.rest = sc.rest[1:]
	return true
}

// quote keeps a message short whatever the value.
func quote(s string) string {
	const most = 64
	if len(s) > most {
		return fmt.Sprintf("%.*q…", most, s[:most])
	}
	return fmt.Sprintf("%q", s)
}
