package ratelimit

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	interval     = 100 * time.Millisecond // between two exchanges
	redisTimeout = time.Second            // limit of one exchange, and of each step of another command
	batch        = 1000                   // most keys of a counter in one exchange; the rest follows in the next
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
func (l *Limiter) Shared() bool { return !l.lost.Load() }

// exchange writes the counts since the last exchange, and reads the counts of the other servers. A
// total can be written twice without harm, so a failed exchange is repeated.
func (l *Limiter) exchange() {
	l.mu.Lock()
	now := time.Now()
	shares := slices.Concat(l.partners.choose(now, batch), l.failures.choose(now, batch))
	l.mu.Unlock()

	err := l.swap(shares)

	l.mu.Lock()
	for _, c := range [...]*counter{l.partners, l.failures} {
		if err == nil {
			c.learn(shares)
		} else {
			c.repeat(shares)
		}
	}
	l.mu.Unlock()
	l.logChange(err)
}

// swap writes this server's totals to Redis, and reads the totals of the other servers, in one
// pipeline.
func (l *Limiter) swap(shares []share) error {
	ctx, cancel := context.WithTimeout(context.Background(), redisTimeout)
	defer cancel()
	pipe := l.Redis.Pipeline()
	pipe.Ping(ctx) // shows whether Redis answers, even without shares
	totals := make([][2]*redis.MapStringStringCmd, len(shares))
	for i, s := range shares {
		for w, start := range [2]time.Time{s.start, s.start.Add(-length)} {
			name := l.Prefix + ":rate:" + s.key + ":" + strconv.FormatInt(start.Unix(), 10)
			if s.own[w] > 0 {
				pipe.HSet(ctx, name, l.id, s.own[w])
				pipe.Expire(ctx, name, expiry)
			}
			totals[i][w] = pipe.HGetAll(ctx, name)
		}
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	for i := range shares {
		for w, answer := range totals[i] {
			shares[i].others[w] = l.sumOfOthers(answer.Val())
		}
	}
	return nil
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
	lost := err != nil
	switch was := l.lost.Swap(lost); {
	case lost && !was:
		l.Logger.Warn("Redis does not answer: each server counts rate limits for itself", "error", err)
	case was && !lost:
		l.Logger.Info("Redis answers again: the servers share rate limits")
	}
}
