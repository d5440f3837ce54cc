package api

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"airport-content/internal/content"
)

// feedCursor is the content of nextCursor in the feed of all airports: a place in the changes of
// each airport that the feed has begun. The text of a cursor is base64url of
//
//	version, rights, filter, number of the current place, its id and start, places, CRC-32 of all before
//
// A place is the distance of its airport's number from the one before, a part of the epoch, and the
// revision, each as short as can be: 600 airports fit into a URL.
type feedCursor struct {
	rights rights
	filter filter
	places []place // by code
}

// place is a place in the changes of one airport. The feed comes to the end of an airport's changes
// before it goes on to the next, so at most one place is not at such an end: the current one.
type place struct {
	airport  string
	epoch    [3]byte // the first bytes; a new epoch begins with revision 0, too
	revision int64
	id       string // as in content.Cursor, of the current place
	start    int64
}

const (
	feedVersion = 3
	// longestFeedCursor leaves room in a URL for the other parameters.
	longestFeedCursor = maxURL - 500
)

// beginning is the place before all changes of an airport.
func beginning(h content.Head) place {
	return place{airport: h.Code, epoch: shortEpoch(h.Epoch), start: h.Revision}
}

// end is the place after all changes of an airport.
func end(airport, epoch string, revision int64) place {
	return place{airport: airport, epoch: shortEpoch(epoch), revision: revision + 1}
}

// shortEpoch is the beginning of an epoch, which is a random UUID.
func shortEpoch(epoch string) (short [3]byte) {
	_, _ = hex.Decode(short[:], []byte(epoch[:6])) // no error: a UUID
	return short
}

// byAirport is the order of places.
func byAirport(a, b place) int { return cmp.Compare(a.airport, b.airport) }

func (p *place) isCurrent() bool { return p.revision == 0 || p.id != "" }

// rested is the place while its airport is offline. Only one place may be the current one, so that of
// an airport whose items were read in part becomes one that has expired: its items come anew.
func (p place) rested() place {
	if p.isCurrent() {
		return p.anew()
	}
	return p
}

// anew is a place of the airport that has expired. The airport begins again. If the key no longer
// reads it, its removal is told.
func (p place) anew() place { return place{airport: p.airport, revision: 1} }

// cursor is the place as a cursor of its airport.
func (p *place) cursor(epoch string) content.Cursor {
	return content.Cursor{Epoch: epoch, Revision: p.revision, ID: p.id, Start: p.start}
}

// expired reports whether the place is unusable.
func (p *place) expired(h content.Head) bool {
	after := p.cursor(h.Epoch)
	return p.epoch != shortEpoch(h.Epoch) || after.Expired(&content.State{Epoch: h.Epoch, Revision: h.Revision, Purged: h.Purged})
}

func (c *feedCursor) encode() string {
	b := append([]byte{feedVersion}, c.rights[:]...)
	b = append(b, c.filter[:]...)
	places := slices.SortedFunc(slices.Values(c.places), func(a, b place) int { return cmp.Compare(airportNumber(a.airport), airportNumber(b.airport)) })
	current := slices.IndexFunc(places, func(p place) bool { return p.isCurrent() })
	b = binary.AppendUvarint(b, uint64(current+1))
	if current >= 0 {
		b = appendText(b, places[current].id)
		b = binary.AppendUvarint(b, uint64(places[current].start))
	}
	before := 0
	for _, p := range places {
		n := airportNumber(p.airport)
		b = binary.AppendUvarint(b, uint64(n-before))
		b = append(b, p.epoch[:]...)
		b = binary.AppendUvarint(b, uint64(p.revision))
		before = n
	}
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return cursorText.EncodeToString(b)
}

// decodeFeedCursor is the inverse of encode.
func decodeFeedCursor(s string) (*feedCursor, error) {
	body, err := cursorBody(s)
	if err != nil || body[0] != feedVersion {
		return nil, errGarbledCursor
	}
	r := cursorReader{left: body[1:]}
	c := &feedCursor{}
	copy(c.rights[:], r.bytes(int64(len(c.rights))))
	copy(c.filter[:], r.bytes(int64(len(c.filter))))
	current, id, start := r.number()-1, "", int64(0)
	if current >= 0 {
		id, start = r.text(), r.number()
	}
	number := 0
	for len(r.left) > 0 && !r.garbled {
		distance := r.number()
		p := place{}
		copy(p.epoch[:], r.bytes(int64(len(p.epoch))))
		p.revision = r.number()
		if distance == 0 && number > 0 || distance >= numberEnd-int64(number) {
			return nil, errGarbledCursor
		}
		number += int(distance)
		p.airport = airportOf(number)
		if int64(len(c.places)) == current {
			p.id, p.start = id, start
		} else if p.revision == 0 {
			return nil, errGarbledCursor
		}
		c.places = append(c.places, p)
	}
	if r.garbled || current >= int64(len(c.places)) || current >= 0 && !c.places[current].isCurrent() {
		return nil, errGarbledCursor
	}
	slices.SortFunc(c.places, byAirport)
	return c, nil
}

// Numbers of airports: codes of three characters come first, and are the usual ones.
const (
	fourLetters = 36 * 36 * 36
	numberEnd   = fourLetters + 36*36*36*36
)

// airportNumber is the number of an airport's code, which is in upper case.
func airportNumber(code string) int {
	n, _ := strconv.ParseInt(code, 36, 64) // no error: letters and digits
	if len(code) == 4 {
		n += fourLetters
	}
	return int(n)
}

// airportOf is the inverse of airportNumber.
func airportOf(number int) string {
	length := 3
	if number >= fourLetters {
		number, length = number-fourLetters, 4
	}
	code := strings.ToUpper(strconv.FormatInt(int64(number), 36))
	return strings.Repeat("0", length-len(code)) + code
}
