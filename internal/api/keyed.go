package api

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/go-chi/chi/v5"

	"airport-content/internal/content"
	"airport-content/internal/ratelimit"
	"airport-content/internal/store"
)

// call is a request with a good key, within the rate limit, for an airport that the key may read.
type call struct {
	*server
	w       http.ResponseWriter
	r       *http.Request
	x       *exchange
	grant   *grant
	airport string // in upper case; it may not exist
}

// keyed makes the handler of an endpoint that needs a key. The contract fixes the order of the checks.
func (s *server) keyed(answer func(*call) error) http.HandlerFunc {
	return s.handler(func(w http.ResponseWriter, r *http.Request) error {
		w.Header()["Vary"] = []string{"x-partner-api-key, Accept-Encoding"}
		g, err := s.authenticate(r)
		if err != nil {
			return err
		}
		x := exchangeOf(r.Context())
		x.partnerID, x.keyID, x.keyEnds = g.PartnerID, g.KeyID, g.ExpiresAt
		if g.notice != nil {
			w.Header()["X-API-Key-Expires"] = g.notice
		}
		if err := s.limit(w, g); err != nil {
			return err
		}
		airport, ok := content.ParseAirport(pathSegment(r, "airport"))
		if !ok || !g.MayReadAirport(airport) {
			return &failure{status: http.StatusForbidden, code: codeAirportForbidden,
				message: "Your key does not cover this airport. Check the code in the path, or ask us to add the airport to your key."}
		}
		x.airport = airport
		return answer(&call{server: s, w: w, r: r, x: x, grant: g, airport: airport})
	})
}

// limit counts the request, and puts the rate limit into the headers of every answer.
func (s *server) limit(w http.ResponseWriter, g *grant) error {
	d := s.Limits.Partner(g.PartnerID, g.RateLimit)
	h := w.Header()
	h["X-RateLimit-Limit"] = []string{strconv.Itoa(d.Limit)}
	h["X-RateLimit-Remaining"] = []string{strconv.Itoa(d.Remaining)}
	h["X-RateLimit-Reset"] = []string{strconv.FormatInt(d.Reset.Unix(), 10)}
	if d.Allowed {
		return nil
	}
	return tooMany(d, "You are over your rate limit. Wait as Retry-After says, then retry with backoff.")
}

func tooMany(d ratelimit.Decision, message string) *failure {
	return &failure{status: http.StatusTooManyRequests, code: codeRateLimited, message: message, retryAfter: max(d.RetryAfter, 1)}
}

// refuse returns the fault of a request, unless the airport does not exist: that error comes first.
func (c *call) refuse(fault error) error {
	if _, err := c.Store.View(c.r.Context(), c.airport, c.grant.PartnerID); err != nil {
		return err
	}
	return fault
}

// onOneRevision calls answer with a view of the airport, and again if an import came between its reads. The last time, all
// reads are in one transaction.
func (c *call) onOneRevision(answer func(*store.View) error) error {
	for range 3 {
		view, err := c.Store.View(c.r.Context(), c.airport, c.grant.PartnerID)
		if err != nil {
			return err
		}
		if err := answer(view); !errors.Is(err, content.ErrMoved) {
			return err
		}
	}
	view, err := c.Store.Snapshot(c.r.Context(), c.airport, c.grant.PartnerID)
	if err != nil {
		return err
	}
	defer view.Close()
	return answer(view)
}

func scopeForbidden() *failure {
	return &failure{status: http.StatusForbidden, code: codeScopeForbidden,
		message: "Your key does not cover this content type. Ask for another, or ask us to add its scope to your key."}
}

// pathSegment is a parameter of the route, percent-decoded.
func pathSegment(r *http.Request, name string) string {
	s, err := url.PathUnescape(chi.URLParam(r, name))
	if err != nil {
		return "" // never: routePath escaped it
	}
	return s
}
