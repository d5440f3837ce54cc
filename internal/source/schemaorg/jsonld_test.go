package schemaorg

import (
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
	f.Add(`{"@type":"Event","eventSchedule":{"startDate":"2026-11-07","repeatFrequency":"P2W","repeatCount":3,"startTime":"22:00","byDay":"Su"},"subEvent":{"startDate":"2026"}}`)
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
			texts, is := value.([]string)
			if !is {
				texts = []string{value.(string)}
			}
			for _, text := range texts {
				if text == "" || !utf8.ValidString(text) {
					t.Errorf("%s: %q", key, value)
				}
			}
		}
	})
}
