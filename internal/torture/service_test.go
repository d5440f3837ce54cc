package torture_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"

	"airport-content/internal/api"
	"airport-content/internal/health"
	"airport-content/internal/postgres"
	"airport-content/internal/ratelimit"
	"airport-content/internal/testenv"
)

// service is the API with all that it stands on. Its address stays the same through a restart.
type service struct {
	t           testing.TB
	url         string
	databaseURL string
	redisURL    string
	prefix      string
	tracer      pgx.QueryTracer
	port        *os.File // keeps the port ours while nobody serves

	db      *postgres.DB
	redis   *redis.Client
	limiter *ratelimit.Limiter
	gate    *gate
	http    *http.Server
	served  chan error
}

func startService(t testing.TB, databaseURL string, tracer pgx.QueryTracer) *service {
	t.Helper()
	s := &service{t: t, databaseURL: databaseURL, tracer: tracer}
	s.redisURL, s.prefix = testenv.Redis(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	s.url = "http://" + listener.Addr().String()
	if s.port, err = listener.(*net.TCPListener).File(); err != nil {
		t.Fatal(err)
	}
	s.start()
	t.Cleanup(func() { s.stop(true); s.port.Close() })
	return s
}

func (s *service) start() {
	var err error
	if s.db, err = postgres.Open(s.t.Context(), postgres.Options{URL: s.databaseURL, MaxConns: 8, ReadOnly: true, Tracer: s.tracer}); err != nil {
		s.t.Fatal(err)
	}
	if s.redis, err = ratelimit.NewClient(s.redisURL); err != nil {
		s.t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if s.limiter, err = ratelimit.New(ratelimit.Options{Redis: s.redis, Prefix: s.prefix, PartnerLimit: 1_000_000,
		FailureLimit: 1_000_000, Logger: log}); err != nil {
		s.t.Fatal(err)
	}
	checker := health.New(health.Probes{Database: s.db.Ping, Elasticsearch: s.db.ProbeSearch,
		Redis: func(ctx context.Context) error { return s.redis.Ping(ctx).Err() }}, log)
	const timeout = 30 * time.Second // the machine may be busy
	s.gate = &gate{handler: api.New(api.Options{Store: s.db, Limits: s.limiter, Health: checker, RequestTimeout: timeout,
		Version: "test", Logger: log})}
	s.http = api.NewServer("", s.gate, timeout, log)
	listener, err := net.FileListener(s.port)
	if err != nil {
		s.t.Fatal(err)
	}
	s.served = make(chan error, 1)
	go func() { s.served <- s.http.Serve(listener) }()
}

// stop ends the service. Abruptly, connections are cut in the middle of answers.
func (s *service) stop(abruptly bool) {
	var err error
	if abruptly {
		err = s.http.Close()
	} else {
		err = s.http.Shutdown(context.Background())
	}
	if err != nil {
		s.t.Errorf("stop the service: %v", err)
	}
	<-s.served
	s.gate.close()
	s.limiter.Close()
	if err := s.redis.Close(); err != nil {
		s.t.Errorf("close Redis: %v", err)
	}
	s.db.Close()
}

// gate tells when no request is in flight any more, even after connections were cut.
type gate struct {
	handler http.Handler
	busy    sync.RWMutex // held for reading by every request
	closed  bool
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.busy.RLock()
	defer g.busy.RUnlock()
	if !g.closed {
		g.handler.ServeHTTP(w, r)
	}
}

func (g *gate) close() {
	g.busy.Lock()
	defer g.busy.Unlock()
	g.closed = true
}
