package hours

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

func (p *parser) selectors(r *rule) (err error) {
	if err = p.years(r); err == nil {
		err = p.dates(r)
	}
	if err == nil {
		err = p.weeks(r)
	}
	if err != nil {
		return err
	}
	if len(r.years)+len(r.dates)+len(r.weeks) > 0 {
		p.take(":")
	}
	if err := p.days(r); err != nil {
		return err
	}
	return p.times(r)
}

var (
	yearForm = regexp.MustCompile(`^([12]\d\d\d)(?:-([12]\d\d\d)|(\+))?`)
	dateForm = regexp.MustCompile(`^(?:([12]\d\d\d) )?([A-Z][a-z][a-z])\b`)
	ofMonth  = regexp.MustCompile(`^ (\d\d?)(?:[-,:; ]|$)`)
	ofClock  = regexp.MustCompile(`^ \d\d?:\d`)
	dayForm  = regexp.MustCompile(`^\d\d?\b`)
	weekForm = regexp.MustCompile(`^(\d\d?)(?:-(\d\d?))?(?:/(\d\d?))?`)
	nthForm  = regexp.MustCompile(`^(-?[1-5])(?:-([1-5]))?`)
)

// comma reads a comma between two elements of a list. A comma before a space begins another rule.
func (p *parser) comma() bool {
	return !strings.HasPrefix(p.rest(), ", ") && p.take(",")
}

// years reads years. A year before a month belongs to the month.
func (p *parser) years(r *rule) error {
	for {
		begin := p.at
		found := p.match(yearForm)
		switch {
		case found == nil && len(r.years) > 0:
			return p.expected("a year")
		case found == nil:
			return nil
		case found[0] == found[1] && dateForm.MatchString(found[1]+p.rest()):
			p.at = begin
			return nil
		}
		y := yearSpan{from: number(found[1]), to: number(found[1])}
		switch {
		case found[3] != "":
			y.to = 0
		case found[2] != "":
			y.to = number(found[2])
		}
		if y.to != 0 && y.to < y.from {
			return fmt.Errorf("the years %s run backwards", found[0])
		}
		r.years = append(r.years, y)
		if !p.comma() {
			p.space()
			return nil
		}
	}
}

// date reads a date or a month.
func (p *parser) date() (d date, found bool, err error) {
	begin := p.at
	parts := p.match(dateForm)
	if parts == nil {
		return d, false, nil
	}
	at := strings.Index(monthNames, parts[2])
	if at < 0 || at%3 != 0 {
		p.at = begin
		return d, false, p.expected("a month such as Apr, or a day such as Mo")
	}
	d = date{year: number(parts[1]), month: time.Month(at/3 + 1)}
	if day := ofMonth.FindStringSubmatch(p.rest()); day != nil && !ofClock.MatchString(p.rest()) {
		p.at += 1 + len(day[1])
		d.day = number(day[1])
		err = d.check()
	}
	return d, err == nil, err
}

// check refuses days that the calendar does not have.
func (d date) check() error {
	year := d.year
	if year == 0 {
		year = 2024 // a leap year
	}
	if d.day < 1 || d.day > daysIn(year, d.month) {
		return fmt.Errorf("there is no %s", d)
	}
	return nil
}

func daysIn(year int, month time.Month) int {
	return time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func (p *parser) dates(r *rule) error {
	for {
		begin := p.at
		from, found, err := p.date()
		switch {
		case err != nil:
			return err
		case !found && len(r.dates) > 0 && r.dates[len(r.dates)-1].from.day > 0: // Dec 24,26
			if from, found, err = p.sameMonth(r.dates[len(r.dates)-1].from); err != nil {
				return err
			}
		}
		if !found {
			if len(r.dates) > 0 {
				return p.expected("a month such as Apr, or a date such as Dec 25")
			}
			p.at = begin
			return nil
		}
		span := dateSpan{from, from}
		if p.take("-") {
			if span.to, found, err = p.date(); err == nil && !found && from.day > 0 { // Dec 24-26
				span.to, found, err = p.sameMonth(from)
			}
			switch {
			case err != nil:
				return err
			case !found:
				return p.expected("the end of a range of dates")
			}
		}
		if err := span.complete(); err != nil {
			return err
		}
		r.dates = append(r.dates, span)
		if !p.comma() {
			if !strings.HasPrefix(p.rest(), ":") {
				p.space()
			}
			return nil
		}
	}
}

// sameMonth reads a day of the month of another date.
func (p *parser) sameMonth(d date) (date, bool, error) {
	found := p.match(dayForm)
	if found == nil {
		return d, false, nil
	}
	d.day = number(found[0])
	err := d.check()
	return d, err == nil, err
}

// complete gives the end of a range of months the year of its beginning, and refuses ranges without
// a meaning.
func (d *dateSpan) complete() error {
	if d.from.day == 0 && d.to.day == 0 && d.to.year == 0 {
		d.to.year = d.from.year
	} else if d.from.day == 0 && d.to.year != d.from.year {
		return fmt.Errorf("the range %s has two years, so both ends need a day", d)
	}
	switch {
	case (d.from.day == 0) != (d.to.day == 0):
		return fmt.Errorf("the range %s has a day at one end only", d)
	case (d.from.year == 0) != (d.to.year == 0):
		return fmt.Errorf("the range %s has a year at one end only", d)
	case d.from.year > 0 && d.to.before(d.from):
		return fmt.Errorf("the range %s runs backwards", d)
	}
	return nil
}

// before compares two dates, with or without years.
func (d date) before(other date) bool { return d.number() < other.number() }

func (d date) number() int { return (d.year*100+int(d.month))*100 + d.day }

func (p *parser) weeks(r *rule) error {
	if !p.take("week ") {
		return nil
	}
	for {
		found := p.match(weekForm)
		if found == nil {
			return p.expected("a week from 01 to 53")
		}
		w := weekSpan{from: number(found[1]), to: number(found[1]), step: max(1, number(found[3]))}
		if found[2] != "" {
			w.to = number(found[2])
		}
		if w.from < 1 || w.to > 53 || w.to < w.from {
			return fmt.Errorf("the weeks %s are not from 01 to 53", found[0])
		}
		r.weeks = append(r.weeks, w)
		if !p.comma() {
			if !strings.HasPrefix(p.rest(), ":") {
				p.space()
			}
			return nil
		}
	}
}

// day reads a weekday, 0 for Monday.
func (p *parser) day() (int, bool) {
	for day := range 7 {
		if name := dayNames[2*day : 2*day+2]; strings.HasPrefix(p.rest(), name) && !startsWord(p.rest()[2:]) {
			p.at += 2
			return day, true
		}
	}
	return 0, false
}

func startsWord(text string) bool {
	return text != "" && (text[0] >= 'a' && text[0] <= 'z' || text[0] >= 'A' && text[0] <= 'Z')
}

var holidayForm = regexp.MustCompile(`^(?:PH|SH)\b`)

func (p *parser) days(r *rule) error {
	p.space()
	for {
		if found := p.match(holidayForm); found != nil {
			r.holidays = append(r.holidays, found[0])
		} else if from, found := p.day(); found {
			span := daySpan{from: from, to: from}
			if p.take("-") {
				if span.to, found = p.day(); !found {
					return p.expected("a weekday such as Fr")
				}
			} else if err := p.nth(&span); err != nil {
				return err
			}
			r.days = append(r.days, span)
		} else if len(r.days)+len(r.holidays) > 0 {
			return p.expected("a weekday such as Mo")
		} else {
			return nil
		}
		if !p.comma() {
			return nil
		}
	}
}

// nth reads which weekdays of a month are meant, such as [1] or [-1].
func (p *parser) nth(span *daySpan) error {
	if !p.take("[") {
		return nil
	}
	for {
		found := p.match(nthForm)
		if found == nil {
			return p.expected("a number from 1 to 5, or from -1 to -5")
		}
		from := number(found[1])
		to := from
		if found[2] != "" {
			to = number(found[2])
		}
		for n := from; n <= to; n++ {
			if n != 0 {
				span.nth = append(span.nth, n)
			}
		}
		if p.take("]") {
			return nil
		}
		if !p.take(",") {
			return p.expected("]")
		}
	}
}

const (
	clockPattern = `(?:\d\d:\d\d)`
	sunPattern   = `(?:sunrise|sunset|dawn|dusk|\((?:sunrise|sunset|dawn|dusk)[+-]\d\d:\d\d\))`
)

var (
	timeForm = regexp.MustCompile(`^(` + clockPattern + `)(?:(\+)|-(` + clockPattern + `)(\+)?)`)
	sunForm  = regexp.MustCompile(`^(?:` + clockPattern + `|` + sunPattern + `)(?:\+|-(?:` + clockPattern + `|` + sunPattern + `)\+?)`)
	anyTime  = regexp.MustCompile(`^(?:\d|\(|sun|dawn|dusk)`)
)

func (p *parser) times(r *rule) error {
	p.space()
	if !anyTime.MatchString(p.rest()) {
		return nil
	}
	for {
		span, err := p.time()
		if err != nil {
			return err
		}
		r.times = append(r.times, span)
		if !p.comma() {
			return nil
		}
	}
}

func (p *parser) time() (timeSpan, error) {
	found := p.match(timeForm)
	if found == nil {
		if written := p.match(sunForm); written != nil {
			return timeSpan{from: 0, to: dayMinutes, end: bySun, written: written[0]}, nil
		}
		return timeSpan{}, p.expected("a range of times such as 06:00-22:00")
	}
	span := timeSpan{from: minutesOf(found[1])}
	switch {
	case found[2] != "":
		span.end, span.to = openEnd, assumedEnd(span.from)
	case found[4] != "":
		span.end = longer
		fallthrough
	default:
		span.to = minutesOf(found[3])
		if span.to <= span.from {
			span.to += dayMinutes
		}
	}
	if span.from >= dayMinutes || span.to > 2*dayMinutes || number(found[1][3:]) > 59 || found[3] != "" && number(found[3][3:]) > 59 {
		return span, fmt.Errorf("there is no time %s", found[0])
	}
	return span, nil
}

// assumedEnd is when something probably closes that has no known end. The evaluators of
// OpenStreetMap assume the same.
func assumedEnd(from int) int {
	switch {
	case from >= 22*60:
		return from + 8*60
	case from >= 17*60:
		return from + 10*60
	}
	return dayMinutes
}

func minutesOf(text string) int { return number(text[:2])*60 + number(text[3:]) }

// number is the value of a text of digits; 0 if the text is empty.
func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
