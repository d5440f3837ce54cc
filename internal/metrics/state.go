package metrics

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// WatchServices tells at each reading which services work, by name. check must return within seconds.
func (m *Metrics) WatchServices(check func(context.Context) map[string]bool) {
	m.registry.MustRegister(&services{check: check, up: prometheus.NewDesc(prefix+"service_up",
		"1 when a service answers this server's probe, else 0; elasticsearch is the full-text search.", []string{"service"}, nil)})
}

type services struct {
	check func(context.Context) map[string]bool
	up    *prometheus.Desc
}

// Describe is prometheus.Collector's.
func (s *services) Describe(out chan<- *prometheus.Desc) { out <- s.up }

// Collect is prometheus.Collector's.
func (s *services) Collect(out chan<- prometheus.Metric) {
	for name, works := range s.check(context.Background()) {
		out <- prometheus.MustNewConstMetric(s.up, prometheus.GaugeValue, number(works), name)
	}
}

// WatchLimits tells at each reading whether rate limits are shared with the other servers.
func (m *Metrics) WatchLimits(shared func() bool) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: prefix + "rate_limits_shared",
		Help: "1 while rate limits are counted in Redis for all servers, 0 while in this process alone."},
		func() float64 { return number(shared()) }))
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// WatchPool tells at each reading what the connections of a pool to the database do; name tells pools apart.
func (m *Metrics) WatchPool(name string, stat func() *pgxpool.Stat) {
	desc := func(metric, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(prefix+"db_pool_"+metric, help, labels, prometheus.Labels{"pool": name})
	}
	m.registry.MustRegister(&pool{
		stat:        stat,
		connections: desc("connections", "Connections to the database, by what they do.", "state"),
		limit:       desc("max_connections", "The most connections that there may be."),
		acquired:    desc("acquires_total", "How often a connection was taken."),
		waited:      desc("waits_total", "How often a connection was waited for, because none was free."),
		waiting:     desc("wait_seconds_total", "How long connections were waited for."),
		gaveUp:      desc("cancelled_acquires_total", "How often the waiting for a connection was given up."),
	})
}

type pool struct {
	stat                                                  func() *pgxpool.Stat
	connections, limit, acquired, waited, waiting, gaveUp *prometheus.Desc
}

// Describe is prometheus.Collector's.
func (p *pool) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{p.connections, p.limit, p.acquired, p.waited, p.waiting, p.gaveUp} {
		out <- d
	}
}

// Collect is prometheus.Collector's.
func (p *pool) Collect(out chan<- prometheus.Metric) {
	s := p.stat()
	gauge := func(d *prometheus.Desc, value int32, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(value), labels...)
	}
	counter := func(d *prometheus.Desc, value float64) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, value)
	}
	gauge(p.connections, s.AcquiredConns(), "acquired")
	gauge(p.connections, s.IdleConns(), "idle")
	gauge(p.connections, s.ConstructingConns(), "constructing")
	gauge(p.limit, s.MaxConns())
	counter(p.acquired, float64(s.AcquireCount()))
	counter(p.waited, float64(s.EmptyAcquireCount()))
	counter(p.waiting, s.EmptyAcquireWaitTime().Seconds())
	counter(p.gaveUp, float64(s.CanceledAcquireCount()))
}
