package template

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
)

// Mark is what a page record keeps of a block: hashes, and what the block is like.
type Mark struct {
	Text    uint32 // hash of the text; of a text with digits, hash of its letters
	Numbers uint16 // hash of a text with digits, or of where links lead; else 0
	Flags   Flags
	Place   uint32 // hash of the elements around the block
}

// Flags are what a block is like, and what became of it.
type Flags uint16

const (
	Strong  Flags = 1 << iota // a sentence, a link or a picture; no label ("Opening hours"), no fact ("6:00 to 22:00")
	Label                     // a text that names a row, an entry or the next text
	Linked                    // all of the text leads to web pages
	Heading                   // of the first level
	Moving                    // the numbers of the text move from one read of the page to the next
	Shared                    // the website repeats the block
	_                         // older programs have stored it
	Saying                    // no block, but what the page says of itself
)

const (
	version   = 1   // of stored marks
	markBytes = 12  // of a stored mark
	maxMarks  = 400 // stored of a page: the first and the last ones
)

// Marks are the marks of a page's blocks, in their order.
type Marks []Mark

// Said is the mark of what a page says of itself, such as a title.
func Said(kind, text string) Mark {
	return Mark{Text: hashOf(text), Flags: Saying, Place: hashOf(kind)}
}

// Store encodes the marks that a page record keeps.
func (m Marks) Store() []byte {
	stored := append(make([]byte, 0, 1+markBytes*min(len(m), maxMarks)), version)
	for _, one := range m.Ends() {
		stored = binary.LittleEndian.AppendUint32(stored, one.Text)
		stored = binary.LittleEndian.AppendUint16(stored, one.Numbers)
		stored = binary.LittleEndian.AppendUint16(stored, uint16(one.Flags))
		stored = binary.LittleEndian.AppendUint32(stored, one.Place)
	}
	return stored
}

// Ends are the first and the last marks of many: those that a page record keeps.
func (m Marks) Ends() Marks {
	if len(m) > maxMarks {
		return slices.Concat(m[:maxMarks/2], m[len(m)-maxMarks/2:])
	}
	return m
}

// Stored decodes what Store wrote. Marks of another version are none.
func Stored(stored []byte) Marks {
	if len(stored)%markBytes != 1 || stored[0] != version {
		return nil
	}
	marks := make(Marks, 0, len(stored)/markBytes)
	for at := stored[1:]; len(at) > 0; at = at[markBytes:] {
		marks = append(marks, Mark{binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint16(at[4:]),
			Flags(binary.LittleEndian.Uint16(at[6:])), binary.LittleEndian.Uint32(at[8:])})
	}
	return marks
}

// is reports whether the block has one of the flags.
func (m Mark) is(flags Flags) bool { return m.Flags&flags != 0 }

// plain is a mark without flags: the text at its place.
func (m Mark) plain() Mark {
	m.Flags = 0
	return m
}

// words is a plain mark without its numbers.
func (m Mark) words() Mark {
	m.Flags, m.Numbers = 0, 0
	return m
}

// Digest is a hash of what a page shows.
func (m Marks) Digest() string {
	var bytes []byte
	for _, one := range m {
		if one.is(Linked) {
			one.Numbers = 0
		}
		if !one.is(Saying) {
			bytes = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint32(bytes, one.Text), one.Numbers)
		}
	}
	return Digest(string(bytes))
}

// anywhere is a mark of the text at no place, wherever its links lead.
func (m Mark) anywhere() Mark {
	if m.Flags &= Linked; m.is(Linked) {
		m.Numbers = 0
	}
	m.Place = nowhere
	return m
}

// nowhere is no place.
const nowhere = math.MaxUint32

// Digest is a short hash of a text, enough to tell the pages of a website apart.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
