package metrics

import (
	"context"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/partner"
	"airport-content/internal/searchcounts"
)

const (
	listedFor   = 15 * time.Second // how long the lists of the database are reused
	listTimeout = 2 * time.Second
)

// Lists reads the airports, sources and keys of the database.
type Lists interface {
	ListAirports(context.Context) ([]admin.Airport, error)
	ListSources(ctx context.Context, airport *string) ([]content.SourceStatus, error)
	ListExpiringKeys(context.Context) ([]partner.Key, error)
}

// WatchContent adds metrics of each airport, source, and key that ends soon. The database is asked when the metrics are
// read, at most every 15 seconds. While the database fails, the last values stay, and log gets one
// warning.
func (m *Metrics) WatchContent(db Lists, log *slog.Logger) {
	l := &listed{db: db, log: log}
	m.watch(func(v values) {
		last := l.current()
		for _, a := range last.airports {
			v.gauge("items", "Items of an airport.", float64(a.Items), "airport", a.Code)
			v.gauge("revision", "Grows with each import that changes an airport's content or forgets old deletions, and with each reindex.",
				float64(a.Revision), "airport", a.Code)
			if a.ImportedAt != nil {
				v.gauge("last_import_timestamp_seconds", "When an airport's last import ended, changing something or not.",
					seconds(*a.ImportedAt), "airport", a.Code)
			}
			if a.PublishedAt != nil {
				v.gauge("last_change_timestamp_seconds", "The newest lastModified of an airport's content.", seconds(*a.PublishedAt), "airport", a.Code)
			}
		}
		for _, s := range last.sources {
			if !s.Rests() {
				v.source(s)
			}
		}
		for _, k := range last.keys {
			v.gauge("key_expiry_timestamp_seconds", "When a key ends. Only keys that end within 14 days are shown.", seconds(*k.ExpiresAt),
				"partner_id", strconv.FormatInt(k.PartnerID, 10), "key_id", k.ID)
		}
	})
}

func (v values) source(s content.SourceStatus) {
	goodAt := s.CreatedAt
	if s.GoodAt != nil {
		goodAt = *s.GoodAt
	}
	of := []string{"airport", s.Airport, "source", s.Name}
	v.gauge("source_last_good_timestamp_seconds", "When a source's last good run ended, or when it was added. Sources that are paused, or whose airport is offline, are left out.",
		seconds(goodAt), of...)
	v.gauge("source_interval_seconds", "The time between two runs of a source.", s.Settings.Every.Seconds(), of...)
	if r := s.Last; r != nil {
		v.gauge("source_failed", "1 if a source's last run failed, else 0.", number(r.Error != nil), of...)
		for outcome, n := range map[string]int{"good": r.Good, "skipped": r.Skipped - r.Failed, "failed": r.Failed, "other": r.LeftOut} {
			v.gauge("source_pages", "Pages of a source's last run, by outcome: good ones make an item, skipped ones a bad one, failed ones could not "+
				"be read, and others make none.", float64(n), append(of, "outcome", outcome)...)
		}
	}
}

// WatchSearches shows the number of searches at each airport by result, without words.
func (m *Metrics) WatchSearches(totals func() map[string]searchcounts.Counts) {
	m.watch(func(v values) {
		for airport, c := range totals() {
			v.counter("searches_total", "Searches that were answered. Pages further on, suggestions, and answers with status 304 do not count.",
				float64(c.Searches), "airport", airport)
			v.counter("searches_without_results_total", "Of the searches, those that found nothing.", float64(c.WithoutResults), "airport", airport)
			v.counter("searches_corrected_total", "Of the searches, those in which a misspelled word was corrected.", float64(c.Corrected), "airport", airport)
		}
	})
}

func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }

// listed keeps the last lists.
type listed struct {
	db  Lists
	log *slog.Logger

	mu      sync.Mutex // held while the database is asked; other readers wait for the answer
	asked   time.Time
	failing bool
	last    lists
}

type lists struct {
	airports []admin.Airport
	sources  []content.SourceStatus
	keys     []partner.Key
}

func (l *listed) current() lists {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.asked.IsZero() && time.Since(l.asked) < listedFor {
		return l.last
	}
	l.asked = time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), listTimeout)
	defer cancel()
	read, err := l.read(ctx)
	if err == nil {
		l.last = read
	} else if !l.failing {
		l.log.Warn("metrics: airports, sources and keys cannot be read; what was read last stands", "error", err)
	}
	l.failing = err != nil
	return l.last
}

func (l *listed) read(ctx context.Context) (read lists, err error) {
	if read.airports, err = l.db.ListAirports(ctx); err != nil {
		return read, err
	}
	if read.sources, err = l.db.ListSources(ctx, nil); err != nil {
		return read, err
	}
	read.keys, err = l.db.ListExpiringKeys(ctx)
	return read, err
}
