package schemaorg

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"airport-content/internal/source/lenient"
)

// schedule is a Schedule of schema.org: an event that is repeated.
type schedule struct {
	startDate, endDate string // as validDate writes them
	startTime, endTime string
	every              int // so many units
	unit               byte
	byDay              []string
	count              int  // of occurrences; 0: not limited
	other              bool // a limit that is not read
	except             []string
}

// units are the names of frequencies.
var units = map[string]string{"daily": "P1D", "weekly": "P1W", "monthly": "P1M", "yearly": "P1Y"}

var (
	frequency = regexp.MustCompile(`^P(\d{1,3})([DWMY])$`)
	duration  = regexp.MustCompile(`^PT(?:\d+H)?(?:\d+M)?$`)
)

func scheduleOf(of Thing) schedule {
	s := schedule{startDate: validDate(of.Text("startDate")), endDate: validDate(of.Text("endDate")), startTime: lenient.Clock(of.Text("startTime")),
		endTime: lenient.Clock(of.Text("endTime")), byDay: of.texts("byDay", "name", "@id")}
	if _, clock, has := strings.Cut(of.Text("startDate"), "T"); has && s.startTime == "" {
		s.startTime = lenient.Clock(clock)
	}
	if length := of.Text("duration"); s.endTime == "" && duration.MatchString(length) {
		lasts, err := time.ParseDuration(strings.ToLower(strings.TrimPrefix(length, "PT")))
		if begin, wrong := time.Parse("15:04", s.startTime); err == nil && wrong == nil && lasts < 24*time.Hour {
			s.endTime = begin.Add(lasts).Format("15:04")
		}
	}
	repeats := of.Text("repeatFrequency")
	if named, ok := units[strings.ToLower(repeats)]; ok {
		repeats = named
	}
	if found := frequency.FindStringSubmatch(repeats); found != nil {
		s.every, _ = strconv.Atoi(found[1]) // digits
		s.unit = found[2][0]
	}
	if s.unit == 'D' && s.every == 7 {
		s.every, s.unit = 1, 'W'
	}
	s.count, _ = strconv.Atoi(of.Text("repeatCount")) // 0 for what is no number
	s.other = of["byMonth"] != nil || of["byMonthDay"] != nil || of["byMonthWeek"] != nil
	for _, text := range of.texts("exceptDate") {
		s.except = append(s.except, validDate(text))
	}
	return s
}

// start is when the event takes place first.
func (s *schedule) start() string {
	start, _ := s.on(s.startDate)
	return start
}

// on is the period of a day. The end is empty if it is not known.
func (s *schedule) on(day string) (start, end string) {
	if day == "" || s.startTime == "" {
		return day, ""
	}
	start = day + "T" + s.startTime
	switch next, err := time.Parse(time.DateOnly, day); {
	case s.endTime == "" || err != nil:
		return start, ""
	case s.endTime <= s.startTime:
		day = next.AddDate(0, 0, 1).Format(time.DateOnly)
	}
	return start, day + "T" + s.endTime
}

// isWeekly reports whether the event has the same hours every week, without an end by number.
func (s *schedule) isWeekly() bool {
	_, _, ok := daysIn(s.byDay)
	return s.every == 1 && (s.unit == 'D' || s.unit == 'W') && s.count == 0 && !s.other && ok && isDate(s.startDate) && s.startTime != "" && s.endTime != ""
}

// specifications are the hours of an event that is repeated every week.
func (s *schedule) specifications(today string) []specification {
	of := specification{days: days(s.byDay), times: s.startTime + "-" + s.endTime, from: s.startDate, through: s.endDate}
	if of.days == "" && s.unit == 'W' {
		first, _ := time.Parse(time.DateOnly, s.startDate) // it is a date
		of.days = lenient.Weekdays[dayOfWeek(first)][:2]
	}
	if !of.settle(today) {
		return nil
	}
	specs := []specification{of}
	for _, day := range s.except {
		if closed := (specification{from: day, through: day, closed: true}); closed.settle(today) {
			specs = append(specs, closed)
		}
	}
	return specs
}

const (
	mostOccurrences = 25   // of a schedule
	longestSchedule = 3660 // days
)

// occurrences are the days of the event; nil if the schedule is not understood, or has too many.
func (s *schedule) occurrences() (list []string) {
	first, err := time.Parse(time.DateOnly, s.startDate)
	open, holidays, ok := daysIn(s.byDay)
	if err != nil || s.every == 0 || s.other || holidays || !ok || s.endDate == "" && s.count == 0 || s.byDay != nil && (s.unit == 'M' || s.unit == 'Y') {
		return nil
	}
	if s.byDay == nil {
		for day := range open {
			open[day] = s.unit != 'W' || day == dayOfWeek(first)
		}
	}
	taken := 0
	for n := range longestSchedule {
		day := first.AddDate(0, 0, n)
		text := day.Format(time.DateOnly)
		if s.endDate != "" && text > s.endDate || s.count > 0 && taken == s.count {
			return list
		}
		if !open[dayOfWeek(day)] || !s.repeats(first, day) {
			continue
		}
		if taken++; !slices.Contains(s.except, text) {
			list = append(list, text)
		}
		if len(list) > mostOccurrences {
			return nil
		}
	}
	return nil
}

// repeats reports whether so many units lie between the first day and another.
func (s *schedule) repeats(first, day time.Time) bool {
	passed := int(day.Sub(first).Hours() / 24) // days
	years, sameDay := day.Year()-first.Year(), day.Day() == first.Day()
	switch s.unit {
	case 'D':
		return passed%s.every == 0
	case 'W':
		return (passed+dayOfWeek(first))/7%s.every == 0
	case 'M':
		return sameDay && (12*years+int(day.Month()-first.Month()))%s.every == 0
	}
	return sameDay && day.Month() == first.Month() && years%s.every == 0
}

// dayOfWeek is 0 for Monday.
func dayOfWeek(day time.Time) int { return (int(day.Weekday()) + 6) % 7 }
