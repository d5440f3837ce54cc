package embedded

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

func TestRedis(t *testing.T) {
	t.Parallel()
	r, err := StartRedis(t.Context(), RedisOptions{DataDir: filepath.Join(reachableDir(t), "redis")})
	if err != nil {
		t.Fatal(err)
	}
	exerciseRedis(t, r)
}

func TestRedisWithoutAnInstalledServer(t *testing.T) {
	t.Parallel()
	dir, err := openDirectory("", "nobody")
	if err != nil {
		t.Fatal(err)
	}
	r := &Redis{dir: dir, server: &memoryRedis{}}
	r.port, err = onFreePort(func(port int) error { return r.server.run(t.Context(), port) })
	if err != nil {
		t.Fatal(err)
	}
	exerciseRedis(t, r)
	if _, err := os.Stat(dir.path); !os.IsNotExist(err) {
		t.Errorf("after Stop, the temporary directory: %v, want that it does not exist", err)
	}
}

// exerciseRedis kills, restarts and stops r.
func exerciseRedis(t *testing.T, r *Redis) {
	t.Helper()
	where := r.URL()
	client := redisClient(t, where)
	if err := client.Set(t.Context(), "soon-gone", "1", time.Second).Err(); err != nil {
		t.Fatal(err)
	}
	if err := client.Set(t.Context(), "stays", "1", time.Hour).Err(); err != nil {
		t.Fatal(err)
	}
	awaitGone(t, client, "soon-gone")

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
		if n, err := client.Exists(t.Context(), "stays").Result(); err != nil || n != 0 {
			t.Errorf("after Restart %d keys are there, error %v; want an empty store", n, err)
		}
	}
	stop(t, r.Stop)
	if err := client.Ping(context.Background()).Err(); err == nil {
		t.Error("the store answers after Stop")
	}
}

func redisClient(t *testing.T, url string) *redis.Client {
	t.Helper()
	options, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	options.MaxRetries, options.DialerRetries = -1, 1
	client := redis.NewClient(options)
	t.Cleanup(func() { client.Close() })
	return client
}

// awaitGone waits for a key to expire.
func awaitGone(t *testing.T, client *redis.Client, key string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if n, err := client.Exists(t.Context(), key).Result(); err == nil && n == 0 {
			return
		}
	}
	t.Errorf("key %s has not expired", key)
}
