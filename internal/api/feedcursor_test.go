package api

import (
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/check"
)

// manyPlaces are places of airports, as a feed that runs for years has them.
func manyPlaces(airports int) (places []place) {
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for len(places) < airports {
		code := airportOf(int(random.Int64N(fourLetters)))
		if len(places)%20 == 0 {
			code = airportOf(int(random.Int64N(numberEnd)))
		}
		if !seen[code] {
			seen[code] = true
			places = append(places, place{airport: code, epoch: [3]byte{byte(random.IntN(256)), 1, 255}, revision: 1 + random.Int64N(1<<21)})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return strings.Compare(a.airport, b.airport) })
	return places
}

// A cursor of 600 airports comes back, and fits into a URL, also if the current place has the
// longest id.
func TestFeedCursorsOfManyAirports(t *testing.T) {
	for _, airports := range []int{0, 1, 2, 600} {
		c := &feedCursor{rights: rights{1, 2}, filter: filter{3}, places: manyPlaces(airports)}
		if airports > 0 {
			current := &c.places[airports/2]
			current.id, current.start = strings.Repeat("\U0001F6EB", 200), 1<<21
		}
		text := c.encode()
		if len(text) > longestFeedCursor {
			t.Errorf("%d airports: %d characters", airports, len(text))
		}
		again := check.Must(decodeFeedCursor(text))(t)
		if d := cmp.Diff(c, again, cmp.AllowUnexported(feedCursor{}, place{})); d != "" {
			t.Errorf("%d airports: %s", airports, d)
		}
	}
}

func TestAirportNumbers(t *testing.T) {
	for _, code := range []string{"000", "00A", "AAA", "SFO", "ZZZ", "0000", "000A", "AAAA", "0SFO", "ZZZZ"} {
		check.Same(t, code, airportOf(airportNumber(code)))
	}
	check.Same(t, numberEnd-1, airportNumber("ZZZZ"))
}

// A forged cursor never makes the parser panic, and never gives a place that a feed cannot have.
func FuzzFeedCursor(f *testing.F) {
	for _, places := range [][]place{nil, manyPlaces(3), {{airport: "SFO", id: "é", revision: 7, start: 9}}, {{airport: "SFO"}}} {
		c := feedCursor{rights: rights{1, 2, 3}, places: places}
		text, err := cursorText.DecodeString(c.encode())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text[:len(text)-4])
	}
	f.Add([]byte{feedVersion})
	f.Fuzz(func(t *testing.T, body []byte) {
		s := cursorText.EncodeToString(binary.BigEndian.AppendUint32(body, crc32.ChecksumIEEE(body)))
		c, err := decodeFeedCursor(s)
		if err != nil {
			return
		}
		current := 0
		for i, p := range c.places {
			if p.revision < 0 || p.revision > maxRevision || p.start < 0 || p.start > maxRevision || !storable(p.id) || i > 0 && p.airport <= c.places[i-1].airport {
				t.Errorf("decoded %+v", c)
			}
			if p.isCurrent() {
				current++
			}
		}
		again, err := decodeFeedCursor(c.encode())
		if err != nil || current > 1 {
			t.Fatalf("%+v does not come back: %v", c, err)
		}
		if d := cmp.Diff(c, again, cmp.AllowUnexported(feedCursor{}, place{})); d != "" {
			t.Error(d)
		}
	})
}
