package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"airport-content/internal/postgres"
)

// States of a server, as /readyz tells them.
const (
	starting = "starting"
	serving  = "ready"
	stopping = "stopping"
)

// opsServer answers those who watch over the program; nil when there is none.
type opsServer struct {
	http        *http.Server
	checkSchema func(context.Context) error
	state       atomic.Value // one of the states
}

// readyTimeout is how long the database may take to say that the program works on its schema.
const readyTimeout = time.Second

// startOps listens on addr, and serves; with an empty addr there is no server.
func startOps(addr string, metrics http.Handler, checkSchema func(context.Context) error, log *slog.Logger) (*opsServer, error) {
	if addr == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	o := &opsServer{checkSchema: checkSchema}
	o.state.Store(starting)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, "alive") })
	mux.HandleFunc("GET /readyz", o.readyz)
	mux.Handle("GET /metrics", metrics)
	o.http = &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	log.Info("ops endpoints on "+listener.Addr().String(), "ops_addr", listener.Addr().String())
	go func() {
		if err := o.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the ops server ended", "error", err)
		}
	}()
	return o, nil
}

// readyz says whether requests should be sent here: not before the start, after the stop, without the database, or once
// its schema has left this program behind.
func (o *opsServer) readyz(w http.ResponseWriter, r *http.Request) {
	state := o.state.Load().(string)
	if state != serving {
		answer(w, http.StatusServiceUnavailable, state)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	switch err := o.checkSchema(ctx); {
	case err == nil:
		answer(w, http.StatusOK, state)
	case errors.Is(err, postgres.ErrSchema):
		answer(w, http.StatusServiceUnavailable, err.Error())
	default:
		answer(w, http.StatusServiceUnavailable, "the database is down")
	}
}

func answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text+"\n") // who does not listen misses nothing
}

func (o *opsServer) ready() {
	if o != nil {
		o.state.Store(serving)
	}
}

func (o *opsServer) stopping() {
	if o != nil {
		o.state.Store(stopping)
	}
}

// close waits a moment for answers in flight.
func (o *opsServer) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if o.http.Shutdown(ctx) != nil {
		_ = o.http.Close()
	}
}
