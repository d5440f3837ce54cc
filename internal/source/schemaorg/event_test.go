package schemaorg

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/source/lenient"
)

func TestEventStatus(t *testing.T) {
	for status, want := range map[string]any{"https://schema.org/EventCancelled": "cancelled", "http://schema.org/EventPostponed": "postponed",
		"schema:EventCancelled": "cancelled", "EventPostponed": "postponed", "https://schema.org/EventScheduled": nil,
		"https://schema.org/EventRescheduled": nil, "": nil, "Canceled": "cancelled", "https://schema.org/eventpostponed/": "postponed"} {
		if got := (Thing{"@type": "Event", "eventStatus": []any{"EventRescheduled", map[string]any{"@id": status}}}).Metadata()["event_status"]; got != want {
			t.Errorf("%q: %v, want %v", status, got, want)
		}
	}
}

func TestDatesOfEvents(t *testing.T) {
	for text, want := range map[string]eventTimes{
		`"startDate":"2026-12-05T18:00","endDate":"2026-12-05T22:00"`: {start: "2026-12-05T18:00", end: "2026-12-05T22:00"},
		`"subEvent":[{"startDate":"2026-12-12T18:00"},{"startDate":"2026-12-05T18:00","endDate":"2026-12-05T22:00"},{"startDate":"2026-01-05T18:00"},
			{"startDate":"2026-12-01","eventStatus":"EventCancelled"},{"name":"Part"},"https://airport.example/part"]`: {start: "2026-12-05T18:00", end: "2026-12-05T22:00",
			periods: []string{"2026-12-05T18:00/2026-12-05T22:00", "2026-12-12T18:00/"}},
		`"startDate":"2026-12-01","subEvents":{"startDate":"2025-12-05"}`: {start: "2026-12-01", periods: []string{"2025-12-05/"}},
		`"eventSchedule":{"startDate":"2026-11-07","endDate":"2027-03-27","repeatFrequency":"P1W","byDay":["https://schema.org/Saturday","Sunday"],"startTime":"18:00:00","endTime":"22:00",
			"exceptDate":["2026-12-26","2026-01-01"]}`: {start: "2026-11-07T18:00", end: "2027-03-27", hours: "2026 Nov 07-2027 Mar 27 Sa,Su 18:00-22:00; 2026 Dec 26 off"},
		`"eventSchedule":{"startDate":"2026-11-07T18:00","repeatFrequency":"Weekly","duration":"PT1H30M"}`: {start: "2026-11-07T18:00",
			hours: "2026 Nov 07-2026 Dec 31 Sa 18:00-19:30; 2027+ Sa 18:00-19:30"},
		`"eventSchedule":[{"startDate":"2026-07-01","endDate":"2026-07-31","repeatFrequency":"P1D","startTime":"10:00","endTime":"11:00"},
			{"startDate":"2026-08-01","endDate":"2026-08-31","repeatFrequency":"daily","startTime":"12:00","endTime":"13:00"}]`: {start: "2026-07-01T10:00", end: "2026-08-31",
			hours: "2026 Jul 01-2026 Jul 31 10:00-11:00; 2026 Aug 01-2026 Aug 31 12:00-13:00"},
		`"eventSchedule":{"startDate":"2026-11-07","repeatFrequency":"P2W","repeatCount":3,"startTime":"22:00","endTime":"02:00","exceptDate":"2026-11-21"}`: {start: "2026-11-07T22:00",
			end: "2026-12-06T02:00", periods: []string{"2026-11-07T22:00/2026-11-08T02:00", "2026-12-05T22:00/2026-12-06T02:00"}},
		`"eventSchedule":{"startDate":"2026-10-31","endDate":"2027-03-31","repeatFrequency":"P1M","startTime":"10:00"}`: {start: "2026-10-31T10:00", end: "2027-03-31",
			periods: []string{"2026-10-31T10:00/", "2026-12-31T10:00/", "2027-01-31T10:00/", "2027-03-31T10:00/"}},
		`"eventSchedule":{"startDate":"2026-10-31","endDate":"2028-12-01","repeatFrequency":"P1Y"}`:                                   {start: "2026-10-31", end: "2028-12-01", periods: []string{"2026-10-31/", "2027-10-31/", "2028-10-31/"}},
		`"eventSchedule":{"startDate":"2026-10-31","endDate":"2027-12-01","repeatFrequency":"P1M","byDay":"2SA","startTime":"10:00"}`: {start: "2026-10-31T10:00", end: "2027-12-01"},
		`"eventSchedule":{"startDate":"2026-10-31","endDate":"2027-12-01","repeatFrequency":"P2D"}`:                                   {start: "2026-10-31", end: "2027-12-01"},
		`"startDate":"2026-11-02","endDate":"2027-02-28","eventSchedule":{"repeatFrequency":"P1W","byDay":"Monday","startTime":"10:00","endTime":"11:00"}`: {start: "2026-11-02",
			end: "2027-02-28", hours: "2026 Nov 02-2027 Feb 28 Mo 10:00-11:00"},
		`"eventSchedule":{"startDate":"soon","repeatFrequency":"often"}`: {start: "soon"},
	} {
		it := Thing(lenient.Values("{" + text + "}")[0].(map[string]any))
		if diff := cmp.Diff(want, it.event("2026-06-30"), cmp.AllowUnexported(eventTimes{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}
