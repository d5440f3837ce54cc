package api

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"airport-content/internal/clientaddr"
	"airport-content/internal/content"
	"airport-content/internal/ratelimit"
	"airport-content/internal/spelling"
)

// call is a request with a good key, within the rate limit.
type call struct {
	*server
	w            http.ResponseWriter
	r            *http.Request
	response     *response
	grant        *grant
	counted      ratelimit.Decision // the request's count
	airport      string             // of the path, in upper case; covered by the key, though it may not exist; empty if the path has none
	memoryHeld   int64              // bytes that the call holds for a long answer
	memoryWanted int64              // bytes that the next try waits for
}

// admit checks key, rate limit and airport, in the order that the contract fixes.
func (s *server) admit(w http.ResponseWriter, r *http.Request) (*call, error) {
	airport, ok := content.ParseAirport(pathSegment(r, "airport"))
	responseOf(r.Context()).Asked = airport
	c, err := s.admitKey(w, r)
	if err != nil {
		return nil, err
	}
	if !ok || !c.grant.MayReadAirport(airport) {
		return nil, airportForbidden(pathSegment(r, "airport"))
	}
	c.airport, c.response.Airport = airport, airport
	return c, nil
}

func airportForbidden(segment string) error {
	return &failure{status: http.StatusForbidden, code: codeAirportForbidden, message: explainForbidden(segment)}
}

// admitKey checks key and rate limit.
func (s *server) admitKey(w http.ResponseWriter, r *http.Request) (*call, error) {
	if c, ok := r.Context().Value(admittedKey{}).(*call); ok { // a question of an assistant
		return &call{server: s, w: w, r: r, response: responseOf(r.Context()), grant: c.grant, counted: c.counted}, nil
	}
	w.Header()["Vary"] = []string{"x-partner-api-key, Accept-Encoding"}
	g, err := s.authenticate(r)
	if err != nil {
		return nil, err
	}
	response := responseOf(r.Context())
	response.PartnerID, response.KeyID, response.ExpiresAt = g.PartnerID, g.KeyID, g.ExpiresAt
	if g.notice != nil {
		w.Header()["X-API-Key-Expires"] = g.notice
	}
	c := &call{server: s, w: w, r: r, response: response, grant: g}
	page := c.allowPage()
	return c, cmp.Or(c.limit(), page)
}

// refuse is the failure of a request that the API cannot answer: a missing airport has priority over
// what is wrong with the request.
func (c *call) refuse(refused error) error {
	_, err := c.Store.State(c.r.Context(), c.airport)
	return cmp.Or(err, refused)
}

// state reads the state of the airport, and makes the checks that need it.
func (c *call) state(p *params) (content.State, error) {
	st, err := c.Store.State(c.r.Context(), c.airport)
	if err := cmp.Or(err, p.checkLanguages(st), p.checkClocks(st), c.checkScope(p.Types...)); err != nil {
		return st, err
	}
	return st, p.setClock(&st)
}

// checkLanguages refuses a language that neither ISO 639 nor an item of one of the airports has.
// Behind a cursor, items may have had it.
func (p *params) checkLanguages(states ...content.State) error {
	for _, language := range p.Languages {
		filter := []content.Language{language}
		if p.cursorHash != "" || language.IsKnown() ||
			slices.ContainsFunc(states, func(st content.State) bool { return len(st.InLanguages(filter)) > 0 }) {
			continue
		}
		end := "."
		if likely := language.Meant(); likely != "" {
			end = meant(likely)
		}
		return badParameter("language", fmt.Sprintf("Parameter \"language\": ISO 639 has no language %s%s", spelling.Quoted(language.String()), end))
	}
	return nil
}

// admitAgain checks key and rights anew, because both may have changed while the request waited.
func (c *call) admitAgain() error {
	g, err := c.authenticate(c.r)
	if err != nil {
		return err
	}
	c.grant = g
	if c.airport != "" && !g.MayReadAirport(c.airport) {
		return airportForbidden(c.airport)
	}
	return c.checkScope()
}

// limit counts the request, and puts the rate limit into the headers of every answer.
func (c *call) limit() error {
	if c.grant.ForBrowsers() {
		if d := c.Limits.Browser(clientaddr.From(c.r.Context())); !d.Allowed {
			c.showLimit(d)
			return tooMany(d, "Too many requests with keys for web pages came from your address. Wait as Retry-After says.")
		}
	}
	if strings.HasSuffix(chi.RouteContext(c.r.Context()).RoutePattern(), "/changes") {
		d := c.Limits.Changes(c.grant.PartnerID, c.grant.RateLimit)
		c.showLimit(d)
		if d.Allowed {
			return nil
		}
		return tooMany(d, "You are over your rate limit for changes; other requests are counted apart. Wait as Retry-After says, then retry with backoff.")
	}
	d := c.Limits.Partner(c.grant.PartnerID, c.grant.RateLimit)
	c.showLimit(d)
	if d.Allowed {
		return nil
	}
	return tooMany(d, "You are over your rate limit. Wait as Retry-After says, then retry with backoff.")
}

// showLimit puts a count into the headers of the answer.
func (c *call) showLimit(d ratelimit.Decision) {
	c.counted = d
	h := c.w.Header()
	h["X-RateLimit-Limit"] = []string{strconv.Itoa(d.Limit)}
	h["X-RateLimit-Remaining"] = []string{strconv.Itoa(d.Remaining)}
	h["X-RateLimit-Reset"] = []string{strconv.FormatInt(d.Reset.Unix(), 10)}
}

func tooMany(d ratelimit.Decision, message string) *failure {
	return &failure{status: http.StatusTooManyRequests, code: codeRateLimited, message: message, retryAfter: d.RetryAfter}
}

// checkScope refuses types that the key may not read. If no types are given, checkScope refuses a
// key without any type.
func (c *call) checkScope(types ...content.Type) error {
	if c.grant.mayRead(types...) {
		return nil
	}
	var refused []content.Type
	for _, t := range types {
		if !c.grant.mayRead(t) {
			refused = append(refused, t)
		}
	}
	return &failure{status: http.StatusForbidden, code: codeScopeForbidden, types: refused,
		message: "Your key does not cover this content type. Ask for another, or ask us to add its scope to your key."}
}

// pathSegment is a parameter of the route, percent-decoded.
func pathSegment(r *http.Request, name string) string {
	s, _ := url.PathUnescape(chi.URLParam(r, name)) // no error: EscapedPath is well formed
	return s
}
