package postgres

import (
	"context"
	"errors"
	"fmt"
)

// Ping asks the database for an answer.
func (d *DB) Ping(ctx context.Context) error {
	if _, err := d.queries.Ping(ctx); err != nil {
		return fmt.Errorf("ping the database: %w", classify(err))
	}
	return nil
}

// ErrSearchBroken means that the full-text index is missing, not valid, or does not find what it must hold.
var ErrSearchBroken = errors.New("the full-text index does not work")
