package hours

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Times is when something is open: on a schedule, or during some periods, or on a schedule during
// some periods.
type Times struct {
	during   []period  // nil: always
	schedule *Schedule // nil: all the time
}

// period is a period of time, such as an event.
type period struct{ start, end moment }

// moment is a date, or a date and a time of day, in the local time of the place unless it has a time
// zone of its own.
type moment struct {
	text    string // as in ISO 8601, to the minute; empty: not known
	isDate  bool
	hasZone bool
}

var momentForm = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::\d\d(?:[.,]\d+)?)?([Zz]|[+-]\d\d:?\d\d)?)?$`)

// The layouts of moments.
const (
	dateLayout = "2006-01-02"
	timeLayout = "2006-01-02T15:04"
	zoneLayout = "2006-01-02T15:04Z07:00"
)

// parseMoment reads a date, or a date and a time, as ISO 8601 has them.
func parseMoment(text string) (moment, error) {
	parts := momentForm.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return moment{}, fmt.Errorf("%.40q is no date such as 2026-12-05 or 2026-12-05T18:00", text)
	}
	m := moment{text: parts[1], isDate: parts[2] == "", hasZone: parts[3] != ""}
	if !m.isDate {
		m.text += "T" + parts[2]
	}
	if zone := parts[3]; m.hasZone {
		if len(zone) == 5 {
			zone = zone[:3] + ":" + zone[3:]
		}
		m.text += strings.ToUpper(zone)
	}
	_, err := m.in(time.UTC)
	return m, err
}

// in is the moment at a place; a date is its beginning.
func (m moment) in(zone *time.Location) (time.Time, error) {
	switch {
	case m.isDate:
		return time.ParseInLocation(dateLayout, m.text, zone)
	case m.hasZone:
		return time.Parse(zoneLayout, m.text)
	}
	return time.ParseInLocation(timeLayout, m.text, zone)
}

// parsePeriod reads two moments with a slash between them. The second may be missing.
func parsePeriod(text string) (p period, err error) {
	start, end, _ := strings.Cut(text, "/")
	if p.start, err = parseMoment(start); err == nil && end != "" {
		p.end, err = parseMoment(end)
	}
	if err != nil {
		return p, err
	}
	if p.end == p.start && !p.start.isDate { // only the beginning is known
		p.end = moment{}
	}
	if begin, end, _ := p.in(time.UTC); !end.After(begin) {
		return p, fmt.Errorf("%.80q ends before it begins", text)
	}
	return p, nil
}

func (p period) String() string { return p.start.text + "/" + p.end.text }

// in is when the period begins and ends at a place. A period without an end lasts for its day; known
// is false then, unless its beginning is a date.
func (p period) in(zone *time.Location) (begin, end time.Time, known bool) {
	begin, _ = p.start.in(zone)
	last := p.end
	if last.text == "" {
		last = moment{text: begin.In(zone).Format(dateLayout), isDate: true}
	}
	end, _ = last.in(zone)
	if last.isDate {
		end = end.AddDate(0, 0, 1)
	}
	return begin, end, p.end.text != "" || p.start.isDate
}

// ParseTimes reads what Times.String writes: periods with commas between them, a schedule, or both
// with a space between them.
func ParseTimes(text string) (*Times, error) {
	t := &Times{}
	if first, rest, _ := strings.Cut(text, " "); strings.Contains(first, "/") && first != "24/7" && !strings.HasPrefix(text, "week ") {
		for one := range strings.SplitSeq(first, ",") {
			p, err := parsePeriod(one)
			if err != nil {
				return nil, err
			}
			t.during = append(t.during, p)
		}
		if text = rest; text == "" {
			return t, nil
		}
	}
	var err error
	t.schedule, err = Parse(text)
	return t, err
}

// During adds the periods of an event, such as 2026-12-05T18:00/2026-12-05T22:00, to a schedule,
// which may be nil.
func During(periods []string, s *Schedule) (*Times, error) {
	t := &Times{schedule: s}
	for _, text := range periods {
		p, err := parsePeriod(text)
		if err != nil {
			return nil, err
		}
		t.during = append(t.during, p)
	}
	return t, nil
}

func (t *Times) String() string {
	text := joined(t.during, period.String)
	if t.schedule != nil {
		text = strings.TrimSpace(text + " " + t.schedule.String())
	}
	return text
}

// At is the state at a time, on the wall clock of the time's location.
func (t *Times) At(at time.Time) State {
	if t.during != nil {
		if _, ok := t.at(at); !ok {
			return Closed
		}
	}
	if t.schedule == nil {
		return Open
	}
	return t.schedule.At(at)
}

// at finds the period of a time.
func (t *Times) at(at time.Time) (period, bool) {
	for _, p := range t.during {
		if begin, end, _ := p.in(at.Location()); !at.Before(begin) && at.Before(end) {
			return p, true
		}
	}
	return period{}, false
}

// Until is when the state that is open at a time ends. The second result is false if that is not
// known.
func (t *Times) Until(at time.Time) (time.Time, bool) {
	until, known := time.Time{}, false
	if t.schedule != nil {
		until, known = t.schedule.Until(at)
	}
	if p, ok := t.at(at); ok {
		_, end, ends := p.in(at.Location())
		if ends && (!known || end.Before(until)) {
			return end.In(at.Location()), true
		}
	}
	return until, known
}
