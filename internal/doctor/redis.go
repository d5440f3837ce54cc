package doctor

import (
	"context"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"

	"airport-content/internal/config"
	"airport-content/internal/ratelimit"
)

// meanwhile describes rate limits without Redis.
const meanwhile = "; meanwhile each server counts rate limits on its own"

// checkRedis checks the Redis or Valkey that counts for rate limits.
func (d *doctor) checkRedis(ctx context.Context) {
	if d.config.RedisURL == "" {
		return
	}
	client, err := ratelimit.NewClient(string(d.config.RedisURL))
	if err != nil {
		d.report("redis", "", err)
		return
	}
	defer client.Close()
	err = d.check(ctx, "redis", func(ctx context.Context) (string, error) { return redisAnswers(ctx, client, d.config) })
	if err == nil {
		d.check(ctx, "redis keys", func(ctx context.Context) (string, error) { return redisKeys(ctx, client, d.config.RedisPrefix) })
		d.check(ctx, "redis memory", func(ctx context.Context) (string, error) { return redisMemory(ctx, client) })
	}
}

func redisAnswers(ctx context.Context, client *redis.Client, c config.Config) (string, error) {
	if err := client.Ping(ctx).Err(); err != nil {
		return "", fmt.Errorf("no answer from %s: %w; start it, or correct REDIS_URL%s", c.RedisURL, err, meanwhile)
	}
	if err := ratelimit.Probe(ctx, client, c.RedisPrefix); err != nil {
		return "", fmt.Errorf("%s takes no writes: %w; REDIS_URL must name a primary with free memory and without cluster mode%s", c.RedisURL, err, meanwhile)
	}
	about := client.InfoMap(ctx, "server")
	if version := about.Item("Server", "valkey_version"); version != "" {
		return fmt.Sprintf("Valkey %s at %s", version, c.RedisURL), nil
	}
	if version := about.Item("Server", "redis_version"); version != "" {
		return fmt.Sprintf("Redis %s at %s", version, c.RedisURL), nil
	}
	return fmt.Sprintf("%s answers, and does not say what it is", c.RedisURL), nil
}

// redisKeys finds keys in which servers cannot share their counts. A role of Redis that may not list
// keys is no fault.
func redisKeys(ctx context.Context, client *redis.Client, prefix string) (string, error) {
	odd, err := ratelimit.OddKeys(ctx, client, prefix)
	switch {
	case redis.HasErrorPrefix(err, "NOPERM"):
		return "not checked, because the user of REDIS_URL may not list keys", nil
	case err != nil:
		return "", warn("the keys cannot be listed: %v", err)
	case len(odd) > 0:
		return "", fmt.Errorf("keys of counts have a wrong type: %s; delete them, and keep other programs away from REDIS_PREFIX%s", strings.Join(odd, ", "), meanwhile)
	}
	return "every key of counts has the right type", nil
}

// redisMemory checks the settings for a full Redis.
func redisMemory(ctx context.Context, client *redis.Client) (string, error) {
	about := client.InfoMap(ctx, "memory")
	limit, policy := about.Item("Memory", "maxmemory_human"), about.Item("Memory", "maxmemory_policy")
	switch about.Item("Memory", "maxmemory") {
	case "":
		return "it does not say how much memory it may use", nil
	case "0":
		return "maxmemory is not set", nil
	}
	if policy == "noeviction" {
		return "", warn("once its %s are full it refuses new counts (maxmemory-policy noeviction); set volatile-ttl: every key here expires", limit)
	}
	return fmt.Sprintf("maxmemory %s, maxmemory-policy %s", limit, policy), nil
}
