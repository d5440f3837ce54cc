package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"

	"airport-content/internal/postgres"
)

// databaseWait is how long serve waits for a database at start.
const databaseWait = 30 * time.Second

// awaitSchema waits until the database answers, and checks that the program works on its schema.
func awaitSchema(ctx context.Context, db *postgres.DB, log *slog.Logger) error {
	waiting, cancel := context.WithTimeout(ctx, databaseWait)
	defer cancel()
	var last error
	check := func() (struct{}, error) {
		err := db.CheckSchema(waiting)
		if errors.Is(err, postgres.ErrSchema) {
			return struct{}{}, backoff.Permanent(err)
		}
		if last == nil || waiting.Err() == nil { // else the cause is but the end of the waiting
			last = err
		}
		return struct{}{}, err
	}
	_, err := backoff.Retry(waiting, check,
		backoff.WithBackOff(&backoff.ExponentialBackOff{InitialInterval: 100 * time.Millisecond, RandomizationFactor: 0.2,
			Multiplier: 1.5, MaxInterval: 2 * time.Second}),
		backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(onceEvery(5*time.Second, func(err error) { log.Warn("waiting for the database", "error", err) })))
	switch {
	case err == nil, errors.Is(err, postgres.ErrSchema):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fmt.Errorf("the database did not answer within %s: %w", databaseWait, last)
}

// onceEvery passes an error on unless it did so within the interval before.
func onceEvery(interval time.Duration, tell func(error)) backoff.Notify {
	var told time.Time
	return func(err error, _ time.Duration) {
		if time.Since(told) >= interval {
			told = time.Now()
			tell(err)
		}
	}
}
