// Package metrics counts and measures what Prometheus reads. Labels are bounded: routes, methods, statuses and codes by the
// program, partners and airports by the database. It imports nothing of this project.
package metrics

import (
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// prefix begins the name of every metric that is our own.
const prefix = "airport_content_"

const (
	scrapesAtOnce = 4
	scrapeTimeout = 10 * time.Second
)

// Metrics is a registry. Its methods may be called concurrently, also while it is read.
type Metrics struct {
	registry *prometheus.Registry
	requests *requests
}

// New makes a registry that tells of the program itself and counts requests.
func New(version string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), requests: newRequests()}
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: prefix + "build_info",
		Help:        "1; the labels tell which program it is.",
		ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()}})
	build.Set(1)
	m.registry.MustRegister(build, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), m.requests)
	return m
}

// Handler answers Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorHandling:       promhttp.ContinueOnError,
		MaxRequestsInFlight: scrapesAtOnce,
		Timeout:             scrapeTimeout,
	})
}
