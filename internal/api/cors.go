package api

import (
	"net/http"
	"slices"
	"strings"
)

const (
	// exposed are the headers of answers that a page may read.
	exposed = "ETag, Retry-After, X-API-Key-Expires, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id"
	// sendable are the headers of requests that a page may send.
	sendable = "x-partner-api-key, If-None-Match"
	// preflightFor is how long a browser may remember a preflight, in seconds.
	preflightFor = "7200"
)

// allowPage checks that the request comes from a page of the key's origins, and lets that page read
// the answer. A key for servers has no origins: its answers name no page, so a browser keeps them
// from every page.
func (c *call) allowPage() error {
	if !c.grant.ForBrowsers() {
		return nil
	}
	h := c.w.Header()
	h["Vary"] = []string{h.Get("Vary") + ", Origin"}
	origin := c.r.Header.Get("Origin")
	if origin == "" {
		origin = c.sameOrigin()
	}
	if !slices.Contains(c.grant.Origins, origin) {
		return &failure{status: http.StatusForbidden, code: codeOriginForbidden, message: "This key works only in web pages of its origins. " +
			"For a server or an app, ask us for another key; for another website, ask us for a key with its origin."}
	}
	h["Access-Control-Allow-Origin"] = []string{origin}
	h["Access-Control-Expose-Headers"] = []string{exposed}
	return nil
}

// sameOrigin is the origin of the key whose host the request names, if the browser says that the
// page is of this origin: then the browser sends no Origin.
func (c *call) sameOrigin() string {
	if c.r.Header.Get("Sec-Fetch-Site") != "same-origin" {
		return ""
	}
	for _, origin := range c.grant.Origins {
		if _, host, _ := strings.Cut(origin, "://"); strings.EqualFold(host, c.r.Host) {
			return origin
		}
	}
	return ""
}

// refusePages refuses what keys for web pages may not ask for.
func (c *call) refusePages() error {
	if !c.grant.ForBrowsers() {
		return nil
	}
	return &failure{status: http.StatusForbidden, code: codeScopeForbidden,
		message: "A key for web pages reads lists, items, suggestions and airports. For changes or an assistant, ask us for a key for a server."}
}

// isPreflight reports whether a browser asks whether a page may send a request.
func isPreflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && r.Header.Get("Origin") != "" &&
		slices.Contains([]string{http.MethodGet, http.MethodHead}, r.Header.Get("Access-Control-Request-Method"))
}

// allowPreflight answers a preflight. It names no key, so every page may ask; the answer to the
// request itself decides.
func allowPreflight(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Access-Control-Allow-Origin"] = []string{r.Header.Get("Origin")}
	h["Access-Control-Allow-Methods"] = []string{"GET, HEAD"}
	h["Access-Control-Allow-Headers"] = []string{sendable}
	h["Access-Control-Max-Age"] = []string{preflightFor}
	h["Vary"] = []string{"Origin, Access-Control-Request-Method, Access-Control-Request-Headers"}
	w.WriteHeader(http.StatusNoContent)
}
