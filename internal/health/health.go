// Package health checks the services that the API depends on.
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
	sharedFor    = time.Second // how long a report is reused
)

// Probe does one real piece of work with a service. A probe that misses the context's deadline
// means that the service is down.
type Probe func(context.Context) error

// Probes has a probe for each service of the report.
type Probes struct {
	Database      Probe
	Redis         Probe
	Elasticsearch Probe // the full-text search of PostgreSQL, under the name in the contract
}

// Status is the verdict on all services.
type Status string

// Without the database, every request fails. Without another service, some requests are answered.
const (
	Healthy   Status = "healthy"
	Degraded  Status = "degraded"
	Unhealthy Status = "unhealthy"
)

// Report is the answer of the health endpoint. Causes stay in the log.
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
	probes Probes
	log    *slog.Logger

	mu   sync.Mutex // held while the services are probed; other callers wait for the report
	last Report
	done time.Time
}

// New makes a checker. log gets a line when a service goes down, with the cause, and when the
// service is up again.
func New(p Probes, log *slog.Logger) *Checker {
	last := Report{Services: Services{Service{Status: Up}, Service{Status: Up}, Service{Status: Up}}}
	return &Checker{probes: p, log: log, last: last}
}

// Check returns a report that is at most a second old. Check goes on when ctx ends, because other
// callers may wait for the report.
func (c *Checker) Check(ctx context.Context) Report {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.done) >= sharedFor {
		c.probe(context.WithoutCancel(ctx))
		c.done = time.Now()
	}
	return c.last
}

func (c *Checker) probe(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	c.last.Timestamp, c.last.Version = timestamp.Format(time.Now()), apiVersion
	s := &c.last.Services
	var probes sync.WaitGroup
	probes.Go(func() { c.ask(ctx, "database", c.probes.Database, &s.Database) })
	probes.Go(func() { c.ask(ctx, "redis", c.probes.Redis, &s.Redis) })
	probes.Go(func() { c.ask(ctx, "elasticsearch", c.probes.Elasticsearch, &s.Elasticsearch) })
	probes.Wait()
	switch {
	case s.Database.Status == Down:
		c.last.Status = Unhealthy
	case s.Redis.Status == Down || s.Elasticsearch.Status == Down:
		c.last.Status = Degraded
	default:
		c.last.Status = Healthy
	}
}

// ask probes one service, and logs a change of its state. ask does not wait for a probe that goes
// on after ctx: a hanging database has one more second to cancel its query.
func (c *Checker) ask(ctx context.Context, name string, probe Probe, s *Service) {
	began := time.Now()
	done := make(chan error, 1)
	go func() { done <- probe(ctx) }()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	before := s.Status
	*s = Service{Status: Up, LatencyMs: time.Since(began).Milliseconds()}
	if err != nil {
		s.Status = Down
	}
	switch {
	case s.Status == before:
	case s.Status == Down:
		c.log.Error("health: service is down", "service", name, "error", err)
	default:
		c.log.Info("health: service is up again", "service", name)
	}
}
