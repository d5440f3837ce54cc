// Package apidocs is the documentation that the server itself serves: the OpenAPI document, and a page with a guide and
// an interactive reference.
package apidocs

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"
	"github.com/goccy/go-yaml"
	swaggerui "github.com/swaggest/swgui/v5/static"
)

//go:embed openapi.yaml page
var files embed.FS

const (
	textCSS    = "text/css; charset=utf-8"
	javaScript = "text/javascript; charset=utf-8"
)

// Mount adds the documentation to a router: /api/v1/openapi.yaml, /api/v1/openapi.json, /docs and what that page loads.
func Mount(r chi.Router) {
	const document, page = "public, max-age=300", "no-cache"
	r.Get("/api/v1/openapi.yaml", serve("application/yaml", document, own("openapi.yaml")))
	r.Get("/api/v1/openapi.json", serve("application/json; charset=utf-8", document, asJSON))
	r.Get("/docs", withPolicy(serve("text/html; charset=utf-8", page, own("page/index.html"))))
	r.Get("/docs/", http.RedirectHandler("/docs", http.StatusPermanentRedirect).ServeHTTP)
	for _, name := range []string{"docs.css", "search.css", "swagger.css"} {
		r.Get("/docs/assets/"+name, serve(textCSS, page, own("page/"+name)))
	}
	for _, name := range []string{"docs.js", "parts.js", "access.js", "search.js"} {
		r.Get("/docs/assets/"+name, serve(javaScript, page, own("page/"+name)))
	}
	r.Get("/docs/assets/icon.svg", serve("image/svg+xml", page, own("page/icon.svg")))
	r.Get("/docs/assets/swagger-ui.css", serve(textCSS, page, swagger("swagger-ui.css")))
	r.Get("/docs/assets/swagger-ui-bundle.js", serve(javaScript, page, swagger("swagger-ui-bundle.js")))
}

// serve answers with what read returns, which is read once, at the first request; or with 304 to those who have it.
func serve(mediaType, cache string, read func() ([]byte, error)) http.HandlerFunc {
	type file struct {
		body []byte
		tag  string
	}
	load := sync.OnceValue(func() file {
		body, err := read()
		if err != nil {
			panic(fmt.Errorf("a file of the documentation, which is in the program: %w", err))
		}
		sum := sha256.Sum256(body)
		// Weak, because the answer may be compressed on its way.
		return file{body, `W/"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`}
	})
	return func(w http.ResponseWriter, r *http.Request) {
		f := load()
		h := w.Header()
		h.Set("Cache-Control", cache)
		h.Set("ETag", f.tag)
		if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		h.Set("Content-Type", mediaType)
		h.Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(f.body) // a caller who left
	}
}

// withPolicy lets the page load what this server serves and nothing else: no inline script, no inline style, no frame
// around it. The data: images are the arrows in Swagger UI's style sheet.
func withPolicy(page http.HandlerFunc) http.HandlerFunc {
	const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		page(w, r)
	}
}

// own reads a file of this package.
func own(name string) func() ([]byte, error) {
	return func() ([]byte, error) { return files.ReadFile(name) }
}

// swagger reads a file of Swagger UI, which the library holds compressed.
func swagger(name string) func() ([]byte, error) {
	return func() ([]byte, error) {
		packed, err := swaggerui.FS.ReadFile(name + ".gz")
		if err != nil {
			return nil, err
		}
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(z)
	}
}

// asJSON keeps the order of the keys, which is the order in which people read the reference.
func asJSON() ([]byte, error) {
	text, err := files.ReadFile("openapi.yaml")
	if err != nil {
		return nil, err
	}
	return yaml.YAMLToJSON(text)
}
