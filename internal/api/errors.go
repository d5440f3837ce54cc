package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/spelling"
)

// The codes of failed requests, as callers read them in error.code.
const (
	codeMissingKey       = "missing_api_key"
	codeInvalidKey       = "invalid_api_key"
	codeAirportForbidden = "airport_forbidden"
	codeAirportNotFound  = "airport_not_found"
	codeAirportOffline   = "airport_offline"
	codeOriginForbidden  = "origin_forbidden"
	codeScopeForbidden   = "scope_forbidden"
	codeInvalidParameter = "invalid_parameter"
	codeInvalidMessage   = "invalid_message" // of an assistant
	codeRouteNotFound    = "route_not_found"
	codeItemNotFound     = "item_not_found"
	codePageTooLarge     = "page_too_large"
	codeURITooLong       = "uri_too_long"
	codeMethodNotAllowed = "method_not_allowed"
	codeCursorExpired    = "cursor_expired"
	codeRateLimited      = "rate_limited"
	codeInternal         = "internal"
	codeUnavailable      = "unavailable"
	codeTimeout          = "timeout"
)

// statusClientGone is the logged status of a request whose caller left before the end of the
// answer. The status is never sent.
const statusClientGone = 499

// failure is an error answer. Its cause and types are only for the log.
type failure struct {
	status     int
	code       string
	message    string         // with the caller's next step
	parameter  string         // of codeInvalidParameter
	retryAfter int            // seconds; 0: a retry helps at no known time
	types      []content.Type // that the key may not read, of codeScopeForbidden
	cause      error
}

func (f *failure) Error() string {
	if f.cause != nil {
		return f.code + ": " + f.cause.Error()
	}
	return f.code + ": " + f.message
}

func (f *failure) Unwrap() error { return f.cause }

// badParameter refuses a parameter. The message says what is allowed.
func badParameter(name, message string) *failure {
	return &failure{status: http.StatusBadRequest, code: codeInvalidParameter, message: message,
		parameter: strings.ToValidUTF8(spelling.Shortened(name), "\uFFFD")}
}

// callerGone is the failure of a caller that left or read too slowly.
func callerGone(err error) *failure {
	return &failure{status: statusClientGone, code: "client_gone", cause: err}
}

// knownErrors are the errors with an answer of their own. Every other error becomes internalError.
var knownErrors = []struct {
	err     error
	failure failure
}{
	{content.ErrAirportNotFound, failure{status: http.StatusNotFound, code: codeAirportNotFound,
		message: "There is no airport with this code here. Check the code in the path."}},
	{content.ErrAirportOffline, airportOffline},
	{content.ErrItemNotFound, failure{status: http.StatusNotFound, code: codeItemNotFound,
		message: "This airport has no item with this id that the key may read. Take ids from the content list and percent-encode them."}},
	{content.ErrCursorExpired, failure{status: http.StatusGone, code: codeCursorExpired,
		message: "This cursor is no longer valid. Start again without a cursor."}},
	{content.ErrUnavailable, failure{status: http.StatusInternalServerError, code: codeUnavailable,
		message: "The service cannot reach its data at the moment. Retry with exponential backoff."}},
	{content.ErrTimeout, timeout},
	{context.DeadlineExceeded, timeout},
}

// airportOffline asks for a retry after 30 seconds, the longest wait for changes. So a copy of one
// airport learns within that time that the airport is back.
var airportOffline = failure{status: http.StatusServiceUnavailable, code: codeAirportOffline, retryAfter: 30,
	message: "This airport is offline at the moment: its operator has taken its content back for a while. Keep your copy, and ask again later."}

var timeout = failure{status: http.StatusInternalServerError, code: codeTimeout,
	message: "The request took too long and was stopped. Retry with exponential backoff; if it stays so, ask for less at once."}

var internalError = failure{status: http.StatusInternalServerError, code: codeInternal,
	message: "Something failed on our side. Retry with exponential backoff; if it stays so, tell us the requestId."}

// failureOf finds the failure for an error. If the request's context has ended, the cause of its
// end decides.
func failureOf(ctx context.Context, err error) failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return *f
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, context.Canceled):
		return *callerGone(err)
	case cause != nil:
		err = errors.Join(cause, err)
	}
	f := internalError
	for _, k := range knownErrors {
		if errors.Is(err, k.err) {
			f = k.failure
			break
		}
	}
	f.cause = err
	return f
}

// fail answers with an error. Every error answer comes from here.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	x := responseOf(r.Context())
	f := failureOf(r.Context(), err)
	x.failure = &f
	if f.status == statusClientGone || x.Status != 0 {
		// It is too late for an error body. Closing the connection shows the caller that the answer
		// is incomplete.
		panic(http.ErrAbortHandler)
	}
	h := w.Header()
	if f.status == http.StatusUnauthorized {
		h["WWW-Authenticate"] = []string{`ApiKey realm="airport-content", header="x-partner-api-key"`}
	}
	if f.retryAfter > 0 {
		h["Retry-After"] = []string{strconv.Itoa(f.retryAfter)}
	}
	body := errorBody{Code: f.code, Message: f.message, RequestID: x.RequestID}
	if f.code == codeInvalidParameter {
		body.Parameter = &f.parameter
	}
	_ = sendShort(w, f.status, errorAnswer{Error: body}) // fails only if the caller has left
}

// errorAnswer is the body of every failed request.
type errorAnswer struct {
	Success bool      `json:"success"`
	Error   errorBody `json:"error"`
}

type errorBody struct {
	Code      string  `json:"code"`
	Message   string  `json:"message"`
	RequestID string  `json:"requestId"`
	Parameter *string `json:"parameter,omitzero"` // of codeInvalidParameter
}
