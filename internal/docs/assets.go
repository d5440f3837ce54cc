package docs

import (
	"fmt"
	"io/fs"
	"net/http"

	"github.com/go-chi/chi/v5"
	swaggerui "github.com/swaggest/swgui/v5/static"
)

const (
	assetsPath = "/docs/assets/"
	forever    = "public, max-age=31536000, immutable"
)

// assets are the files that the page loads, by name. Their addresses hold a version made of their contents, so that
// browsers can keep them for good.
type assets struct {
	version string
	files   map[string]*file
}

func loadAssets() *assets {
	a := &assets{files: map[string]*file{}}
	a.add(pageFiles, "page/docs.css", "docs.css", "text/css; charset=utf-8")
	a.add(pageFiles, "page/docs.js", "docs.js", "text/javascript; charset=utf-8")
	a.add(pageFiles, "page/swagger.css", "swagger.css", "text/css; charset=utf-8")
	a.add(pageFiles, "page/icon.svg", "icon.svg", "image/svg+xml")
	a.addPacked("swagger-ui.css", "text/css; charset=utf-8")
	a.addPacked("swagger-ui-bundle.js", "text/javascript; charset=utf-8")
	return a
}

func (a *assets) add(from fs.FS, path, name, mediaType string) {
	body, err := fs.ReadFile(from, path)
	if err != nil {
		panic(fmt.Errorf("asset of the documentation: %w", err))
	}
	a.files[name] = newFile(body, mediaType)
	a.version = fingerprint([]byte(a.version + a.files[name].tag))
}

// addPacked adds a file of Swagger UI, which the library holds compressed.
func (a *assets) addPacked(name, mediaType string) {
	a.add(swaggerui.FS, name+".gz", name, mediaType)
	a.files[name].packed = true
}

// mount also serves other versions' addresses: while servers of two versions stand behind one address, a page of one may
// ask the other.
func (a *assets) mount(r chi.Router) {
	for name, f := range a.files {
		r.Get(assetsPath+"{version}/"+name, func(w http.ResponseWriter, r *http.Request) {
			cache := "no-cache"
			if chi.URLParam(r, "version") == a.version {
				cache = forever
			}
			f.serve(w, r, cache)
		})
	}
}
