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
			} else if err := r.spool.put(change.Item); err != nil {
				return "", err
			}
		}
		done += len(page.Changes)
		r.Progress(done, 0)
		next = page.NextCursor
	}
	return next, nil
}

// since spools what was modified after start, or everything when start is zero, and returns the time to begin with next.
//
// A pass's pages can show states of different age: of before and after an import, or of a replica that lags. What any of
// them lacks is dated after the earliest of their timestamps, so it reads on from there until all that is new fits on one
// page, which shows one moment. What moved up where an older state followed a newer one was passed over: if anything is
// dated between the two, it starts over; if that cannot be told, for the last page is of an older state too, it begins with
// start again next time.
func (r *run) since(ctx context.Context, start time.Time) (time.Time, error) {
	var latest time.Time
	from, older, newest := start, time.Time{}, time.Time{}
	for range rounds {
		p, err := r.pass(ctx, from)
		if err != nil {
			return time.Time{}, err
		}
		older, newest, latest = earlier(older, p.older), later(newest, p.newest), later(latest, p.latest)
		switch {
		case !older.IsZero() && newest.After(older):
			from, older, newest = start, time.Time{}, time.Time{}
		case !older.IsZero() && p.latest.Before(latest):
			return start, nil
		case p.pages == 1:
			return p.earliest, nil
		default:
			from = p.earliest
		}
	}
	return from, nil
}

// pass is what the pages of one list told of their time; what nothing was told of is zero.
type pass struct {
	pages            int
	earliest, latest time.Time // timestamp
	older            time.Time // the earliest timestamp of a page after one with a later timestamp
	newest           time.Time // lastModified
}

// pass spools what was modified after from. A newer version that another pass has brought stays.
func (r *run) pass(ctx context.Context, from time.Time) (p pass, err error) {
	done := 0
	for page, err := range r.api.Pages(ctx, r.Airport, client.ListParams{ModifiedSince: from, Size: pageSize}) {
		if err != nil {
			return pass{}, err
		}
		p.add(page)
		for i := range page.Items {
			if item := &page.Items[i]; !r.spool.holdsNewer(item) {
				if err := r.spool.put(item); err != nil {
					return pass{}, err
				}
			}
		}
		done += len(page.Items)
		r.Progress(done, page.Pagination.Total)
	}
	return p, nil
}

func (p *pass) add(page *client.Page) {
	t := page.Meta.Timestamp
	p.pages++
	if t.Before(p.latest) {
		p.older = earlier(p.older, t)
	}
	p.earliest, p.latest = earlier(p.earliest, t), later(p.latest, t)
	for _, item := range page.Items {
		p.newest = later(p.newest, item.LastModified)
	}
}

// earlier is the earlier of those that are not zero.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
