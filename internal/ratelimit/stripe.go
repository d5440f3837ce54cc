package ratelimit

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/go-chi/httprate"
)

// stripeCount is how many partners can be counted at the same time: a httprate limiter keeps one
// lock through its trip to Redis, so each stripe of the partners has a limiter of its own.
const stripeCount = 256

// stripe is one httprate limiter, and the counter that it sees: the shared one, of which it keeps
// what it was last told, because httprate itself shows neither the true wait nor a sane remainder.
type stripe struct {
	*counter
	limiter *httprate.RateLimiter

	mu   sync.Mutex // held until a request is counted
	seen window
}

func newStripe(c *counter) *stripe {
	s := &stripe{counter: c}
	s.limiter = httprate.NewRateLimiter(0, length,
		httprate.WithLimitCounter(s),
		httprate.WithResponseHeaders(httprate.ResponseHeaders{}),
		// Unused, since the counter never fails; the default would write to a response, and there is none.
		httprate.WithErrorHandler(func(http.ResponseWriter, *http.Request, error) {}),
	)
	return s
}

// Get is called by the limiter, under the lock that count holds.
func (s *stripe) Get(key string, current, previous time.Time) (int, int, error) {
	curr, prev, err := s.counter.Get(key, current, previous)
	s.seen = window{start: current, curr: curr, prev: prev}
	return curr, prev, err
}

// IncrementBy is called by the limiter for a request that may go on; count sees to it.
func (s *stripe) IncrementBy(string, time.Time, int) error { return nil }

// count asks httprate for one request of key, and counts it unless it is refused: while the caller goes on.
func (s *stripe) count(ctx context.Context, key string, limit int) Decision {
	request := new(http.Request).WithContext(httprate.WithRequestLimit(ctx, limit))
	s.mu.Lock()
	allowed := !s.limiter.OnLimit(nil, request, key)
	w := s.seen
	if !allowed {
		s.mu.Unlock()
		return w.decide(time.Now(), limit, false)
	}
	counted := make(chan struct{})
	s.store.spawn(func() {
		defer close(counted)
		defer s.mu.Unlock()
		_ = s.counter.Increment(key, w.start)
	})
	w.curr++
	d := w.decide(time.Now(), limit, true)
	d.Counted = counted
	return d
}
