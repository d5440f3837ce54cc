package hours

// phrase is a run of tokens that says one thing.
type phrase struct {
	kind  phraseKind
	days  dayMask
	dates []dateSpan
	times []timeSpan
}

type phraseKind uint8

const (
	onDays  phraseKind = iota // these days
	onDates                   // these dates
	atTimes                   // these times
	isClosed
	without   // not on the days or dates that follow
	including // on the public holidays that follow, too
)

// clause is the phrases between two separators.
type clause struct {
	phrases []phrase
	ofLine  bool // the clause ends with its line, so the next line may belong to it
}

// phrases reads phrases from tokens.
type phrases struct {
	tokens []token
	at     int
	sure   bool // a time is written as only the clock of 24 hours has it
	unsure bool // a time may be of either half of the day
}

// next is the kind of the token at a distance; noiseWord behind the end.
func (p *phrases) next(distance int) token {
	if p.at+distance < len(p.tokens) {
		return p.tokens[p.at+distance]
	}
	return token{kind: noiseWord}
}

func (p *phrases) atEnd() bool { return p.at >= len(p.tokens) }

// take reads a token of one of the kinds.
func (p *phrases) take(kinds ...kind) (token, bool) {
	if !p.atEnd() {
		for _, of := range kinds {
			if t := p.tokens[p.at]; t.kind == of {
				p.at++
				return t, true
			}
		}
	}
	return token{}, false
}

// skip passes over tokens of these kinds.
func (p *phrases) skip(kinds ...kind) {
	for found := true; found; {
		_, found = p.take(kinds...)
	}
}

// try undoes what a reader took if the reader fails.
func try[T any](p *phrases, read func() (T, bool)) (T, bool) {
	begin := p.at
	value, ok := read()
	if !ok {
		p.at = begin
	}
	return value, ok
}

// clause reads the phrases up to a separator. The result is false if anything is not understood.
func (p *phrases) clause() (c clause, ok bool) {
	for {
		p.skip(comma, andWord, colon, bracket, noiseWord, unitWord, dash)
		if t, found := p.take(separator, lineEnd); found || p.atEnd() {
			c.ofLine = t.kind == lineEnd
			return c, true
		}
		if dates, found := try(p, p.dates); found {
			c.phrases = append(c.phrases, phrase{kind: onDates, dates: dates})
		} else if days, found := try(p, p.days); found {
			c.phrases = append(c.phrases, phrase{kind: onDays, days: days})
		} else if times, found := try(p, p.times); found {
			c.phrases = append(c.phrases, phrase{kind: atTimes, times: times})
		} else if _, found := p.take(closedWord); found {
			c.phrases = append(c.phrases, phrase{kind: isClosed})
		} else if _, found := p.take(exceptWord); found {
			c.phrases = append(c.phrases, phrase{kind: without})
		} else if _, found := p.take(includeWord); found {
			c.phrases = append(c.phrases, phrase{kind: including})
		} else if !p.lastOrder() {
			return c, false
		}
	}
}

// days reads a list of days and of ranges of days.
func (p *phrases) days() (dayMask, bool) {
	days, ok := try(p, p.dayRange)
	for more := ok; more; {
		var found dayMask
		found, more = try(p, func() (dayMask, bool) {
			p.skip(comma, andWord, plus, noiseWord)
			return p.dayRange()
		})
		days |= found
	}
	return days, ok
}

func (p *phrases) dayRange() (dayMask, bool) {
	p.skip(fromWord, noiseWord)
	first, ok := p.take(someDays)
	if !ok {
		return 0, false
	}
	last, isRange := try(p, func() (token, bool) {
		_, to := p.take(dash, untilWord)
		p.skip(noiseWord)
		last, found := p.take(someDays)
		return last, to && found && isOneDay(first.days) && isOneDay(last.days)
	})
	if isRange {
		return between(dayOf(first.days), dayOf(last.days)), true
	}
	return first.days, true
}

// lastOrder passes over the time of the last order.
func (p *phrases) lastOrder() bool {
	_, ok := try(p, func() (clockReading, bool) {
		if _, found := p.take(lastOrder); !found {
			return clockReading{}, false
		}
		p.skip(colon)
		return p.clock()
	})
	return ok
}

// dates reads a list of dates, months, and ranges of them.
func (p *phrases) dates() (list []dateSpan, ok bool) {
	p.skip(fromWord, noiseWord)
	for {
		span, found := try(p, func() ([]dateSpan, bool) { return p.nextDates(list) })
		if !found {
			return list, len(list) > 0
		}
		list = append(list, span...)
		if _, more := try(p, func() ([]dateSpan, bool) {
			p.skip(comma, andWord, noiseWord)
			begin := p.at
			_, found := p.nextDates(list)
			p.at = begin
			return nil, found
		}); !more {
			return list, true
		}
	}
}

// nextDates reads the dates that come next in a list: a range, or another day of the last month.
func (p *phrases) nextDates(list []dateSpan) ([]dateSpan, bool) {
	if dates, found := try(p, p.dateRange); found {
		return dates, true
	}
	if len(list) == 0 || list[len(list)-1].to.day == 0 || !p.isDay(0) {
		return nil, false
	}
	if after := p.next(1).kind; after == dash || after == untilWord {
		return nil, false
	}
	of, _ := p.take(digits)
	d := list[len(list)-1].to
	d.day = of.value
	return []dateSpan{{d, d}}, d.check() == nil
}

// dateRange reads "1 April to 31 October", "April 1-30", "24, 25 and 31 December", "April".
func (p *phrases) dateRange() ([]dateSpan, bool) {
	if days, d, ok := p.daysOfMonth(); ok {
		var list []dateSpan
		for _, day := range days {
			d.day = day
			list = append(list, dateSpan{d, d})
		}
		return list, true
	}
	from, ok := p.date(date{})
	if !ok {
		return nil, false
	}
	span := dateSpan{from, from}
	if to, found := try(p, func() (date, bool) {
		if _, is := p.take(dash, untilWord); !is {
			return date{}, false
		}
		p.skip(noiseWord)
		return p.date(from)
	}); found {
		span.to = to
	}
	if span.from.month == 0 { // "1 - 31 March": the month stands at the end
		span.from.month, span.from.year = span.to.month, span.to.year
	}
	return []dateSpan{span}, span.settle()
}

// daysOfMonth reads several days before the name of their month.
func (p *phrases) daysOfMonth() (days []int, month date, ok bool) {
	begin := p.at
	for {
		t, found := p.take(digits)
		if !found || t.long || t.value < 1 || t.value > 31 {
			break
		}
		days = append(days, t.value)
		if named, found := p.take(someMonth); found && len(days) > 1 {
			month = named.date
			return days, p.withYear(month), true
		}
		if _, more := p.take(comma, andWord); !more {
			break
		}
	}
	p.at = begin
	return nil, month, false
}

// date reads a date, or a month. After a date with a month, a day may stand alone. So it may before
// a dash; the month is 0 then.
func (p *phrases) date(before date) (date, bool) {
	if t, found := p.take(someDate); found {
		return p.withYear(t.date), true
	}
	if t, found := p.take(someMonth); found {
		d := t.date
		if p.isDay(0) {
			of, _ := p.take(digits)
			d.day = of.value
		}
		return p.withYear(d), true
	}
	if !p.isDay(0) {
		return date{}, false
	}
	of, _ := p.take(digits)
	p.skip(noiseWord)
	if t, found := p.take(someMonth); found {
		return p.withYear(date{month: t.date.month, year: t.date.year, day: of.value}), true
	}
	if before.day > 0 && before.month > 0 {
		return date{year: before.year, month: before.month, day: of.value}, true
	}
	if next := p.next(0).kind; before == (date{}) && (next == dash || next == untilWord) && p.monthFollows() {
		return date{day: of.value}, true
	}
	return date{}, false
}

// monthFollows reports whether the range that a day begins ends with a month.
func (p *phrases) monthFollows() bool {
	for distance := 1; distance <= 3; distance++ {
		switch t := p.next(distance); t.kind {
		case someMonth:
			return true
		case digits, noiseWord:
		default:
			return false
		}
	}
	return false
}

// isDay reports whether the digits at a distance can be a day of a month, and are no hour.
func (p *phrases) isDay(distance int) bool {
	t, after := p.next(distance), p.next(distance+1).kind
	return t.kind == digits && !t.long && t.value >= 1 && t.value <= 31 && after != halfOfDay && after != unitWord
}

// withYear reads the year after a date.
func (p *phrases) withYear(d date) date {
	begin := p.at
	p.skip(comma)
	if t, found := p.take(digits); found && t.long && t.value >= 2000 && t.value < 2100 && d.year == 0 {
		d.year = t.value
		return d
	}
	p.at = begin
	return d
}

// settle gives both ends of a range a year where one has a year, and whole months of a year days.
func (d *dateSpan) settle() bool {
	switch {
	case (d.from.day == 0) != (d.to.day == 0):
		return false
	case d.from.year == 0 && d.to.year > 0:
		d.from.year = d.to.year
		if d.to.before(d.from) {
			d.from.year--
		}
	case d.from.year > 0 && d.to.year == 0:
		d.to.year = d.from.year
		if d.to.before(d.from) {
			d.to.year++
		}
	}
	if d.from.day == 0 && d.from.year > 0 {
		d.from.day, d.to.day = 1, daysIn(d.to.year, d.to.month)
	}
	return (d.from.day == 0 || d.from.check() == nil && d.to.check() == nil) && (d.from.year == 0 || !d.to.before(d.from))
}
