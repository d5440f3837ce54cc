package schemaorg

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"airport-content/internal/source/lenient"
)

// specification is an OpeningHoursSpecification.
type specification struct {
	days, times   string
	from, through string // 2026-12-24, or a text that is no date; through is empty for no end
	since         string // when hours of the week began; empty: nobody knows
	closed        bool
	special       bool
}

// onHolidays are the days of hours for public holidays alone.
const onHolidays = "PH"

// specificationOf reads an OpeningHoursSpecification. The result is false if it is over, or says
// nothing. Without days, it is for every day.
func specificationOf(of Thing, today string) (s specification, ok bool) {
	names := of.texts("dayOfWeek", "name", "@id")
	s.days = days(names)
	opens, closes := lenient.Clock(of.Text("opens")), lenient.Clock(of.Text("closes"))
	s.from, s.through = validDate(of.Text("validFrom")), validDate(of.Text("validThrough"))
	s.closed = opens == closes && (opens == "" || opens == "00:00" || opens == "0:00")
	s.times = opens + "-" + closes
	if s.closed && (s.from == "" || s.through == "") { // a closed day of the week; or for how long?
		_, holidays, _ := daysIn(names)
		s.days = onHolidays // which fall on open days, too
		return s, holidays && !s.isDated()
	}
	if !s.settle(today) {
		return s, false
	}
	if s.days == "" && !s.isDated() {
		s.days = "Mo-Su"
	}
	return s, s.closed || opens != "" && closes != ""
}

// settle gives hours without one of their dates the other. It returns false for hours that are over.
func (s *specification) settle(today string) bool {
	switch {
	case isDate(s.through) && s.through <= today:
		return false
	case s.through == "" && isDate(s.from) && s.from <= today:
		s.since, s.from = s.from, ""
	case s.from == "" && isDate(s.through):
		s.from = min(today, s.through)[:len("2006")] + "-01-01"
	}
	return true
}

// isDate reports whether a text is a date as validDate writes it.
func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

var dayOfDate = regexp.MustCompile(`^\d{4}-\d\d-\d\d`)

// validDate is the day of a date, in the time zone in which it is written. A text that is no date
// stays, but for the date of nothing, 0000-00-00.
func validDate(text string) string {
	if day := dayOfDate.FindString(text); day != "" {
		if day == "0000-00-00" {
			return ""
		}
		return day
	}
	if t, ok := lenient.Date(text); ok {
		return t.Format(time.DateOnly)
	}
	return text
}

// isDated reports whether the hours are those of a season or a single date.
func (s *specification) isDated() bool { return s.from != "" || s.through != "" }

// isSingleDate reports whether the hours are those of one day of the calendar.
func (s specification) isSingleDate() bool { return s.isDated() && s.from == s.through }

// isSeason reports whether the hours stand for themselves, and not beside those of the week.
func (s *specification) isSeason() bool { return !s.isSingleDate() && !s.closed && !s.special }

// length is a measure of the days of dated hours.
func (s *specification) length() int {
	if s.special {
		return 0
	}
	from, _ := time.Parse(time.DateOnly, s.from)
	through, err := time.Parse(time.DateOnly, s.through)
	if err != nil {
		return 1 << 20
	}
	return int(through.Sub(from).Hours()/24) + 1
}

// isReplaced reports whether hours of the week have been replaced by later ones.
func (s *specification) isReplaced(by []specification) bool {
	return !s.isDated() && slices.ContainsFunc(by, func(other specification) bool {
		return !other.isDated() && other.days == s.days && other.since > s.since
	})
}

// rules writes the hours. Hours that begin once and have no end need two rules.
func (s *specification) rules() []string {
	what := joinDistinct(" ", s.days, s.times)
	if s.closed {
		what = joinDistinct(" ", s.days, "off")
	}
	switch from, through := shortDate(s.from), shortDate(s.through); {
	case !s.isDated():
		return []string{what}
	case s.through == "" && isDate(s.from):
		year := s.from[:len("2006")]
		next, _ := strconv.Atoi(year) // it is a date
		return []string{fmt.Sprintf("%s-%s Dec 31 %s", from, year, what), fmt.Sprintf("%d+ %s", next+1, what)}
	case from == through:
		return []string{from + " " + what}
	default:
		return []string{from + "-" + through + " " + what}
	}
}

// shortDate writes a date as 2026 Dec 24. Another text stays.
func shortDate(text string) string {
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return t.Format("2006 Jan 02")
	}
	return text
}
