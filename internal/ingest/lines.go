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
	// maxStrange is after how many lines at the start without an object the input is not taken for NDJSON.
	maxStrange = 20
)

// lines is a source of NDJSON.
type lines struct {
	in      *bufio.Reader
	buf     []byte
	number  int    // of the line in buf
	objects bool   // some line began like an object
	strange int    // lines before that which did not
	example string // the first of these
}

func (l *lines) next() (piece, error) {
	for {
		p, err := l.read()
		if errors.Is(err, io.EOF) && !l.objects && l.strange > 0 {
			return piece{}, l.notJSON()
		}
		if err != nil {
			return piece{}, err
		}
		p.text = bytes.Trim(p.text, " \t\r\n")
		if len(p.text) > 0 {
			return p, l.look(p)
		}
	}
}

// look ends an input that does not look like NDJSON at all.
func (l *lines) look(p piece) error {
	l.objects = l.objects || p.text[0] == '{'
	if l.objects {
		return nil
	}
	if l.strange == 0 {
		l.example = fmt.Sprintf("line %d begins %.40q", p.number, p.text[:min(len(p.text), 160)])
	}
	l.strange++
	if l.strange > maxStrange {
		return l.notJSON()
	}
	return nil
}

func (l *lines) notJSON() error {
	return fmt.Errorf("the input is neither NDJSON (one JSON object a line) nor one JSON array: %s", l.example)
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
