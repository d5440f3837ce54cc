package api

import (
	"encoding/binary"
	"hash/crc32"
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/content"
)

// A forged cursor never gives the database a number or text that it cannot store.
func FuzzCursor(f *testing.F) {
	good := cursor{airport: "SFO", rights: rights{1, 2, 3}, Cursor: content.Cursor{Epoch: "e", Revision: 1 << 40, ID: "café", Start: 9}}
	text, err := cursorText.DecodeString(good.encode())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text[:len(text)-4])
	f.Add([]byte{})
	f.Add([]byte{cursorVersion})
	f.Add([]byte{9, 1, 2})
	f.Add([]byte{cursorVersion, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Add([]byte{cursorVersion, 1, 0, 1, 0xff, 0, 0, 0})
	f.Fuzz(func(t *testing.T, body []byte) {
		s := cursorText.EncodeToString(binary.BigEndian.AppendUint32(body, crc32.ChecksumIEEE(body)))
		c, err := decodeCursor(s)
		if err != nil || c.airport == "" {
			return
		}
		if c.Revision < 0 || c.Revision > maxRevision || c.Start < 0 || c.Start > maxRevision || !storable(c.ID) || !storable(c.Epoch) {
			t.Errorf("decoded %+v", c)
		}
		again, err := decodeCursor(c.encode())
		if err != nil {
			t.Fatalf("%+v does not come back: %v", c, err)
		}
		if d := cmp.Diff(c, again, cmp.AllowUnexported(cursor{})); d != "" {
			t.Error(d)
		}
	})
}
