package cli

import (
	"context"

	"airport-content/internal/api"
	"airport-content/internal/health"
	"airport-content/internal/metrics"
	"airport-content/internal/tracing"
)

// observe tells everyone who keeps account of requests of a finished one.
func (s *server) observe(ctx context.Context, o api.Observation) {
	s.metrics.Observe(metrics.Request{Route: o.Route, Method: o.Method, Status: o.Status, PartnerID: o.PartnerID, Code: o.Code,
		Duration: o.Duration})
	s.tracing.Describe(ctx, tracing.Request{ID: o.RequestID, Method: o.Method, Route: o.Route, PartnerID: o.PartnerID,
		KeyID: o.KeyID, Code: o.Code})
	if o.KeyID != "" {
		s.usage.Note(o.KeyID, o.Status)
		s.keyEnds.note(o)
	}
}

// watch has the metrics tell of what the server stands on.
func (s *server) watch(checker *health.Checker) {
	s.metrics.WatchServices(func(ctx context.Context) map[string]bool {
		services := checker.Check(ctx).Services
		return map[string]bool{
			"database":      services.Database.Status == health.Up,
			"redis":         services.Redis.Status == health.Up,
			"elasticsearch": services.Elasticsearch.Status == health.Up,
		}
	})
	s.metrics.WatchPool("read", s.reader.Stat)
	if s.replica != nil {
		s.metrics.WatchPool("replica", s.replica.Stat)
	}
	s.metrics.WatchPool("write", s.writer.Stat)
	s.metrics.WatchAirports(s.airports, s.log)
}

func (s *server) airports(ctx context.Context) ([]metrics.Airport, error) {
	list, err := s.reader.ListAirports(ctx)
	if err != nil {
		return nil, err
	}
	airports := make([]metrics.Airport, len(list))
	for i, a := range list {
		airports[i] = metrics.Airport{Code: a.Code, Items: a.Items, Revision: a.Revision, ImportedAt: a.ImportedAt, PublishedAt: a.PublishedAt}
	}
	return airports, nil
}
