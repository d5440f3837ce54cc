package importer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// ErrHasItems means that RemoveSource was not allowed to delete the source's items.
var ErrHasItems = errors.New("it has items")

// RemoveSource deletes a source, and its items as an import would, and counts them. If it has items, withContent must be set, else
// the error is ErrHasItems. databaseURL must not lead through a pooler. waiting is called when a pull or an import must end first.
func RemoveSource(ctx context.Context, databaseURL string, s content.Source, withContent bool, retention time.Duration, waiting func(what string)) (int, error) {
	p, err := OpenPull(ctx, databaseURL, s.Airport, s.Name, func() { waiting("a pull of " + s.Name) })
	if err != nil {
		return 0, err
	}
	defer p.Close()
	if err := p.session.lock(ctx, s.Airport, s.Name, func() { waiting("an import") }); err != nil {
		return 0, err
	}
	result, m, err := p.session.prepare(ctx, noItems(), Options{Prune: true, Force: true, Retention: retention}, 0)
	if err != nil {
		return 0, fmt.Errorf("remove source %s of %s: %w", s.Name, s.Airport, err)
	}
	if result.Deleted > 0 && !withContent {
		return 0, fmt.Errorf("remove source %s of %s: %w: %d", s.Name, s.Airport, ErrHasItems, result.Deleted)
	}
	if err := m.begin(ctx); err != nil {
		return 0, fmt.Errorf("remove source %s of %s: %w", s.Name, s.Airport, err)
	}
	defer m.rollback()
	if err := m.queries.RemoveSource(ctx, db.RemoveSourceParams{Airport: s.Airport, Name: s.Name}); err != nil {
		return 0, m.failed(ctx, "remove the source", err)
	}
	return result.Deleted, m.publish(ctx)
}
