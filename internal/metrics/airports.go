package metrics

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"airport-content/internal/admin"
	"airport-content/internal/content"
)

const (
	cachedFor   = 15 * time.Second // how long an answer of the database is reused
	lookTimeout = 2 * time.Second
)

// WatchAirports adds metrics of each airport's content. It calls list when the metrics are read, at most every 15 seconds. While
// list fails, the last values stay, and log gets one warning.
func (m *Metrics) WatchAirports(list func(context.Context) ([]admin.Airport, error), log *slog.Logger) {
	desc := func(metric, help string) *prometheus.Desc {
		return prometheus.NewDesc(prefix+metric, help, []string{"airport"}, nil)
	}
	items := desc("items", "Items of an airport.")
	revision := desc("revision", "Grows by one with each import that changes an airport's content.")
	imported := desc("last_import_timestamp_seconds", "When an airport's last import ended, changing something or not.")
	published := desc("last_change_timestamp_seconds", "The newest lastModified of an airport's content.")
	a := &cached[admin.Airport]{what: "airports", list: list, log: log}
	m.registry.MustRegister(collector(func(out chan<- prometheus.Metric) {
		for _, airport := range a.current() {
			gauge := func(d *prometheus.Desc, value float64) {
				out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, airport.Code)
			}
			gauge(items, float64(airport.Items))
			gauge(revision, float64(airport.Revision))
			if airport.ImportedAt != nil {
				gauge(imported, seconds(*airport.ImportedAt))
			}
			if airport.PublishedAt != nil {
				gauge(published, seconds(*airport.PublishedAt))
			}
		}
	}))
}

// WatchSources adds metrics of each source, in the same way.
func (m *Metrics) WatchSources(list func(context.Context) ([]content.SourceStatus, error), log *slog.Logger) {
	desc := func(metric, help string) *prometheus.Desc {
		return prometheus.NewDesc(prefix+metric, help, []string{"airport", "source"}, nil)
	}
	good := desc("source_last_good_timestamp_seconds", "When a source's last good run ended, or when it was added. Paused sources are left out.")
	every := desc("source_interval_seconds", "The time between two runs of a source.")
	s := &cached[content.SourceStatus]{what: "sources", list: list, log: log}
	m.registry.MustRegister(collector(func(out chan<- prometheus.Metric) {
		for _, source := range s.current() {
			if source.Paused {
				continue
			}
			goodAt := source.CreatedAt
			if source.GoodAt != nil {
				goodAt = *source.GoodAt
			}
			out <- prometheus.MustNewConstMetric(good, prometheus.GaugeValue, seconds(goodAt), source.Airport, source.Name)
			out <- prometheus.MustNewConstMetric(every, prometheus.GaugeValue, source.Settings.Every.Seconds(), source.Airport, source.Name)
		}
	}))
}

func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }

// cached keeps the last answer of the database.
type cached[T any] struct {
	what string
	list func(context.Context) ([]T, error)
	log  *slog.Logger

	mu      sync.Mutex // held while the database is asked; others wait for the answer
	asked   time.Time
	failing bool
	last    []T
}

func (a *cached[T]) current() []T {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.asked.IsZero() && time.Since(a.asked) < cachedFor {
		return a.last
	}
	a.asked = time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), lookTimeout)
	defer cancel()
	list, err := a.list(ctx)
	if err == nil {
		a.last = list
	} else if !a.failing {
		a.log.Warn("metrics: the "+a.what+" cannot be read; what was read last stands", "error", err)
	}
	a.failing = err != nil
	return a.last
}
