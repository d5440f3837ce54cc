// Package web asks a website, within the limits of its source: addresses, rate, robots.txt, size.
package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/time/rate"

	"airport-content/internal/content"
)

const (
	UserAgent = "airport-content"

	requestTries = 4                // of a request, the first one included
	redirects    = 10               // that a request follows
	AtOnce       = 2                // pages that are asked for at a time
	perRequest   = time.Minute      // one try, with its answer
	longestWait  = 2 * time.Minute  // longest pause that a website may ask for
	maxAnswer    = int64(3 << 20)   // bytes of an answer, unpacked; some requests allow more
	maxRobots    = int64(512 << 10) // bytes of robots.txt that are read
	idleTimeout  = 30 * time.Second // of a connection that is kept for the next request
)

// Client sends the requests of one crawl and enforces the rules. Requests go only to the source's
// own site, at most Rate a second, and to no private address unless the source allows it. Those for
// sitemaps may go to the sites on which robots.txt names one. Answers are bounded in size and time.
// Failed requests are tried again. A client is safe for concurrent use.
type Client struct {
	source   content.Source
	password string
	Origin   *url.URL // of the source
	Tries    uint     // of a request, the first one included

	http    *http.Client
	network *http.Transport
	Pause   backoff.ExponentialBackOff // before another try; each request takes a copy
	rate    *rate.Limiter
	robots  *robots // nil where robots.txt does not count
	aids    aids

	notBefore atomic.Pointer[time.Time] // the website asks for no request before this time
}

// Request asks for what is at a URL.
type Request struct {
	URL      string
	Accept   string // "" : anything
	ETag     string // with Modified, the validators of the stored copy; unchanged: 304
	Modified string
	Limit    int64  // bytes of the answer, packed and unpacked; 0: 3 MB
	Cut      bool   // a longer answer is cut at Limit, and is no error
	Sitemap  bool   // it may be of another site on which robots.txt names a sitemap
	Aid      bool   // it may be of any site whose robots.txt allows it: a page needs it, as a script of a CDN
	JSON     []byte // is posted; nil: the request is a GET
}

// Answer is a website's response, of any status.
type Answer struct {
	Status int
	Header http.Header
	URL    *url.URL // after redirects
	Body   []byte   // whole and unpacked
}

var (
	ErrRobots    = refuse("robots.txt keeps it from us")
	ErrElsewhere = refuse("it is not of the source's site")
)

// refuse makes the error of a request or an answer that the rules forbid. The error is permanent,
// since another try does not help.
func refuse(format string, args ...any) error { return backoff.Permanent(fmt.Errorf(format, args...)) }

// requestKey is the key of a request in a context.
type requestKey struct{}

// New makes the client of one crawl. The source's user and password go only to the source's
// own origin.
func New(s content.Source, password string) (*Client, error) {
	origin, err := url.Parse(s.URL)
	if err != nil {
		return nil, err
	}
	c := &Client{
		source: s, password: password, Origin: origin, Tries: requestTries,
		network: &http.Transport{
			// There is no Proxy, because the address that a proxy connects to cannot be checked.
			DialContext:       dialer(s.Settings.AllowPrivate).DialContext,
			ForceAttemptHTTP2: true, MaxResponseHeaderBytes: 256 << 10, MaxIdleConnsPerHost: AtOnce, IdleConnTimeout: idleTimeout,
		},
		rate: rate.NewLimiter(rate.Limit(s.Settings.Rate), 1),
	}
	c.http = &http.Client{Transport: guard{c}, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		if len(via) == redirects {
			return refuse("stopped after %d redirects", redirects)
		}
		return nil
	}}
	c.Pause = backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: 30 * time.Second}
	return c, nil
}

// Close closes the idle connections.
func (c *Client) Close() { c.network.CloseIdleConnections() }

// Get returns the answer, whatever its status. If the website is busy or fails, Get tries up to
// three times more. An error means that no answer came.
func (c *Client) Get(ctx context.Context, r Request) (*Answer, error) {
	r.Limit = cmp.Or(r.Limit, maxAnswer)
	ctx = context.WithValue(ctx, requestKey{}, r)
	method, tries := http.MethodGet, c.Tries
	if r.JSON != nil {
		method, tries = http.MethodPost, 1 // a website may count what is posted
	}
	req, err := http.NewRequestWithContext(ctx, method, r.URL, bytes.NewReader(r.JSON))
	if err != nil {
		return nil, err
	}
	if r.JSON != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for name, value := range map[string]string{"User-Agent": UserAgent, "Accept": r.Accept, "Accept-Encoding": "gzip", "If-None-Match": r.ETag, "If-Modified-Since": r.Modified} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	pause := c.Pause
	resp, err := backoff.Retry(ctx, func() (*http.Response, error) { return c.try(req) },
		backoff.WithBackOff(&pause), backoff.WithMaxTries(tries), backoff.WithMaxElapsedTime(0))
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return nil, fmt.Errorf("%s: %w", failed.URL, failed.Err) // without the Get
	}
	if err != nil && (resp == nil || ctx.Err() != nil) {
		return nil, err // else the last answer counts, even a 500
	}
	body, err := io.ReadAll(resp.Body) // guard has read it
	return &Answer{Status: resp.StatusCode, Header: resp.Header, URL: resp.Request.URL, Body: body}, err
}

// Fetch is Get for an answer that must be good: the page, or that the page has not changed.
func (c *Client) Fetch(ctx context.Context, r Request) (*Answer, error) {
	answer, err := c.Get(ctx, r)
	if err == nil {
		err = answer.Err()
	}
	return answer, err
}

// At is the address of a path on the site.
func (c *Client) At(path string) string { return c.Origin.Scheme + "://" + c.Origin.Host + path }

// ReadRobots reads the site's robots.txt. The client obeys the rules from then on. As RFC 9309
// says, a missing robots.txt allows everything. A robots.txt that cannot be fetched forbids
// everything, so ReadRobots returns an error.
func (c *Client) ReadRobots(ctx context.Context) (err error) {
	c.robots, err = c.fetchRobots(ctx, Request{URL: c.At("/robots.txt")})
	return err
}

func (c *Client) fetchRobots(ctx context.Context, r Request) (*robots, error) {
	r.Limit, r.Cut = maxRobots, true
	answer, err := c.Get(ctx, r)
	if err == nil && isFailing(answer.Status) {
		err = answer.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("robots.txt: %w", err)
	}
	return parseRobots(answer), nil
}

// Err is nil if the website sent the page, or said that the page has not changed.
func (a *Answer) Err() error {
	if a.Status == http.StatusOK || a.Status == http.StatusNotModified {
		return nil
	}
	return fmt.Errorf("%s answers %d %s", a.URL.Redacted(), a.Status, http.StatusText(a.Status))
}

// guard is what a client's requests go through.
type guard struct{ *Client }

// RoundTrip waits for the turn of one request, sends the request, and reads the whole answer. Each
// redirect is a request of its own.
func (c guard) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	r := ctx.Value(requestKey{}).(Request)
	elsewhere := !SameSite(req.URL, c.Origin)
	switch {
	case req.URL.Scheme != "http" && req.URL.Scheme != "https":
		return nil, refuse("it is no http or https URL")
	case req.URL.User != nil:
		return nil, refuse("it holds a login")
	case elsewhere && r.Aid && req.Method == http.MethodGet:
		if err := c.checkAid(ctx, r, req.URL); err != nil {
			return nil, err
		}
	case elsewhere && !(r.Sitemap && c.hasSitemapAt(req.URL)):
		return nil, ErrElsewhere
	case !elsewhere && c.robots != nil && !c.robots.allows(req.URL):
		return nil, ErrRobots
	}
	if err := c.await(ctx); err != nil {
		return nil, err
	}
	if c.password != "" && req.URL.Scheme == c.Origin.Scheme && strings.EqualFold(req.URL.Hostname(), c.Origin.Hostname()) &&
		port(req.URL) == port(c.Origin) {
		req = req.Clone(ctx)
		req.SetBasicAuth(c.source.Settings.User, c.password)
	}
	resp, err := c.roundTrip(req)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, fmt.Errorf("no whole answer within %s", perRequest)
	}
	if err == nil && (resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable) {
		if wait := retryAfter(resp); wait > 0 {
			until := time.Now().Add(wait)
			c.notBefore.Store(&until)
		}
	}
	return resp, err
}

// await waits until the rate and the website's last Retry-After allow a request.
func (c *Client) await(ctx context.Context) error {
	if until := c.notBefore.Load(); until != nil {
		wait := time.Until(*until)
		if wait > longestWait {
			return refuse("the website asks to come back at %s", until.UTC().Format(time.RFC3339))
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return c.rate.Wait(ctx)
}

// roundTrip sends a request and reads the whole answer.
func (c *Client) roundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), perRequest)
	defer cancel()
	resp, err := c.network.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	r := ctx.Value(requestKey{}).(Request)
	body, err := r.readAll(resp.Body)
	if err == nil {
		body, err = r.unpack(body, resp.Header)
	}
	if err != nil {
		return nil, err
	}
	resp.Body, resp.Request = io.NopCloser(bytes.NewReader(body)), req
	return resp, nil
}

// try sends a request once. An error, which may come with an answer, makes package backoff try
// again, unless the error is permanent.
func (c *Client) try(req *http.Request) (*http.Response, error) {
	resp, err := c.http.Do(req)
	if _, refused := errors.AsType[*backoff.PermanentError](err); refused {
		return nil, backoff.Permanent(err) // with the URL of the request
	}
	if err == nil && isFailing(resp.StatusCode) {
		err = errors.New(resp.Status)
	}
	return resp, err
}

// isFailing reports whether a status says that the website is busy or fails.
func isFailing(status int) bool {
	return status == http.StatusTooManyRequests || status >= http.StatusInternalServerError
}

// retryAfter is the pause that a website asks for; 0 if it asks for none.
func retryAfter(resp *http.Response) time.Duration {
	after := resp.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(after, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(after); err == nil {
		return time.Until(at)
	}
	return 0
}
