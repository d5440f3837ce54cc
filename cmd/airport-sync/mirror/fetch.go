package mirror

import (
	"context"
	"errors"
	"fmt"
	"time"

	"airport-content/cmd/airport-sync/client"
)

const (
	pageSize = 100
	// A copy by changes begins again this often when its cursor expires on the way,
	// and one by modifiedSince looks this often for a moment of rest.
	passes = 5
	rounds = 10
)

// changes spools what changed after cursor, or everything when cursor is empty or has expired; then replace is true.
func (r *run) changes(ctx context.Context, cursor string) (next string, replace bool, err error) {
	for pass := 1; ; pass++ {
		next, err = r.changesAfter(ctx, cursor)
		var refused *client.Error
		if err == nil || !errors.As(err, &refused) {
			return next, cursor == "", err
		}
		switch {
		case refused.Code == "route_not_found":
			return "", false, fmt.Errorf("the service has no changes, try --since-mode: %w", err)
		case !expired(refused) || pass == passes:
			return "", false, err
		}
		r.Note("the service no longer knows where this copy ended: copying everything again")
		r.spool.forget()
		cursor = ""
	}
}

// expired is also true of a cursor that the service cannot read: it is not one that this service gave.
func expired(e *client.Error) bool {
	return e.Code == "cursor_expired" || e.Status == 410 || e.Code == "invalid_parameter" && e.Parameter == "cursor"
}

func (r *run) changesAfter(ctx context.Context, cursor string) (next string, err error) {
	done := 0
	for page, err := range r.api.AllChanges(ctx, r.Airport, cursor, pageSize) {
		if err != nil {
			return "", err
		}
		for _, change := range page.Changes {
			if change.Item == nil {
				r.spool.delete(change.ID)
			} else if err := r.spool.put(change.ID, change.Item.Raw); err != nil {
				return "", err
			}
		}
		done += len(page.Changes)
		r.Progress(done, 0)
		next = page.NextCursor
	}
	return next, nil
}

// since spools what was modified after from, or everything when from is zero, and returns the time to begin with next.
// What changes while pages are read is dated after the first page's timestamp; so it reads on from there until all that
// is new fits on one page, which shows one moment.
func (r *run) since(ctx context.Context, from time.Time) (time.Time, error) {
	for range rounds {
		first, pages, done := time.Time{}, 0, 0
		list := client.ListParams{ModifiedSince: from, Size: pageSize}
		for page, err := range r.api.Pages(ctx, r.Airport, list) {
			if err != nil {
				return time.Time{}, err
			}
			if pages++; pages == 1 {
				first = page.Meta.Timestamp
			}
			for _, item := range page.Items {
				if err := r.spool.put(item.ID, item.Raw); err != nil {
					return time.Time{}, err
				}
			}
			done += len(page.Items)
			r.Progress(done, page.Pagination.Total)
		}
		from = first
		if pages == 1 {
			break
		}
	}
	return from, nil
}
