package importer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/db"
	"airport-content/internal/ingest"
	"airport-content/internal/source"
)

// ErrHasItems means that RemoveSource was not allowed to delete the source's items.
var ErrHasItems = errors.New("it has items")

// RemoveSource deletes a source, and its items as an import would, and counts them. If it has items, withContent must be set, else
// the error is ErrHasItems. databaseURL must not lead through a pooler. waiting is called when a pull or an import must end first.
func RemoveSource(ctx context.Context, databaseURL string, s source.Source, withContent bool, retention time.Duration, waiting func(what string)) (int, error) {
	p, err := OpenPull(ctx, databaseURL, s.Airport, s.Name, func() { waiting("a pull of " + s.Name) })
	if err != nil {
		return 0, err
	}
	defer p.Close()
	if err := prepareImport(ctx, p.conn, s.Airport, func() { waiting("an import") }); err != nil {
		return 0, err
	}
	items, err := admin.CountItems(ctx, p.queries, s)
	if err != nil {
		return 0, err
	}
	if items > 0 && !withContent {
		return 0, fmt.Errorf("remove source %s of %s: %w: %d", s.Name, s.Airport, ErrHasItems, items)
	}
	o := ingest.Options{Source: s.Name, Prune: true, Force: true, Retention: retention}
	also := func(ctx context.Context, q *db.Queries, _ ingest.Difference) error {
		return q.RemoveSource(ctx, db.RemoveSourceParams{Airport: s.Airport, Name: s.Name})
	}
	if _, _, err := ingest.Import(ctx, newImport(p.conn, s.Airport, o, also), emptyInput(), o); err != nil {
		return 0, fmt.Errorf("remove source %s of %s: %w", s.Name, s.Airport, err)
	}
	return items, nil
}
