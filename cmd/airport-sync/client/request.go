package client

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cenkalti/backoff/v5"
)

const (
	triesLimited = 3 // in all, when the service answers 429
	triesFailed  = 6 // in all, when it fails or cannot be reached: about 15 seconds of waiting
	largest      = 32 << 20
)

// request is one question, asked until it is answered or the tries are used up.
type request struct {
	airport string
	path    []string // after the airport, not yet escaped
	query   url.Values
	giveWay bool // return ErrTooLarge for slowness at once, since the caller will ask for less
	fresh   bool // no cache on the way may answer
}

// get asks r and has decode read the answer, which may be called once for every try.
func (c *Client) get(ctx context.Context, r request, decode func(body []byte) error) error {
	wait := &backoff.ExponentialBackOff{
		InitialInterval: 500 * time.Millisecond, Multiplier: 2, MaxInterval: 30 * time.Second,
		RandomizationFactor: backoff.DefaultRandomizationFactor,
	}
	for limited, failed := 0, 0; ; {
		err := c.try(ctx, r, decode)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var pause time.Duration
		var refused *Error
		if errors.As(err, &refused) && refused.Status == http.StatusTooManyRequests {
			if refused.RetryAfter > longestRetryAfter {
				return fmt.Errorf("%w; the service asks to wait %s, and more than %s is not waited for", err, refused.RetryAfter.Round(time.Second), longestRetryAfter)
			}
			if limited++; limited == triesLimited {
				return err
			}
			pause = refused.RetryAfter
		} else {
			if failed++; failed == triesFailed || hopeless(err, r.giveWay) {
				return err
			}
			pause = wait.NextBackOff()
		}
		c.onRetry(err, pause)
		if err := c.sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// hopeless tells errors that the same request would meet again.
func hopeless(err error, giveWay bool) bool {
	var refused *Error
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &refused):
		return refused.Status < 500
	case errors.Is(err, ErrTooLarge):
		return giveWay || !errors.Is(err, context.DeadlineExceeded)
	}
	return errors.Is(err, errRedirect) || errors.As(err, &certificate)
}

func (c *Client) try(ctx context.Context, r request, decode func([]byte) error) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.target(r), nil)
	if err != nil {
		return err
	}
	req.Header.Set("x-partner-api-key", c.key)
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", c.userAgent)
	if r.fresh {
		req.Header.Set("Cache-Control", "no-cache")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return readError(resp)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, largest+1))
	switch {
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("%w to arrive within %s: %w", ErrTooLarge, c.timeout, ctx.Err())
	case err != nil:
		return fmt.Errorf("read the answer: %w", err)
	case len(body) > largest:
		return fmt.Errorf("%w: more than %d MB", ErrTooLarge, largest>>20)
	}
	return decode(body)
}

func (c *Client) target(r request) string {
	var s strings.Builder
	s.WriteString(c.base.String() + apiPath + "/" + url.PathEscape(r.airport))
	for _, segment := range r.path {
		s.WriteString("/" + url.PathEscape(segment))
	}
	if len(r.query) > 0 {
		s.WriteString("?" + r.query.Encode())
	}
	return s.String()
}

// envelope is what every answer of success has around its results.
type envelope struct {
	Success bool `json:"success"`
	Meta    Meta `json:"meta"`
}

// decode reads an answer into v, whose part e must then be of the airport that was asked for.
func decode(body []byte, v any, e *envelope, airport string) error {
	if !utf8.Valid(body) {
		return fmt.Errorf("%w: not UTF-8", ErrUnreadable)
	}
	if err := json.Unmarshal(body, v); err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	switch {
	case !e.Success:
		return fmt.Errorf("%w: status 200 without success", ErrUnreadable)
	case !strings.EqualFold(e.Meta.Airport, airport) || e.Meta.Timestamp.IsZero():
		return fmt.Errorf("%w: meta is missing, or of airport %q", ErrUnreadable, e.Meta.Airport)
	}
	return nil
}
