package template

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"iter"
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

// Marks are the marks of a page, in their order, as a page record keeps them. Marks of another
// version are none.
type Marks []byte

// Store encodes marks: the first and the last ones of many.
func Store(all []Mark) Marks {
	if len(all) > maxMarks {
		all = slices.Concat(all[:maxMarks/2], all[len(all)-maxMarks/2:])
	}
	stored := append(make(Marks, 0, 1+markBytes*len(all)), version)
	for _, m := range all {
		stored = stored.with(m)
	}
	return stored
}

func (s Marks) with(m Mark) Marks {
	s = binary.LittleEndian.AppendUint32(s, m.Text)
	s = binary.LittleEndian.AppendUint16(s, m.Numbers)
	s = binary.LittleEndian.AppendUint16(s, uint16(m.Flags))
	return binary.LittleEndian.AppendUint32(s, m.Place)
}

// Len is how many marks there are.
func (s Marks) Len() int {
	if len(s)%markBytes != 1 || s[0] != version {
		return 0
	}
	return len(s) / markBytes
}

func (s Marks) at(n int) Mark {
	at := s[1+n*markBytes:]
	return Mark{binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint16(at[4:]), Flags(binary.LittleEndian.Uint16(at[6:])), binary.LittleEndian.Uint32(at[8:])}
}

// all are the marks one by one. Those of all pages, decoded, would take as much memory again.
func (s Marks) all() iter.Seq[Mark] {
	return func(yield func(Mark) bool) {
		for n := range s.Len() {
			if !yield(s.at(n)) {
				return
			}
		}
	}
}

// Said is the mark of what a page says of itself, such as a title.
func Said(kind, text string) Mark {
	return Mark{Text: hashOf(text), Flags: Saying, Place: hashOf(kind)}
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
func (s Marks) Digest() string { return digest(s.all()) }

func digest(marks iter.Seq[Mark]) string {
	var text []byte
	for m := range marks {
		if m.is(Linked) {
			m.Numbers = 0
		}
		if !m.is(Saying) {
			text = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint32(text, m.Text), m.Numbers)
		}
	}
	return Digest(string(text))
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
