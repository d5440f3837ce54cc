package postgres

import (
	"context"
	"fmt"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/postgres/db"
)

// Changes gives one page of what changed after the cursor to the sink, in one round trip.
func (d *DB) Changes(ctx context.Context, q content.ChangesQuery, sink content.ChangesSink) error {
	if err := d.changes(ctx, q, sink); err != nil {
		return fmt.Errorf("changes of %s: %w", q.Airport, classify(err))
	}
	return nil
}

// changeRow is a row of ListChanges, in the order of its columns.
type changeRow struct {
	name           string
	epoch          string
	revision       int64
	synonyms       int64
	syncTime       time.Time
	purgedRevision int64
	fetched        int64
	lastRevision   int64
	lastID         string
	id             *string
	deletedType    *string
	deletedAt      *time.Time
	item           nullableItem
}

func (d *DB) changes(ctx context.Context, q content.ChangesQuery, sink content.ChangesSink) error {
	after := content.Cursor{}
	var start *int64 // the airport's present revision, when the first pass begins
	if q.Cursor != nil {
		after = *q.Cursor
		start = &after.Start
	}
	rows, err := d.stream(ctx, func(queries *db.Queries) error {
		_, err := queries.ListChanges(ctx, db.ListChangesParams{Airport: q.Airport, ContentTypes: texts(q.Types),
			AfterRevision: after.Revision, AfterID: after.ID, StartRevision: start, Size: int32(q.Size), UpTo: int64(q.Size) + 1})
		return err
	})
	if err != nil {
		return err
	}
	defer rows.Close()
	var row changeRow
	columns := append([]any{&row.name, &row.epoch, &row.revision, &row.synonyms, &row.syncTime, &row.purgedRevision,
		&row.fetched, &row.lastRevision, &row.lastID, &row.id, &row.deletedType, &row.deletedAt},
		row.item.columns()...)
	n := 0
	for ; rows.Next(); n++ {
		if err := rows.Scan(columns...); err != nil {
			return err
		}
		if n == 0 {
			if q.Cursor != nil && row.expired(after) {
				return content.ErrCursorExpired
			}
			if err := sink.Head(row.head(q)); err != nil {
				return err
			}
		}
		if row.id == nil || n == q.Size { // an empty page; the one more
			continue
		}
		if err := sink.Change(row.change()); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if n == 0 {
		return content.ErrAirportNotFound
	}
	return nil
}

// expired tells whether deletions that the cursor's owner has not seen may be forgotten, or the cursor is of another epoch
// or of a state that the airport never reached.
func (r *changeRow) expired(after content.Cursor) bool {
	return after.Epoch != r.epoch || after.Start > r.revision || after.Revision > r.revision+1 ||
		after.Start < r.purgedRevision && after.Revision <= r.purgedRevision
}

func (r *changeRow) head(q content.ChangesQuery) content.ChangesHead {
	head := content.ChangesHead{
		State: content.State{Code: q.Airport, Name: r.name, Epoch: r.epoch, Revision: r.revision,
			Synonyms: r.synonyms, Timestamp: r.syncTime.UTC()},
		HasMore: r.fetched > int64(q.Size),
		// At the end of the changes: everything of the next revision, so that an idle reader's cursor does not age.
		Next: content.Cursor{Epoch: r.epoch, Revision: r.revision + 1, Start: r.revision},
	}
	if q.Cursor != nil {
		head.Next.Start = q.Cursor.Start
	}
	if head.HasMore {
		head.Next.Revision, head.Next.ID = r.lastRevision, r.lastID
	}
	return head
}

func (r *changeRow) change() *content.Change {
	change := &content.Change{ID: *r.id}
	if r.deletedType != nil {
		change.Type, change.DeletedAt = content.Type(*r.deletedType), r.deletedAt.UTC()
		return change
	}
	change.Item = r.item.value()
	return change
}
