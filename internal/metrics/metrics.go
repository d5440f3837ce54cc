// Package metrics holds the metrics that Prometheus reads. Labels are bounded: routes, methods,
// statuses and codes by the program, partners and airports by the database.
package metrics

import (
	"context"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	dto "github.com/prometheus/client_model/go"

	"airport-content/internal/db"
	"airport-content/internal/health"
	"airport-content/internal/requestlog"
)

// prefix begins the name of every metric that is our own.
const prefix = "airport_content_"

// Metrics is a registry. Its methods may be called concurrently, also while it is read.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	failed   *prometheus.CounterVec
}

// New makes a registry with metrics of the program itself and of requests.
func New(version string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: prefix + "http_requests_total",
			Help: "Finished requests of the API. partner_id is none before a key was accepted; status 499 is a caller who left."},
			[]string{"route", "method", "status", "partner_id"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: prefix + "http_request_duration_seconds",
			Help:    "How long requests of the API took, from their headers to the end of the answer, without the time that /changes waited.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}},
			[]string{"route"}),
		failed: prometheus.NewCounterVec(prometheus.CounterOpts{Name: prefix + "http_errors_total",
			Help: "Answers that were errors, by error.code: rate_limited, refusals such as invalid_api_key, failures such as unavailable. " +
				"client_gone is a caller who left."},
			[]string{"code"}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: prefix + "build_info",
		Help:        "1; the labels tell which program it is.",
		ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()}})
	build.Set(1)
	m.registry.MustRegister(build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		m.requests, m.duration, m.failed)
	return m
}

// Handler answers Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError})
}

// Observe counts a request.
func (m *Metrics) Observe(r requestlog.Record) {
	route, partner := r.Route, "none"
	if route == "" {
		route = "none"
	}
	if r.PartnerID != 0 {
		partner = strconv.FormatInt(r.PartnerID, 10)
	}
	m.requests.WithLabelValues(route, r.Method, strconv.Itoa(r.Status), partner).Inc()
	m.duration.WithLabelValues(route).Observe(r.Duration.Seconds())
	if r.Code != "" {
		m.failed.WithLabelValues(r.Code).Inc()
	}
}

// Errors returns the number of error answers by error.code.
func (m *Metrics) Errors() map[string]int64 {
	out := make(chan prometheus.Metric)
	go func() {
		defer close(out)
		m.failed.Collect(out)
	}()
	counts := map[string]int64{}
	for metric := range out {
		var written dto.Metric
		if metric.Write(&written) == nil {
			counts[written.GetLabel()[0].GetValue()] = int64(written.GetCounter().GetValue())
		}
	}
	return counts
}

// watch registers a function that sends values. The function runs each time the metrics are read.
func (m *Metrics) watch(read func(values)) { m.registry.MustRegister(collector(read)) }

// collector is a prometheus.Collector of values that are made when they are read.
type collector func(values)

// Describe sends nothing, which prometheus.Collector allows.
func (collector) Describe(chan<- *prometheus.Desc) {}

// Collect sends the values.
func (c collector) Collect(out chan<- prometheus.Metric) { c(out) }

// values is a channel for values of metrics. Labels alternate: a name, then its text.
type values chan<- prometheus.Metric

func (v values) gauge(metric, help string, value float64, labels ...string) {
	v.send(prometheus.GaugeValue, metric, help, value, labels)
}

func (v values) counter(metric, help string, value float64, labels ...string) {
	v.send(prometheus.CounterValue, metric, help, value, labels)
}

func (v values) send(kind prometheus.ValueType, metric, help string, value float64, labels []string) {
	of := prometheus.Labels{}
	for pair := range slices.Chunk(labels, 2) {
		of[pair[0]] = pair[1]
	}
	v <- prometheus.MustNewConstMetric(prometheus.NewDesc(prefix+metric, help, nil, of), kind, value)
}

// WatchServices shows which services work. The services are probed each time the metrics are read.
func (m *Metrics) WatchServices(checker *health.Checker) {
	m.watch(func(v values) {
		services := checker.Check(context.Background()).Services
		for name, s := range map[string]health.Service{"database": services.Database, "redis": services.Redis, "elasticsearch": services.Elasticsearch} {
			v.gauge("service_up", "1 when a service answers this server's probe, else 0; elasticsearch is the full-text search.",
				number(s.Status == health.Up), "service", name)
		}
	})
}

// WatchLimits shows whether rate limits are shared with the other servers.
func (m *Metrics) WatchLimits(shared func() bool) {
	m.watch(func(v values) {
		v.gauge("rate_limits_shared", "1 while rate limits are counted in Redis for all servers, 0 while in this process alone.", number(shared()))
	})
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// replicaTimeout bounds the queries to primary and replica.
const replicaTimeout = time.Second

// WatchReplica shows whether the replica follows its primary. It calls ask each time the metrics
// are read.
func (m *Metrics) WatchReplica(ask func(context.Context) (db.Replica, error)) {
	m.watch(func(v values) {
		ctx, cancel := context.WithTimeout(context.Background(), replicaTimeout)
		defer cancel()
		r, err := ask(ctx)
		v.gauge("replica_receiving", "1 while the replica answers and has a connection to its primary, else 0.", number(err == nil && r.Receiving))
		if err == nil {
			v.gauge("replica_lag_seconds", "How long ago the newest commit that the replica shows was made; 0 if it shows all. "+
				"Left out while it does not answer.", r.Behind.Seconds())
		}
	})
}

// WatchReads shows what share of the content the replica reads.
func (m *Metrics) WatchReads(reads func() (primary, replica int64)) {
	m.watch(func(v values) {
		primary, replica := reads()
		for database, n := range map[string]int64{"primary": primary, "replica": replica} {
			v.counter("reads_total", "Reads of content, by the database that answered with the newest content.", float64(n), "database", database)
		}
	})
}

// WatchIndexes shows the memory of the words and titles of airports.
func (m *Metrics) WatchIndexes(memory func() (bytes int, evictions int64)) {
	m.watch(func(v values) {
		bytes, evictions := memory()
		v.gauge("index_bytes", "Memory that the words and titles of airports take, which searches and suggestions need.", float64(bytes))
		v.counter("index_evictions_total", "Words or titles of an airport that were evicted from memory to make room "+
			"for those of others, and titles that are too many, within INDEX_MEMORY.", float64(evictions))
	})
}

// WatchPool shows the use of the connections of a pool. before returns the waits in front of the
// pool. before may be nil.
func (m *Metrics) WatchPool(name string, stat func() *pgxpool.Stat, before func() (waits int64, waited time.Duration)) {
	m.watch(func(v values) {
		s := stat()
		waits, waited := s.EmptyAcquireCount(), s.EmptyAcquireWaitTime()
		if before != nil {
			n, d := before()
			waits, waited = waits+n, waited+d
		}
		for state, n := range map[string]int32{"acquired": s.AcquiredConns(), "idle": s.IdleConns(), "constructing": s.ConstructingConns()} {
			v.gauge("db_pool_connections", "Connections to the database, by what they do.", float64(n), "pool", name, "state", state)
		}
		v.gauge("db_pool_max_connections", "The most connections that there may be.", float64(s.MaxConns()), "pool", name)
		v.counter("db_pool_acquires_total", "How often a connection was taken.", float64(s.AcquireCount()), "pool", name)
		v.counter("db_pool_waits_total", "How often a connection was waited for, because none was free.", float64(waits), "pool", name)
		v.counter("db_pool_wait_seconds_total", "How long connections were waited for.", waited.Seconds(), "pool", name)
		v.counter("db_pool_cancelled_acquires_total", "How often the waiting for a connection was given up.",
			float64(s.CanceledAcquireCount()), "pool", name)
	})
}
