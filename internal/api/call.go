package api

import (
	"net/http"
	"net/url"

	"github.com/go-chi/chi/v5"

	"airport-content/internal/content"
)

const (
	keyHeader  = "X-Partner-Api-Key"
	listAge    = "private, max-age=300"
	itemAge    = "private, max-age=3600"
	changesAge = "private, no-cache"
)

// call is a request with a good key, within its limit, for an airport that the key may read.
type call struct {
	api     *server
	w       http.ResponseWriter
	r       *http.Request
	grant   *grant
	airport string // upper case; that it exists is not known yet
}

// keyed makes the handler of a route that needs a key. The order of the checks is a promise.
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
		if err := s.limit(w, r, g); err != nil {
			return err
		}
		airport, ok := content.ParseAirport(pathSegment(r, "airport"))
		if !ok || !g.MayReadAirport(airport) {
			return &failure{status: http.StatusForbidden, code: codeAirportForbidden,
				message: "Your key does not cover this airport. Check the code in the path, or ask us to add the airport to your key."}
		}
		return answer(&call{api: s, w: w, r: r, grant: g, airport: airport})
	})
}

// refuse answers with a failure of the request itself, unless there is no such airport, which comes first. Requests
// that are in order need no query for this: theirs finds it out.
func (c *call) refuse(f error) error {
	if _, err := c.api.Store.State(c.r.Context(), c.airport); err != nil {
		return err
	}
	return f
}

func scopeForbidden() *failure {
	return &failure{status: http.StatusForbidden, code: codeScopeForbidden,
		message: "Your key does not cover this content type. Ask for another, or ask us to add its scope to your key."}
}

// pathSegment is a parameter of the route with its percent-encoding undone.
func pathSegment(r *http.Request, name string) string {
	s, err := url.PathUnescape(chi.URLParam(r, name))
	if err != nil {
		return "" // the path was put together by url.PathEscape
	}
	return s
}
