package ratelimit

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// commandTimeout bounds one command as a whole: the wait for a connection, the dialling, the
// handshake and the answer. It is all that a request ever loses to a Redis that has gone.
const commandTimeout = 150 * time.Millisecond

// NewClient makes a client for a redis://, rediss:// or unix:// URL that gives up soon and never
// tries again, so that limits can go on in memory. It connects when it is first used. An error
// shows nothing of the URL, which may hold a password.
func NewClient(rawURL string) (*redis.Client, error) {
	opt, err := redis.ParseURL(rawURL)
	if err != nil {
		if parsing := (*url.Error)(nil); errors.As(err, &parsing) {
			err = parsing.Err
		}
		return nil, fmt.Errorf("redis URL: %w", err)
	}
	opt.DialTimeout = commandTimeout
	opt.ReadTimeout = commandTimeout
	opt.WriteTimeout = commandTimeout
	opt.PoolTimeout = commandTimeout
	opt.MaxRetries = -1
	opt.DialerRetries = 1
	opt.ContextTimeoutEnabled = true
	opt.DisableIdentity = true // one round trip less for each new connection; so is the next
	opt.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}

	// The library prints each failed dial in plain text; we log the loss of Redis, once.
	logging.Disable()
	client := redis.NewClient(opt)
	client.AddHook(deadline(commandTimeout))
	return client, nil
}

// deadline is a go-redis hook. httprate-redis passes no context, and the client's own timeouts
// would add up: one for the dial, one for each step of the handshake, one for the answer.
type deadline time.Duration

func (d deadline) DialHook(next redis.DialHook) redis.DialHook { return next }

func (d deadline) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		ctx, cancel := context.WithTimeout(ctx, time.Duration(d))
		defer cancel()
		return next(ctx, cmd)
	}
}

func (d deadline) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		ctx, cancel := context.WithTimeout(ctx, time.Duration(d))
		defer cancel()
		return next(ctx, cmds)
	}
}
