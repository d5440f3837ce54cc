package health

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

var errNoAnswer = errors.New("no answer in time")

// service probes one service, one probe at a time.
type service struct {
	name  string
	probe Probe
	log   *slog.Logger

	answer chan error // of the probe that runs; nil when none does
	status ServiceStatus
}

func newService(name string, probe Probe, log *slog.Logger) *service {
	return &service{name: name, probe: probe, log: log, status: Up}
}

// check takes no longer than ctx lasts, even if the probe does.
func (s *service) check(ctx context.Context) Service {
	began := time.Now()
	err := s.ask(ctx)
	s.note(err)
	return Service{Status: s.status, LatencyMs: time.Since(began).Milliseconds()}
}

// ask runs the probe. If one still hangs it waits for that one, so that a probe that
// does not heed its context costs one goroutine, not one a second.
func (s *service) ask(ctx context.Context) error {
	select {
	case <-s.answer: // too late, and too old now
		s.answer = nil
	default:
	}
	if s.answer == nil {
		s.answer = make(chan error, 1)
		go run(ctx, s.probe, s.answer)
	}
	select {
	case err := <-s.answer:
		s.answer = nil
		return err
	case <-ctx.Done():
		return errNoAnswer
	}
}

func run(ctx context.Context, probe Probe, answer chan<- error) {
	defer func() {
		if p := recover(); p != nil {
			answer <- fmt.Errorf("the probe panicked: %v", p)
		}
	}()
	answer <- probe(ctx)
}

// note logs a change, and no state that lasts.
func (s *service) note(err error) {
	status := Up
	if err != nil {
		status = Down
	}
	if status == s.status {
		return
	}
	s.status = status
	if err != nil {
		s.log.Error("health: service is down", "service", s.name, "error", err)
	} else {
		s.log.Info("health: service is up again", "service", s.name)
	}
}
