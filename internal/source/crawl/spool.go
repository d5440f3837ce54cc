package crawl

import (
	"fmt"
	"io"
	"os"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/klauspost/compress/zstd"

	"airport-content/internal/source/lenient"
	"airport-content/internal/source/page"
)

// spool keeps what was found in a file until all pages are read. What the pages of a website repeat
// is known only then.
type spool struct {
	file   *os.File
	size   int64
	writer *zstd.Encoder
	reader *zstd.Decoder
	err    error // the first one of add
}

// place is where the spool has a page; empty: the page is not there.
type place struct {
	at     int64
	length int
}

// spooled is what the spool has of a page.
type spooled struct {
	Item Item
	Page *page.Page // that the item is made of; nil: the item is whole
}

// asText leaves values of any type as JSON text: a number may be longer than a float64.
var asText = json.WithUnmarshalers(json.UnmarshalFromFunc(func(from *jsontext.Decoder, value *any) error {
	text, err := from.ReadValue()
	*value = text.Clone()
	return err
}))

func newSpool() (*spool, error) {
	file, err := os.CreateTemp("", "airport-content-crawl-*")
	if err != nil {
		return nil, fmt.Errorf("make an items file: %w", err)
	}
	_ = os.Remove(file.Name()) // the open file stays until it is closed
	writer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	reader, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	return &spool{file: file, writer: writer, reader: reader}, err
}

func (s *spool) close() {
	_ = s.file.Close()
	_ = s.writer.Close()
	s.reader.Close()
}

// pack packs what an outcome has made; nil if there is nothing.
func (s *spool) pack(o *Outcome) []byte {
	if o.made == nil {
		return nil
	}
	text, err := json.Marshal(o.made, json.Deterministic(true), lenient.Options)
	if o.made = nil; err != nil {
		*o = BadPage(err.Error())
		return nil
	}
	return s.writer.EncodeAll(text, nil)
}

// add writes what pack made.
func (s *spool) add(packed []byte) place {
	if len(packed) == 0 || s.err != nil {
		return place{}
	}
	_, s.err = s.file.Write(packed)
	s.size += int64(len(packed))
	return place{s.size - int64(len(packed)), len(packed)}
}

// get reads what add wrote.
func (s *spool) get(from place) (one spooled, err error) {
	packed := make([]byte, from.length)
	if _, err = io.ReadFull(io.NewSectionReader(s.file, from.at, int64(from.length)), packed); err != nil {
		return one, err
	}
	text, err := s.reader.DecodeAll(packed, nil)
	if err == nil {
		err = json.Unmarshal(text, &one, lenient.Options, asText)
	}
	return one, err
}
