package schemaorg

import (
	"cmp"
	"encoding/json"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/hours"
)

func TestHours(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"openingHours":"Mo,Tu 08:00-20:00, Sa 09:00-18:00"`:                                                                                                           "Mo,Tu 08:00-20:00, Sa 09:00-18:00",
		`"openingHours":", , Mo 10:00-14:00,,Tu 10:00-14:00, , ;"`:                                                                                                     "Mo 10:00-14:00,Tu 10:00-14:00",
		`"openingHours":"Mo 08:00-20:00","openingHoursSpecification":[[{"dayOfWeek":"Mo","opens":"08:00","closes":"20:00"}]]`:                                          "Mo 08:00-20:00",
		`"openingHours":[", , ,"," "]`:                                                                                                                                 "",
		`"openingHours":["Mo-Fr 08:00-20:00","Sa 09:00-18:00"]`:                                                                                                        "Mo-Fr 08:00-20:00; Sa 09:00-18:00",
		`"openingHoursSpecification":["Mo 08:00-20:00",{"dayOfWeek":"Tu","opens":"T08:00","closes":"T20:00:00"}]`:                                                      "Mo 08:00-20:00; Tu 08:00-20:00",
		`"openingHours":{"dayOfWeek":["MON","tues","Thursday"],"opens":"8:00","closes":"20:00:00+01:00"}`:                                                              "Mo,Tu,Th 8:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"Monday, Tuesday and http://schema.org/Sunday","opens":"08:00","closes":"8 pm"}`:                                     "Mo,Tu,Su 08:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"Mo","opens":"12:30:00 AM","closes":"12 p.m."}`:                                                                      "Mo 00:30-12:00",
		`"openingHoursSpecification":{"dayOfWeek":"Mo","opens":"06:00","closes":"last flight 8 pm"}`:                                                                   "Mo 06:00-last flight 8 pm",
		`"openingHoursSpecification":{"dayOfWeek":"Friday-Monday","opens":"00:00","closes":"23:59"}`:                                                                   "Mo,Fr-Su 00:00-23:59",
		`"openingHoursSpecification":{"dayOfWeek":{"@id":"schema:Monday"},"opens":"08:00","closes":"20:00"}`:                                                           "Mo 08:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"Sunday","opens":"00:00","closes":"00:00:00"}`:                                                                       "",
		`"openingHoursSpecification":[{"dayOfWeek":"Sunday","opens":"closed","closes":"closed"},{"dayOfWeek":"Mo"}]`:                                                   "",
		`"openingHoursSpecification":{"dayOfWeek":"Mo","opens":"1:00","closes":"2:00","validFrom":"2026-12-24","validThrough":"2026-12-24"}`:                           "",
		`"openingHoursSpecification":[{"dayOfWeek":"Weekends","opens":"01:00","closes":"02:00"},{"dayOfWeek":"Wed, Thurs & Fri","opens":"08:00","closes":"20:00"}]`:    "Sa,Su 01:00-02:00; We-Fr 08:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"PublicHolidays","opens":"01:00","closes":"02:00"}`:                                                                  "PH 01:00-02:00",
		`"openingHoursSpecification":[{"dayOfWeek":["PublicHolidays","Sunday"],"opens":"00:00","closes":"00:00"},{"dayOfWeek":"Mo","opens":"08:00","closes":"20:00"}]`: "Mo 08:00-20:00; PH off",
		`"openingHoursSpecification":[{"dayOfWeek":"PublicHolidays","opens":"01:00","closes":"02:00"},{"dayOfWeek":"Mo","opens":"08:00","closes":"20:00"}]`:            "Mo 08:00-20:00; PH 01:00-02:00",
		`"openingHoursSpecification":{"dayOfWeek":"PublicHolidays"}`:                                                                                                   "",
	} {
		var it Thing
		check.NoError(t, json.Unmarshal([]byte("{"+text+"}"), &it))
		got, exact := it.hours("2026-06-30")
		check.Same(t, [2]string{want}, [2]string{got, exact}, text)
	}
}

// Seasons and single dates replace the hours of the week, and what is over does not count. All of it
// is opening hours for the reader of texts, too, unless a part is not understood.
func TestDatedHours(t *testing.T) {
	t.Parallel()
	const week = `{"dayOfWeek":["Monday","Tuesday","Wednesday","Thursday","Friday"],"opens":"06:00","closes":"22:00"},`
	spec := func(rest string) string { return `{"opens":"08:00","closes":"20:00",` + rest + `}` }
	for text, want := range map[string]string{
		`"openingHoursSpecification":[` + spec(`"validFrom":"2026-04-01","validThrough":"2026-10-31"`) + `,` + spec(`"dayOfWeek":"Sunday","validFrom":"2026-11-01","validThrough":"2027-03-31"`) + `]`:                       "2026 Apr 01-2026 Oct 31 08:00-20:00; 2026 Nov 01-2027 Mar 31 Su 08:00-20:00",
		`"openingHoursSpecification":[` + week + spec(`"validFrom":"2025-04-01","validThrough":"2025-10-31"`) + `]`:                                                                                                          "Mo-Fr 06:00-22:00",
		`"openingHoursSpecification":` + spec(`"validFrom":"2020-04-01T00:00:00+02:00","validThrough":"2020-10-31T23:59:59+02:00"`):                                                                                          "",
		`"openingHoursSpecification":[` + week + spec(`"validFrom":"2026-12-24","validThrough":"2026-12-24"`) + `,{"opens":"00:00","closes":"00:00","validFrom":"2026-12-25","validThrough":"2026-12-26"}]`:                  "Mo-Fr 06:00-22:00; 2026 Dec 25-26 off; 2026 Dec 24 08:00-20:00",
		`"openingHours":"Mo-Fr 06:00-22:00","specialOpeningHoursSpecification":[{"validFrom":"2026-12-25","validThrough":"2026-12-25"},` + spec(`"dayOfWeek":"Monday"`) + `]`:                                                "Mo-Fr 06:00-22:00; 2026 Dec 25 off",
		`"specialOpeningHoursSpecification":` + spec(`"validFrom":"2026-12-25","validThrough":"2026-12-25"`):                                                                                                                 "",
		`"openingHoursSpecification":[{"dayOfWeek":"Monday","opens":"06:00","closes":"10:00"},{"dayOfWeek":"Monday","opens":"14:00","closes":"18:00"},` + spec(`"validFrom":"2026-12-24","validThrough":"2026-12-24"`) + `]`: "Mo 06:00-10:00,14:00-18:00; 2026 Dec 24 08:00-20:00",
		`"openingHoursSpecification":[{"opens":"06:00","closes":"10:00","validFrom":"2026-07-01","validThrough":"2026-08-31"},{"opens":"14:00","closes":"18:00","validFrom":"2026-07-01","validThrough":"2026-08-31"}]`:      "2026 Jul 01-2026 Aug 31 06:00-10:00,14:00-18:00",
		`"openingHoursSpecification":[` + week + spec(`"dayOfWeek":["Mo-Fr"],"validFrom":"2026-01-01"`) + `]`:                                                                                                                "Mo-Fr 08:00-20:00",
		`"openingHoursSpecification":[` + week + spec(`"validThrough":"2027-01-10"`) + `]`:                                                                                                                                   "Mo-Fr 06:00-22:00; 2026 Jan 01-2027 Jan 10 08:00-20:00",
		`"openingHoursSpecification":[` + week + spec(`"validFrom":"2026-09-15"`) + `]`:                                                                                                                                      "Mo-Fr 06:00-22:00; 2026 Sep 15-2026 Dec 31 08:00-20:00; 2027+ 08:00-20:00",
		`"openingHoursSpecification":[` + week + `{"validFrom":"2026-12-25","opens":"00:00","closes":"00:00"}]`:                                                                                                              "Mo-Fr 06:00-22:00",
		`"openingHoursSpecification":` + spec(`"validFrom":"","validThrough":"0000-00-00"`):                                                                                                                                  "Mo-Su 08:00-20:00",
		`"openingHoursSpecification":` + spec(`"dayOfWeek":[]`):                                                                                                                                                              "Mo-Su 08:00-20:00",
		`"openingHoursSpecification":` + spec(`"dayOfWeek":["Montag","https://schema.org/Dienstag"]`):                                                                                                                        "Mo,Tu 08:00-20:00",
		`"openingHoursSpecification":` + spec(`"dayOfWeek":"lundi, mercredi"`):                                                                                                                                               "Mo,We 08:00-20:00",
		`"openingHoursSpecification":` + spec(`"dayOfWeek":"lundi, jours fériés"`):                                                                                                                                           "Mo,PH 08:00-20:00",
		`"openingHoursSpecification":` + spec(`"dayOfWeek":"Mo[1]"`):                                                                                                                                                         "Mo[1] 08:00-20:00",
		`"openingHoursSpecification":` + spec(`"dayOfWeek":"Apr-Oct"`):                                                                                                                                                       "Apr-Oct 08:00-20:00",
		`"openingHoursSpecification":` + spec(`"dayOfWeek":"April to October"`):                                                                                                                                              "April to October 08:00-20:00",
		`"openingHoursSpecification":` + spec(`"dayOfWeek":"Jan-Mar"`):                                                                                                                                                       "Jan-Mar 08:00-20:00",
		`"openingHoursSpecification":` + spec(`"dayOfWeek":["http://schema.org/December"]`):                                                                                                                                  "December 08:00-20:00",
		`"openingHoursSpecification":` + spec(`"dayOfWeek":"daily"`):                                                                                                                                                         "Mo-Su 08:00-20:00",
		`"openingHoursSpecification":[` + week + spec(`"dayOfWeek":["Sa","PublicHolidays"]`) + `]`:                                                                                                                           "Mo-Fr 06:00-22:00; Sa,PH 08:00-20:00",
	} {
		var it Thing
		check.NoError(t, json.Unmarshal([]byte("{"+text+"}"), &it))
		forReaders, exact := it.hours("2026-06-30")
		got := cmp.Or(exact, forReaders)
		check.Same(t, want, got, text)
		if read, ok := hours.Read(got, "en"); want != "" && (!ok || strings.Count(read.String(), ";") != strings.Count(got, ";")) {
			t.Errorf("%q is read as %v", got, read)
		}
	}
	for _, text := range []string{spec(`"dayOfWeek":"Blursday"`), spec(`"validFrom":"spring","validThrough":"autumn"`)} {
		var it Thing
		check.NoError(t, json.Unmarshal([]byte(`{"openingHoursSpecification":`+text+"}"), &it))
		got, _ := it.hours("2026-06-30")
		if _, ok := hours.Read(got, "en"); ok || !strings.Contains(got, "08:00-20:00") {
			t.Errorf("%s: %q, which is read", text, got)
		}
	}
}

// Readers see the hours of the week as the page has them. Single dates are for opening_hours alone.
func TestSingleDates(t *testing.T) {
	t.Parallel()
	var it Thing
	check.NoError(t, json.Unmarshal([]byte(`{"openingHoursSpecification":[{"dayOfWeek":"Monday","opens":"8:00","closes":"20:00"},
		{"validFrom":"2026-12-24","validThrough":"2026-12-24","opens":"08:00","closes":"12:00"}]}`), &it))
	text, exact := it.hours("2026-06-30")
	check.Same(t, "Mo 8:00-20:00", text)
	check.Same(t, "Mo 08:00-20:00; 2026 Dec 24 08:00-12:00", exact)
}
