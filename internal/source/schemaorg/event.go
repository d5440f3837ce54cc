package schemaorg

import (
	"cmp"
	"slices"
	"strings"
)

// eventTimes is when an event takes place: from start to end; if hours are given, at these; if there
// are several periods, only in these.
type eventTimes struct {
	start, end, hours string
	periods           []string // 2026-12-05T18:00/2026-12-05T22:00
}

// event reads the dates of an event, of its parts, and of its schedules. Parts that are over or
// cancelled do not count, unless all are.
func (t Thing) event(today string) eventTimes {
	e := eventTimes{start: t.Text("startDate"), end: t.Text("endDate")}
	var starts, ends []string
	add := func(start, end string) {
		starts, ends = append(starts, start), append(ends, end)
		e.periods = append(e.periods, start+"/"+end)
	}
	for _, part := range t.parts(today) {
		add(part.Text("startDate"), part.Text("endDate"))
	}
	var specs []specification
	for _, value := range t.list("eventSchedule") {
		of, is := value.(map[string]any)
		if !is {
			continue
		}
		s := scheduleOf(of)
		if s.startDate == "" {
			s.startDate, s.endDate = validDate(e.start), cmp.Or(s.endDate, validDate(e.end))
		}
		if s.isWeekly() {
			specs = append(specs, s.specifications(today)...)
		} else {
			for _, day := range s.occurrences() {
				add(s.on(day))
			}
		}
		starts, ends = append(starts, s.start()), append(ends, s.endDate)
	}
	e.hours = joinHours(nil, specs)
	slices.Sort(e.periods)
	e.periods = slices.Compact(e.periods)
	if starts = slices.DeleteFunc(starts, isEmpty); e.start == "" && len(starts) > 0 {
		e.start = slices.Min(starts)
	}
	if ends = slices.DeleteFunc(ends, isEmpty); e.end == "" && len(ends) > 0 {
		e.end = slices.Max(ends)
	}
	return e
}

func isEmpty(text string) bool { return text == "" }

// parts are the parts of an event that have dates.
func (t Thing) parts(today string) []Thing {
	var parts, coming []Thing
	for _, key := range []string{"subEvent", "subEvents"} {
		for _, value := range t.list(key) {
			part, is := value.(map[string]any)
			if !is || Thing(part).Text("startDate") == "" {
				continue
			}
			parts = append(parts, part)
			if Thing(part).eventStatus() == "" && cmp.Or(Thing(part).Text("endDate"), Thing(part).Text("startDate")) > today {
				coming = append(coming, part)
			}
		}
	}
	if coming != nil {
		return coming
	}
	return parts
}

// eventStatus tells of events that do not take place on their dates.
func (t Thing) eventStatus() string {
	for _, status := range t.texts("eventStatus", "name", "@id") {
		status = strings.ToLower(strings.Trim(status, " /"))
		switch strings.TrimPrefix(status[strings.LastIndexAny(status, "/:")+1:], "event") {
		case "cancelled", "canceled":
			return "cancelled"
		case "postponed":
			return "postponed"
		}
	}
	return ""
}
