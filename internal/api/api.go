package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"
	"golang.org/x/sync/singleflight"

	"airport-content/internal/clientaddr"
	"airport-content/internal/gate"
	"airport-content/internal/health"
	"airport-content/internal/ratelimit"
	"airport-content/internal/requestlog"
	"airport-content/internal/searchcounts"
	"airport-content/internal/store"
)

// Options are the dependencies and settings of the interface. All but TrustedProxies are required.
type Options struct {
	Store          *store.Store
	Limits         *ratelimit.Limiter
	Searches       *searchcounts.Recorder
	Health         *health.Checker
	TrustedProxies []netip.Prefix
	RequestTimeout time.Duration // how long a request may wait for the database
	Version        string        // of the program; a part of every ETag
	BodyMemory     int64         // bytes for all long answers together; at least 80 MB, so that two partners get one of 32 MB each
	Logger         *slog.Logger
	Stopping       context.Context // ends when the server stops, and ends the waits of /changes
	// Observe is called once for each request, after its answer, with the context of the request.
	Observe func(context.Context, requestlog.Record)
	Mount   func(chi.Router) // adds GET routes that need no key, such as the documentation
}

const base = "/api/v1/partner"

type server struct {
	Options
	auth     *authenticator
	answers  *answerCache
	woken    singleflight.Group // reads of pages for requests that wake together
	memory   *gate.Gate
	keyWatch *keyWatch
	routes   chi.Router
	inner    chi.Router // answers the questions of assistants
}

// New makes the handler of the whole interface.
func New(o Options) http.Handler { return newServer(o).routes }

func newServer(o Options) *server {
	mux := chi.NewRouter()
	s := &server{Options: o, auth: newAuthenticator(), answers: newAnswerCache(), memory: gate.New(o.BodyMemory),
		routes: mux}
	s.keyWatch = newKeyWatch(o.Store, s.auth.grants)
	mux.Use(clientaddr.Middleware(o.TrustedProxies, o.Logger), s.begin, compress(), guard, s.locate)
	mux.NotFound(handler(s.routeNotFound))
	mux.MethodNotAllowed(handler(s.methodNotAllowed))
	mux.Get(base+"/health", handler(s.health))
	mux.Get(base+"/key", handler(s.key))
	mux.Get(base+"/changes", handler(s.feed))
	mux.Get(base+"/{airport}/suggest", handler(s.suggest))
	mux.Get(base+"/{airport}/changes", handler(s.changes))
	s.content(mux)
	mux.Post("/mcp", handler(s.mcp)) // the short address for settings of assistants
	mux.Post(base+"/mcp", handler(s.mcp))
	s.inner = s.forAssistants()
	o.Mount(mux)
	return s
}

// forAssistants makes the routes that answer the questions of assistants.
func (s *server) forAssistants() chi.Router {
	mux := chi.NewRouter()
	mux.Use(guard)
	s.content(mux)
	return mux
}

// content adds the routes that assistants read too.
func (s *server) content(mux chi.Router) {
	mux.Get(base+"/airports", handler(s.airports))
	mux.Get(base+"/content", handler(s.searchAirports))
	mux.Get(base+"/{airport}/content", handler(s.list))
	mux.Get(base+"/{airport}/content/{id}", handler(s.item))
}

// handler makes an http.HandlerFunc of h. An error of h becomes the error answer.
func handler(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			fail(w, r, err)
		}
	}
}

// compress compresses bodies over 1 KB with gzip or zstd, as the caller prefers. The levels are the
// fastest, because CPU time costs more here than bandwidth.
func compress() func(http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1025), gzhttp.CompressionLevel(gzip.BestSpeed))
	if err != nil {
		panic(err) // only for unknown options
	}
	return func(next http.Handler) http.Handler { return wrap(next) }
}
