package docs

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"

	"github.com/go-chi/chi/v5"
)

//go:embed page
var pageFiles embed.FS

// policy lets the page load what this server serves and nothing else: no inline script, no inline style, no frame
// around it. The data: images are the arrows in Swagger UI's style sheet.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func mountPage(r chi.Router) {
	assets := loadAssets()
	page, err := renderPage(assets.version)
	if err != nil {
		panic(fmt.Errorf("page/index.html: %w", err))
	}
	served := newFile(page, "text/html; charset=utf-8")
	r.Get("/docs", func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		served.serve(w, r, "no-cache")
	})
	r.Get("/docs/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/docs", http.StatusPermanentRedirect)
	})
	assets.mount(r)
}

// renderPage puts the version of the assets into their addresses.
func renderPage(version string) ([]byte, error) {
	t, err := template.ParseFS(pageFiles, "page/index.html")
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	err = t.Execute(&page, struct{ Assets string }{assetsPath + version})
	return page.Bytes(), err
}
