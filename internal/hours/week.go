package hours

import (
	"math/bits"
	"slices"
)

// dayMask is a set of days: bit 0 is Monday.
type dayMask uint8

const (
	publicHolidays dayMask = 1 << 7
	everyDay       dayMask = 1<<7 - 1
)

// between is the days from one to another, which may come earlier in the week.
func between(from, to int) (days dayMask) {
	for day := from; ; day = (day + 1) % 7 {
		days |= 1 << day
		if day == to {
			return days
		}
	}
}

func isOneDay(days dayMask) bool { return days != 0 && days&(days-1) == 0 && days != publicHolidays }

// dayOf is the first of some days.
func dayOf(days dayMask) int { return bits.TrailingZeros8(uint8(days)) }

// week is what is said of the days of a week, the last one for public holidays, within some dates.
type week struct {
	dates    []dateSpan    // nil: all year
	days     [8][]timeSpan // nil: nothing is said
	explicit bool          // the text names the days
	closed   bool          // on all days
}

// schedule writes groups as rules. It fails where groups contradict each other.
func schedule(list []group) (*Schedule, bool) {
	var weeks []*week
	var closed dayMask // all year
	for _, g := range list {
		switch {
		case !g.closed:
			if !weekOf(&weeks, g.dates).add(g) {
				return nil, false
			}
		case g.dates == nil && g.days == 0:
			return &Schedule{rules: []rule{{joint: override, state: Closed, modifier: "off"}}}, true
		case g.dates == nil:
			closed |= g.days
		case g.days != 0:
			return nil, false
		default:
			weeks = append(weeks, &week{dates: g.dates, closed: true})
		}
	}
	for _, w := range weeks {
		if closed != 0 && w.dates != nil && w.explicit || !w.close(closed) {
			return nil, false
		}
	}
	return write(weeks, closed)
}

// weekOf finds the week of some dates, or adds one.
func weekOf(weeks *[]*week, dates []dateSpan) *week {
	for _, w := range *weeks {
		if !w.closed && slices.Equal(w.dates, dates) {
			return w
		}
	}
	*weeks = append(*weeks, &week{dates: dates})
	return (*weeks)[len(*weeks)-1]
}

// add adds times. For the same days as before, they are further times. For fewer days than before,
// they replace the times, if one contains the other: else the text may mean both.
func (w *week) add(g group) bool {
	w.explicit = w.explicit || g.days != 0
	days := daysOrAll(g.days)
	said := w.open()
	if days&said != 0 && days&said != days {
		return false
	}
	for day := range w.days {
		switch before := w.days[day]; {
		case days&(1<<day) == 0:
		case before == nil:
			w.days[day] = g.times
		case said == days:
			all := slices.Concat(before, g.times)
			slices.SortFunc(all, func(a, b timeSpan) int { return a.from - b.from })
			if !isOrdered(all) {
				return false
			}
			w.days[day] = all
		case contains(before, g.times) || contains(g.times, before):
			w.days[day] = g.times
		default:
			return false
		}
	}
	return true
}

// open is the days that have times.
func (w *week) open() (days dayMask) {
	for day := range w.days {
		if w.days[day] != nil {
			days |= 1 << day
		}
	}
	return days
}

// close drops the times of some days. It fails if no times are left.
func (w *week) close(days dayMask) bool {
	for day := range w.days {
		if days&(1<<day) != 0 {
			w.days[day] = nil
		}
	}
	return w.closed || w.open() != 0
}

// contains reports whether each of some times lies within one of others.
func contains(others, times []timeSpan) bool {
	return !slices.ContainsFunc(times, func(t timeSpan) bool {
		return !slices.ContainsFunc(others, func(o timeSpan) bool { return o.from <= t.from && t.to <= o.to })
	})
}

// write writes weeks as rules: first what holds all year, then the seasons, the days on which it is
// closed, and then single dates.
func write(weeks []*week, closed dayMask) (*Schedule, bool) {
	slices.SortStableFunc(weeks, func(a, b *week) int { return a.rank() - b.rank() })
	s := &Schedule{}
	for i, w := range weeks {
		for _, other := range weeks[:i] {
			if !w.goesWith(other) {
				return nil, false
			}
		}
		if closed != 0 && w.rank() == 2 {
			s.close(closed)
			closed = 0
		}
		s.rules = append(s.rules, w.rules()...)
	}
	if closed != 0 {
		s.close(closed)
	}
	if len(s.rules) == 1 && s.rules[0].isAlways() {
		s.rules = []rule{{joint: override, always: true, state: Open}}
	}
	s.join()
	return s, true
}

// close adds a rule for days on which it is closed.
func (s *Schedule) close(days dayMask) {
	r := rule{joint: override, state: Closed, modifier: "off"}
	r.setDays(days)
	s.rules = append(s.rules, r)
}

func (w *week) rank() int {
	switch {
	case w.dates == nil:
		return 0
	case !w.closed && (w.dates[0].from != w.dates[0].to || w.dates[0].from.day == 0):
		return 1
	}
	return 2
}

// goesWith reports whether the week says clearly what holds on the days of another one, which comes
// before it. Dates beside all year are clear if they tell every day, or days of which all year says
// nothing, or closed days. Two seasons are clear if they do not overlap.
func (w *week) goesWith(other *week) bool {
	if other.rank() == w.rank() {
		return w.rank() == 2 || !overlap(w.dates, other.dates)
	}
	if w.rank() == 2 {
		return true
	}
	days := w.open() & everyDay
	return w.closed || days == everyDay || days&other.open() == 0
}

// overlap reports whether two lists of dates have a day in common.
func overlap(a, b []dateSpan) bool {
	for _, one := range a {
		for _, two := range b {
			if one.from.year == 0 != (two.from.year == 0) || one.has(two.from) || one.has(two.to) || two.has(one.from) {
				return true
			}
		}
	}
	return false
}

// has reports whether a date lies in a span. Of a month, its first or last day must.
func (d dateSpan) has(at date) bool {
	from, to := d.from.number(), d.to.number()
	if d.to.day == 0 {
		to += 31
	}
	within := func(n int) bool {
		if from <= to {
			return from <= n && n <= to
		}
		return from <= n || n <= to
	}
	if at.day > 0 {
		return within(at.number())
	}
	return within(at.number()+1) || within(at.number()+31)
}

// rules writes a week: a rule for each list of times, with all of its days.
func (w *week) rules() (list []rule) {
	if w.closed {
		return []rule{{joint: override, dates: w.dates, state: Closed, modifier: "off"}}
	}
	for day, times := range w.days {
		if times == nil || slices.ContainsFunc(w.days[:day], func(before []timeSpan) bool { return slices.Equal(before, times) }) {
			continue
		}
		days := dayMask(0)
		for other := range w.days {
			if slices.Equal(w.days[other], times) {
				days |= 1 << other
			}
		}
		r := rule{joint: override, dates: w.dates, times: times, state: Open}
		r.setDays(days)
		list = append(list, r)
	}
	return list
}

// setDays writes days as ranges, the shortest way.
func (r *rule) setDays(days dayMask) {
	if days&publicHolidays != 0 {
		r.holidays = []string{"PH"}
	}
	days &= everyDay
	if days == everyDay {
		if r.holidays != nil {
			r.days = []daySpan{{from: 0, to: 6}}
		}
		return
	}
	for from := 0; from < 7; from++ {
		if days&(1<<from) == 0 {
			continue
		}
		to := from
		for to < 6 && days&(1<<(to+1)) != 0 {
			to++
		}
		r.days = append(r.days, daySpan{from: from, to: to})
		from = to
	}
}

// isAlways reports whether the rule is open the whole day, every day.
func (r *rule) isAlways() bool {
	return !r.isDated() && r.state == Open && len(r.times) == 1 && r.times[0] == timeSpan{from: 0, to: dayMinutes}
}

// join chooses how the rules meet. Where times run over midnight, a rule for the next day would cut
// them off, so rules stand beside each other there. Closed days need no rule then, but public
// holidays do.
func (s *Schedule) join() {
	if !slices.ContainsFunc(s.rules, rule.hasNight) {
		return
	}
	var list []rule
	for _, r := range s.rules {
		if len(s.rules) > 1 && r.days != nil && r.holidays != nil { // only the days can stand beside the others
			days := r
			days.holidays, r.days = nil, nil
			list = append(list, days)
		}
		list = append(list, r)
	}
	slices.SortStableFunc(list, func(a, b rule) int { return len(a.holidays) - len(b.holidays) })
	s.rules = nil
	for i, r := range list {
		alone := !slices.ContainsFunc(list[:i], func(before rule) bool { return meet(before, r) })
		if alone && r.state == Closed {
			continue
		}
		if alone && i > 0 {
			r.joint = add
		}
		s.rules = append(s.rules, r)
	}
}

// hasNight reports whether times of the rule end on the next day.
func (r rule) hasNight() bool {
	return slices.ContainsFunc(r.times, func(t timeSpan) bool { return t.to > dayMinutes })
}

// meet reports whether two rules can take the same day. A public holiday can be any day.
func meet(a, b rule) bool {
	if len(a.holidays)+len(b.holidays) > 0 {
		return true
	}
	if a.dates != nil && b.dates != nil && !overlap(a.dates, b.dates) {
		return false
	}
	return len(a.days) == 0 || len(b.days) == 0 || maskOf(a.days)&maskOf(b.days) != 0
}

func maskOf(spans []daySpan) (days dayMask) {
	for _, span := range spans {
		days |= between(span.from, span.to)
	}
	return days
}
