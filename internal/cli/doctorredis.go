package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"

	"airport-content/internal/config"
	"airport-content/internal/ratelimit"
)

// checkRedis looks at the store of the rate limits.
func (d *doctor) checkRedis(ctx context.Context, c config.Config) {
	if c.RedisURL == "" {
		return
	}
	client, err := ratelimit.NewClient(string(c.RedisURL))
	if err != nil {
		d.tell("redis", failure, err.Error())
		return
	}
	defer client.Close()
	if d.check(ctx, "redis", func(ctx context.Context) (verdict, string) { return store(ctx, client, c) }) == fine {
		d.check(ctx, "redis memory", func(ctx context.Context) (verdict, string) { return storeMemory(ctx, client) })
	}
}

const meanwhile = "; meanwhile each server counts rate limits for itself"

func store(ctx context.Context, client *redis.Client, c config.Config) (verdict, string) {
	if err := client.Ping(ctx).Err(); err != nil {
		return failure, fmt.Sprintf("no answer from %s: %v; start it, or correct REDIS_URL%s", c.RedisURL, err, meanwhile)
	}
	if err := ratelimit.Probe(ctx, client, c.RedisPrefix); err != nil {
		return failure, fmt.Sprintf("%s takes no writes: %v; REDIS_URL must name a primary with memory to spare%s", c.RedisURL, err, meanwhile)
	}
	about := information(ctx, client, "server")
	switch {
	case about["valkey_version"] != "":
		return fine, fmt.Sprintf("Valkey %s at %s", about["valkey_version"], c.RedisURL)
	case about["redis_version"] != "":
		return fine, fmt.Sprintf("Redis %s at %s", about["redis_version"], c.RedisURL)
	}
	return fine, fmt.Sprintf("%s answers, and does not say what it is", c.RedisURL)
}

// storeMemory looks at what becomes of counts when the store is full. All that we keep there ends by itself.
func storeMemory(ctx context.Context, client *redis.Client) (verdict, string) {
	memory := information(ctx, client, "memory")
	limit, policy := memory["maxmemory_human"], memory["maxmemory_policy"]
	switch {
	case memory["maxmemory"] == "":
		return fine, "it does not say how much it may take"
	case memory["maxmemory"] == "0":
		return fine, "maxmemory is not set"
	case policy == "noeviction":
		return warning, fmt.Sprintf("once its %s are full it takes no more counts (maxmemory-policy noeviction); volatile-ttl suits what is kept here", limit)
	}
	return fine, fmt.Sprintf("maxmemory %s, maxmemory-policy %s", limit, policy)
}

// information is a section of INFO, as far as the store tells it.
func information(ctx context.Context, client *redis.Client, section string) map[string]string {
	about := make(map[string]string)
	text, err := client.Info(ctx, section).Result()
	if err != nil {
		return about // a store may forbid it
	}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			about[name] = value
		}
	}
	return about
}
