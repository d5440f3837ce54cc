package docs

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"time"
)

// file is something to serve that never changes while the program runs.
type file struct {
	body      []byte
	mediaType string
	packed    bool // body is compressed with gzip
	tag       string
}

func newFile(body []byte, mediaType string) *file {
	return &file{body: body, mediaType: mediaType, tag: `W/"` + fingerprint(body) + `"`}
}

// serve answers with the whole file, or with 304 to those who have it. cache is the Cache-Control. The tag is weak
// because the answer may be compressed on its way.
func (f *file) serve(w http.ResponseWriter, r *http.Request, cache string) {
	h := w.Header()
	body := f.body
	if f.packed && acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
	} else if f.packed {
		body = unpack(body)
	}
	h.Set("Content-Type", f.mediaType)
	h.Set("Cache-Control", cache)
	h.Set("ETag", f.tag)
	h.Set("X-Content-Type-Options", "nosniff")
	for _, name := range []string{"Range", "If-Range", "If-Match", "If-Unmodified-Since"} {
		r.Header.Del(name) // else ServeContent would answer some with failures of its own form
	}
	http.ServeContent(whole{w}, r, "", time.Time{}, bytes.NewReader(body))
}

// whole takes back ServeContent's offer of parts.
type whole struct{ http.ResponseWriter }

func (w whole) WriteHeader(status int) {
	w.Header().Del("Accept-Ranges")
	w.ResponseWriter.WriteHeader(status)
}

func acceptsGzip(r *http.Request) bool {
	for offer := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		coding, quality, _ := strings.Cut(strings.ReplaceAll(offer, " ", ""), ";q=")
		if coding == "gzip" && (quality == "" || strings.Trim(quality, "0.") != "") {
			return true
		}
	}
	return false
}

func unpack(packed []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // only for a file that is broken in the program itself
	}
	body, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	return body
}

func fingerprint(b []byte) string {
	sum := sha256.Sum256(b)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}
