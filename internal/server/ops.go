package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
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

// A caller may take this long to send a request, and to get an answer. The queries of the page and
// of the metrics have shorter limits.
const (
	opsReadFor  = 5 * time.Second
	opsWriteFor = 30 * time.Second
)

// startOps serves load balancers, monitoring and operators on OPS_ADDR, unless OPS_ADDR is empty.
func (s *server) startOps() error {
	s.phase.Store(starting)
	if s.config.OpsAddr == "" {
		return nil
	}
	listener := s.OpsListener
	if listener == nil {
		var err error
		if listener, err = net.Listen("tcp", s.config.OpsAddr); err != nil {
			return err
		}
	}
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", s.named(&overview{server: s, started: time.Now()}))
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, "alive") })
	mux.HandleFunc("GET /readyz", s.readyz)
	mux.Handle("GET /metrics", s.named(s.metrics.Handler()))
	ops := &http.Server{
		Handler:        mux,
		ReadTimeout:    opsReadFor,
		WriteTimeout:   opsWriteFor,
		IdleTimeout:    2 * time.Minute, // longer than monitoring waits between two requests
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
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

// named refuses requests for a host name that no operator configured. A website could give its own
// name the address of this server, and read the answers in the browser of an operator.
func (s *server) named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if host := hostOf(r.Host); !s.mayAnswer(host) {
			answer(w, http.StatusMisdirectedRequest, fmt.Sprintf("no answer for the name %.100q: use an address or localhost, or set OPS_NAMES to the name", host))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// mayAnswer allows addresses, localhost, the name in OPS_ADDR, and the names in OPS_NAMES. Programs
// that send no host are no browsers.
func (s *server) mayAnswer(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || host == "" || host == "localhost" || host == hostOf(s.config.OpsAddr) || slices.Contains(s.config.OpsNames, host)
}

// hostOf is the host of host:port in lower case, without the brackets of an IPv6 address.
func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = strings.Trim(address, "[]")
	}
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// readyz reports whether a balancer may send requests.
func (s *server) readyz(w http.ResponseWriter, r *http.Request) {
	ready, text := s.ready(r.Context())
	status := http.StatusOK
	if !ready {
		status = http.StatusServiceUnavailable
	}
	answer(w, status, text)
}

// ready reports whether the server is serving, the schema fits, and the database answers the
// statements of requests. text says so, or names the fault.
func (s *server) ready(ctx context.Context) (ready bool, text string) {
	phase := s.phase.Load().(string)
	if phase != serving {
		return false, phase
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	err := schema.Check(ctx, s.store.Primary())
	if err == nil {
		err = s.store.Probe(ctx)
	}
	switch {
	case err == nil:
		return true, phase
	case errors.Is(err, schema.ErrUnfit):
		return false, err.Error()
	}
	return false, "the database does not answer requests"
}

func answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text+"\n") // fails only if the caller has left
}
