package crawl

import (
	"cmp"
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

// spooled is what the spool has of a page. Metadata stay JSON text: a number may be longer than a
// float64.
type spooled struct {
	Item     Item
	Metadata map[string]jsontext.Value
	Page     *page.Page
}

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

// pack packs what was found; nil if nothing was.
func (s *spool) pack(o *Outcome) []byte {
	if o.kind != found {
		return nil
	}
	one := spooled{Item: o.item, Page: o.page}
	var err error
	if one.Metadata, err = asText(o.item.Metadata); err == nil {
		one.Item.Metadata = nil
	}
	text, failed := json.Marshal(one, lenient.Options)
	if err = cmp.Or(err, failed); err != nil {
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
func (s *spool) get(from place) (found spooled, err error) {
	packed := make([]byte, from.length)
	if _, err = io.ReadFull(io.NewSectionReader(s.file, from.at, int64(from.length)), packed); err != nil {
		return found, err
	}
	text, err := s.reader.DecodeAll(packed, nil)
	if err == nil {
		err = json.Unmarshal(text, &found, lenient.Options)
	}
	for key, value := range found.Metadata {
		if found.Item.Metadata == nil {
			found.Item.Metadata = map[string]any{}
		}
		found.Item.Metadata[key] = value
	}
	return found, err
}

// asText are values as JSON text.
func asText(values map[string]any) (map[string]jsontext.Value, error) {
	all := map[string]jsontext.Value{}
	for key, value := range values {
		text, err := json.Marshal(value, json.Deterministic(true), lenient.Options)
		if err != nil {
			return nil, err
		}
		all[key] = text
	}
	return all, nil
}
