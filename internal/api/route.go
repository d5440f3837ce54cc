package api

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
)

// maxURL is in bytes, as sent.
const maxURL = 8 << 10

// locate sets the path that chi routes on. In some cases chi uses the decoded path by default, in
// which a%2Fb is two segments, and %25 looks like a bare %.
func (s *server) locate(next http.Handler) http.Handler {
	return handler(func(w http.ResponseWriter, r *http.Request) error {
		if len(r.RequestURI) > maxURL {
			return &failure{status: http.StatusRequestURITooLong, code: codeURITooLong,
				message: "The URL is longer than 8192 bytes. Shorten its parameters."}
		}
		path := r.URL.EscapedPath()
		if strings.Contains(path, "//") {
			return s.routeNotFound(w, r) // chi would match a parameter with the empty segment
		}
		chi.RouteContext(r.Context()).RoutePath = path
		next.ServeHTTP(w, r)
		return nil
	})
}

func (s *server) routeNotFound(_ http.ResponseWriter, r *http.Request) error {
	message := "There is nothing at this path."
	if likely := meantPath(s.routes, r.URL.EscapedPath()); likely != "" {
		message = "There is nothing at this path; did you mean " + likely + "?"
	}
	return &failure{status: http.StatusNotFound, code: codeRouteNotFound,
		message: message + " Known are " + base + "/{airport}/content, " + base + "/{airport}/content/{id}, " +
			base + "/{airport}/suggest, " + base + "/{airport}/changes, " + base + "/content, " + base + "/changes, " + base + "/airports, " + base + "/key and " + base + "/health. " +
			"The guide is at /docs, the OpenAPI document at /api/v1/openapi.json."}
}

// methodNotAllowed answers 405. For an unknown method, chi calls this handler even if the path does
// not exist; the answer is then 404.
func (s *server) methodNotAllowed(w http.ResponseWriter, r *http.Request) error {
	path := chi.RouteContext(r.Context()).RoutePath
	if s.routes.Match(chi.NewRouteContext(), http.MethodPost, path) {
		w.Header()["Allow"] = []string{"POST"}
		return &failure{status: http.StatusMethodNotAllowed, code: codeMethodNotAllowed,
			message: "Assistants send messages of the Model Context Protocol to this path, with POST."}
	}
	if !s.routes.Match(chi.NewRouteContext(), http.MethodGet, path) {
		return s.routeNotFound(w, r)
	}
	if isPreflight(r) {
		allowPreflight(w, r)
		return nil
	}
	w.Header()["Allow"] = []string{"GET, HEAD"}
	return &failure{status: http.StatusMethodNotAllowed, code: codeMethodNotAllowed,
		message: "This interface only reads. Use GET or HEAD."}
}
