package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"airport-content/internal/schema"
)

// Phases of a server, as /readyz shows them.
const (
	starting = "starting"
	serving  = "ready"
	stopping = "stopping"
)

// readyTimeout bounds the queries of /readyz.
const readyTimeout = time.Second

// startOps serves load balancers, monitoring and operators on OPS_ADDR, unless OPS_ADDR is empty.
func (s *server) startOps() error {
	s.phase.Store(starting)
	if s.config.OpsAddr == "" {
		return nil
	}
	listener, err := net.Listen("tcp", s.config.OpsAddr)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", &overview{server: s, started: time.Now()})
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, "alive") })
	mux.HandleFunc("GET /readyz", s.readyz)
	mux.Handle("GET /metrics", s.metrics.Handler())
	ops := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
	s.closers = append(s.closers, func() { _ = shutdown(ops, time.Second) })
	s.Log.Info("ops endpoints on "+listener.Addr().String(), "ops_addr", listener.Addr().String())
	go func() {
		if err := ops.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.Log.Error("the ops server ended", "error", err)
		}
	}()
	return nil
}

// readyz reports whether a balancer may send requests: the server is serving, the schema fits, and
// the database answers the statements of requests.
func (s *server) readyz(w http.ResponseWriter, r *http.Request) {
	phase := s.phase.Load().(string)
	if phase != serving {
		answer(w, http.StatusServiceUnavailable, phase)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	err := schema.Check(ctx, s.store.Primary())
	if err == nil {
		err = s.store.Probe(ctx)
	}
	switch {
	case err == nil:
		answer(w, http.StatusOK, phase)
	case errors.Is(err, schema.ErrUnfit):
		answer(w, http.StatusServiceUnavailable, err.Error())
	default:
		answer(w, http.StatusServiceUnavailable, "the database does not answer requests")
	}
}

func answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text+"\n") // fails only if the caller has left
}
