package document

import (
	"encoding/json"
	"fmt"
	"time"

	"airport-content/internal/hours"
)

// OpenTag is the tag of the items that are open in an hour of the day, 0 to 23.
func OpenTag(hour int) string { return fmt.Sprintf("open %d", hour) }

// HoursTag is the tag of the items whose opening hours are known.
const HoursTag = "open hours"

// sampleDays tell in which hours an item is usually open. Hours may differ between the seasons.
var sampleDays = []time.Time{time.Date(2026, time.January, 14, 0, 0, 0, 0, time.UTC), time.Date(2026, time.July, 15, 0, 0, 0, 0, time.UTC)}

// openTags lists the hours in which an item is usually open. An end that nobody knows ("until last
// departure") is midnight.
func openTags(metadata []byte) (tags []string) {
	var known struct {
		Hours string `json:"opening_hours"`
	}
	if json.Unmarshal(metadata, &known) != nil || known.Hours == "" {
		return nil
	}
	schedule, err := hours.Parse(known.Hours)
	if err != nil {
		return nil
	}
	for hour := range 24 {
		for _, day := range sampleDays {
			if schedule.At(day.Add(time.Duration(hour)*time.Hour+30*time.Minute)) == hours.Open {
				tags = append(tags, OpenTag(hour))
				break
			}
		}
	}
	return append(tags, HoursTag)
}
