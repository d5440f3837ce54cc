package document

import (
	"fmt"
	"slices"
	"time"

	"airport-content/internal/cache"
	"airport-content/internal/hours"
)

// OpenTag is the tag of the items that are open in an hour of the day, 0 to 23.
func OpenTag(hour int) string { return fmt.Sprintf("open %d", hour) }

// HoursTag is the tag of the items whose opening hours are known.
const HoursTag = "open hours"

// sampleDays tell in which hours an item is usually open. Hours may differ between the seasons.
var sampleDays = []time.Time{time.Date(2026, time.January, 14, 0, 0, 0, 0, time.UTC), time.Date(2026, time.July, 15, 0, 0, 0, 0, time.UTC)}

// Shops share their opening hours, so the tags of hours are remembered.
const (
	remembered = 1 << 20 // bytes of the texts and their tags
	tagSize    = 32      // bytes of a tag in memory, with its header
)

var openTagsOf = cache.New[string, []string](remembered)

// openTags lists the hours in which an item with these opening hours is usually open. An end that
// nobody knows ("until last departure") is midnight.
func openTags(opening string) (tags []string) {
	if opening == "" {
		return nil
	}
	if tags, ok := openTagsOf.Get(opening); ok {
		return tags
	}
	if schedule, err := hours.Parse(opening); err == nil {
		for hour := range 24 {
			if isUsuallyOpen(schedule, hour) {
				tags = append(tags, OpenTag(hour))
			}
		}
		tags = append(tags, HoursTag)
	}
	openTagsOf.Add(opening, tags, len(opening)+tagSize*len(tags))
	return tags
}

func isUsuallyOpen(schedule *hours.Schedule, hour int) bool {
	return slices.ContainsFunc(sampleDays, func(day time.Time) bool {
		return schedule.At(day.Add(time.Duration(hour)*time.Hour+30*time.Minute)) == hours.Open
	})
}
