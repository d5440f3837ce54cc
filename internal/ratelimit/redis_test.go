package ratelimit_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"airport-content/internal/embedded"
	"airport-content/internal/ratelimit"
	"airport-content/internal/testlog"

	"github.com/redis/go-redis/v9"
)

func startRedis(t testing.TB) *embedded.Redis {
	t.Helper()
	server, err := embedded.StartRedis(context.Background(), embedded.RedisOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return server
}

func kill(t testing.TB, server *embedded.Redis) {
	t.Helper()
	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
}

func restart(t testing.TB, server *embedded.Redis) {
	t.Helper()
	if err := server.Restart(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// patientClient waits for Redis as long as it takes: it is for what a busy machine must not disturb.
func patientClient(t testing.TB, url string) *redis.Client {
	t.Helper()
	opt, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	opt.ReadTimeout = 20 * time.Second
	opt.MaxRetries = -1
	return redis.NewClient(opt)
}

// newLimiter makes a limiter as one running server has one, and gives a look at its log.
func newLimiter(t testing.TB, url string, partnerLimit, failureLimit int) (*ratelimit.Limiter, *testlog.Log) {
	t.Helper()
	client, err := ratelimit.NewClient(url)
	if err != nil {
		t.Fatal(err)
	}
	return newLimiterOver(t, client, partnerLimit, failureLimit)
}

func newPatientLimiter(t testing.TB, url string, partnerLimit, failureLimit int) (*ratelimit.Limiter, *testlog.Log) {
	t.Helper()
	return newLimiterOver(t, patientClient(t, url), partnerLimit, failureLimit)
}

func newLimiterOver(t testing.TB, client *redis.Client, partnerLimit, failureLimit int) (*ratelimit.Limiter, *testlog.Log) {
	t.Helper()
	log := new(testlog.Log)
	limiter, err := ratelimit.New(ratelimit.Options{
		Redis:        client,
		Prefix:       "test",
		PartnerLimit: partnerLimit,
		FailureLimit: failureLimit,
		Logger:       slog.New(slog.NewTextHandler(log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		limiter.Close()
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return limiter, log
}

func waitUntil(t testing.TB, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatal("waited in vain until ", what)
}

// startWindow waits for a window with at least 8 seconds left, for counts that its end would change.
func startWindow() {
	if left := time.Until(time.Now().Truncate(time.Minute).Add(time.Minute)); left < 8*time.Second {
		time.Sleep(left)
	}
}

// allowed asks n times, each time when the request before is counted, and counts how often a request passed.
func allowed(ctx context.Context, l *ratelimit.Limiter, partner int64, limit, n int) int {
	passed := 0
	for range n {
		if d := l.Partner(ctx, partner, limit); d.Allowed {
			passed++
			<-d.Counted
		}
	}
	return passed
}
