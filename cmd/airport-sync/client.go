package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	largestPage   = 100      // items; the service gives no more
	largestAnswer = 64 << 20 // bytes; the service keeps the bodies of a page to 32 MB
	longestCursor = 4 << 10  // bytes; the service takes URLs of up to 8 KB
	stalled       = 30 * time.Second

	triesLimited = 3         // in all, when the service answers 429
	tries        = 8         // in all, when it fails: about 16 seconds of waiting
	longestWait  = time.Hour // a service that asks for more is not waited for
)

var (
	errUnreadable = errors.New("the answer is not one of this service")
	errTooLarge   = fmt.Errorf("the answer is larger than %d MB", largestAnswer>>20)
	errStalled    = fmt.Errorf("no progress for %s", stalled)
)

// client reads the changes of one airport.
type client struct {
	base    string // address of the service
	airport string // upper case
	key     string
	size    int // items to ask for at once
	http    *http.Client
	onRetry backoff.Notify
}

func newClient(baseURL, airport, key string, insecure bool) (*client, error) {
	base, err := url.Parse(strings.TrimRight(baseURL, "/"))
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" ||
		base.User != nil || base.RawQuery != "" || base.Fragment != "" {
		return nil, errors.New("--base-url: want an address like https://content.example.com") // does not show a password in it
	}
	if base.Scheme == "http" && !insecure && !loopback(base.Hostname()) {
		return nil, fmt.Errorf("%s: plain http shows the key to everyone on the way; use https, or --insecure", base)
	}
	return &client{base: base.String(), airport: strings.ToUpper(airport), key: key, size: largestPage,
		http: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}, nil
}

func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// changes reads the page after cursor; without a cursor, the first one. Where a page is too large it asks for half as many
// items, from then on.
func (c *client) changes(ctx context.Context, cursor string) (*page, error) {
	for {
		p, err := c.retry(ctx, cursor)
		var refused *apiError
		tooLarge := errors.Is(err, errTooLarge) || errors.As(err, &refused) && refused.Code == "page_too_large"
		if tooLarge && c.size > 1 {
			c.size /= 2
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("changes of %s: %w", c.airport, err)
		}
		return p, nil
	}
}

// retry asks until there is an answer, a refusal or too many failures.
func (c *client) retry(ctx context.Context, cursor string) (*page, error) {
	limited := 0
	return backoff.Retry(ctx, func() (*page, error) {
		p, err := c.try(ctx, cursor)
		final := errors.Is(err, errUnreadable) || errors.Is(err, errTooLarge)
		var refused *apiError
		if errors.As(err, &refused) {
			if refused.after != nil {
				limited++
			}
			final = limited == triesLimited || refused.after == nil && refused.status < 500
		}
		if final {
			err = backoff.Permanent(err)
		}
		return p, err
	}, backoff.WithMaxTries(tries), backoff.WithMaxElapsedTime(longestWait), backoff.WithNotify(c.onRetry))
}

func (c *client) try(ctx context.Context, cursor string) (*page, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(stalled, func() { cancel(errStalled) })
	defer watchdog.Stop()

	query := url.Values{"size": {strconv.Itoa(c.size)}}
	if cursor != "" {
		query.Set("cursor", cursor)
	}
	target := c.base + "/api/v1/partner/" + url.PathEscape(c.airport) + "/changes?" + query.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("x-partner-api-key", c.key)
	req.Header.Set("User-Agent", "airport-sync/"+version())
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, errors.Unwrap(err) // without the URL and its long cursor
	}
	defer resp.Body.Close()
	body, err := readAll(resp.Body, func() { watchdog.Reset(stalled) })
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, refusal(resp, body)
	}
	p, err := decode(body, c.airport, cursor)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return p, nil
}

// readAll reads an answer of limited size. It calls progress after every 64 KB, so a server that
// sends a byte now and then makes none.
func readAll(r io.Reader, progress func()) ([]byte, error) {
	var body bytes.Buffer
	for body.Len() <= largestAnswer {
		_, err := io.CopyN(&body, r, 64<<10)
		if err == io.EOF {
			return body.Bytes(), nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the answer: %w", err)
		}
		progress()
	}
	return nil, errTooLarge
}

// apiError is a request that the service refused or could not serve.
type apiError struct {
	Code, Message, Parameter, RequestID string

	status int
	after  *backoff.RetryAfterError // of a 429
}

func refusal(resp *http.Response, body []byte) error {
	var answer struct{ Error apiError }
	_ = json.Unmarshal(body, &answer) // the body may be that of a proxy
	e := &answer.Error
	e.status = resp.StatusCode
	if to := resp.Header.Get("Location"); to != "" {
		e.Message = "redirected to " + to + "; the key is sent to --base-url only"
	}
	if e.status == http.StatusTooManyRequests {
		e.after = &backoff.RetryAfterError{Duration: time.Minute}
		if seconds, err := strconv.ParseUint(resp.Header.Get("Retry-After"), 10, 32); err == nil {
			e.after.Duration = time.Duration(seconds) * time.Second
		}
	}
	return e
}

func (e *apiError) Error() string {
	s := fmt.Sprintf("%d %s", e.status, http.StatusText(e.status))
	if e.Message != "" {
		s += ": " + e.Message
	}
	if e.after != nil {
		s += fmt.Sprintf(" (asks to wait %s)", e.after.Duration)
	}
	if e.RequestID != "" {
		s += " (request " + e.RequestID + ")"
	}
	return s
}

// Unwrap has package backoff wait for as long as the service asks.
func (e *apiError) Unwrap() error {
	if e.after == nil {
		return nil
	}
	return e.after
}
