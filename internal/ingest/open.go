package ingest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// foreign are the first bytes of what people hand in by mistake.
var foreign = []struct{ magic, name string }{
	{"\x1f\x8b", "gzip; unpack it first"},
	{"PK\x03\x04", "a zip archive; unpack it first"},
	{"\x28\xb5\x2f\xfd", "zstd; unpack it first"},
	{"BZh", "bzip2; unpack it first"},
	{"\xfd7zXZ", "xz; unpack it first"},
	{"%PDF", "PDF"},
	{"\xff\xfe", "UTF-16; convert it to UTF-8 first"},
	{"\xfe\xff", "UTF-16; convert it to UTF-8 first"},
	{"{\x00", "UTF-16; convert it to UTF-8 first"},
	{"[\x00", "UTF-16; convert it to UTF-8 first"},
	{"\x00", "binary, or UTF-16; it must be UTF-8"},
}

// open finds out the format: the first byte that is no space decides, unless it begins an array that is but a line among
// lines.
func open(in *bufio.Reader) (source, error) {
	head, err := in.Peek(8)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read line 1: %w", err)
	}
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return nil, fmt.Errorf("the input is %s (wanted NDJSON or one JSON array)", f.name)
		}
	}
	if mark := "\xef\xbb\xbf"; bytes.HasPrefix(head, []byte(mark)) {
		if _, err := in.Discard(len(mark)); err != nil {
			return nil, fmt.Errorf("read line 1: %w", err)
		}
	}
	first, line, err := skipSpace(in)
	switch {
	case errors.Is(err, io.EOF):
		return nil, ErrEmpty
	case err != nil:
		return nil, fmt.Errorf("read line %d: %w", line, err)
	}
	if err := in.UnreadByte(); err != nil {
		return nil, fmt.Errorf("read line %d: %w", line, err)
	}
	if first == '[' {
		start, err := in.Peek(in.Size())
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("read line %d: %w", line, err)
		}
		if !arrayAmongLines(start) {
			_, err := in.Discard(1)
			return &array{in: in}, err
		}
	}
	return &lines{in: in, number: line - 1}, nil
}

// arrayAmongLines tells whether the first line is a whole JSON value and a later one begins like an object.
func arrayAmongLines(start []byte) bool {
	end := bytes.IndexByte(start, '\n')
	return end > 0 && jsontext.Value(start[:end]).IsValid() && bytes.Contains(start[end:], []byte("\n{"))
}

// skipSpace eats the first byte that is no space, and tells on which line it stands.
func skipSpace(in *bufio.Reader) (c byte, line int, err error) {
	for line = 1; ; {
		c, err = in.ReadByte()
		if err != nil || !isSpace(c) {
			return c, line, err
		}
		if c == '\n' {
			line++
		}
	}
}

// isSpace knows the space of JSON.
func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
