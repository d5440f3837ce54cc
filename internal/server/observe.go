package server

import (
	"context"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/db"
	"airport-content/internal/health"
	"airport-content/internal/partner"
	"airport-content/internal/requestlog"
)

// observe is called after each answer.
func (s *server) observe(ctx context.Context, o requestlog.Record) {
	s.metrics.Observe(o)
	s.traces.Describe(ctx, o)
	if o.KeyID != "" {
		s.usage.Count(o.KeyID, o.Asked, o.Status)
		s.warnOfExpiry(o, time.Now())
	}
}

// warnOfExpiry logs, once a day for each key in use, that the key expires soon.
func (s *server) warnOfExpiry(o requestlog.Record, now time.Time) {
	if !partner.ExpiresSoon(o.ExpiresAt, now) {
		return
	}
	today := now.UTC().Format(time.DateOnly)
	if last, _ := s.expiry.Swap(o.KeyID, today); last != today {
		s.Log.Warn("a key in use expires soon; prolong it, or give its partner another", "key_id", o.KeyID, "partner_id", o.PartnerID,
			"expires_at", o.ExpiresAt)
	}
}

// observeServices sets up the health checks, and the metrics of the services that the server needs.
func (s *server) observeServices() {
	s.health = health.New(health.Probes{
		Database:      s.store.Probe,
		Redis:         s.limits.Probe,
		Elasticsearch: s.store.ProbeSearch,
	}, s.Log)
	s.metrics.WatchServices(s.health)
	s.metrics.WatchLimits(s.limits.Shared)
	s.metrics.WatchPool("read", s.primary.Stat, s.store.Waits)
	s.metrics.WatchIndexes(s.store.IndexMemory)
	s.metrics.WatchPool("write", s.usagePool.Stat, nil)
	if s.replica != nil {
		s.metrics.WatchPool("replica", s.replica.Stat, nil)
		s.metrics.WatchReplica(func(ctx context.Context) (db.Replica, error) { return db.AskReplica(ctx, s.primary, s.replica) })
		s.metrics.WatchReads(s.store.Reads)
	}
	s.metrics.WatchSearches(s.searches.Totals)
	s.metrics.WatchContent(admin.New(s.primary), s.Log)
}
