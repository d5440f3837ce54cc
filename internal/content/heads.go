package content

import (
	"cmp"
	"slices"
	"strconv"
	"time"
)

// Head is where the changes of an airport end.
type Head struct {
	Code     string
	Epoch    string
	Revision int64
	Purged   int64 // deletions of revisions up to this one may be forgotten
	Offline  bool
}

// ID is State.ID of the airport.
func (h Head) ID() string { return h.Epoch + " " + strconv.FormatInt(h.Revision, 10) }

// Heads are the heads of all airports at one moment.
type Heads struct {
	List      []Head               // by code
	Number    int64                // of the list: another list has another number
	Timestamp time.Time            // UTC, whole milliseconds, by the database's clock
	SafeTimes map[string]time.Time // of the airports whose safe sync time is before Timestamp
}

// SafeTime is a safe sync time for some airports together.
func (h Heads) SafeTime(airports []Head) time.Time {
	earliest := h.Timestamp
	for airport, safe := range h.SafeTimes {
		if _, among := FindHead(airports, airport); among && safe.Before(earliest) {
			earliest = safe
		}
	}
	return earliest
}

// FindHead finds the head of an airport in a list.
func FindHead(list []Head, airport string) (Head, bool) {
	i, ok := slices.BinarySearchFunc(list, airport, func(h Head, airport string) int { return cmp.Compare(h.Code, airport) })
	if !ok {
		return Head{}, false
	}
	return list[i], true
}
