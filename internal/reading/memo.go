package reading

import (
	"airport-content/internal/cache"
	"airport-content/internal/hours"
	"airport-content/internal/place"
)

// Items of an airport repeat their texts, such as "Terminal 1, Level 2" and "24 hours". So what was
// read is remembered.
const remembered = 256 << 10 // bytes of the texts of each kind

var (
	hoursRead  = cache.New[spoken, string](remembered)
	placesRead = cache.New[string, map[place.Part]string](remembered)
)

// spoken is a text in a language.
type spoken struct{ text, language string }

// readHours reads opening hours, as OpenStreetMap writes them; empty if the text is not understood.
func readHours(text, language string) string {
	key := spoken{text, language}
	read, ok := hoursRead.Get(key)
	if !ok {
		if schedule, understood := hours.Read(text, language); understood {
			read = schedule.String()
		}
		hoursRead.Add(key, read, len(text))
	}
	return read
}

// readParts reads the parts of a place. The map is not to be changed.
func readParts(text string) map[place.Part]string {
	read, ok := placesRead.Get(text)
	if !ok {
		read = place.Read(text)
		placesRead.Add(text, read, len(text))
	}
	return read
}
