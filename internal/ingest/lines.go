package ingest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

const (
	// maxItem bounds the text of an item, in bytes: a content of 2 MB with every character escaped
	// takes 12 MB, which leaves 4 for the other fields.
	maxItem = 16 << 20
	// keptBuffer is how much memory is held on to between items.
	keptBuffer = 1 << 20
)

// lines is a source of NDJSON.
type lines struct {
	in      *bufio.Reader
	buf     []byte
	number  int    // of the line in buf
	objects bool   // some line began like an object
	example string // the first line before that, none of which did
}

func (l *lines) next() (piece, error) {
	for {
		p, err := l.read()
		if errors.Is(err, io.EOF) && !l.objects && l.example != "" {
			return piece{}, fmt.Errorf("the input is neither NDJSON (one JSON object a line) nor one JSON array: %s", l.example)
		}
		if err != nil {
			return piece{}, err
		}
		p.text = bytes.Trim(p.text, " \t\r\n")
		if len(p.text) > 0 {
			l.note(p)
			return p, nil
		}
	}
}

// note remembers what shows, at the end, that the input was no NDJSON at all.
func (l *lines) note(p piece) {
	l.objects = l.objects || p.text[0] == '{'
	if !l.objects && l.example == "" {
		l.example = fmt.Sprintf("line %d begins %.40q", p.number, p.text[:min(len(p.text), 160)])
	}
}

// read reads one line; io.EOF when there is none.
func (l *lines) read() (piece, error) {
	if cap(l.buf) > keptBuffer {
		l.buf = nil
	}
	l.buf = l.buf[:0]
	l.number++
	p := piece{number: l.number}
	for size := 0; ; {
		part, err := l.in.ReadSlice('\n')
		size += len(part)
		l.buf = append(l.buf, part[:min(len(part), maxItem-len(l.buf))]...)
		p.text, p.long, p.open = l.buf, size > maxItem, errors.Is(err, io.EOF)
		switch {
		case err == nil, p.open && size > 0:
			return p, nil
		case p.open:
			return piece{}, io.EOF
		case !errors.Is(err, bufio.ErrBufferFull):
			return piece{}, fmt.Errorf("read line %d: %w", l.number, err)
		}
	}
}
