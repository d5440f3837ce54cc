// Package api is the HTTP interface: routes, checks, envelopes, errors.
package api

import (
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/go-chi/chi/v5"
)

// Options are the parts that the interface is made of. All are required but Observe, Mount and TrustedProxies.
type Options struct {
	Store          Store
	TrustedProxies []netip.Prefix
	RequestTimeout time.Duration // how long a request may wait for the store
	Version        string        // of the program; a part of every ETag
	Logger         *slog.Logger
	Observe        func(Observation) // called once for each request, after its answer
	Mount          func(chi.Router)  // adds routes that need no key: documentation, for instance
}

// Observation is what metrics and usage need to know of one finished request.
type Observation struct {
	Route     string // pattern, such as /api/v1/partner/{airport}/content; empty when none matched
	Method    string
	Status    int
	Bytes     int64
	Duration  time.Duration
	PartnerID int64  // 0 before a key was accepted
	KeyID     string // public id; empty before a key was accepted
	Refused   bool   // the key was not accepted
	Limited   bool   // over a rate limit
}

// New makes the handler of the whole interface.
func New(o Options) http.Handler {
	return chi.NewRouter()
}
