package hours

import "slices"

// clockReading is a time of day as a text has it.
type clockReading struct {
	minutes int // as it is written, 12:30 for both halves of the day
	half    *half
	sure    bool // written as only the clock of 24 hours has it
	written bool // with minutes
	noon    bool // a word, which needs no half
}

// times reads a list of ranges of times, or "24 hours".
func (p *phrases) times() (list []timeSpan, ok bool) {
	if _, always := p.take(alwaysWord, hours24Word); always {
		return []timeSpan{{from: 0, to: dayMinutes}}, true
	}
	for more := true; more; {
		var span timeSpan
		if span, more = try(p, p.timeRange); more {
			list = append(list, span)
		}
	}
	return list, len(list) > 0 && isOrdered(list)
}

// isOrdered reports whether no range begins before the end of the one before it.
func isOrdered(list []timeSpan) bool {
	for i, span := range list[1:] {
		if before := list[i]; span.from < before.to || before.end != fixed {
			return false
		}
	}
	return list[len(list)-1].to <= list[0].from+dayMinutes
}

// timeRange reads "9:00 to 17:00", "from 9:00", "9:00 until last departure", "17:00 late".
func (p *phrases) timeRange() (timeSpan, bool) {
	p.skip(comma, andWord, noiseWord)
	_, begins := p.take(fromWord)
	p.skip(noiseWord, unitWord)
	from, ok := p.clock()
	if !ok {
		return timeSpan{}, false
	}
	if _, late := p.take(lateWord, plus); late {
		return p.openEnd(from)
	}
	if _, isRange := p.take(dash, untilWord); !isRange {
		if begins {
			return p.openEnd(from)
		}
		return timeSpan{}, false
	}
	p.skip(dash, untilWord, noiseWord, unitWord)
	if _, unknown := p.take(endWord, lateWord); unknown {
		return p.openEnd(from)
	}
	if _, midnight := p.take(hours24Word); midnight { // "24h"
		return p.resolve(from, clockReading{minutes: dayMinutes, sure: true})
	}
	to, ok := p.clock()
	if !ok || p.next(0).kind == plus {
		return timeSpan{}, false
	}
	return p.resolve(from, to)
}

// clock reads a time of day.
func (p *phrases) clock() (clockReading, bool) {
	c := clockReading{}
	if t, found := p.take(halfOfDay); found {
		c.half = t.half
	}
	if _, found := p.take(noonWord); found {
		return clockReading{minutes: dayMinutes / 2, noon: true}, c.half == nil
	}
	if _, found := p.take(midnightWord); found {
		return clockReading{minutes: dayMinutes, noon: true}, c.half == nil
	}
	t, found := p.take(someTime, digits)
	switch {
	case !found, t.kind == digits && p.next(0).kind == someMonth:
		return c, false
	case t.kind == someTime:
		c.minutes, c.written = t.value, true
	case t.long:
		c.minutes = t.value/100*60 + t.value%100
		if t.value%100 > 59 {
			return c, false
		}
	default:
		c.minutes = t.value * 60
	}
	c.sure = t.sure || t.long
	if _, named := p.take(unitWord); named && p.next(0).kind != halfOfDay {
		c.sure = true
	}
	if t, found := p.take(halfOfDay); found {
		if c.half != nil {
			return c, false
		}
		c.half = t.half
	}
	p.sure = p.sure || c.sure
	return c, c.minutes <= 30*60
}

// in is the time in a half of the day.
func (c clockReading) in(h *half) (int, bool) {
	if c.noon {
		return c.minutes, true
	}
	minutes, ok := h.minutes(c.minutes / 60)
	return minutes + c.minutes%60, ok
}

// openEnd makes a range of which nobody knows the end.
func (p *phrases) openEnd(c clockReading) (timeSpan, bool) {
	from, ok := c.minutes%dayMinutes, c.minutes <= dayMinutes
	switch {
	case c.half != nil:
		from, ok = c.in(c.half)
	case !c.sure && !c.noon && !c.written:
		p.unsure = true
	}
	return timeSpan{from: from, to: assumedEnd(from), end: openEnd}, ok
}

// resolve makes a range of two times. It fails where each of two readings would be possible.
func (p *phrases) resolve(from, to clockReading) (timeSpan, bool) {
	first, last, ok := from.minutes, to.minutes, true
	switch {
	case from.half != nil && to.half != nil, from.half != nil && to.noon, from.noon && to.half != nil:
		if first, ok = from.in(from.half); ok {
			last, ok = to.in(to.half)
		}
	case from.half != nil: // 6 am - 22:00
		first, ok = from.in(from.half)
		ok = ok && to.minutes > 12*60+59
	case to.half != nil:
		if last, ok = to.in(to.half); ok && !from.sure {
			first, ok = from.sameDay(last, to.half)
		}
	case from.noon && to.noon: // noon to midnight
	case !from.noon && !to.noon:
		if last <= first && !from.sure && !to.sure { // 9:00-5:00
			return timeSpan{}, false
		}
		p.unsure = p.unsure || !from.sure && !to.sure
	default:
		p.unsure = p.unsure || !from.sure && !to.sure
	}
	if first == last && !from.noon { // the whole day, or no time at all
		return timeSpan{}, false
	}
	if first == dayMinutes {
		first = 0
	}
	if first == 0 && last == dayMinutes-1 { // 23:59 stands for the end of the day
		last = dayMinutes
	}
	if last == 0 {
		last = dayMinutes
	}
	if last < first {
		last += dayMinutes
	}
	return timeSpan{from: first, to: last}, ok && first != last && first < dayMinutes && last <= first+dayMinutes
}

// sameDay is the beginning of a range of which only the end names its half of the day, as 9-5 pm
// does. It fails if both halves would do, as for 4-10 pm.
func (c clockReading) sameDay(last int, of *half) (int, bool) {
	morning, ok := c.in(halves["am"])
	evening, _ := c.in(halves["pm"])
	if !ok || c.minutes/60 == 12 { // 12:00-5:00 pm
		return c.minutes, last > c.minutes
	}
	possible := []int{}
	for _, first := range []int{morning, evening} {
		if first < last {
			possible = append(possible, first)
		}
	}
	if len(possible) != 1 || !of.later && !slices.Contains(possible, morning) {
		return 0, false
	}
	return possible[0], true
}
