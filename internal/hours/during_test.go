package hours_test

import (
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/hours"
)

func TestTimes(t *testing.T) {
	zone := check.Must(time.LoadLocation("America/New_York"))(t)
	for _, test := range []struct {
		periods  []string
		schedule string // "": none
		written  string
		at       string // in New York, or in UTC with a Z
		want     hours.State
		until    string
	}{
		{[]string{"2026-12-05T18:00/2026-12-05T22:00"}, "", "2026-12-05T18:00/2026-12-05T22:00", "12-05T18:00", hours.Open, "12-05T22:00-05:00"},
		{[]string{"2026-12-05T18:00/2026-12-05T22:00"}, "", "", "12-05T22:00", hours.Closed, ""},
		{[]string{"2026-12-05T18:00:00+01:00/2026-12-05T22:00:00.000Z"}, "", "2026-12-05T18:00+01:00/2026-12-05T22:00Z", "12-05T12:00", hours.Open, "12-05T17:00-05:00"},
		{[]string{"2026-12-05/2026-12-07"}, "", "2026-12-05/2026-12-07", "12-07T23:59", hours.Open, "12-08T00:00-05:00"},
		{[]string{"2026-12-05"}, "", "2026-12-05/", "12-05T10:00", hours.Open, "12-06T00:00-05:00"},
		{[]string{"2026-12-05T18:00"}, "", "2026-12-05T18:00/", "12-05T23:00", hours.Open, ""},
		{[]string{"2026-12-05T18:00"}, "", "", "12-06T00:00", hours.Closed, ""},
		{[]string{"2026-05-01/2026-12-31"}, "Mo-Fr 09:00-17:00", "2026-05-01/2026-12-31 Mo-Fr 09:00-17:00", "12-04T10:00", hours.Open, "12-04T17:00-05:00"},
		{[]string{"2026-05-01/2026-12-31"}, "Mo-Fr 09:00-17:00", "", "12-05T10:00", hours.Closed, ""},
		{[]string{"2026-05-01/2026-12-04T12:00"}, "Mo-Fr 09:00-17:00", "", "12-04T10:00", hours.Open, "12-04T12:00-05:00"},
		{[]string{"2026-12-05T18:00/2026-12-05T22:00", "2026-12-12T18:00/2026-12-12T22:00"}, "",
			"2026-12-05T18:00/2026-12-05T22:00,2026-12-12T18:00/2026-12-12T22:00", "12-12T19:00", hours.Open, "12-12T22:00-05:00"},
		{nil, "24/7", "24/7", "12-12T19:00", hours.Open, ""},
	} {
		var s *hours.Schedule
		if test.schedule != "" {
			s = parse(t, test.schedule)
		}
		times := check.Must(hours.During(test.periods, s))(t)
		if test.written != "" {
			check.Same(t, test.written, times.String())
		}
		times = check.Must(hours.ParseTimes(times.String()))(t)
		at := check.Must(time.ParseInLocation("2006-01-02T15:04", "2026-"+test.at, zone))(t)
		check.Same(t, test.want, times.At(at), times, " at ", test.at)
		until := ""
		if end, known := times.Until(at); known && test.want == hours.Open {
			until = end.Format("01-02T15:04-07:00")
		}
		check.Same(t, test.until, until, times, " at ", test.at)
	}
	for _, bad := range []string{"", "5 December", "2026-13-05", "2026-12-05T25:00", "2026-12-05/2026-12-04", "2026-12-05T18:00/2026-12-05T17:00"} {
		if times, err := hours.During([]string{bad}, nil); err == nil {
			t.Errorf("%q was read as %s", bad, times)
		}
	}
}
