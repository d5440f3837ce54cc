package metrics

import (
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Request is one finished request.
type Request struct {
	Route     string // pattern; empty when none matched
	Method    string // as sent: any token
	Status    int
	PartnerID int64  // 0 before a key was accepted
	Code      string // error.code; empty for a success
	Duration  time.Duration
}

const (
	none  = "none"  // no route, no partner
	other = "other" // one of many
)

// mostPartners have a label of their own; there are never so many, unless something goes wrong.
const mostPartners = 1000

// series is what requests are counted by.
type series struct {
	route, method string
	status        int
	partnerID     int64
}

// handles are a series' counters, found once: looking them up by their labels costs more than counting.
type handles struct {
	total    prometheus.Counter
	duration prometheus.Observer
}

// requests counts requests. It is a prometheus.Collector.
type requests struct {
	total    *prometheus.CounterVec
	duration *prometheus.HistogramVec
	failed   *prometheus.CounterVec

	mu       sync.RWMutex
	known    map[series]handles
	partners map[int64]struct{}
}

func newRequests() *requests {
	return &requests{
		total: prometheus.NewCounterVec(prometheus.CounterOpts{Name: prefix + "http_requests_total",
			Help: "Finished requests of the API. partner_id is none before a key was accepted; status 499 is a caller who left."},
			[]string{"route", "method", "status", "partner_id"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: prefix + "http_request_duration_seconds",
			Help:    "How long requests of the API took, from their headers to the end of the answer.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}},
			[]string{"route"}),
		failed: prometheus.NewCounterVec(prometheus.CounterOpts{Name: prefix + "http_errors_total",
			Help: "Answers that were errors, by error.code: rate_limited, refusals such as invalid_api_key, failures such as unavailable."},
			[]string{"code"}),
		known:    make(map[series]handles),
		partners: make(map[int64]struct{}),
	}
}

// Observe counts a request.
func (m *Metrics) Observe(r Request) { m.requests.observe(r) }

func (q *requests) observe(r Request) {
	h := q.handles(series{r.Route, method(r.Method), r.Status, r.PartnerID})
	h.total.Inc()
	h.duration.Observe(r.Duration.Seconds())
	if r.Code != "" {
		q.failed.WithLabelValues(r.Code).Inc()
	}
}

func (q *requests) handles(s series) handles {
	q.mu.RLock()
	h, ok := q.known[s]
	q.mu.RUnlock()
	if !ok {
		h = q.learn(s)
	}
	return h
}

func (q *requests) learn(s series) handles {
	q.mu.Lock()
	defer q.mu.Unlock()
	route := s.route
	if route == "" {
		route = none
	}
	partner, own := q.partner(s.partnerID)
	h := handles{
		total:    q.total.WithLabelValues(route, s.method, strconv.Itoa(s.status), partner),
		duration: q.duration.WithLabelValues(route),
	}
	if own {
		q.known[s] = h
	}
	return h
}

// partner is a partner's label, and whether it is its own.
func (q *requests) partner(id int64) (label string, own bool) {
	if id == 0 {
		return none, true
	}
	if _, ok := q.partners[id]; !ok {
		if len(q.partners) >= mostPartners {
			return other, false
		}
		q.partners[id] = struct{}{}
	}
	return strconv.FormatInt(id, 10), true
}

// method is one of few.
func method(sent string) string {
	switch sent {
	case "GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE":
		return sent
	}
	return other
}

// Describe is prometheus.Collector's.
func (q *requests) Describe(out chan<- *prometheus.Desc) {
	q.total.Describe(out)
	q.duration.Describe(out)
	q.failed.Describe(out)
}

// Collect is prometheus.Collector's.
func (q *requests) Collect(out chan<- prometheus.Metric) {
	q.total.Collect(out)
	q.duration.Collect(out)
	q.failed.Collect(out)
}
