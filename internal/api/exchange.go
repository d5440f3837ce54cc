package api

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"time"
)

// exchange is what is known of one request while it is answered; it records what goes out.
type exchange struct {
	http.ResponseWriter
	id        string
	method    string // as it was asked; the handlers see GET for HEAD
	start     time.Time
	partnerID int64
	keyID     string
	keyEnds   time.Time
	counted   <-chan struct{} // closed when the request counts against the partner's limit on every server
	failure   *failure
	status    int // 0 until the headers are sent
	bytes     int64

	timeout time.Duration
	timer   *time.Timer
}

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange { return ctx.Value(exchangeKey{}).(*exchange) }

// WriteHeader waits until the request is counted, so that a caller's next one, to any server, finds it so.
func (x *exchange) WriteHeader(status int) {
	if x.status == 0 && status >= 200 {
		x.status = status
		if x.counted != nil {
			<-x.counted
		}
	}
	x.ResponseWriter.WriteHeader(status)
}

func (x *exchange) Write(p []byte) (int, error) {
	if x.status == 0 {
		x.WriteHeader(http.StatusOK)
	}
	n, err := x.ResponseWriter.Write(p)
	x.bytes += int64(n)
	return n, err
}

func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// extend gives the store its time again, when a piece of a long answer has come.
func (x *exchange) extend() {
	if x.timer.Stop() {
		x.timer.Reset(x.timeout)
	}
}

// pause stops the request's clock while the caller reads a piece of a long answer, for which there is another limit.
func (x *exchange) pause() (resume func()) {
	running := x.timer.Stop()
	x.allowWriting(writeFor)
	return func() {
		if running {
			x.timer.Reset(x.timeout)
		}
	}
}

// allowWriting gives the caller its time to read again, but no more in all than LongestAnswer.
func (x *exchange) allowWriting(d time.Duration) {
	// A writer without deadlines is one of a test.
	_ = http.NewResponseController(x.ResponseWriter).SetWriteDeadline(time.Now().Add(min(d, LongestAnswer-time.Since(x.start))))
}

// begin gives each request its id and its time limit, and reports on it when it is over.
func (s *server) begin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{ResponseWriter: w, id: newRequestID(), method: r.Method, start: time.Now(), timeout: s.RequestTimeout}
		w.Header()["X-Request-Id"] = []string{x.id}

		// Not context.WithTimeout: a long answer may go on for as long as it makes progress.
		ctx, cancel := context.WithCancelCause(context.WithValue(r.Context(), exchangeKey{}, x))
		defer cancel(nil)
		x.timer = time.AfterFunc(x.timeout, func() { cancel(context.DeadlineExceeded) })
		defer x.timer.Stop()

		inner := r.WithContext(ctx)
		if r.Method == http.MethodHead {
			inner.Method = http.MethodGet // net/http drops the body by itself
		}
		defer s.report(x, inner)
		next.ServeHTTP(x, inner)
	})
}

func newRequestID() string {
	const hex = "0123456789abcdef"
	var id [32]byte
	for i := 0; i < len(id); i += 16 {
		for n, j := rand.Uint64(), i; j < i+16; n, j = n>>4, j+1 {
			id[j] = hex[n&15]
		}
	}
	return string(id[:])
}

// guard answers for a handler that panicked.
func (s *server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch p := recover(); p {
			case nil:
			case http.ErrAbortHandler:
				panic(p)
			default:
				fail(w, r, panicked(p))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func panicked(p any) error { return fmt.Errorf("panic: %v\n%s", p, debug.Stack()) }
