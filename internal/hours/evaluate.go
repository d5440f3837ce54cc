package hours

import (
	"slices"
	"time"
)

// At is the state of the schedule at a time, on the wall clock of the time's location. Public and
// school holidays are not known: rules for them take no day.
func (s *Schedule) At(t time.Time) State {
	day, minute := wall(t)
	return s.stretch(day, minute).state
}

// horizon is how far Until looks, in days. A schedule repeats itself within a year, but for a few
// rules of weeks and years.
const horizon = 400

// Until is when the schedule, which is open at t, is no longer open. The second result is false if
// that is not known: at an open end, or more than a year away.
func (s *Schedule) Until(t time.Time) (time.Time, bool) {
	day, minute := wall(t)
	for range horizon {
		at := s.stretch(day, minute)
		switch {
		case at.state != Open:
			return t, true
		case at.endless:
			return time.Time{}, false
		}
		t = onClock(t, at.to-minute)
		day, minute = wall(t)
	}
	return time.Time{}, false
}

// onClock is the time at which the wall clock has moved on by some minutes. Where the clock is
// changed before, it is the time of the change.
func onClock(t time.Time, minutes int) time.Time {
	next := t.Truncate(time.Minute).Add(time.Duration(minutes) * time.Minute)
	if _, change := t.ZoneBounds(); !change.IsZero() && change.Before(next) {
		return change
	}
	return next
}

// wall is the date and the minute that the wall clock shows. Dates are at midnight UTC.
func wall(t time.Time) (day time.Time, minute int) {
	year, month, of := t.Date()
	return time.Date(year, month, of, 0, 0, 0, 0, time.UTC), t.Hour()*60 + t.Minute()
}

// stretch is a part of a day with one state, in minutes of the day.
type stretch struct {
	from, to int
	state    State
	endless  bool // the end is not known
}

// stretch finds the stretch of a minute.
func (s *Schedule) stretch(day time.Time, minute int) stretch {
	parts := s.day(day)
	return parts[slices.IndexFunc(parts, func(part stretch) bool { return minute < part.to })]
}

// day parts a day into stretches, in their order.
func (s *Schedule) day(day time.Time) []stretch {
	valid := s.valid(day)
	cuts := []int{0, dayMinutes}
	for _, v := range valid {
		for _, part := range v.parts {
			cuts = append(cuts, part.from, part.to)
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var parts []stretch
	for i := range len(cuts) - 1 {
		part := stretch{from: cuts[i], to: cuts[i+1]}
		for _, v := range valid {
			v.decide(&part)
		}
		if n := len(parts); n > 0 && parts[n-1].state == part.state && parts[n-1].endless == part.endless {
			parts[n-1].to = part.to
		} else {
			parts = append(parts, part)
		}
	}
	return parts
}

// ofDay is what one rule says about a day.
type ofDay struct {
	*rule
	parts []stretch
}

// decide lets a rule change the state of a stretch that lies within one of the rule's parts, or
// within none.
func (o *ofDay) decide(s *stretch) {
	for _, part := range o.parts {
		if part.from <= s.from && s.to <= part.to && (o.joint != fallback || s.state == Closed) {
			s.state, s.endless = part.state, part.endless
		}
	}
}

// valid lists what the rules say about a day, the last one counts. A rule for days that says open
// replaces the rules before it, with what these say of the night before.
func (s *Schedule) valid(day time.Time) []ofDay {
	var valid []ofDay
	for i := range s.rules {
		r := &s.rules[i]
		if r.takes(day) {
			replaces := r.isDated() || i > 0 && r.state == Open && !s.rules[i-1].isDated()
			if replaces && r.state != Closed && r.joint == override {
				valid = nil
			}
			valid = append(valid, ofDay{r, r.parts(0)})
		}
		if night := r.parts(dayMinutes); len(night) > 0 && r.takes(day.AddDate(0, 0, -1)) {
			valid = append(valid, ofDay{r, night})
		}
	}
	return valid
}

// parts are the rule's times within a day that begins so many minutes after the rule's own day.
func (r *rule) parts(begin int) []stretch {
	if len(r.times) == 0 {
		if begin > 0 {
			return nil
		}
		return []stretch{{0, dayMinutes, r.state, false}}
	}
	var parts []stretch
	put := func(from, to int, state State, endless bool) {
		if from, to = max(from-begin, 0), min(to-begin, dayMinutes); from < to {
			parts = append(parts, stretch{from, to, state, endless})
		}
	}
	for _, t := range r.times {
		switch {
		case r.state == Closed:
			put(t.from, t.to, Closed, false)
		case t.end == bySun:
			put(t.from, t.to, Unknown, false)
		case t.end == longer:
			put(t.from, t.to, r.state, true)
			put(t.to, max(assumedEnd(t.to), t.to), Unknown, false)
		default:
			put(t.from, t.to, r.state, t.end == openEnd)
		}
	}
	return parts
}

// isDated reports whether the rule has selectors of days.
func (r *rule) isDated() bool {
	return len(r.years)+len(r.dates)+len(r.weeks)+len(r.days)+len(r.holidays) > 0
}

// takes reports whether every selector of the rule takes a day.
func (r *rule) takes(day time.Time) bool {
	return takesOne(r.years, day, yearSpan.takes) && takesOne(r.dates, day, dateSpan.takes) && takesOne(r.weeks, day, weekSpan.takes) &&
		(len(r.days)+len(r.holidays) == 0 || len(r.days) > 0 && takesOne(r.days, day, daySpan.takes))
}

// takesOne reports whether one of the selectors takes a day. No selectors take every day.
func takesOne[T any](selectors []T, day time.Time, takes func(T, time.Time) bool) bool {
	return len(selectors) == 0 || slices.ContainsFunc(selectors, func(s T) bool { return takes(s, day) })
}

func (y yearSpan) takes(day time.Time) bool {
	return y.from <= day.Year() && (y.to == 0 || day.Year() <= y.to)
}

func (d dateSpan) takes(day time.Time) bool {
	year, month, of := day.Date()
	at := date{month: month, day: of}
	if d.from.year > 0 {
		at.year = year
	}
	from, to := d.from, d.to
	if to.day == 0 {
		to.day = 31
	}
	if to.before(from) { // over the end of the year
		return !at.before(from) || !to.before(at)
	}
	return !at.before(from) && !to.before(at)
}

func (w weekSpan) takes(day time.Time) bool {
	_, of := day.ISOWeek()
	return w.from <= of && of <= w.to && (of-w.from)%w.step == 0
}

func (d daySpan) takes(day time.Time) bool {
	of := weekday(day)
	if d.from <= d.to && (of < d.from || of > d.to) || d.from > d.to && of < d.from && of > d.to {
		return false
	}
	last := daysIn(day.Year(), day.Month())
	return len(d.nth) == 0 || slices.ContainsFunc(d.nth, func(n int) bool {
		return n == (day.Day()+6)/7 || -n == (last-day.Day()+7)/7
	})
}

// weekday is 0 for Monday.
func weekday(day time.Time) int { return (int(day.Weekday()) + 6) % 7 }
