package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/postgres/db"
)

// Merge makes the difference visible, all of it at one moment. It commits a mark first, so that no answer given while the
// merge runs can carry a sync time at or after the dates that the merge gives.
func (i *Import) Merge(ctx context.Context, diff Difference, o MergeOptions) error {
	if diff.Added+diff.Updated+diff.Deleted == 0 {
		return i.finishUnchanged(ctx, o)
	}
	if err := i.queries.MarkImport(ctx, i.airport); err != nil {
		return fmt.Errorf("mark the import: %w", classify(err))
	}
	err := pgx.BeginFunc(ctx, i.conn, func(tx pgx.Tx) error { return i.merge(ctx, db.New(tx), o) })
	if err != nil {
		_ = i.queries.ClearMark(context.WithoutCancel(ctx), i.airport) // a mark without its lock does no harm
		return fmt.Errorf("merge: %w", classify(err))
	}
	i.vacuum(ctx, diff)
	return nil
}

func (i *Import) merge(ctx context.Context, q *db.Queries, o MergeOptions) error {
	begun, err := q.BeginMerge(ctx, i.airport)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	date, revision, keep := begun.MergeDate, begun.MergeRevision, o.KeepDates || begun.First
	of := func(do func(context.Context, string) error) func(context.Context) error {
		return func(ctx context.Context) error { return do(ctx, i.airport) }
	}
	return run(ctx, []step{
		{"delete items", of(q.DeleteItems)},
		{"update items", func(ctx context.Context) error {
			return q.UpdateItems(ctx, db.UpdateItemsParams{Airport: i.airport, KeepDates: keep, MergeDate: date, MergeRevision: revision})
		}},
		{"insert items", func(ctx context.Context) error {
			return q.InsertItems(ctx, db.InsertItemsParams{Airport: i.airport, KeepDates: keep, MergeDate: date, MergeRevision: revision})
		}},
		{"remember deletions", func(ctx context.Context) error {
			return q.RememberDeletions(ctx, db.RememberDeletionsParams{Airport: i.airport, MergeDate: date, MergeRevision: revision})
		}},
		{"forget deletions", of(q.ForgetDeletions)},
		{"purge deletions", func(ctx context.Context) error { return i.purge(ctx, q, o) }},
		{"count terms", q.CountChangedTerms},
		{"delete terms", of(q.DeleteTerms)},
		{"update terms", of(q.UpdateTerms)},
		{"insert terms", of(q.InsertTerms)},
		{"insert words", of(q.InsertWords)},
		{"delete words", of(q.DeleteWords)},
		{"flush the search indexes", q.FlushSearchIndexes},
		{"delete counts", of(q.DeleteCounts)},
		{"insert counts", of(q.InsertCounts)},
		{"finish", func(ctx context.Context) error {
			return q.FinishMerge(ctx, db.FinishMergeParams{Airport: i.airport, MergeDate: &date, MergeRevision: revision})
		}},
	})
}

// finishUnchanged still notes that the import was there, and that deletions have aged.
func (i *Import) finishUnchanged(ctx context.Context, o MergeOptions) error {
	return run(ctx, []step{
		{"purge deletions", func(ctx context.Context) error { return i.purge(ctx, i.queries, o) }},
		{"finish", func(ctx context.Context) error { return i.queries.FinishUnchanged(ctx, i.airport) }},
	})
}

func (i *Import) purge(ctx context.Context, q *db.Queries, o MergeOptions) error {
	return q.PurgeDeletions(ctx, db.PurgeDeletionsParams{Airport: i.airport, RetentionSeconds: o.Retention.Seconds()})
}

// vacuum has index-only scans stay what they are called. It gives the airport's lock back first: the next import need not
// wait for it. It is the database's own care in the end, so its failure is no failure of the import.
func (i *Import) vacuum(ctx context.Context, diff Difference) {
	// An autovacuum gives way to who waits for a second; another import's vacuum is awaited for a while.
	if _, err := i.conn.Exec(ctx, "SELECT pg_advisory_unlock_all(); SET lock_timeout = '5s'"); err != nil {
		return
	}
	stored, err := i.queries.EstimateItems(ctx)
	if err != nil {
		return
	}
	analyze := float64(diff.Added+diff.Updated+diff.Deleted) > stored/10
	cleanup := "auto"
	if diff.Updated+diff.Deleted == 0 {
		cleanup = "off" // nothing to clean, in indexes as large as all airports together
	}
	_, _ = i.conn.Exec(ctx, fmt.Sprintf("VACUUM (ANALYZE %t, INDEX_CLEANUP %s) content_item, content_count", analyze, cleanup))
}
