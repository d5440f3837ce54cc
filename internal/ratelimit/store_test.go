package ratelimit

import (
	"context"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"airport-content/internal/testenv"
	"airport-content/internal/testlog"
)

// connect makes a client as servers have it, which ends with the test.
func connect(t *testing.T, address string) *redis.Client {
	t.Helper()
	client, err := NewClient(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// startLimiter makes a limiter as a server runs it, and shows its log.
func startLimiter(t *testing.T, client *redis.Client, prefix string) (*Limiter, *testlog.Log) {
	t.Helper()
	log := new(testlog.Log)
	l, err := New(Options{Redis: client, Prefix: prefix, PartnerLimit: 300, FailureLimit: 30,
		Logger: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l, log
}

// slowly is a way to Redis that delays its answers.
type slowly struct {
	listener net.Listener
	delay    atomic.Int64
	ended    chan struct{}
	running  sync.WaitGroup
}

func startSlowly(t *testing.T, address string) *slowly {
	t.Helper()
	opt, err := redis.ParseURL(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &slowly{listener: listener, ended: make(chan struct{})}
	s.running.Go(func() { s.accept(opt.Addr) })
	t.Cleanup(func() {
		_ = listener.Close()
		close(s.ended)
		s.running.Wait()
	})
	return s
}

func (s *slowly) url() string { return "redis://" + s.listener.Addr().String() }

func (s *slowly) accept(target string) {
	for {
		near, err := s.listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", target)
		if err != nil {
			_ = near.Close()
			continue
		}
		s.running.Go(func() {
			_, _ = io.Copy(far, near)
			_ = far.Close()
		})
		s.running.Go(func() {
			_, _ = io.Copy(near, delayed{far, s})
			_ = near.Close()
		})
	}
}

// delayed holds back what it reads.
type delayed struct {
	io.Reader
	*slowly
}

func (d delayed) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	select {
	case <-time.After(time.Duration(d.delay.Load())):
	case <-d.ended:
	}
	return n, err
}

const never = time.Hour

func TestStoreThatIsSlowOrGone(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		delay time.Duration
		do    func(*testing.T, *testenv.Own)
		undo  func(*testing.T, *testenv.Own)
		lost  bool
	}{
		{name: "answers after 50 ms", delay: 50 * time.Millisecond},
		{name: "answers after 130 ms", delay: 130 * time.Millisecond},
		{name: "answers after 2 s", delay: 2 * time.Second, lost: true},
		{name: "hangs", delay: never, lost: true},
		{name: "refuses writes", do: replicate("nowhere.invalid", "1"), undo: replicate("no", "one"), lost: true},
		{name: "is killed", do: func(_ *testing.T, r *testenv.Own) { r.Kill() }, undo: func(_ *testing.T, r *testenv.Own) { r.Restart() }, lost: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			store := testenv.OwnRedis(t)
			way := startSlowly(t, store.URL())
			l, log := startLimiter(t, connect(t, way.url()), "test")
			other, _ := startLimiter(t, connect(t, store.URL()), "test")

			way.delay.Store(int64(tt.delay))
			if tt.do != nil {
				tt.do(t, store)
			}
			waitUntil(t, "it is noticed", func() bool { quickly(t, l); return l.Shared() != tt.lost })
			quickly(t, l)
			if tt.lost {
				way.delay.Store(0)
				if tt.undo != nil {
					tt.undo(t, store)
				}
				waitUntil(t, "it is over", l.Shared)
			}
			// Only the limiter behind the slow way has made so many requests.
			waitUntil(t, "the other server knows the counts", func() bool { return other.Partner(1, 10_000).Remaining < 9_000 })
			waitUntil(t, "the return is logged as often as the loss", func() bool {
				got := log.String()
				losses := strings.Count(got, "level=WARN")
				if tt.lost && losses == 0 || losses > 5 { // a busy machine loses it now and then
					t.Errorf("the loss is logged %d times:\n%s", losses, got)
				}
				return strings.Count(got, "level=INFO") == losses
			})
		})
	}
}

func TestStartWithoutRedis(t *testing.T) {
	t.Parallel()
	store := testenv.OwnRedis(t)
	store.Kill()
	l, _ := startLimiter(t, connect(t, store.URL()), "test")
	waitUntil(t, "it is noticed", func() bool { return !l.Shared() })
	store.Restart()
	waitUntil(t, "it is over", l.Shared)
}

// A probe does not end with its context, so the next one finds its connection. It gives up after a second.
func TestProbeOfASlowStore(t *testing.T) {
	t.Parallel()
	address, prefix := testenv.Redis(t)
	way := startSlowly(t, address)
	client := connect(t, way.url())
	probe := func() error {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		return Probe(ctx, client, prefix)
	}
	way.delay.Store(int64(60 * time.Millisecond))
	if err := probe(); err != nil {
		t.Error(err)
	}
	way.delay.Store(int64(never))
	if err := probe(); err == nil {
		t.Error("a store that hangs answered")
	}
}

// quickly makes requests, none of which may wait for the store: they would take 75 s even if it answers after 50 ms.
func quickly(t *testing.T, l *Limiter) {
	t.Helper()
	began := time.Now()
	allowed(l, 1, 10_000, 1500)
	if took := time.Since(began); took > 60*time.Second {
		t.Errorf("1500 requests took %v", took)
	}
}

// replicate has the store copy another one: it refuses writes then.
func replicate(host, port string) func(*testing.T, *testenv.Own) {
	return func(t *testing.T, store *testenv.Own) {
		client := connect(t, store.URL())
		if err := client.Do(context.Background(), "REPLICAOF", host, port).Err(); err != nil {
			t.Skipf("this store cannot be a replica: %v", err)
		}
	}
}

func waitUntil(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatal("waited in vain until ", what)
}

func TestClientOfABadURL(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"redis://:secret@[::1", "http://:secret@127.0.0.1", "redis://:secret@127.0.0.1/x", "redis://:%zzsecret@127.0.0.1"} {
		if _, err := NewClient(bad); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v, want an error without the password", bad, err)
		}
	}
}
