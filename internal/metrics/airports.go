package metrics

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Airport is what is told of an airport's content.
type Airport struct {
	Code        string
	Items       int64
	Revision    int64
	ImportedAt  *time.Time // when the last import ended; nil before the first
	PublishedAt *time.Time // the newest lastModified; nil before the first content
}

const (
	airportsFor     = 15 * time.Second // how long one look into the database serves every reading
	airportsTimeout = 2 * time.Second
)

// WatchAirports tells of each airport's content. list is asked at readings, at most every 15 seconds; while it fails,
// what it said last stands, and log is told once.
func (m *Metrics) WatchAirports(list func(context.Context) ([]Airport, error), log *slog.Logger) {
	desc := func(metric, help string) *prometheus.Desc {
		return prometheus.NewDesc(prefix+metric, help, []string{"airport"}, nil)
	}
	items := desc("items", "Items of an airport.")
	revision := desc("revision", "Grows by one with each import that changes an airport's content.")
	imported := desc("last_import_timestamp_seconds", "When an airport's last import ended, changing something or not.")
	published := desc("last_change_timestamp_seconds", "The newest lastModified of an airport's content.")
	a := &airports{list: list, log: log}
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

func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }

// airports keeps the last answer about the airports.
type airports struct {
	list func(context.Context) ([]Airport, error)
	log  *slog.Logger

	mu      sync.Mutex // held while the database is asked: another reading waits
	asked   time.Time
	failing bool
	last    []Airport
}

func (a *airports) current() []Airport {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.asked.IsZero() && time.Since(a.asked) < airportsFor {
		return a.last
	}
	a.asked = time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), airportsTimeout)
	defer cancel()
	list, err := a.list(ctx)
	if err == nil {
		a.last = list
	} else if !a.failing {
		a.log.Warn("metrics: the airports cannot be read; what was read last stands", "error", err)
	}
	a.failing = err != nil
	return a.last
}
