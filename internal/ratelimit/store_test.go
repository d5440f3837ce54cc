package ratelimit

import (
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
	"airport-content/internal/testlog"
)

// connect makes a client as servers have it, which ends with the test.
func connect(t *testing.T, address string) *redis.Client {
	t.Helper()
	client := check.Must(NewClient(address))(t)
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// startLimiter makes a limiter as a server runs it, and shows its log.
func startLimiter(t *testing.T, client *redis.Client, prefix string) (*Limiter, *testlog.Log) {
	t.Helper()
	log := new(testlog.Log)
	l := New(Options{Redis: client, Prefix: prefix, PartnerLimit: 300, FailureLimit: 30, Logger: slog.New(slog.NewTextHandler(log, nil))})
	t.Cleanup(l.Close)
	return l, log
}

// A store that is gone at the start, and once more later: what failed is repeated. The e2e tests
// have every other fault.
func TestStoreThatIsGone(t *testing.T) {
	t.Parallel()
	store := testenv.OwnRedis(t)
	store.Kill()
	l, log := startLimiter(t, connect(t, store.URL()), "test")
	check.Eventually(t, "the first loss is noticed", func() bool { return !l.Shared() })
	store.Restart()
	check.Eventually(t, "it is over", l.Shared)
	store.Kill()
	check.Eventually(t, "the second loss is noticed", func() bool { return !l.Shared() })
	allowed(l, 1, 10_000, 1500)
	store.Restart()
	other, _ := startLimiter(t, connect(t, store.URL()), "test")
	check.Eventually(t, "the other server knows the counts", func() bool { return other.Partner(1, 10_000).Remaining < 9_000 })
	check.Eventually(t, "the returns are logged as often as the losses", func() bool {
		losses := strings.Count(log.String(), "level=WARN")
		if losses < 2 || losses > 6 { // a busy machine loses it now and then
			t.Errorf("%d losses are logged:\n%s", losses, log)
		}
		return strings.Count(log.String(), "level=INFO") == losses
	})
}

// hanging is a store that takes connections and never answers.
func hanging(t *testing.T) *redis.Client {
	t.Helper()
	listener := check.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { _ = listener.Close() })
	return connect(t, "redis://"+listener.Addr().String())
}

func TestNoRequestWaitsForTheStore(t *testing.T) {
	t.Parallel()
	l, _ := startLimiter(t, hanging(t), "test")
	check.Eventually(t, "it is noticed", func() bool { return !l.Shared() })
	began := time.Now()
	for n := range 1500 {
		if l.Partner(1, 10_000); time.Since(began) > time.Minute { // each would take a second
			t.Fatalf("%d requests took more than a minute", n)
		}
	}
}

func TestProbe(t *testing.T) {
	t.Parallel()
	address, prefix := testenv.Redis(t)
	check.NoError(t, Probe(t.Context(), connect(t, address), prefix))
	if err := Probe(t.Context(), hanging(t), prefix); err == nil {
		t.Error("a store that hangs answered")
	}
}
