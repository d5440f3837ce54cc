package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"airport-content/internal/api"
	"airport-content/internal/config"
	"airport-content/internal/docs"
	"airport-content/internal/health"
	"airport-content/internal/metrics"
	"airport-content/internal/postgres"
	"airport-content/internal/ratelimit"
	"airport-content/internal/tracing"
	"airport-content/internal/usage"
)

// lastSpansTimeout is how long a collector of traces may take at the end.
const lastSpansTimeout = 3 * time.Second

// recalledKeys is how many keys a server that starts knows to be good.
const recalledKeys = 10_000

// server is the API with all that it stands on.
type server struct {
	config config.Config
	log    *slog.Logger

	metrics *metrics.Metrics
	tracing *tracing.Tracing // nil unless asked for

	reader   *postgres.DB // for requests
	replica  *postgres.DB // for lists; nil without one
	writer   *postgres.DB // for what is noted of requests afterwards
	redis    *redis.Client
	limiter  *ratelimit.Limiter
	usage    *usage.Recorder
	keyEnds  keyEnds
	http     *http.Server
	listener net.Listener // made by start, unless given before
	ops      *opsServer
}

// startServer waits for the database, checks its schema and listens; run serves.
func startServer(ctx context.Context, c config.Config, log *slog.Logger) (*server, error) {
	s := &server{config: c, log: log}
	if err := s.start(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *server) start(ctx context.Context) (err error) {
	if s.tracing, err = tracing.Start(ctx, s.config.OTLPEndpoint, version(), s.log); err != nil {
		return err
	}
	s.log = s.tracing.Logger(s.log)
	s.keyEnds.log = s.log
	if err := s.openStores(ctx); err != nil {
		return err
	}
	checker := health.New(health.Probes{
		Database:      s.reader.Ping,
		Redis:         func(ctx context.Context) error { return ratelimit.Probe(ctx, s.redis, s.config.RedisPrefix) },
		Elasticsearch: s.reader.ProbeSearch,
	}, s.log)
	// Before the database is awaited, so that whoever watches sees that the program lives.
	s.metrics = metrics.New(version())
	s.watch(checker)
	if s.ops, err = startOps(s.config.OpsAddr, s.metrics.Handler(), s.reader.CheckSchema, s.log); err != nil {
		return fmt.Errorf("OPS_ADDR: %w", err)
	}
	if err := awaitSchema(ctx, s.reader, s.log); err != nil {
		return err
	}
	s.limiter, err = ratelimit.New(ratelimit.Options{Redis: s.redis, Prefix: s.config.RedisPrefix,
		PartnerLimit: s.config.RateLimit, FailureLimit: s.config.AuthFailureLimit, Logger: s.log})
	if err != nil {
		return err
	}
	recent, err := s.reader.RecentKeys(ctx, recalledKeys)
	if err != nil {
		return err
	}
	s.metrics.WatchLimits(s.limiter.Shared)
	handler := api.New(api.Options{Store: postgres.NewStore(s.reader, s.replica, s.config.RequestTimeout, s.log), Limits: s.limiter, Health: checker,
		TrustedProxies: s.config.TrustedProxies, RecentKeys: recent, RequestTimeout: s.config.RequestTimeout,
		Version: fingerprint(), Logger: s.log, Observe: s.observe, Mount: docs.Mount})
	s.http = api.NewServer(s.config.ListenAddr, s.tracing.Handler(handler), s.config.RequestTimeout, s.log)
	if s.listener == nil {
		if s.listener, err = net.Listen("tcp", s.config.ListenAddr); err != nil {
			return fmt.Errorf("LISTEN_ADDR: %w", err)
		}
	}
	return nil
}

func (s *server) openStores(ctx context.Context) (err error) {
	options := postgres.Options{URL: string(s.config.DatabaseURL), Pooled: !s.config.DBPreparedStatements}
	options.MaxConns = 1
	if s.writer, err = postgres.Open(ctx, options); err != nil {
		return err
	}
	s.usage = usage.NewRecorder(s.writer, s.log)
	options.MaxConns, options.ReadOnly, options.Tracer = s.config.DBMaxConns-1, true, s.tracing.QueryTracer()
	if s.reader, err = postgres.Open(ctx, options); err != nil {
		return err
	}
	if s.config.DatabaseReadURL != "" {
		options.URL, options.MaxConns = string(s.config.DatabaseReadURL), s.config.DBMaxConns
		if s.replica, err = postgres.Open(ctx, options); err != nil {
			return err
		}
	}
	if s.redis, err = ratelimit.NewClient(string(s.config.RedisURL)); err != nil {
		return err
	}
	return s.tracing.WatchRedis(s.redis)
}

// addr is where the API listens.
func (s *server) addr() string { return s.listener.Addr().String() }

// run serves until ctx ends; then requests in flight finish.
func (s *server) run(ctx context.Context) error {
	defer s.close()
	var writing sync.WaitGroup
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	writing.Go(func() { s.usage.Run(serving) })
	defer writing.Wait() // writes down the last of it
	defer stop()

	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(s.listener) }()
	s.ops.ready()
	s.log.Info("listening on "+s.addr(), "addr", s.addr(), "version", version())
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.drain()
	return nil
}

// drain ends the serving: first whoever watches is told, then no new request is taken and those in flight finish.
func (s *server) drain() {
	s.log.Info("stopping", "drain_delay", s.config.DrainDelay.String(), "shutdown_timeout", s.config.ShutdownTimeout.String())
	s.ops.stopping()
	time.Sleep(s.config.DrainDelay)
	ctx, cancel := context.WithTimeout(context.Background(), s.config.ShutdownTimeout)
	defer cancel()
	if err := s.http.Shutdown(ctx); err != nil {
		s.log.Warn("requests in flight were cut off", "error", err)
		_ = s.http.Close() // listeners and connections go either way
	}
	s.log.Info("stopped")
}

// close lets go of what start has got so far.
func (s *server) close() {
	if s.listener != nil {
		_ = s.listener.Close() // closed by the server that uses it, if one does
	}
	if s.ops != nil {
		s.ops.close()
	}
	if s.limiter != nil {
		s.limiter.Close()
	}
	if s.redis != nil {
		if err := s.redis.Close(); err != nil && !errors.Is(err, redis.ErrClosed) {
			s.log.Warn("close Redis", "error", err)
		}
	}
	for _, db := range []*postgres.DB{s.reader, s.replica, s.writer} {
		if db != nil {
			db.Close()
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), lastSpansTimeout)
	defer cancel()
	if err := s.tracing.Close(ctx); err != nil {
		s.log.Warn("close", "error", err)
	}
}
