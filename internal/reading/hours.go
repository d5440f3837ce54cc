package reading

import (
	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/hours"
)

// The keys of an event.
const (
	startDate   = "start_date"
	endDate     = "end_date"
	dates       = "dates"        // periods of ISO 8601, if there are several
	eventStatus = "event_status" // "cancelled" or "postponed"
)

// longestTimes bounds what Times returns, in bytes: it is the key of an index.
const longestTimes = 1_000

// Times says when an item is open, as hours.ParseTimes reads it; empty if that is not known. It comes
// from the opening hours in the item's metadata, and from the dates of an event.
func Times(contentType string, metadata []byte) string {
	values := decode(metadata)
	schedule, err := hours.Parse(first(values[OpeningHours]))
	if err != nil {
		schedule = nil // there are none, or the metadata are older than the check of imports
	}
	if contentType == "event" {
		return eventTimes(values, schedule)
	}
	if schedule == nil {
		return ""
	}
	return short(schedule.String())
}

// short drops a text that is too long.
func short(times string) string {
	if len(times) > longestTimes {
		return ""
	}
	return times
}

func eventTimes(values map[string]jsontext.Value, schedule *hours.Schedule) string {
	if status := first(values[eventStatus]); status == "cancelled" || status == "postponed" {
		return "off"
	}
	periods := texts(values[dates])
	times, err := hours.During(periods, schedule)
	if start := first(values[startDate]); start != "" && (periods == nil || err != nil) {
		times, err = hours.During([]string{start + "/" + first(values[endDate])}, schedule)
	}
	if err != nil {
		times, _ = hours.During(nil, schedule)
	}
	return short(times.String())
}

// first is the first text of a value; empty if it has none.
func first(value jsontext.Value) string {
	if list := texts(value); list != nil {
		return list[0]
	}
	return ""
}
