package reading_test

import (
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/reading"
)

func TestAdd(t *testing.T) {
	for name, test := range map[string]struct{ metadata, all, added, unread string }{
		"none":  {"", "", "", ""},
		"empty": {"{}", "{}", "", ""},
		"hours and a place": {`{"hours_of_operation":"6 am – 10 pm","location_detail":"Terminal 2, Concourse D, upper level above Gate D6"}`,
			`{"hours_of_operation":"6 am – 10 pm","location_detail":"Terminal 2, Concourse D, upper level above Gate D6",` +
				`"opening_hours":"06:00-22:00","terminal":"2","concourse":"D","gate":"D6","level":"upper"}`,
			"opening_hours terminal concourse gate level", ""},
		"security alone":       {`{"location_detail":"Airside"}`, `{"location_detail":"Airside","security":"after"}`, "security", ""},
		"nothing understood":   {`{"hours_of_operation":"while flights operate","location_detail":"Curbside"}`, "", "", "hours_of_operation location_detail"},
		"keys of the operator": {`{"opening_hours":"off","terminal":"A","hours_of_operation":"24 hours","location_detail":"Terminal 2"}`, "", "", ""},
		"null of the operator": {`{"opening_hours":null,"hours_of_operation":"24 hours"}`, "", "", ""},
		"a gate in a terminal": {`{"terminal":"Terminal 2, Gate B4"}`, `{"terminal":"Terminal 2, Gate B4","gate":"B4"}`, "gate", ""},
		"lists":                {`{"hours_of_operation":["Mon-Fri 9am-5pm","Sat 10am-2pm"]}`, `{"hours_of_operation":["Mon-Fri 9am-5pm","Sat 10am-2pm"],"opening_hours":"Mo-Fr 09:00-17:00; Sa 10:00-14:00"}`, "opening_hours", ""},
		"places that differ":   {`{"location_detail":["Terminal 1, Gate A4","Terminal 1, Gate A5"]}`, `{"location_detail":["Terminal 1, Gate A4","Terminal 1, Gate A5"],"terminal":"1"}`, "terminal", ""},
		"texts of other kinds": {`{"hours_of_operation":24,"location_detail":{"x":1}}`, "", "", ""},
		"exact numbers":        {`{"n":1.50e3,"location_detail":"T1"}`, `{"n":1.50e3,"location_detail":"T1","terminal":"1"}`, "terminal", ""},
		"with a line break":    {"{\n \"location_detail\": \"T1\"\n}", "{\"location_detail\": \"T1\",\"terminal\":\"1\"}", "terminal", ""},
		"an empty text":        {`{"hours_of_operation":"","location_detail":" "}`, "", "", ""},
	} {
		want := test.all
		if want == "" {
			want = test.metadata
		}
		all, added, unread := reading.Add([]byte(test.metadata), "en")
		check.Same(t, want, string(all), name)
		check.Same(t, test.added, strings.Join(added, " "), name)
		check.Same(t, test.unread, strings.Join(unread, " "), name)
	}
}

func TestTimes(t *testing.T) {
	for metadata, want := range map[string]string{
		"": "", `{"opening_hours":"Mo-Fr 06:00-22:00"}`: "Mo-Fr 06:00-22:00", `{"opening_hours":"when it is fun"}`: "", `{"opening_hours":7}`: "",
		`{"start_date":"2026-12-05T18:00","end_date":"2026-12-05T22:00"}`: "",
		`{"opening_hours":"` + strings.Repeat("Mo off; ", 130) + `24/7"}`: "",
	} {
		check.Same(t, want, reading.Times("page", []byte(metadata)), metadata)
	}
	for metadata, want := range map[string]string{
		`{"start_date":"2026-12-05T18:00:00","end_date":"2026-12-05T22:00:00+01:00"}`: "2026-12-05T18:00/2026-12-05T22:00+01:00",
		`{"start_date":"2026-12-05"}`: "2026-12-05/",
		`{"start_date":"2026-05-01","end_date":"2026-09-30","opening_hours":"Mo-Fr 09:00-17:00"}`: "2026-05-01/2026-09-30 Mo-Fr 09:00-17:00",
		`{"start_date":"5 December"}`:                                                                                     "",
		`{"start_date":"5 December","opening_hours":"24/7"}`:                                                              "24/7",
		`{"start_date":"2026-12-05","event_status":"cancelled"}`:                                                          "off",
		`{"start_date":"2026-12-05","event_status":"postponed"}`:                                                          "off",
		`{"start_date":"2026-12-05","end_date":"2026-12-12","dates":["2026-12-05T18:00/2026-12-05T22:00","2026-12-12/"]}`: "2026-12-05T18:00/2026-12-05T22:00,2026-12-12/",
		`{"start_date":"2026-12-01","end_date":"2026-12-24","dates":"all of Advent","opening_hours":"10:00-20:00"}`:       "2026-12-01/2026-12-24 10:00-20:00",
		`{"start_date":"2026-12-01","end_date":"2026-12-24","dates":["2026-12-05/","and more"]}`:                          "2026-12-01/2026-12-24",
		`{"start_date":"2026-12-01","dates":{"from":"2026-12-05"}}`:                                                       "2026-12-01/",
		`{"start_date":"2026-12-01","dates":"2026-12-05"}`:                                                                "2026-12-05/",
		`{"dates":"all of Advent","opening_hours":"10:00-20:00"}`:                                                         "10:00-20:00",
	} {
		check.Same(t, want, reading.Times("event", []byte(metadata)), metadata)
	}
}
