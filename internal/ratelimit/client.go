package ratelimit

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// NewClient makes a client for a redis://, rediss:// or unix:// URL that never tries twice and
// heeds its contexts. It connects when it is first used.
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
	// Neither is needed, and each costs a new connection a round trip.
	opt.DisableIdentity = true
	opt.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}

	logging.Disable() // it prints each failed dial; we log the loss of Redis once
	return redis.NewClient(opt), nil
}

// Probe reports whether Redis takes writes: a full one does not, nor does a read-only replica.
func Probe(ctx context.Context, client *redis.Client, prefix string) error {
	return client.Set(ctx, prefix+":probe", 1, time.Minute).Err()
}
