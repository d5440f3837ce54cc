package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"
)

// ErrUnreadable is returned for an answer of success that is not what the service's document says.
var ErrUnreadable = errors.New("the answer is not one of this service")

// ErrTooLarge is returned for an answer that is larger than the client holds at once (32 MB), or
// that did not arrive within the time limit of one try. Asking for fewer items helps.
var ErrTooLarge = errors.New("the answer is too large")

// ErrInsecure is returned for a service on another machine that does not speak https.
var ErrInsecure = errors.New("plain http would show the key to everyone on the way; use https")

var errRedirect = errors.New("refused a redirect")

// Error is a request that the service refused or could not serve.
type Error struct {
	Status     int           // HTTP
	Code       string        // such as "rate_limited"; empty when the answer was not the service's own
	Message    string        // what to do next
	RequestID  string        // to quote when asking the service's operators
	Parameter  string        // the parameter at fault, with code "invalid_parameter"
	RetryAfter time.Duration // of a 429: how long to wait
}

func (e *Error) Error() string {
	s := fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		s += ": " + e.Message
	}
	if e.RequestID != "" {
		s += " (request " + e.RequestID + ")"
	}
	return s
}

// A wait that is not told, and the longest that is told and waited for.
const (
	defaultRetryAfter = time.Minute
	longestRetryAfter = time.Hour
)

// readError makes an Error of an answer that is not 200. A body that is not the service's leaves its fields empty.
func readError(resp *http.Response) error {
	var body struct {
		Error struct{ Code, Message, RequestID, Parameter string }
	}
	e := &Error{Status: resp.StatusCode, RequestID: resp.Header.Get("X-Request-Id")}
	if text, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10)); err == nil && json.Unmarshal(text, &body) == nil {
		e.Code, e.Message, e.Parameter = body.Error.Code, body.Error.Message, body.Error.Parameter
		if body.Error.RequestID != "" {
			e.RequestID = body.Error.RequestID
		}
	}
	if resp.StatusCode == http.StatusTooManyRequests {
		e.RetryAfter = retryAfter(resp.Header.Get("Retry-After"))
	}
	return e
}

// retryAfter reads either form of the header, seconds or a date.
func retryAfter(s string) time.Duration {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && n >= 0 {
		return time.Duration(min(n, math.MaxInt64/int64(time.Second))) * time.Second
	}
	if t, err := http.ParseTime(s); err == nil {
		return max(0, time.Until(t))
	}
	return defaultRetryAfter
}
