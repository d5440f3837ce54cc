package content

import (
	"cmp"
	"maps"
	"slices"
)

// Liked lists all language tags of the airport's items, the most liked first: those that the first
// language of prefer takes, then those of the second, and so on; then all others, the commonest
// first. A tag with the preferred region, or without one, comes before a tag of a wider region.
func (s *State) Liked(prefer []Language) []string {
	items := s.Languages(EveryType())
	return slices.SortedFunc(maps.Keys(items), func(a, b string) int {
		x, y := languageOf(a), languageOf(b)
		if c := cmp.Compare(place(prefer, x), place(prefer, y)); c != 0 {
			return c
		}
		if i := place(prefer, x); i < len(prefer) {
			if c := cmp.Compare(prefer[i].distance(x), prefer[i].distance(y)); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(items[b], items[a]), cmp.Compare(a, b))
	})
}

// place is the index of the first language that takes an item's language; without one, their number.
func place(prefer []Language, of Language) int {
	if i := slices.IndexFunc(prefer, func(l Language) bool { return l.Takes(of) }); i >= 0 {
		return i
	}
	return len(prefer)
}

// distance is 0 for the same region, 1 for an item without a region, and 2 for any other.
func (l Language) distance(of Language) int {
	switch {
	case l.region == of.region:
		return 0
	case of.region == "":
		return 1
	}
	return 2
}
