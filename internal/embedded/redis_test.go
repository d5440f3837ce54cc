package embedded

import (
	"context"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

func TestRedisIsKilledAndRestartedInPlace(t *testing.T) {
	t.Parallel()
	exerciseRedis(t, startRedis(t, ""))
}

func TestMemoryStoreIsKilledAndRestartedInPlace(t *testing.T) {
	t.Parallel()
	m := memoryStore{miniredis.NewMiniRedis()}
	if err := m.Start(); err != nil {
		t.Fatal(err)
	}
	exerciseRedis(t, &Redis{m})
}

func exerciseRedis(t *testing.T, r *Redis) {
	t.Helper()
	where := r.URL()
	client := redisClient(t, where)
	if err := client.Set(t.Context(), "key", "1", time.Hour).Err(); err != nil {
		t.Fatal(err)
	}
	if err := r.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := client.Ping(t.Context()).Err(); err == nil {
		t.Error("the store answers after Kill")
	}
	for range 2 { // once from dead, once from alive
		if err := r.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r.URL() != where {
			t.Errorf("URL is %s after Restart, was %s", r.URL(), where)
		}
		if n, err := client.Exists(t.Context(), "key").Result(); err != nil || n != 0 {
			t.Errorf("after Restart %d keys are there, error %v; want an empty store", n, err)
		}
		if err := client.Set(t.Context(), "key", "1", time.Hour).Err(); err != nil {
			t.Fatal(err)
		}
	}
	stop(t, r.Stop)
	if err := client.Ping(context.Background()).Err(); err == nil {
		t.Error("the store answers after Stop")
	}
}

func startRedis(t *testing.T, dir string) *Redis {
	t.Helper()
	r, err := StartRedis(t.Context(), RedisOptions{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func redisClient(t *testing.T, url string) *redis.Client {
	t.Helper()
	options, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	options.MaxRetries, options.DialerRetries, options.ReadTimeout = -1, 1, patience
	client := redis.NewClient(options)
	t.Cleanup(func() { client.Close() })
	return client
}
