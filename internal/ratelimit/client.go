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

// Limits of OddKeys: keys of one look, looks, and keys that it lists.
const (
	keysAtATime = 1000
	mostLooks   = 1000
	mostOddKeys = 5
)

// OddKeys lists the first keys of counts that are no hashes, as another program or somebody by hand
// may have made. Servers cannot share their counts in such a key.
func OddKeys(ctx context.Context, client *redis.Client, prefix string) (odd []string, err error) {
	cursor := uint64(0)
	for range mostLooks {
		var keys []string
		if keys, cursor, err = client.Scan(ctx, cursor, prefix+rateKeys+"*", keysAtATime).Result(); err != nil {
			return nil, err
		}
		pipe := client.Pipeline()
		for _, key := range keys {
			pipe.Type(ctx, key)
		}
		kinds, err := pipe.Exec(ctx)
		if err != nil {
			return nil, err
		}
		for n, kind := range kinds {
			if text := kind.(*redis.StatusCmd).Val(); text != "hash" && text != "none" && len(odd) < mostOddKeys { // none: expired just now
				odd = append(odd, keys[n]+" ("+text+")")
			}
		}
		if cursor == 0 {
			break
		}
	}
	return odd, nil
}
