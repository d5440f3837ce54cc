package api

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"airport-content/internal/requestlog"
)

// response is the ResponseWriter of one request. It records status and size of the answer.
type response struct {
	http.ResponseWriter
	requestlog.Record        // its Status is 0 until the headers are sent
	method            string // as sent: the handlers see GET for HEAD
	start             time.Time
	deadline          *time.Timer // ends the request's context; stopped while the request waits for changes
	waited            time.Duration
	failure           *failure
}

type responseKey struct{}

func responseOf(ctx context.Context) *response { return ctx.Value(responseKey{}).(*response) }

// WriteHeader records the status.
func (x *response) WriteHeader(status int) {
	if x.Status == 0 {
		x.Status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

// Write records the size.
func (x *response) Write(p []byte) (int, error) {
	if x.Status == 0 {
		x.Status = http.StatusOK
	}
	n, err := x.ResponseWriter.Write(p)
	x.Bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (x *response) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// begin gives each request an id and a time limit, and reports it at the end.
func (s *server) begin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &response{ResponseWriter: w, Record: requestlog.Record{RequestID: requestID(r.Header)}, method: r.Method, start: time.Now()}
		w.Header()["X-Request-Id"] = []string{x.RequestID}
		if r.Body != http.NoBody {
			// The call fails only for a writer without deadlines, such as a recorder in a test.
			_ = http.NewResponseController(w).SetReadDeadline(x.start.Add(readFor))
		}
		// The limit is for the database. Sending has its own deadlines.
		ctx, cancel := context.WithCancelCause(context.WithValue(r.Context(), responseKey{}, x))
		defer cancel(nil)
		x.deadline = time.AfterFunc(s.RequestTimeout, func() { cancel(context.DeadlineExceeded) })
		defer x.deadline.Stop()
		inner := r.WithContext(ctx)
		if r.Method == http.MethodHead {
			inner.Method = http.MethodGet // net/http drops the body by itself
		}
		defer s.report(x, inner)
		next.ServeHTTP(x, inner)
	})
}

// guard turns a panic of a handler into an error answer.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch p := recover(); p {
			case nil:
			case http.ErrAbortHandler:
				panic(p)
			default:
				fail(w, r, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
			}
		}()
		next.ServeHTTP(w, r)
	})
}
