package ingest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// array is a source of one JSON array, after its opening bracket. It only finds where items end; that they are JSON is found
// out when they are decoded.
type array struct {
	in     *bufio.Reader
	buf    []byte
	number int // of the item in buf
	size   int // of the item being read, buf's or more
}

func (a *array) next() (piece, error) {
	first, err := a.skipSpace()
	switch {
	case err != nil:
		return piece{}, err
	case first == ']':
		return piece{}, a.end()
	case a.number > 0 && first != ',':
		return piece{}, fmt.Errorf("item %d of the array is followed by %q instead of a comma or ]", a.number, first)
	case a.number > 0:
		if first, err = a.skipSpace(); err != nil {
			return piece{}, err
		}
	}
	a.number++
	if first == ',' || first == ']' {
		return piece{}, fmt.Errorf("item %d of the array is missing: there is a comma too many", a.number)
	}
	return a.item(first)
}

// item reads the item that begins with first.
func (a *array) item(first byte) (piece, error) {
	if cap(a.buf) > keptBuffer {
		a.buf = nil
	}
	a.buf, a.size = a.buf[:0], 0
	a.keep(first)
	var err error
	switch first {
	case '{', '[':
		err = a.nested()
	case '"':
		err = a.text()
	default:
		err = a.scalar()
	}
	return piece{number: a.number, text: a.buf, long: a.size > maxItem}, err
}

// nested reads on to the bracket that closes what is open.
func (a *array) nested() error {
	for depth := 1; depth > 0; {
		c, err := a.read()
		if err != nil {
			return err
		}
		a.keep(c)
		switch c {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			if err := a.text(); err != nil {
				return err
			}
		}
	}
	return nil
}

// text reads on to the end of a string: to a quote with an even number of backslashes before it.
func (a *array) text() error {
	for slashes := 0; ; {
		part, err := a.in.ReadSlice('"')
		closed := err == nil
		if !closed && !errors.Is(err, bufio.ErrBufferFull) {
			return a.failed(err)
		}
		a.keep(part...)
		if closed {
			part = part[:len(part)-1]
		}
		before := len(bytes.TrimRight(part, `\`))
		if before > 0 {
			slashes = 0
		}
		slashes += len(part) - before
		if closed && slashes%2 == 0 {
			return nil
		}
		if closed {
			slashes = 0
		}
	}
}

// scalar reads on to the end of a number or word, or what stands in its place.
func (a *array) scalar() error {
	for {
		c, err := a.read()
		if err != nil {
			return err
		}
		if c == ',' || c == ']' || isSpace(c) {
			return a.in.UnreadByte()
		}
		a.keep(c)
	}
}

func (a *array) keep(part ...byte) {
	a.size += len(part)
	a.buf = append(a.buf, part[:min(len(part), maxItem-len(a.buf))]...)
}

func (a *array) read() (byte, error) {
	c, err := a.in.ReadByte()
	if err != nil {
		return 0, a.failed(err)
	}
	return c, nil
}

// failed says where reading failed. Within the array there is no good end.
func (a *array) failed(err error) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("item %d of the array: the input ends before the array does", max(a.number, 1))
	}
	return fmt.Errorf("read item %d of the array: %w", max(a.number, 1), err)
}

func (a *array) skipSpace() (byte, error) {
	for {
		c, err := a.read()
		if err != nil || !isSpace(c) {
			return c, err
		}
	}
}

// end makes sure that nothing follows the array.
func (a *array) end() error {
	c, _, err := skipSpace(a.in)
	switch {
	case errors.Is(err, io.EOF):
		return io.EOF
	case err != nil:
		return fmt.Errorf("read what follows the array: %w", err)
	}
	return fmt.Errorf("there is more after the end of the array, from %q on", c)
}
