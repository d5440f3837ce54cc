package metrics

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/insight"
)

const (
	listedFor   = 15 * time.Second // how long the lists of the database are reused
	listTimeout = 2 * time.Second
)

// Lists reads the airports and sources of the database.
type Lists interface {
	ListAirports(context.Context) ([]admin.Airport, error)
	ListSources(ctx context.Context, airport *string) ([]content.SourceStatus, error)
}

// WatchContent adds metrics of each airport and source. The database is asked when the metrics are
// read, at most every 15 seconds. While the database fails, the last values stay, and log gets one
// warning.
func (m *Metrics) WatchContent(db Lists, log *slog.Logger) {
	desc := func(metric, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(prefix+metric, help, labels, nil)
	}
	items := desc("items", "Items of an airport.", "airport")
	revision := desc("revision", "Grows with each import that changes an airport's content or forgets old deletions, and with each reindex.",
		"airport")
	imported := desc("last_import_timestamp_seconds", "When an airport's last import ended, changing something or not.", "airport")
	published := desc("last_change_timestamp_seconds", "The newest lastModified of an airport's content.", "airport")
	good := desc("source_last_good_timestamp_seconds", "When a source's last good run ended, or when it was added. Paused sources are left out.",
		"airport", "source")
	every := desc("source_interval_seconds", "The time between two runs of a source.", "airport", "source")
	pages := desc("source_pages", "Pages of a source's last run, by outcome: good ones make an item, skipped ones a bad one, failed ones could not "+
		"be read, and others make none.", "airport", "source", "outcome")
	l := &listed{db: db, log: log}
	m.registry.MustRegister(collector(func(out chan<- prometheus.Metric) {
		gauge := func(d *prometheus.Desc, value float64, labels ...string) {
			out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
		}
		airports, sources := l.current()
		for _, a := range airports {
			gauge(items, float64(a.Items), a.Code)
			gauge(revision, float64(a.Revision), a.Code)
			if a.ImportedAt != nil {
				gauge(imported, seconds(*a.ImportedAt), a.Code)
			}
			if a.PublishedAt != nil {
				gauge(published, seconds(*a.PublishedAt), a.Code)
			}
		}
		for _, s := range sources {
			if s.Paused {
				continue
			}
			goodAt := s.CreatedAt
			if s.GoodAt != nil {
				goodAt = *s.GoodAt
			}
			gauge(good, seconds(goodAt), s.Airport, s.Name)
			gauge(every, s.Settings.Every.Seconds(), s.Airport, s.Name)
			if r := s.Last; r != nil {
				gauge(pages, float64(r.Good), s.Airport, s.Name, "good")
				gauge(pages, float64(r.Skipped-r.Failed), s.Airport, s.Name, "skipped")
				gauge(pages, float64(r.Failed), s.Airport, s.Name, "failed")
				gauge(pages, float64(r.LeftOut), s.Airport, s.Name, "other")
			}
		}
	}))
}

// WatchSearches shows the number of searches at each airport by result, without words.
func (m *Metrics) WatchSearches(totals func() map[string]insight.Counts) {
	desc := func(metric, help string) *prometheus.Desc {
		return prometheus.NewDesc(prefix+metric, help, []string{"airport"}, nil)
	}
	searches := desc("searches_total", "Searches that were answered. Pages further on, suggestions, and answers with status 304 do not count.")
	without := desc("searches_without_results_total", "Of the searches, those that found nothing.")
	corrected := desc("searches_corrected_total", "Of the searches, those in which a misspelled word was corrected.")
	m.registry.MustRegister(collector(func(out chan<- prometheus.Metric) {
		for airport, c := range totals() {
			for d, value := range map[*prometheus.Desc]int64{searches: c.Searches, without: c.WithoutResults, corrected: c.Corrected} {
				out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(value), airport)
			}
		}
	}))
}

func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }

// listed keeps the last lists.
type listed struct {
	db  Lists
	log *slog.Logger

	mu       sync.Mutex // held while the database is asked; other readers wait for the answer
	asked    time.Time
	failing  bool
	airports []admin.Airport
	sources  []content.SourceStatus
}

func (l *listed) current() ([]admin.Airport, []content.SourceStatus) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.asked.IsZero() && time.Since(l.asked) < listedFor {
		return l.airports, l.sources
	}
	l.asked = time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), listTimeout)
	defer cancel()
	airports, err := l.db.ListAirports(ctx)
	var sources []content.SourceStatus
	if err == nil {
		sources, err = l.db.ListSources(ctx, nil)
	}
	if err == nil {
		l.airports, l.sources = airports, sources
	} else if !l.failing {
		l.log.Warn("metrics: airports and sources cannot be read; what was read last stands", "error", err)
	}
	l.failing = err != nil
	return l.airports, l.sources
}
