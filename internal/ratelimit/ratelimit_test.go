package ratelimit_test

import (
	"crypto/sha256"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/ratelimit"

	"github.com/redis/go-redis/v9"
)

func TestServersShareTheCount(t *testing.T) {
	t.Parallel()
	redis := startRedis(t)
	a, _ := newPatientLimiter(t, redis.url, 10, 3)
	b, _ := newPatientLimiter(t, "unix://"+redis.socket, 10, 3)
	ctx := t.Context()
	startWindow()

	if got := allowed(ctx, a, 1, 0, 6) + allowed(ctx, b, 1, 0, 6); got != 10 {
		t.Errorf("partner 1: %d passed, want the default limit of 10", got)
	}
	if got := allowed(ctx, a, 2, 4, 3) + allowed(ctx, b, 2, 4, 3); got != 4 {
		t.Errorf("partner 2: %d passed, want its own limit of 4", got)
	}
	if d := b.Partner(ctx, 3, 0); d.Remaining != 9 || d.Limit != 10 {
		t.Errorf("partner 3: got %+v, want 9 of 10 remaining", d)
	}

	addr := netip.MustParseAddr("192.0.2.1")
	for range 3 {
		a.CountFailure(ctx, addr)
	}
	if d := b.FailuresExceeded(ctx, addr); d.Allowed || d.RetryAfter < 1 {
		t.Errorf("failures counted by the other server: got %+v, want a refusal", d)
	}
}

func TestConcurrentRequestsAreCountedExactly(t *testing.T) {
	t.Parallel()
	l, _ := newPatientLimiter(t, startRedis(t).url, 100, 1)
	startWindow()
	var passed atomic.Int64
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() { passed.Add(int64(allowed(t.Context(), l, 1, 0, 25))) })
	}
	clients.Wait()
	if passed.Load() != 100 {
		t.Errorf("%d of 200 passed, want 100", passed.Load())
	}
}

func TestLosingRedis(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		lose, return_ func(*server, testing.TB)
	}{
		{"killed", (*server).kill, (*server).start},
		{"frozen", (*server).freeze, (*server).thaw},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			redis := startRedis(t)
			l, log := newLimiter(t, redis.url, 10, 3)
			ctx := t.Context()
			startWindow()
			if got := allowed(ctx, l, 1, 0, 6); got != 6 {
				t.Fatalf("%d passed, want 6", got)
			}

			tt.lose(redis, t)
			began := time.Now()
			if !l.Partner(ctx, 1, 0).Allowed {
				t.Error("refused within the limit")
			}
			// 250 ms are promised; a busy test machine gets more.
			if took := time.Since(began); took > time.Second {
				t.Errorf("the first request without Redis took %v", took)
			}
			if l.Shared() {
				t.Error("the limiter still believes in Redis")
			}
			if got := allowed(ctx, l, 1, 0, 10); got != 3 {
				t.Errorf("without Redis %d more passed, want 3: the count goes on", got)
			}

			tt.return_(redis, t)
			waitUntil(t, "the limiter is back in Redis", l.Shared)
			if got := allowed(ctx, l, 1, 0, 10); got != 0 {
				t.Errorf("back in Redis %d passed, want 0: this server still knows its count", got)
			}
			if got := allowed(ctx, l, 2, 0, 20); got != 10 {
				t.Errorf("back in Redis %d of another partner's passed, want 10", got)
			}
			other, _ := newPatientLimiter(t, redis.url, 10, 3)
			if got := allowed(ctx, other, 2, 0, 1); got != 0 {
				t.Error("another server does not see what was counted since the return")
			}
			if lost, back := log.count("level=WARN"), log.count("level=INFO"); lost != 1 || back != 1 {
				t.Errorf("logged the loss %d times and the return %d times, want once each:\n%s", lost, back, &log.buf)
			}
		})
	}
}

// A full Redis still answers pings.
func TestRedisThatTakesNoWrites(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	l, log := newLimiter(t, server.url, 10, 3)
	admin, err := ratelimit.NewClient(server.url)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	startWindow()
	if err := admin.ConfigSet(t.Context(), "maxmemory", "1").Err(); err != nil {
		t.Fatal(err)
	}
	if got := allowed(t.Context(), l, 1, 0, 20); got != 10 {
		t.Errorf("%d passed, want 10", got)
	}
	time.Sleep(1200 * time.Millisecond) // long enough for two probes
	l.Partner(t.Context(), 1, 0)
	if l.Shared() || log.count("level=") != 1 {
		t.Errorf("shared: %v; want it down, and logged once:\n%s", l.Shared(), &log.buf)
	}
	if err := admin.ConfigSet(t.Context(), "maxmemory", "0").Err(); err != nil {
		t.Fatal(err)
	}
	waitUntil(t, "the limiter is back in Redis", l.Shared)
}

func TestStartWithoutRedis(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	server.kill(t)
	l, log := newLimiter(t, server.url, 10, 3)
	if l.Shared() || log.count("level=WARN") != 1 {
		t.Errorf("shared: %v; want it down, and said so once:\n%s", l.Shared(), &log.buf)
	}
	server.start(t)
	waitUntil(t, "the limiter finds Redis", l.Shared)
}

func TestPartnersDoNotHoldEachOtherUp(t *testing.T) {
	t.Parallel()
	const delay = 20 * time.Millisecond
	l, _ := newPatientLimiter(t, slow(t, startRedis(t), delay), 300, 30)
	began := time.Now()
	var partners sync.WaitGroup
	for id := range int64(16) {
		partners.Go(func() { allowed(t.Context(), l, id, 0, 5) })
	}
	partners.Wait()
	// One after the other it would take 16 · 5 times a round trip and more.
	if took := time.Since(began); took > 16*5*delay {
		t.Errorf("took %v", took)
	}
}

// slow is a way to Redis on which each answer takes longer.
func slow(t *testing.T, s *server, delay time.Duration) (url string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var pipes sync.WaitGroup
	t.Cleanup(func() { listener.Close(); pipes.Wait() })
	pipes.Go(func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("unix", s.socket)
			if err != nil {
				near.Close()
				continue
			}
			pipes.Go(func() { io.Copy(far, near); far.Close() })
			pipes.Go(func() {
				defer near.Close()
				buf := make([]byte, 4096)
				for {
					n, err := far.Read(buf)
					if err != nil {
						return
					}
					time.Sleep(delay)
					if _, err := near.Write(buf[:n]); err != nil {
						return
					}
				}
			})
		}
	})
	return "redis://" + listener.Addr().String()
}

func TestGoodKeys(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	a, _ := newLimiter(t, server.url, 10, 3)
	b, _ := newLimiter(t, server.url, 10, 3)
	ctx := t.Context()
	good, shared, unknown := sha256.Sum256([]byte("good")), sha256.Sum256([]byte("shared")), sha256.Sum256([]byte("unknown"))

	a.MarkGood(ctx, good)
	a.MarkGood(ctx, shared)
	if !a.WasGood(ctx, good) || !b.WasGood(ctx, shared) {
		t.Error("a good key is not remembered on every server")
	}
	if a.WasGood(ctx, unknown) || b.WasGood(ctx, unknown) {
		t.Error("an unknown key is taken for a good one")
	}

	server.kill(t)
	if !a.WasGood(ctx, good) || !b.WasGood(ctx, shared) {
		t.Error("without Redis, a good key is forgotten")
	}
	if b.WasGood(ctx, good) {
		t.Error("a key that this server never saw is taken for a good one")
	}
	late := sha256.Sum256([]byte("late"))
	a.MarkGood(ctx, late)
	server.start(t)
	waitUntil(t, "the limiter is back in Redis", a.Shared)
	waitUntil(t, "the limiter is back in Redis", b.Shared)
	a.MarkGood(ctx, late)
	if !b.WasGood(ctx, late) {
		t.Error("a mark that Redis missed is not made up for")
	}
}

func TestKeysInRedis(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	l, _ := newPatientLimiter(t, server.url, 10, 3)
	admin, err := ratelimit.NewClient(server.url)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	ctx := t.Context()
	l.Partner(ctx, 1, 0)
	l.CountFailure(ctx, netip.MustParseAddr("192.0.2.1"))
	l.MarkGood(ctx, sha256.Sum256([]byte("key")))
	keys, err := admin.Keys(ctx, "*").Result()
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) != 4 {
		t.Errorf("got keys %q, want two counts, a mark and the probe", keys)
	}
	for _, key := range keys {
		ttl, err := admin.TTL(ctx, key).Result()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(key, "test:") || ttl <= 0 || ttl > 25*time.Hour {
			t.Errorf("key %q with a life of %v: want the prefix, and an end", key, ttl)
		}
	}
}

func TestNewClient(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"http://u:s3cret@h", "redis://u:s3cret@h:x", "redis://u:s3cret@h/db", "%s3cret", ""} {
		if _, err := ratelimit.NewClient(url); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("NewClient(%q): %v; want an error that hides the password", url, err)
		}
	}
	client, err := ratelimit.NewClient("rediss://:pass@redis.example:6380/2?dial_timeout=9s&max_retries=5")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	o := client.Options()
	if o.TLSConfig == nil || o.Addr != "redis.example:6380" || o.DB != 2 || o.DialTimeout > 250*time.Millisecond || o.MaxRetries != 0 {
		t.Errorf("got TLS %v, address %s, database %d, dial timeout %v, retries %d",
			o.TLSConfig != nil, o.Addr, o.DB, o.DialTimeout, o.MaxRetries)
	}
}

func TestNewRefusesLimitsBelowOne(t *testing.T) {
	t.Parallel()
	client := redis.NewClient(&redis.Options{})
	defer client.Close()
	for _, o := range []ratelimit.Options{{PartnerLimit: 0, FailureLimit: 1}, {PartnerLimit: 1, FailureLimit: -1}} {
		o.Redis, o.Logger = client, slog.New(slog.DiscardHandler)
		if _, err := ratelimit.New(o); err == nil {
			t.Errorf("New(%+v) did not fail", o)
		}
	}
}
