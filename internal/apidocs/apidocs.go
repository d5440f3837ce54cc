// Package apidocs is the documentation that the server itself serves: the OpenAPI document, and a
// page with a guide, a search box and a reference.
package apidocs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"
	"github.com/goccy/go-yaml"
)

//go:embed openapi.yaml llms.txt page
var files embed.FS

// Contact is the contact for partners. Both fields are optional.
type Contact struct {
	URL, Email string
}

// Host is the host of the URL, as a name for the operator of the service.
func (c Contact) Host() string {
	u, err := url.Parse(c.URL)
	if err != nil {
		return c.URL
	}
	return strings.TrimPrefix(u.Host, "www.")
}

var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".html": "text/html; charset=utf-8",
	".md": "text/markdown; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".yaml": "application/yaml", ".json": "application/json; charset=utf-8",
}

// Mount returns a function that adds the documentation to a router: /api/v1/openapi.yaml,
// /api/v1/openapi.json, /docs and the files of that page, /docs.md and /llms.txt.
// publicURL is the address of the service in the document; empty: the one that a request names.
func Mount(contact Contact, publicURL string) func(chi.Router) {
	const forDocument, forPage = "public, max-age=300", "no-cache"
	document := func() ([]byte, error) { return withContact(contact) }
	return func(r chi.Router) {
		r.Get("/api/v1/openapi.yaml", serveAt(publicURL, ".yaml", forDocument, document))
		r.Get("/api/v1/openapi.json", serveAt(publicURL, ".json", forDocument, func() ([]byte, error) {
			text, err := document()
			if err != nil {
				return nil, err
			}
			return yaml.YAMLToJSON(text) // keeps the order of the keys
		}))
		r.Get("/docs", withPolicy(serve(".html", forPage, func() ([]byte, error) { return renderPage(contact) })))
		r.Get("/docs.md", serve(".md", forDocument, func() ([]byte, error) { return guide(contact) }))
		r.Get("/llms.txt", serve(".txt", forDocument, func() ([]byte, error) { return files.ReadFile("llms.txt") }))
		r.Get("/docs/", http.RedirectHandler("/docs", http.StatusPermanentRedirect).ServeHTTP)
		assets, _ := files.ReadDir("page/assets") // no error: the directory is embedded
		for _, asset := range assets {
			r.Get("/docs/assets/"+asset.Name(), serve(path.Ext(asset.Name()), forPage, func() ([]byte, error) {
				return files.ReadFile("page/assets/" + asset.Name())
			}))
		}
	}
}

// withContact returns the document with info.contact.
func withContact(c Contact) ([]byte, error) {
	text, err := files.ReadFile("openapi.yaml")
	if err != nil {
		return text, err
	}
	contact := "  contact:\n    name: The operator of this service\n"
	if c.URL != "" {
		contact += fmt.Sprintf("    url: %q\n", c.URL)
	}
	if c.Email != "" {
		contact += fmt.Sprintf("    email: %q\n", c.Email)
	}
	return bytes.Replace(text, []byte("\n  license:\n"), []byte("\n"+contact+"  license:\n"), 1), nil
}

// renderPage puts the contact and the reference into the guide.
func renderPage(contact Contact) ([]byte, error) {
	document, err := files.ReadFile("openapi.yaml")
	if err != nil {
		return nil, err
	}
	r, err := readReference(document)
	if err != nil {
		return nil, err
	}
	page, err := files.ReadFile("page/index.html")
	if err != nil {
		return nil, err
	}
	var parts []string // a place in the page, and what comes there
	for place, part := range map[string]templ.Component{
		"{{operator}}": operator(contact), "{{whom}}": whom(contact), "{{us}}": us(contact), "{{reference}}": referencePart(r),
	} {
		var text strings.Builder
		if err := part.Render(context.Background(), &text); err != nil {
			return nil, err
		}
		parts = append(parts, place, text.String())
	}
	return []byte(strings.NewReplacer(parts...).Replace(string(page))), nil
}

// serve answers with the result of read, or with 304. read is called once, at the first request.
func serve(extension, cache string, read func() ([]byte, error)) http.HandlerFunc {
	load := sync.OnceValue(func() file { return newFile(mustRead(read)) })
	return func(w http.ResponseWriter, r *http.Request) { load().send(w, r, extension, cache) }
}

// serveAt is serve for the document, which names the whole address of the service: tools read the
// document from a file, too.
func serveAt(publicURL, extension, cache string, read func() ([]byte, error)) http.HandlerFunc {
	load := sync.OnceValue(func() []byte { return mustRead(read) })
	const address = "/api/v1/partner"
	return func(w http.ResponseWriter, r *http.Request) {
		text := load()
		servers := bytes.Index(text, []byte("servers"))
		at := servers + bytes.Index(text[servers:], []byte(address))
		origin := strings.TrimSuffix(publicURL, "/")
		if origin == "" {
			origin = originOf(r)
			w.Header().Set("Vary", "X-Forwarded-Proto")
		}
		newFile(slices.Concat(text[:at], []byte(origin), text[at:])).send(w, r, extension, cache)
	}
}

var hostForm = regexp.MustCompile(`^[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?$|^\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?$`)

// originOf is the scheme and the host that a request names. It is empty for a strange host: then the
// address stays relative.
func originOf(r *http.Request) string {
	switch {
	case !hostForm.MatchString(r.Host):
		return ""
	case r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https":
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

func mustRead(read func() ([]byte, error)) []byte {
	text, err := read()
	if err != nil {
		panic(fmt.Errorf("a file of the documentation, which is in the program: %w", err))
	}
	return text
}

// file is a file of the documentation.
type file struct {
	body []byte
	tag  string // weak, because the answer may be compressed on its way
}

func newFile(body []byte) file {
	sum := sha256.Sum256(body)
	return file{body, `W/"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`}
}

func (f file) send(w http.ResponseWriter, r *http.Request, extension, cache string) {
	h := w.Header()
	h.Set("Cache-Control", cache)
	h.Set("ETag", f.tag)
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", mediaTypes[extension])
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(f.body) // fails only if the caller has left
}

// withPolicy lets the page load what this server serves and nothing else: no inline script, no
// inline style, no frame around it.
func withPolicy(page http.HandlerFunc) http.HandlerFunc {
	const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		page(w, r)
	}
}
