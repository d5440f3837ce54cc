package ratelimit

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// NewClient makes a client for a redis://, rediss:// or unix:// URL. The client never retries,
// heeds the deadlines of contexts, and connects at first use.
func NewClient(rawURL string) (*redis.Client, error) {
	opt, err := redis.ParseURL(rawURL)
	if err != nil {
		return nil, errors.New("the URL of Redis cannot be read") // err may hold a part of the password
	}
	opt.DialTimeout = redisTimeout
	opt.ReadTimeout = redisTimeout
	opt.WriteTimeout = redisTimeout
	opt.PoolTimeout = redisTimeout
	opt.MaxRetries = -1
	opt.DialerRetries = 1
	opt.ContextTimeoutEnabled = true
	// Each of these two features costs a new connection a round trip, and is not needed.
	opt.DisableIdentity = true
	opt.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}

	logging.Disable() // the library prints each failed dial; the Limiter logs the loss of Redis once
	return redis.NewClient(opt), nil
}

// Probe reports whether Redis takes writes. A full Redis and a read-only replica do not.
func Probe(ctx context.Context, client *redis.Client, prefix string) error {
	return client.Set(ctx, prefix+":probe", 1, time.Minute).Err()
}
