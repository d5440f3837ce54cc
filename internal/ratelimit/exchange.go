package ratelimit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	interval     = 100 * time.Millisecond // between two exchanges
	redisTimeout = time.Second            // limit of one exchange, and of each step of another command
	batch        = 1000                   // most keys of a counter in one exchange; the rest follows in the next
	rateKeys     = ":rate:"               // after the prefix, in the name of every key of counts
	expiry       = 3 * length             // of the totals in Redis: two windows, and one for clocks that differ
)

// run exchanges counts with Redis until ctx ends, and then once more for the last counts.
func (l *Limiter) run(ctx context.Context) {
	defer close(l.stopped)
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for ctx.Err() == nil {
		l.exchange()
		select {
		case <-ticker.C:
		case <-ctx.Done():
		}
	}
	if l.Shared() {
		l.exchange()
	}
}

// Close writes the last counts to Redis, and ends the exchange, within two seconds.
func (l *Limiter) Close() {
	l.stop()
	<-l.stopped
}

// Shared reports whether the last exchange with Redis worked.
func (l *Limiter) Shared() bool { return l.failed.Load() == nil }

// Probe reports whether Redis takes writes, and whether the last exchange worked.
func (l *Limiter) Probe(ctx context.Context) error {
	if err := Probe(ctx, l.Redis, l.Prefix); err != nil {
		return err
	}
	if failed := l.failed.Load(); failed != nil {
		return *failed
	}
	return nil
}

// exchange writes the counts since the last exchange, and reads the counts of the other servers. A
// total can be written twice without harm, so a failed exchange is repeated.
func (l *Limiter) exchange() {
	l.mu.Lock()
	now := time.Now()
	shares := slices.Concat(l.partners.choose(now, batch), l.addresses.choose(now, batch))
	l.mu.Unlock()

	err := l.swap(shares)

	l.mu.Lock()
	for _, c := range [...]*counter{l.partners, l.addresses} {
		c.learn(shares)
	}
	l.mu.Unlock()
	l.logChange(err)
}

// swap writes this server's totals to Redis, and reads the totals of the other servers, in one
// pipeline. It marks the shares that failed, and returns the first error.
func (l *Limiter) swap(shares []share) error {
	ctx, cancel := context.WithTimeout(context.Background(), redisTimeout)
	defer cancel()
	pipe := l.Redis.Pipeline()
	pipe.Ping(ctx) // shows whether Redis answers, even without shares
	totals := make([][2]*redis.MapStringStringCmd, len(shares))
	ends := make([]int, len(shares)) // of the commands of each share
	for i, s := range shares {
		for w, start := range [2]time.Time{s.start, s.start.Add(-length)} {
			name := l.Prefix + rateKeys + s.key + ":" + strconv.FormatInt(start.Unix(), 10)
			if s.own[w] > 0 || s.tookBack {
				pipe.HSet(ctx, name, l.id, s.own[w])
				pipe.Expire(ctx, name, expiry)
			}
			totals[i][w] = pipe.HGetAll(ctx, name)
		}
		ends[i] = pipe.Len()
	}
	commands, err := pipe.Exec(ctx)
	err = nameKey(commands, err)
	begin := 1 // after the ping
	for i := range shares {
		shares[i].failed = slices.ContainsFunc(commands[begin:ends[i]], func(c redis.Cmder) bool { return c.Err() != nil })
		begin = ends[i]
		for w, answer := range totals[i] {
			shares[i].others[w] = l.sumOfOthers(answer.Val())
		}
	}
	return err
}

// nameKey adds the key to err, the first error of the commands, if Redis refused a key.
func nameKey(commands []redis.Cmder, err error) error {
	refused := redis.Error(nil)
	if !errors.As(err, &refused) {
		return err
	}
	for _, command := range commands {
		if args := command.Args(); command.Err() != nil && len(args) > 1 {
			return fmt.Errorf("key %v: %w", args[1], err)
		}
	}
	return err
}

func (l *Limiter) sumOfOthers(totals map[string]string) int {
	sum := 0
	for id, total := range totals {
		if n, err := strconv.Atoi(total); err == nil && id != l.id {
			sum += n
		}
	}
	return sum
}

// logChange logs when Redis is lost and when it is back.
func (l *Limiter) logChange(err error) {
	failed := &err
	if err == nil {
		failed = nil
	}
	switch before := l.failed.Swap(failed); {
	case failed != nil && before == nil:
		l.Logger.Warn("Redis does not work: each server counts rate limits for itself", "error", err)
	case failed == nil && before != nil:
		l.Logger.Info("Redis works again: the servers share rate limits")
	}
}
