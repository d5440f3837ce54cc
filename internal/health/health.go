// Package health asks the services that the API depends on whether they work, and gives the verdict.
package health

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"airport-content/internal/timestamp"
)

const (
	apiVersion   = "v1"
	probeTimeout = time.Second
	sharedFor    = time.Second // so long one report serves everyone who asks
)

// Probe does one real piece of work with a service, within the context's deadline.
type Probe func(context.Context) error

// Probes are one for each service of the report.
type Probes struct {
	Database      Probe
	Redis         Probe
	Elasticsearch Probe // the full-text search, wherever it is done
}

// Status is the verdict on all services.
type Status string

// The verdicts: without the database nothing can be answered, without the others something can.
const (
	Healthy   Status = "healthy"
	Degraded  Status = "degraded"
	Unhealthy Status = "unhealthy"
)

// Report is the answer of the health endpoint. Causes are in the log alone.
type Report struct {
	Status    Status   `json:"status"`
	Timestamp string   `json:"timestamp"` // of the probes, not of the answer
	Version   string   `json:"version"`
	Services  Services `json:"services"`
}

// Services are the states of the services.
type Services struct {
	Database      Service `json:"database"`
	Redis         Service `json:"redis"`
	Elasticsearch Service `json:"elasticsearch"`
}

// Service is the state of one service, and how long its probe took in whole milliseconds.
type Service struct {
	Status    ServiceStatus `json:"status"`
	LatencyMs int64         `json:"latencyMs"`
}

// ServiceStatus is Up or Down.
type ServiceStatus string

// The states of a service.
const (
	Up   ServiceStatus = "up"
	Down ServiceStatus = "down"
)

// Checker makes reports. It is safe for concurrent use.
type Checker struct {
	database, redis, elasticsearch *service

	mu   sync.Mutex // held while the services are probed: whoever asks meanwhile waits for the report
	last Report
	done time.Time
}

// New makes a checker; log is told when a service goes down, with the cause, and when it comes back.
func New(p Probes, log *slog.Logger) *Checker {
	return &Checker{
		database:      newService("database", p.Database, log),
		redis:         newService("redis", p.Redis, log),
		elasticsearch: newService("elasticsearch", p.Elasticsearch, log),
	}
}

// Check returns a report that is at most about two seconds old. It takes at most a second, and
// goes on when ctx is cancelled: others may wait for the same report.
func (c *Checker) Check(ctx context.Context) Report {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.done.IsZero() && time.Since(c.done) < sharedFor {
		return c.last
	}
	c.last = c.probe(context.WithoutCancel(ctx))
	c.done = time.Now()
	return c.last
}

func (c *Checker) probe(ctx context.Context) Report {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	r := Report{Timestamp: timestamp.Format(time.Now()), Version: apiVersion}
	var probes sync.WaitGroup
	probes.Go(func() { r.Services.Database = c.database.check(ctx) })
	probes.Go(func() { r.Services.Redis = c.redis.check(ctx) })
	probes.Go(func() { r.Services.Elasticsearch = c.elasticsearch.check(ctx) })
	probes.Wait()
	r.Status = r.Services.verdict()
	return r
}

func (s Services) verdict() Status {
	switch {
	case s.Database.Status != Up:
		return Unhealthy
	case s.Redis.Status != Up || s.Elasticsearch.Status != Up:
		return Degraded
	default:
		return Healthy
	}
}
