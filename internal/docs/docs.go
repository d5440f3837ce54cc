// Package docs is the documentation that the server itself serves: the OpenAPI document, and a page with a guide and
// an interactive reference.
package docs

import "github.com/go-chi/chi/v5"

// Mount adds the documentation to a router: /api/v1/openapi.yaml, /api/v1/openapi.json, /docs and what that page
// loads. It panics when the files it is made of, which are in the program, are not what they should be.
func Mount(r chi.Router) {
	mountDocument(r)
	mountPage(r)
}
