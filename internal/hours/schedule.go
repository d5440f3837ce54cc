// Package hours reads opening hours, and tells when something is open.
//
// A Schedule is what a value of OpenStreetMap's key opening_hours says, such as "Mo-Fr 06:00-22:00;
// Sa 08:00-20:00" (https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification). The way
// through the files:
//
//   - schedule.go has the parts of a Schedule, and writes them; parse.go and selectors.go read them strictly.
//   - evaluate.go tells whether a Schedule is open at a time, and until when.
//   - read.go reads texts that people write: lexer.go finds what the words of words/ mean,
//     phrase.go puts the meanings together, and week.go writes what was understood.
//   - during.go tells when something takes place that has dates too, such as an event.
package hours

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// State says whether something is open at a time.
type State uint8

// The states. Unknown is what a schedule says by itself: "unknown", a comment alone, or a time that
// depends on the sun.
const (
	Closed State = iota
	Open
	Unknown
)

// Schedule is a parsed value of opening_hours.
type Schedule struct{ rules []rule }

// rule is one rule of a Schedule: on the days that all of its selectors take, at its times, the
// state holds. An empty selector takes every day, and no times are the whole day.
type rule struct {
	joint    joint
	always   bool // written as 24/7
	years    []yearSpan
	dates    []dateSpan
	weeks    []weekSpan
	days     []daySpan
	holidays []string // PH, SH
	times    []timeSpan
	state    State
	modifier string // open, off, closed, unknown; empty: none
	comment  string // without its quotes
}

// joint is how a rule meets the rules before it.
type joint string

const (
	override joint = "; "   // on its days, the rule replaces all rules before it
	add      joint = ", "   // the rule holds beside the others
	fallback joint = " || " // the rule holds where the others say closed
)

// yearSpan is a range of years, both included; to is 0 for a range without an end.
type yearSpan struct{ from, to int }

// date is a date, or a month if day is 0. It is of every year if year is 0.
type date struct {
	year  int
	month time.Month
	day   int
}

// dateSpan is a range of dates or months, both included.
type dateSpan struct{ from, to date }

// weekSpan is a range of ISO weeks, both included.
type weekSpan struct{ from, to, step int }

// daySpan is a range of weekdays, both included, 0 for Monday. With nth, it is one weekday, such as
// the first or (-1) the last of a month.
type daySpan struct {
	from, to int
	nth      []int
}

// timeSpan is a range of minutes of a day; to is over 24 hours if the range ends on the next day.
type timeSpan struct {
	from, to int
	end      ending
	written  string // as it was written, for times that depend on the sun
}

// ending is how a timeSpan ends.
type ending uint8

const (
	fixed   ending = iota
	openEnd        // "05:00+": nobody knows when it ends; to is what is assumed
	longer         // "05:00-20:00+": after to, nobody knows
	bySun          // from or to depends on the sun
)

const (
	dayMinutes = 24 * 60
	dayNames   = "MoTuWeThFrSaSu"
	monthNames = "JanFebMarAprMayJunJulAugSepOctNovDec"
)

// String writes the schedule in the standard form.
func (s *Schedule) String() string {
	var b strings.Builder
	for i := range s.rules {
		if i > 0 {
			b.WriteString(string(s.rules[i].joint))
		}
		b.WriteString(s.rules[i].String())
	}
	return b.String()
}

func (r *rule) String() string {
	var parts []string
	put := func(part string) {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if r.always {
		put("24/7")
	}
	put(joined(r.years, yearSpan.String))
	put(joined(r.dates, dateSpan.String))
	if len(r.weeks) > 0 {
		put("week " + joined(r.weeks, weekSpan.String))
	}
	put(strings.Trim(joined(r.days, daySpan.String)+","+strings.Join(r.holidays, ","), ","))
	put(joined(r.times, timeSpan.String))
	put(r.modifier)
	if r.comment != "" {
		put(`"` + r.comment + `"`)
	}
	return strings.Join(parts, " ")
}

func joined[T any](values []T, text func(T) string) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = text(value)
	}
	return strings.Join(texts, ",")
}

func (y yearSpan) String() string {
	switch y.to {
	case y.from:
		return strconv.Itoa(y.from)
	case 0:
		return fmt.Sprintf("%d+", y.from)
	}
	return fmt.Sprintf("%d-%d", y.from, y.to)
}

func (d date) String() string {
	text := monthNames[3*d.month-3 : 3*d.month]
	if d.year > 0 {
		text = strconv.Itoa(d.year) + " " + text
	}
	if d.day > 0 {
		text += fmt.Sprintf(" %02d", d.day)
	}
	return text
}

func (d dateSpan) String() string {
	from, to := d.from, d.to
	switch {
	case from == to:
		return from.String()
	case from.year == to.year && from.month == to.month:
		return fmt.Sprintf("%s-%02d", from, to.day)
	case from.day == 0: // months of a range have one year
		to.year = 0
	}
	return from.String() + "-" + to.String()
}

func (w weekSpan) String() string {
	text := fmt.Sprintf("%02d", w.from)
	if w.to != w.from {
		text += fmt.Sprintf("-%02d", w.to)
	}
	if w.step > 1 {
		text += fmt.Sprintf("/%d", w.step)
	}
	return text
}

func (d daySpan) String() string {
	text := dayNames[2*d.from : 2*d.from+2]
	if d.to != d.from {
		text += "-" + dayNames[2*d.to:2*d.to+2]
	}
	if len(d.nth) > 0 {
		text += "[" + joined(d.nth, strconv.Itoa) + "]"
	}
	return text
}

func (t timeSpan) String() string {
	switch t.end {
	case bySun:
		return t.written
	case openEnd:
		return clock(t.from) + "+"
	case longer:
		return clock(t.from) + "-" + clock(t.until()) + "+"
	}
	return clock(t.from) + "-" + clock(t.until())
}

// until is the end as it is written: 02:00 for two hours after midnight, or 26:00 if 02:00 is later
// than the beginning.
func (t timeSpan) until() int {
	if to := t.to - dayMinutes; to > 0 && to <= t.from {
		return to
	}
	return t.to
}

// clock writes a time of day. The end of a day is 24:00.
func clock(minutes int) string {
	return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60)
}
