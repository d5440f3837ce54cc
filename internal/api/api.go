// Package api is the HTTP interface: routes, checks, envelopes, errors.
package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"

	"airport-content/internal/clientaddr"
)

// Options are the parts that the interface is made of. All are required but TrustedProxies, LongAnswers, Observe and Mount.
type Options struct {
	Store          Store
	Limits         Limits
	Health         Health
	TrustedProxies []netip.Prefix
	RequestTimeout time.Duration // how long a request may wait for the store
	LongAnswers    int           // how many answers with bodies a partner may have under way at once; 0 for any number
	Version        string        // of the program; a part of every ETag
	Logger         *slog.Logger
	// Observe is called once for each request, after its answer, with the request's context.
	Observe func(context.Context, Observation)
	Mount   func(chi.Router) // adds routes that need no key, such as the documentation; for GET alone
}

const base = "/api/v1/partner"

type server struct {
	Options
	auth    *authenticator
	results *lru.Cache[resultsKey, *results]
	spools  *spools
}

// New makes the handler of the whole interface.
func New(o Options) http.Handler {
	if o.LongAnswers > 0 {
		o.Store = newShares(o.Store, o.LongAnswers)
	}
	s := &server{Options: o, auth: newAuthenticator(o.Store, o.RequestTimeout), results: newResultsCache(), spools: newSpools(o.Logger)}
	mux := chi.NewRouter()
	mux.Use(clientaddr.Middleware(o.TrustedProxies, o.Logger), s.begin, compress(), s.guard, s.locate)
	mux.NotFound(s.handler(routeNotFound))
	mux.MethodNotAllowed(s.handler(methodNotAllowed(mux)))
	mux.Get(base+"/health", s.handler(s.health))
	mux.Get(base+"/{airport}/content", s.keyed((*call).list))
	mux.Get(base+"/{airport}/content/{id}", s.keyed((*call).item))
	mux.Get(base+"/{airport}/changes", s.keyed((*call).changes))
	if o.Mount != nil {
		o.Mount(mux)
	}
	return mux
}

// handler answers for the errors of h.
func (s *server) handler(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			fail(w, r, err)
		}
	}
}

// compress is gzip or zstd, as the caller prefers, for bodies over 1 KB. The levels are the fastest:
// the processor is scarcer than the line.
func compress() func(http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1025), gzhttp.CompressionLevel(gzip.BestSpeed))
	if err != nil {
		panic(err) // only for settings that do not exist
	}
	return func(next http.Handler) http.Handler {
		compressed := wrap(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if lines := r.Header["Accept-Encoding"]; len(lines) > 1 { // of which the library would read the first
				r.Header["Accept-Encoding"] = []string{strings.Join(lines, ", ")}
			}
			compressed.ServeHTTP(w, r)
		})
	}
}
