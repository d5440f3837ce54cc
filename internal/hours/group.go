package hours

import "slices"

// group is times, or closing, on days and dates. No days and no dates are every day.
type group struct {
	days   dayMask
	dates  []dateSpan
	times  []timeSpan
	closed bool
}

func (g *group) isBare() bool { return g.days == 0 && g.dates == nil }

// groups puts the phrases of a text together. It fails where they can be put together in two ways.
func groups(clauses []clause) (list []group, ok bool) {
	var header group // days and dates that stand alone, above what they are for
	for i, c := range clauses {
		if isSelector(c.phrases) {
			last := i == len(clauses)-1
			if header.days != 0 || last && len(list) == 0 || !last && !c.ofLine {
				return nil, false
			}
			for _, p := range c.phrases {
				switch {
				case p.kind == onDays && header.days == 0:
					header.days = p.days
				case p.kind == onDates && (header.dates == nil || i > 0 && !isSelector(clauses[i-1].phrases)):
					header.dates = p.dates
				default:
					return nil, false
				}
			}
			if last && !attach(list, header) {
				return nil, false
			}
			continue
		}
		found, ok := clauseGroups(c.phrases)
		if !ok {
			return nil, false
		}
		dated := found[0].dates != nil
		for j := range found {
			g := &found[j]
			switch {
			case header.dates != nil && dated, header.days != 0 && (g.days != 0 || j > 0):
				return nil, false
			case header.days != 0:
				g.days = header.days
			}
			if header.dates != nil {
				g.dates = header.dates
			}
		}
		// After a season, a clause without a season may belong to the season or to the year.
		if n := len(list); n > 0 && header.dates == nil && list[n-1].dates != nil && !list[n-1].closed && !dated && !found[0].closed {
			return nil, false
		}
		if n := len(list); n > 0 && len(found) == 1 && found[0].isBare() && !found[0].closed {
			return nil, false
		}
		header.days = 0
		list = append(list, found...)
	}
	return list, len(list) > 0 && isClear(list)
}

// isSelector reports whether a clause has only days and dates.
func isSelector(list []phrase) bool {
	for _, p := range list {
		if p.kind != onDays && p.kind != onDates {
			return false
		}
	}
	return true
}

// attach gives days and dates at the end of a text to its only times.
func attach(list []group, header group) bool {
	g := onlyTimes(list)
	if g == nil || header.days != 0 && g.days != 0 || header.dates != nil && g.dates != nil {
		return false
	}
	g.days |= header.days
	if header.dates != nil {
		g.dates = header.dates
	}
	return true
}

// onlyTimes is the only group with times; nil if there are several.
func onlyTimes(list []group) (only *group) {
	for i := range list {
		if !list[i].closed {
			if only != nil {
				return nil
			}
			only = &list[i]
		}
	}
	return only
}

// isClear refuses times for every day beside other times: which count on the other days? It refuses
// closed days alone: when is it open on the others?
func isClear(list []group) bool {
	if !slices.ContainsFunc(list, func(g group) bool { return !g.closed }) {
		return len(list) == 1 && list[0].isBare()
	}
	for i := range list {
		if g := &list[i]; g.isBare() && (!g.closed && onlyTimes(list) == nil || g.closed && len(list) > 1) {
			return false
		}
	}
	return true
}

// clauseGroups reads a clause that has its days before its times, or else after them.
func clauseGroups(from []phrase) ([]group, bool) {
	if list, ok := daysFirst(from); ok {
		return list, true
	}
	return timesFirst(from)
}

// daysFirst reads "Mon-Fri 9-17, Sat 10-14", "9-17, closed on Mondays", "daily 9-17, April to
// October".
func daysFirst(from []phrase) (list []group, ok bool) {
	var next group // what is said of the times that follow
	fresh := false // next has dates that no group has had
	for i := 0; i < len(from); i++ {
		p := from[i]
		switch p.kind {
		case onDays:
			if next.days != 0 {
				return nil, false
			}
			next.days = p.days
		case onDates:
			if n := len(list); fresh || n > 0 && !list[n-1].closed && list[n-1].dates == nil && hasTimes(from[i:]) {
				return nil, false
			}
			next.dates, fresh = p.dates, true
		case atTimes:
			if n := len(list); n > 0 && !list[n-1].closed && next.days == 0 && !fresh {
				return nil, false
			}
			list = append(list, group{days: next.days, dates: next.dates, times: p.times})
			next.days, fresh = 0, false
		case isClosed, without:
			closed := group{closed: true}
			if p.kind == isClosed && (next.days != 0 || fresh) {
				closed.days, closed.dates = next.days, next.dates
				next.days, fresh = 0, false
			} else {
				i += closed.selectors(from[i+1:])
				if p.kind == without && closed.isBare() {
					return nil, false
				}
			}
			list = append(list, closed)
		case including:
			if i+1 == len(from) || from[i+1].kind != onDays || from[i+1].days&publicHolidays == 0 {
				return nil, false
			}
			i++
			if g := onlyTimes(list); next.days == 0 && g != nil {
				g.days = daysOrAll(g.days) | from[i].days
			} else {
				next.days = daysOrAll(next.days) | from[i].days
			}
		}
	}
	if next.days != 0 || fresh {
		if !fresh {
			next.dates = nil
		}
		return list, len(list) > 0 && attach(list, next)
	}
	return list, len(list) > 0
}

func daysOrAll(days dayMask) dayMask {
	if days == 0 {
		return everyDay
	}
	return days
}

// selectors takes the days and dates that follow, and counts the phrases.
func (g *group) selectors(rest []phrase) (taken int) {
	for _, p := range rest {
		switch {
		case p.kind == onDays && g.days == 0:
			g.days = p.days
		case p.kind == onDates && g.dates == nil:
			g.dates = p.dates
		default:
			return taken
		}
		taken++
	}
	return taken
}

func hasTimes(list []phrase) bool {
	for _, p := range list {
		if p.kind == atTimes {
			return true
		}
	}
	return false
}

// timesFirst reads "9-17 Mon-Fri, 10-14 Sat".
func timesFirst(from []phrase) (list []group, ok bool) {
	for i := 0; i < len(from); i++ {
		p := from[i]
		g := group{times: p.times, closed: p.kind == isClosed}
		if !g.closed && p.kind != atTimes {
			return nil, false
		}
		i += g.selectors(from[i+1:])
		if g.isBare() {
			return nil, false
		}
		list = append(list, g)
	}
	return list, len(list) > 0
}
