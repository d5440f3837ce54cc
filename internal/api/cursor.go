package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"airport-content/internal/content"
)

// cursor is the content of nextCursor: a place in the changes of one airport, for keys with the
// same rights and requests with the same filter. A cursor gives no access by itself. The text of a
// cursor is base64url of
//
//	version, airport, epoch, revision, id, start, rights, CRC-32 of all before
//
// with the filter after the rights, if there is one. Numbers are uvarints; texts follow their
// length. A wrong CRC means a damaged cursor (400). A cursor with a right CRC may still have expired
// (410).
type cursor struct {
	airport string
	rights  rights
	filter  filter
	content.Cursor
}

// filter is a hash of the filter of changes. The zero filter takes everything.
type filter [8]byte

func filterOf(p *params) (f filter) {
	if p.Types != nil || p.Languages != nil || !p.includeBody {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %t", p.Types, p.Languages, p.includeBody))
		copy(f[:], sum[:])
	}
	return f
}

// Versions of the text, without and with a filter.
const (
	cursorVersion   = 1
	filteredVersion = 2
)

const (
	// maxRevision leaves room to add to a revision.
	maxRevision = 1 << 53
)

var (
	errGarbledCursor = errors.New("garbled cursor")
	cursorText       = base64.RawURLEncoding.Strict()
)

func (c *cursor) encode() string {
	b := []byte{cursorVersion}
	if c.filter != (filter{}) {
		b[0] = filteredVersion
	}
	b = appendText(b, c.airport)
	b = appendText(b, c.Epoch)
	b = binary.AppendUvarint(b, uint64(c.Revision))
	b = appendText(b, c.ID)
	b = binary.AppendUvarint(b, uint64(c.Start))
	b = append(b, c.rights[:]...)
	if c.filter != (filter{}) {
		b = append(b, c.filter[:]...)
	}
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return cursorText.EncodeToString(b)
}

func appendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// decodeCursor is the inverse of encode. For an intact cursor of another version, decodeCursor
// returns an empty cursor, which counts as expired.
func decodeCursor(s string) (*cursor, error) {
	body, err := cursorBody(s)
	if err != nil || body[0] == feedVersion {
		return nil, errGarbledCursor
	}
	if body[0] != cursorVersion && body[0] != filteredVersion {
		return &cursor{}, nil
	}
	r := cursorReader{left: body[1:]}
	c := &cursor{airport: r.text(), Cursor: content.Cursor{Epoch: r.text(), Revision: r.number(), ID: r.text(), Start: r.number()}}
	copy(c.rights[:], r.bytes(int64(len(c.rights))))
	if body[0] == filteredVersion {
		copy(c.filter[:], r.bytes(int64(len(c.filter))))
	}
	if r.garbled || len(r.left) > 0 {
		return nil, errGarbledCursor
	}
	return c, nil
}

// cursorBody is what the text of a cursor holds before the CRC; not empty.
func cursorBody(s string) ([]byte, error) {
	b, err := cursorText.DecodeString(s)
	if err != nil || len(b) < 5 || strings.ContainsAny(s, "\r\n") { // the base64 decoder ignores line breaks
		return nil, errGarbledCursor
	}
	body, sum := b[:len(b)-4], b[len(b)-4:]
	if crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(sum) {
		return nil, errGarbledCursor
	}
	return body, nil
}

// cursorReader reads the fields of a cursor in order. A missing or wrong field makes the cursor
// garbled.
type cursorReader struct {
	left    []byte
	garbled bool
}

func (r *cursorReader) bytes(n int64) []byte {
	if n > int64(len(r.left)) {
		r.garbled = true
		return nil
	}
	b := r.left[:n]
	r.left = r.left[n:]
	return b
}

func (r *cursorReader) number() int64 {
	n, size := binary.Uvarint(r.left)
	if size <= 0 || n > maxRevision {
		r.garbled = true
		return 0
	}
	r.left = r.left[size:]
	return int64(n)
}

func (r *cursorReader) text() string {
	s := string(r.bytes(r.number()))
	r.garbled = r.garbled || !storable(s)
	return s
}
