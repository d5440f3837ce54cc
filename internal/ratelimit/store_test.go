package ratelimit

import (
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
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

// A key that another program made hinders only the counts of that key. Health and doctor name the
// key. All is well again when the key is gone.
func TestKeyOfWrongType(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := servers(t, 2, 10, 3)
		odd := s[0].Prefix + ":rate:partner:1:" + strconv.FormatInt(time.Now().Unix(), 10)
		check.NoError(t, s[0].Redis.Set(t.Context(), odd, "text", 0).Err())
		left := func(partner int64) int {
			exchange(s[0])
			s[1].Partner(partner, 0)
			exchange(s[1])
			return allowed(s[1], partner, 0, 10)
		}
		allowed(s[0], 1, 0, 4)
		allowed(s[0], 2, 0, 4)
		check.Same(t, 5, left(2), "another partner: 4 and 1 leave 5")
		if err := s[0].Probe(t.Context()); err == nil || !strings.Contains(err.Error(), odd+": WRONGTYPE") {
			t.Errorf("the probe: %v", err)
		}
		keys, err := OddKeys(t.Context(), s[0].Redis, s[0].Prefix)
		if err != nil || !slices.Equal(keys, []string{odd + " (string)"}) {
			t.Errorf("odd keys: %q, %v", keys, err)
		}
		check.NoError(t, s[0].Redis.Del(t.Context(), odd).Err())
		check.Same(t, 5, left(1), "the partner of the key")
		check.NoError(t, s[0].Probe(t.Context()))
	})
}
