package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"

	"airport-content/internal/admin"
	"airport-content/internal/config"
	"airport-content/internal/db"
	"airport-content/internal/ratelimit"
	"airport-content/internal/schema"
	"airport-content/internal/searchcounts"
	"airport-content/internal/store"
	"airport-content/internal/tracing"
	"airport-content/internal/usage"
)

const (
	// databaseWait is how long the start waits for a database.
	databaseWait = 30 * time.Second

	// attemptTimeout bounds one attempt to reach the database.
	attemptTimeout = 5 * time.Second

	// lastSpansTimeout is how long the collector of traces may take at the end.
	lastSpansTimeout = 3 * time.Second
)

// openStores opens databases and Redis. They connect when they are first used.
func (s *server) openStores(ctx context.Context) (err error) {
	if s.traces, err = tracing.Start(ctx, s.config.OTLPEndpoint, s.Version, s.Log); err != nil {
		return err
	}
	s.Log = s.traces.Logger(s.Log)
	s.closers = append(s.closers, s.sendLastSpans)
	if s.usagePool, err = s.openDatabase(ctx, s.config.DatabaseURL, 1, false); err != nil {
		return err
	}
	s.usage = usage.NewRecorder(admin.New(s.usagePool), s.Log)
	least := 0
	if s.config.SearchInsights {
		least = s.config.SearchInsightsMin
	}
	s.searches = searchcounts.NewRecorder(admin.New(s.usagePool), least, s.Log)
	if s.primary, err = s.openDatabase(ctx, s.config.DatabaseURL, s.config.DBMaxConns-1, true); err != nil {
		return err
	}
	if s.config.DatabaseReadURL != "" {
		if s.replica, err = s.openDatabase(ctx, s.config.DatabaseReadURL, s.config.DBMaxConns, true); err != nil {
			return err
		}
	}
	s.store = store.New(s.primary, s.replica, store.Options{Timeout: s.config.RequestTimeout, IndexMemory: s.config.IndexMemory, Log: s.Log})
	redis, err := ratelimit.NewClient(string(s.config.RedisURL))
	if err != nil {
		return err
	}
	s.limits = ratelimit.New(ratelimit.Options{Redis: redis, Prefix: s.config.RedisPrefix, PartnerLimit: s.config.RateLimit,
		FailureLimit: s.config.AuthFailureLimit, BrowserLimit: s.config.BrowserRateLimit, Logger: s.Log})
	s.closers = append(s.closers, func() {
		s.limits.Close()
		_ = redis.Close() // an error has no effect: the process ends
	})
	return nil
}

func (s *server) openDatabase(ctx context.Context, url config.URL, conns int, readOnly bool) (*db.Pool, error) {
	pool, err := db.Open(ctx, db.Options{URL: string(url), MaxConns: conns, ReadOnly: readOnly,
		Pooled: !s.config.DBPreparedStatements, Timeout: s.config.RequestTimeout, Tracer: s.traces.QueryTracer()})
	if err == nil {
		s.closers = append(s.closers, pool.Close)
	}
	return pool, err
}

func (s *server) sendLastSpans() {
	ctx, cancel := context.WithTimeout(context.Background(), lastSpansTimeout)
	defer cancel()
	if err := s.traces.Close(ctx); err != nil {
		s.Log.Warn("close", "error", err)
	}
}

// awaitDatabase waits until the database answers, and checks that the program works on its schema.
func awaitDatabase(ctx context.Context, pool *db.Pool, log *slog.Logger) error {
	check := func() (struct{}, error) {
		attempt, cancel := context.WithTimeout(ctx, attemptTimeout)
		defer cancel()
		err := schema.Check(attempt, pool)
		if errors.Is(err, schema.ErrUnfit) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}
	logged := ""
	logOnce := func(err error, _ time.Duration) {
		if logged != err.Error() {
			log.Warn("waiting for the database", "error", err)
		}
		logged = err.Error()
	}
	_, err := backoff.Retry(ctx, check, backoff.WithMaxElapsedTime(databaseWait),
		backoff.WithBackOff(&backoff.ExponentialBackOff{InitialInterval: 100 * time.Millisecond, Multiplier: 2, MaxInterval: 2 * time.Second}),
		backoff.WithNotify(logOnce))
	if err == nil || errors.Is(err, schema.ErrUnfit) || ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("the database did not answer within %s: %w", databaseWait, err)
}
