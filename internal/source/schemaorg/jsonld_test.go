package schemaorg

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"airport-content/internal/check"
	"airport-content/internal/markup"
)

// Whatever the JSON-LD of a page holds, the item is made of text.
func FuzzJSONLD(f *testing.F) {
	f.Add(`[{"@type":["schema:Restaurant","x"],"@id":"#a","name":{"@value":"A"},"image":[{"url":["/a"]}],"telephone":1,"openingHours":["Mo-Fr 06:00-22:00"]}]`)
	f.Add(`{"@graph":[{"@type":"WebPage","mainEntity":{"@type":"Event","startDate":"2026-01-01","location":{"name":"Gate","address":{"streetAddress":"1"}}}}]}`)
	f.Add(`{"@type":"Store","openingHoursSpecification":[{"dayOfWeek":["https://schema.org/Monday",{"name":"Sunday"}],"opens":"06:00:00","closes":"22:00"}],"containedInPlace":"x"}`)
	f.Add(`[{"@type":"Store","name":{"@id":"#n"}},{"@id":"#n","@value":{"@id":"#n"}}]`)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "<") {
			return // this would end the script
		}
		doc := check.Must(markup.Parse(`<script type="application/ld+json">` + text + `</script>`))(t)
		about := Subject(Read(doc), &url.URL{Scheme: "https", Host: "airport.example"}, nil)
		if name := about.Text("name"); !utf8.ValidString(name) {
			t.Errorf("name %q", name)
		}
		for key, value := range about.Metadata() {
			if s, is := value.(string); !is || s == "" || !utf8.ValidString(s) {
				t.Errorf("%s: %q", key, value)
			}
		}
	})
}

func TestHours(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"openingHours":"Mo,Tu 08:00-20:00, Sa 09:00-18:00"`:                                                                                                        "Mo,Tu 08:00-20:00, Sa 09:00-18:00",
		`"openingHours":", , Mo 10:00-14:00,,Tu 10:00-14:00, , ;"`:                                                                                                  "Mo 10:00-14:00,Tu 10:00-14:00",
		`"openingHours":"Mo 08:00-20:00","openingHoursSpecification":[[{"dayOfWeek":"Mo","opens":"08:00","closes":"20:00"}]]`:                                       "Mo 08:00-20:00",
		`"openingHours":[", , ,"," "]`:                                                                                                                              "",
		`"openingHours":["Mo-Fr 08:00-20:00","Sa 09:00-18:00"]`:                                                                                                     "Mo-Fr 08:00-20:00; Sa 09:00-18:00",
		`"openingHoursSpecification":["Mo 08:00-20:00",{"dayOfWeek":"Tu","opens":"T08:00","closes":"T20:00:00"}]`:                                                   "Mo 08:00-20:00; Tu 08:00-20:00",
		`"openingHours":{"dayOfWeek":["MON","tues","Thursday"],"opens":"8:00","closes":"20:00:00+01:00"}`:                                                           "Mo,Tu,Th 8:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"Monday, Tuesday and http://schema.org/Sunday","opens":"08:00","closes":"8 pm"}`:                                  "Mo,Tu,Su 08:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"Mo","opens":"12:30:00 AM","closes":"12 p.m."}`:                                                                   "Mo 00:30-12:00",
		`"openingHoursSpecification":{"dayOfWeek":"Mo","opens":"06:00","closes":"last flight 8 pm"}`:                                                                "Mo 06:00-last flight 8 pm",
		`"openingHoursSpecification":{"dayOfWeek":"Friday-Monday","opens":"00:00","closes":"23:59"}`:                                                                "Mo,Fr-Su 00:00-23:59",
		`"openingHoursSpecification":{"dayOfWeek":{"@id":"schema:Monday"},"opens":"08:00","closes":"20:00"}`:                                                        "Mo 08:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"Sunday","opens":"00:00","closes":"00:00:00"}`:                                                                    "",
		`"openingHoursSpecification":[{"dayOfWeek":"Sunday","opens":"closed","closes":"closed"},{"dayOfWeek":"Mo"}]`:                                                "",
		`"openingHoursSpecification":{"dayOfWeek":"Mo","opens":"1:00","closes":"2:00","validFrom":"2026-12-24","validThrough":"2026-12-24"}`:                        "",
		`"openingHoursSpecification":[{"dayOfWeek":"Weekdays","opens":"01:00","closes":"02:00"},{"dayOfWeek":"Wed, Thurs & Sat","opens":"08:00","closes":"20:00"}]`: "We,Th,Sa 08:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"PublicHolidays","opens":"01:00","closes":"02:00"}`:                                                               "",
	} {
		var it Thing
		check.NoError(t, json.Unmarshal([]byte("{"+text+"}"), &it))
		check.Same(t, want, it.hours(), text)
	}
}

func TestEventStatus(t *testing.T) {
	for status, want := range map[string]any{"https://schema.org/EventCancelled": "cancelled", "http://schema.org/EventPostponed": "postponed",
		"schema:EventCancelled": "cancelled", "EventPostponed": "postponed", "https://schema.org/EventScheduled": nil,
		"https://schema.org/EventRescheduled": nil, "": nil} {
		if got := (Thing{"@type": "Event", "eventStatus": status}).Metadata()["event_status"]; got != want {
			t.Errorf("%q: %v, want %v", status, got, want)
		}
	}
}
