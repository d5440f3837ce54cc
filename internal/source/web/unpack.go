package web

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

const (
	// maxWindow is how many bytes back a compressed answer may refer. RFC 9659 gives the figure for
	// zstd.
	maxWindow = 8 << 20

	maxCodings = 2 // of an answer: that of the website, and that of a proxy
)

// unpacking has room for the answers that are unpacked at a time, since a decoder takes up to 16 MB.
var unpacking = make(chan struct{}, 4)

// unpack undoes the Content-Encoding of an answer, one coding after the other. The client asks only
// for gzip, but some websites send Brotli or zstd. What comes of each coding is bounded as the
// answer is.
func (r Request) unpack(body []byte, header http.Header) ([]byte, error) {
	var codings []string
	for name := range strings.SplitSeq(strings.Join(header.Values("Content-Encoding"), ","), ",") {
		if coding := strings.ToLower(strings.TrimSpace(name)); coding != "" && coding != "identity" {
			codings = append(codings, coding)
		}
	}
	switch {
	case len(body) == 0 || len(codings) == 0: // a 304 may name a coding
		return body, nil
	case len(codings) > maxCodings:
		return nil, refuse("the answer is packed %d times over, and %d are read", len(codings), maxCodings)
	}
	unpacking <- struct{}{}
	defer func() { <-unpacking }()
	for _, coding := range slices.Backward(codings) {
		var err error
		if body, err = r.decode(body, coding); err != nil {
			return nil, err
		}
	}
	return body, nil
}

// decode undoes one coding. A name that is no coding, such as UTF-8, is ignored if the body is not
// binary.
func (r Request) decode(body []byte, coding string) ([]byte, error) {
	packed := bytes.NewReader(body)
	switch coding {
	case "gzip", "x-gzip":
		in, err := gzip.NewReader(packed)
		if err != nil {
			return nil, fmt.Errorf("unpack the answer: %w", err)
		}
		return r.readAll(in)
	case "br":
		return r.readAll(brotli.NewReader(packed))
	case "zstd":
		in, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, fmt.Errorf("unpack the answer: %w", err)
		}
		defer in.Close()
		return r.readAll(in)
	}
	if isBinary(body) {
		return nil, refuse("the answer is packed in a way that was not asked for: %.60s", coding)
	}
	return body, nil
}

// readAll reads what the request allows. If there is more, readAll cuts it off or returns an error.
func (r Request) readAll(in io.Reader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(in, r.Limit+1))
	switch long := int64(len(body)) > r.Limit; {
	case long && r.Cut:
		return body[:r.Limit], nil
	case long:
		return nil, refuse("the answer has more than %d MB", r.Limit>>20)
	case err != nil:
		return nil, fmt.Errorf("the answer breaks off: %w", err)
	}
	return body, nil
}

// isBinary reports whether an answer is binary, by its first bytes.
func isBinary(body []byte) bool {
	return bytes.ContainsFunc(body[:min(len(body), 512)], func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\r\f\x1b", r) })
}
