package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is how many bytes back a compressed answer may refer. RFC 9659 gives the figure for
// zstd.
const maxWindow = 8 << 20

// unpack undoes the Content-Encoding of an answer. The client asks only for gzip, but some websites
// send Brotli or zstd. A name that is no coding, such as UTF-8, is ignored if the body is not
// binary.
func unpack(resp *http.Response) (io.Reader, error) {
	body := bufio.NewReader(resp.Body)
	if _, err := body.Peek(1); errors.Is(err, io.EOF) {
		return body, nil // a 304, for example
	}
	var codings []string
	for coding := range strings.SplitSeq(strings.Join(resp.Header.Values("Content-Encoding"), ","), ",") {
		codings = append(codings, strings.ToLower(strings.TrimSpace(coding)))
	}
	var in io.Reader = body
	for _, coding := range slices.Backward(codings) {
		var err error
		switch coding {
		case "gzip", "x-gzip":
			in, err = gzip.NewReader(in)
		case "br":
			in = brotli.NewReader(in)
		case "zstd":
			in, err = zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		case "", "identity":
		default:
			if isBinary(body) {
				err = refuse("the answer is packed in a way that was not asked for: %.60s", coding)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("unpack the answer: %w", err)
		}
	}
	return in, nil
}

// isBinary reports whether an answer is binary, by its first bytes.
func isBinary(body *bufio.Reader) bool {
	head, _ := body.Peek(512)
	return bytes.ContainsFunc(head, func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\r\f\x1b", r) })
}
