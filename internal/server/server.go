package server

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"airport-content/internal/api"
	"airport-content/internal/apidocs"
	"airport-content/internal/config"
	"airport-content/internal/db"
	"airport-content/internal/health"
	"airport-content/internal/metrics"
	"airport-content/internal/ratelimit"
	"airport-content/internal/search/concept"
	"airport-content/internal/searchcounts"
	"airport-content/internal/store"
	"airport-content/internal/tracing"
	"airport-content/internal/usage"
)

// Options are the dependencies of a server besides its configuration.
type Options struct {
	Log         *slog.Logger
	Version     string       // of the program; a part of every ETag
	OpsListener net.Listener // of the ops endpoints; nil: listen on OPS_ADDR
	Listener    net.Listener // of the API; nil: the socket of systemd, or LISTEN_ADDR
}

// server holds what the parts of a running server share.
type server struct {
	Options
	config    config.Config
	metrics   *metrics.Metrics
	traces    *tracing.Tracing // nil without OTEL_EXPORTER_OTLP_ENDPOINT
	primary   *db.Pool
	store     *store.Store // reads through primary and replica
	usagePool *db.Pool     // one connection, which writes the usage of keys, and the counts of searches
	replica   *db.Pool     // nil without one
	limits    *ratelimit.Limiter
	health    *health.Checker
	usage     *usage.Recorder
	searches  *searchcounts.Recorder
	bodies    int64           // bytes of memory for long answers
	stopping  context.Context // ends when the server stops taking requests
	stop      func()          // ends stopping
	phase     atomic.Value    // what /readyz shows
	expiry    sync.Map        // key id → the day of the last log line that the key expires soon
	closers   []func()        // run in reverse order at the end
}

// Run serves until ctx ends, then lets requests in flight finish. At start it waits for the
// database, and fails if the schema does not fit the program.
func Run(ctx context.Context, c config.Config, o Options) error {
	s := &server{Options: o, config: c, metrics: metrics.New(o.Version)}
	s.stopping, s.stop = context.WithCancel(context.Background())
	defer s.stop()
	s.shareMemory()
	defer s.close()
	go concept.Get() // takes a quarter of a second
	if err := s.openStores(ctx); err != nil {
		return err
	}
	s.observeServices()
	// The ops endpoints come first, so that /livez answers while the program waits for the
	// database.
	if err := s.startOps(); err != nil {
		return fmt.Errorf("OPS_ADDR: %w", err)
	}
	if err := awaitDatabase(ctx, s.primary, s.Log); err != nil {
		return err
	}
	concept.Get() // no search waits for the words of concepts
	return s.serve(ctx, api.NewServer(c.ListenAddr, s.newHandler(), c.RequestTimeout, s.Log))
}

func (s *server) close() {
	for _, closer := range slices.Backward(s.closers) {
		closer()
	}
}

func (s *server) newHandler() http.Handler {
	return s.traces.Handler(api.New(api.Options{
		Store:          s.store,
		Limits:         s.limits,
		Searches:       s.searches,
		Health:         s.health,
		TrustedProxies: s.config.TrustedProxies,
		RequestTimeout: s.config.RequestTimeout,
		Version:        s.Version,
		Logger:         s.Log,
		Stopping:       s.stopping,
		BodyMemory:     s.bodies,
		Observe:        s.observe,
		Mount:          apidocs.Mount(apidocs.Contact{URL: s.config.ContactURL, Email: s.config.ContactEmail}, s.config.PublicURL),
	}))
}

// serve takes requests until ctx ends.
func (s *server) serve(ctx context.Context, api *http.Server) error {
	listener := s.Listener
	if listener == nil {
		var err error
		if listener, err = listen(s.config.ListenAddr); err != nil {
			return err
		}
	}
	recording, stop := context.WithCancel(context.WithoutCancel(ctx))
	var recorder sync.WaitGroup
	recorder.Go(func() { s.usage.Run(recording) })
	recorder.Go(func() { s.searches.Run(recording) })
	recorder.Go(func() { s.store.FollowNodes(recording) })
	defer recorder.Wait() // the recorder writes the last counts
	defer stop()

	failed := make(chan error, 1)
	conns := newConnections(s.config)
	api.ConnState = conns.connState
	api.RegisterOnShutdown(s.stop)
	go func() { failed <- api.Serve(listener) }()
	addr := listener.Addr()
	s.phase.Store(serving)
	s.tellSystemd(daemon.SdNotifyReady)
	s.Log.Info("listening on "+addr.String(), "addr", addr.String(), "version", s.Version)
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.announceStop()
	// net/http drops a request that it reads after its Shutdown has begun. So no connection is
	// accepted from now on, and each that was accepted may send its request first.
	_ = listener.Close() // an error has no effect: the process ends
	<-failed
	conns.awaitFresh()
	if err := shutdown(api, s.config.ShutdownTimeout); err != nil {
		s.Log.Warn("requests in flight were cut off", "error", err)
	}
	s.Log.Info("stopped")
	return nil
}

// announceStop makes /readyz fail for load balancers, and waits for DRAIN_DELAY. After that, the
// server refuses new requests, and requests in flight finish. Requests that wait for changes are
// answered only then, because their callers ask again at once, and must reach another server.
func (s *server) announceStop() {
	s.Log.Info("stopping", "drain_delay", s.config.DrainDelay.String(), "shutdown_timeout", s.config.ShutdownTimeout.String())
	s.phase.Store(stopping)
	s.tellSystemd(daemon.SdNotifyStopping)
	time.Sleep(s.config.DrainDelay)
}

// shutdown lets requests in flight finish, and closes their connections at the timeout.
func shutdown(server *http.Server, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	err := server.Shutdown(ctx)
	if err != nil {
		_ = server.Close()
	}
	return err
}

// NewLogger makes the log of a server.
func NewLogger(w io.Writer, level slog.Level, format config.LogFormat) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == config.Text {
		return slog.New(slog.NewTextHandler(w, options))
	}
	return slog.New(slog.NewJSONHandler(w, options))
}
