// Package client reads the Airport Content Partner API: lists, single items and changes, with the
// time limits and the retries that the service recommends.
//
//	c, err := client.New("https://content.example.com", key)
//	for page, err := range c.AllChanges(ctx, "SFO", cursor, 100) { … }
package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
	"unicode"
)

const apiPath = "/api/v1/partner"

// Client reads the content of one service with one key. It is safe for concurrent use.
type Client struct {
	base      *url.URL
	key       string
	http      *http.Client
	timeout   time.Duration
	insecure  bool
	userAgent string
	sleep     func(context.Context, time.Duration) error
	onRetry   func(err error, wait time.Duration)
}

// Option changes one habit of a Client.
type Option func(*Client)

// WithInsecure allows plain http to another machine, where everyone on the way can read the key.
func WithInsecure() Option { return func(c *Client) { c.insecure = true } }

// WithTimeout limits one try of a request, its whole answer included. The default is 30 seconds.
func WithTimeout(d time.Duration) Option { return func(c *Client) { c.timeout = d } }

// WithUserAgent names the calling program to the service.
func WithUserAgent(name string) Option { return func(c *Client) { c.userAgent = name } }

// WithTransport replaces http.DefaultTransport, for a private certificate or a proxy.
func WithTransport(t http.RoundTripper) Option { return func(c *Client) { c.http.Transport = t } }

// WithOnRetry has f told of every failed try that will be repeated after wait.
func WithOnRetry(f func(err error, wait time.Duration)) Option {
	return func(c *Client) { c.onRetry = f }
}

// WithSleep replaces how the client waits between tries. f returns early, with the context's error, when that ends.
func WithSleep(f func(context.Context, time.Duration) error) Option {
	return func(c *Client) { c.sleep = f }
}

// New makes a client of the service at baseURL, the address before /api/v1/partner.
// Plain http is refused unless it goes to this machine or WithInsecure is given.
func New(baseURL, key string, opts ...Option) (*Client, error) {
	c := &Client{
		key:       key,
		http:      &http.Client{CheckRedirect: checkRedirect},
		timeout:   30 * time.Second,
		userAgent: "airport-content-client",
		sleep:     sleep,
		onRetry:   func(error, time.Duration) {},
	}
	for _, opt := range opts {
		opt(c)
	}
	if key == "" || strings.ContainsFunc(key, unicode.IsControl) {
		return nil, errors.New("the API key is empty or holds a control character")
	}
	base, err := parseBase(baseURL)
	if err != nil {
		return nil, err
	}
	if base.Scheme == "http" && !c.insecure && !loopback(base.Hostname()) {
		return nil, fmt.Errorf("base URL %s: %w", base, ErrInsecure)
	}
	c.base = base
	return c, nil
}

// BaseURL is the service's address in its plain form, without a slash at the end.
func (c *Client) BaseURL() string { return c.base.String() }

func parseBase(s string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(s, "/"))
	switch {
	case err != nil:
		return nil, errors.New("base URL: not an address like https://content.example.com") // err could show a password
	case u.Scheme != "http" && u.Scheme != "https", u.Hostname() == "":
		return nil, fmt.Errorf("base URL %q: want an address like https://content.example.com", u.Redacted())
	case u.User != nil, u.RawQuery != "", u.Fragment != "":
		return nil, fmt.Errorf("base URL %q: want no user, query or fragment in it", u.Redacted())
	case strings.HasSuffix(u.Path, apiPath):
		return nil, fmt.Errorf("base URL %s: leave out %s, it is added", u, apiPath)
	}
	u.Host = strings.ToLower(u.Host)
	return u, nil
}

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}

// checkRedirect keeps the key with the service that it was given for: net/http would send our header along anywhere.
func checkRedirect(req *http.Request, via []*http.Request) error {
	from, to := via[len(via)-1].URL, req.URL
	sameHost := strings.EqualFold(from.Hostname(), to.Hostname())
	same := sameHost && from.Scheme == to.Scheme && port(from) == port(to)
	upgrade := sameHost && from.Scheme == "http" && to.Scheme == "https"
	if !same && !upgrade {
		return fmt.Errorf("%w to %s://%s: it would take the key elsewhere", errRedirect, to.Scheme, to.Host)
	}
	if len(via) >= 10 {
		return fmt.Errorf("%w: more than 10 in a row", errRedirect)
	}
	return nil
}

func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
