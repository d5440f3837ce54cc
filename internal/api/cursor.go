package api

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strings"

	"airport-content/internal/content"
)

// cursor is what nextCursor stands for: a place in the changes of one airport, as seen by keys with the same rights.
// It grants nothing. The caller keeps it as opaque text: base64url of
//
//	version, airport, epoch, revision, id, start, rights, CRC-32 of all before
//
// where numbers are uvarints and texts have their length before them. The CRC tells a damaged cursor from one
// that was ours and no longer serves.
type cursor struct {
	airport string
	rights  rights
	content.Cursor
}

const (
	cursorVersion = 1
	// maxRevision leaves room for a store to add to it.
	maxRevision = 1 << 53
)

var (
	errGarbledCursor = errors.New("garbled cursor")
	cursorText       = base64.RawURLEncoding.Strict()
)

func (c *cursor) encode() string {
	b := []byte{cursorVersion}
	b = appendText(b, c.airport)
	b = appendText(b, c.Epoch)
	b = binary.AppendUvarint(b, uint64(c.Revision))
	b = appendText(b, c.ID)
	b = binary.AppendUvarint(b, uint64(c.Start))
	b = append(b, c.rights[:]...)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return cursorText.EncodeToString(b)
}

func appendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// decodeCursor reads what encode wrote. A whole cursor of another version is one that no airport knows: it has expired.
func decodeCursor(s string) (*cursor, error) {
	b, err := cursorText.DecodeString(s)
	if err != nil || len(b) < 5 || strings.ContainsAny(s, "\r\n") { // which the decoder passes over
		return nil, errGarbledCursor
	}
	body, sum := b[:len(b)-4], b[len(b)-4:]
	if crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(sum) {
		return nil, errGarbledCursor
	}
	if body[0] != cursorVersion {
		return &cursor{}, nil
	}
	r := cursorReader{bytes.NewReader(body[1:])}
	c := &cursor{airport: r.text(), Cursor: content.Cursor{Epoch: r.text(), Revision: r.number(), ID: r.text(), Start: r.number()}}
	copy(c.rights[:], r.take(len(c.rights)))
	if r.left == nil {
		return nil, errGarbledCursor
	}
	return c, nil
}

// cursorReader eats a cursor from the left; left is nil after the first thing that is not there.
type cursorReader struct{ left *bytes.Reader }

func (r *cursorReader) take(n int) []byte {
	if r.left == nil || n > r.left.Len() {
		r.left = nil
		return nil
	}
	b := make([]byte, n)
	_, _ = r.left.Read(b) // has them all
	return b
}

func (r *cursorReader) number() int64 {
	if r.left == nil {
		return 0
	}
	n, err := binary.ReadUvarint(r.left)
	if err != nil || n > maxRevision {
		r.left = nil
		return 0
	}
	return int64(n)
}

func (r *cursorReader) text() string {
	n := r.number()
	if n > 1<<16 {
		r.left = nil
	}
	s := string(r.take(int(n)))
	if !storable(s) {
		r.left = nil
	}
	return s
}
