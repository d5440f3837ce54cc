package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/go-json-experiment/json"
)

const (
	largestPage = 100 // items of a page, the service's maximum
	perRequest  = 2 * time.Minute

	// largestAnswer is in bytes. The service sends bodies of at most 32 MB, and escapes make a body
	// up to six times as long.
	largestAnswer = 256 << 20
	longestWait   = 30 // seconds, the service's maximum
	tries         = 8  // in all, with about 16 seconds of pauses unless the service asks for more
)

// client reads the changes of one airport, or of all airports of the key.
type client struct {
	base      string // address of the service
	airport   string // upper case; empty: all airports
	types     []string
	languages []string
	key       string
	size      int // items to ask for in a request
	largest   int // bytes of an answer, unpacked
	wait      int // seconds that the service may wait for a change
	http      *http.Client
	onRetry   backoff.Notify
	rest      time.Duration // before the next request
	expires   string        // the day on which the key ends, if that is soon
}

// basePath is the path of every request. The address of the service may end with basePath.
const basePath = "/api/v1/partner"

// newClient checks the address. The client follows no redirect, so that only the named service gets
// the key.
func newClient(baseURL, airport, key string, insecure bool) (*client, error) {
	address := strings.TrimSuffix(strings.TrimRight(baseURL, "/"), basePath)
	base, err := url.Parse(strings.TrimRight(address, "/"))
	switch {
	case err != nil, base.Host == "", base.Scheme != "http" && base.Scheme != "https", base.User != nil, base.RawQuery != "", base.Fragment != "":
		return nil, errors.New("--base-url: want an address like https://content.example.com") // does not show a password in the address
	case base.Scheme == "http" && !insecure && !loopback(base.Hostname()):
		return nil, fmt.Errorf("%s: plain http shows the key to everyone on the way; use https, or --insecure", base)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client{base: base.String(), airport: strings.ToUpper(airport), key: key, size: largestPage, largest: largestAnswer,
		http: &http.Client{CheckRedirect: stay, Timeout: perRequest}}, nil
}

func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// page is one answer of changes.
type page struct {
	Results    []change `json:"results"`
	NextCursor string   `json:"nextCursor"`
	HasMore    *bool    `json:"hasMore"`
	Meta       struct {
		Offline []string `json:"offline"` // airports of the feed of all whose changes wait
	} `json:"meta"`
}

// change is a new version of an item, its deletion, or a change of an airport as a whole.
type change struct {
	Change  string `json:"change"`
	Airport string `json:"airport"` // in the feed of all airports
	Item    *item  `json:"item"`    // of an upsert
	ID      string `json:"id"`      // of a deletion
}

var airportCode = regexp.MustCompile(`^[A-Z0-9]{3,4}$`)

// decode refuses an answer without results, cursor or hasMore, and changes of unknown kind: they
// would make a copy wrong. Unknown fields are ignored, because new ones may come at any time.
func decode(body []byte, ofAll bool) (*page, error) {
	p := &page{}
	err := json.Unmarshal(body, p)
	if wrong, ok := errors.AsType[*json.SemanticError](err); ok { // the error's text names types of Go
		return nil, fmt.Errorf("%q cannot be a JSON %s", wrong.JSONPointer, wrong.JSONKind)
	}
	if err != nil {
		return nil, err
	}
	switch {
	case p.Results == nil, p.NextCursor == "", p.HasMore == nil:
		return nil, errors.New("no results, nextCursor or hasMore")
	}
	for _, ch := range p.Results {
		upsert := ch.Change == "upsert" && ch.Item != nil && ch.Item.ID != ""
		deletion := ch.Change == "delete" && ch.Item == nil && ch.ID != ""
		wholeAirport := ofAll && ch.Item == nil && (ch.Change == "airport" || ch.Change == "airport-removed")
		if ofAll && !airportCode.MatchString(ch.Airport) || !upsert && !deletion && !wholeAirport {
			return nil, fmt.Errorf("change of unknown kind %q, or without id", ch.Change)
		}
	}
	return p, nil
}

// refusal is the service's answer to a request that it refused or could not serve.
type refusal struct {
	status int
	after  time.Duration // before the next try, as the service asks; 0: it does not ask

	Code      string `json:"code"`
	Message   string `json:"message"`
	Parameter string `json:"parameter"`
	RequestID string `json:"requestId"`
}

func (r *refusal) Error() string {
	s := fmt.Sprintf("%d %s", r.status, http.StatusText(r.status))
	if r.Message != "" {
		s += ": " + r.Message
	}
	if r.RequestID != "" {
		s += " (request " + r.RequestID + ")"
	}
	return s
}

// changes reads the page after cursor. Without a cursor, it reads the first page.
func (c *client) changes(ctx context.Context, cursor string) (*page, error) {
	p, err := backoff.Retry(ctx, func() (*page, error) { return c.try(ctx, cursor) }, backoff.WithMaxTries(tries), backoff.WithNotify(c.onRetry))
	if err != nil {
		return nil, fmt.Errorf("changes of %s: %w", cmp.Or(c.airport, "all airports"), err)
	}
	return p, nil
}

// try sends a request once. If a page is too large, try asks for half as many items from then on.
// The errors tell package backoff whether and when to try again.
func (c *client) try(ctx context.Context, cursor string) (*page, error) {
	query := url.Values{"size": {strconv.Itoa(c.size)}}
	if cursor != "" {
		query.Set("cursor", cursor)
	}
	if c.types != nil {
		query.Set("contentType", strings.Join(c.types, ","))
	}
	if c.languages != nil {
		query.Set("language", strings.Join(c.languages, ","))
	}
	if c.wait > 0 {
		query.Set("wait", strconv.Itoa(c.wait))
	}
	target := c.base + basePath + "/changes?" + query.Encode()
	if c.airport != "" {
		target = c.base + basePath + "/" + url.PathEscape(c.airport) + "/changes?" + query.Encode()
	}
	if !pause(ctx, c.rest) {
		return nil, backoff.Permanent(ctx.Err())
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	req.Header.Set("x-partner-api-key", c.key)
	req.Header.Set("User-Agent", "airport-sync/"+version())
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, errors.Unwrap(err) // without the URL and its long cursor
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, int64(c.largest)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the answer: %w", err)
	case len(body) > c.largest:
		return nil, backoff.Permanent(fmt.Errorf("the answer has more than %d bytes, which none of this service has; check --base-url", c.largest))
	}
	if resp.StatusCode != http.StatusOK {
		r := newRefusal(resp, body)
		if r.Code == "page_too_large" && c.size > 1 {
			c.size /= 2
			return c.try(ctx, cursor)
		}
		return nil, r.retry()
	}
	c.rest, c.expires = restFor(resp.Header, time.Now()), resp.Header.Get("X-API-Key-Expires")
	p, err := decode(body, c.airport == "")
	if err != nil {
		return nil, backoff.Permanent(fmt.Errorf("the answer is not one of this service: %w", err))
	}
	return p, nil
}

func newRefusal(resp *http.Response, body []byte) *refusal {
	var answer struct {
		Error refusal `json:"error"`
	}
	_ = json.Unmarshal(body, &answer) // the body may come from a proxy
	answer.Error.status = resp.StatusCode
	if seconds, err := strconv.ParseUint(resp.Header.Get("Retry-After"), 10, 31); err == nil {
		answer.Error.after = time.Duration(seconds) * time.Second
	}
	if to := resp.Header.Get("Location"); to != "" {
		answer.Error.Message = "redirected to " + to + "; the key is sent to --base-url only"
	}
	return &answer.Error
}

// isOffline reports whether the airport is offline, which may last for hours.
func (r *refusal) isOffline() bool { return r.Code == "airport_offline" }

// retry is the refusal as an error for package backoff: temporary or permanent.
func (r *refusal) retry() error {
	switch {
	case r.isOffline(), r.status < http.StatusInternalServerError && r.status != http.StatusTooManyRequests:
		return backoff.Permanent(r)
	case r.after > 0:
		return fmt.Errorf("%w (%w)", r, backoff.RetryAfter(int(r.after/time.Second)))
	}
	return r
}

// restFor is the pause before the next request, so that a long copy stays below the rate limit: the
// first half of a minute's requests may come at once, and the others are spread over its rest.
func restFor(h http.Header, now time.Time) time.Duration {
	const longest = 2 * time.Second // a sliding window lets some through again
	limit, err1 := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	remaining, err2 := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	reset, err3 := strconv.ParseInt(h.Get("X-RateLimit-Reset"), 10, 64)
	if err1 != nil || err2 != nil || err3 != nil || remaining > limit/2 {
		return 0
	}
	left := time.Unix(reset, 0).Sub(now)
	return min(max(left, 0)/time.Duration(max(remaining, 0)+1), longest)
}
