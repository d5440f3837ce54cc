package importer

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/ingest"
	"airport-content/internal/search"
	"airport-content/internal/source"
	"airport-content/sql/staging"
)

// airportImport is one import of one airport, on a connection that holds the airport's import lock. Stage sends the lines to
// temporary tables. Compare finds what differs from the stored items. Merge makes the difference visible at one moment.
type airportImport struct {
	conn    *pgx.Conn
	queries *db.Queries
	airport string
	source  string
	also    sideWork
	words   wordFilter
}

// Run makes an airport's content agree with the items of input. databaseURL must not lead through a pooler.
func Run(ctx context.Context, databaseURL, airport string, input io.Reader, o ingest.Options) (ingest.Result, *ingest.Refused, error) {
	conn, err := openImporter(ctx, databaseURL, airport, o.Waiting)
	if err != nil {
		return ingest.Result{}, nil, err
	}
	defer db.CloseSession(conn)
	i := newImport(conn, airport, o, func(context.Context, *db.Queries, ingest.Difference) error { return nil })
	if err := i.checkSource(ctx); err != nil {
		return ingest.Result{}, nil, err
	}
	return ingest.Import(ctx, i, input, o)
}

// sideWork is what else is done in the merge's transaction.
type sideWork func(context.Context, *db.Queries, ingest.Difference) error

func newImport(conn *pgx.Conn, airport string, o ingest.Options, also sideWork) *airportImport {
	return &airportImport{conn: conn, queries: db.New(conn), airport: airport, source: cmp.Or(o.Source, ingest.DefaultSource), also: also}
}

// checkSource refuses the name of a source that is pulled: the next pull would delete what a file brings.
func (i *airportImport) checkSource(ctx context.Context) error {
	if err := source.CheckName(i.source); err != nil {
		return err
	}
	pulled, err := i.queries.SourceExists(ctx, db.SourceExistsParams{Airport: i.airport, Name: i.source})
	if err != nil {
		return fmt.Errorf("find the source %s: %w", i.source, db.Classify(err))
	}
	if pulled {
		return fmt.Errorf("the source %s of %s is pulled from a website; give the file's items another source", i.source, i.airport)
	}
	return nil
}

// openImporter opens a session with the airport's import lock and the staging tables. If another import holds the lock, it
// calls waiting, which may be nil, and waits.
func openImporter(ctx context.Context, databaseURL, airport string, waiting func()) (*pgx.Conn, error) {
	conn, err := db.ConnectDirect(ctx, databaseURL)
	if err != nil {
		return nil, err
	}
	if err := prepareImport(ctx, conn, airport, waiting); err != nil {
		db.CloseSession(conn)
		return nil, err
	}
	return conn, nil
}

// prepareImport takes the airport's import lock for the session, and makes the staging tables.
func prepareImport(ctx context.Context, conn *pgx.Conn, airport string, waiting func()) error {
	if err := lockAirport(ctx, db.New(conn), airport, waiting); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, staging.Import); err != nil {
		return fmt.Errorf("make the staging tables: %w", db.Classify(err))
	}
	return nil
}

// lockAirport takes the import lock for the session. A mark that it finds is from a killed importer, and is cleared.
func lockAirport(ctx context.Context, q *db.Queries, airport string, waiting func()) error {
	lock := db.ImportLock(airport)
	free, err := q.TryImportLock(ctx, lock)
	if err == nil && !free {
		if waiting != nil {
			waiting()
		}
		err = q.TakeImportLock(ctx, db.TakeImportLockParams(lock))
	}
	if err != nil {
		return fmt.Errorf("lock %s: %w", airport, db.Classify(err))
	}
	if exists, err := q.AirportExists(ctx, airport); err != nil {
		return fmt.Errorf("find %s: %w", airport, db.Classify(err))
	} else if !exists {
		return fmt.Errorf("airport %s: %w", airport, content.ErrAirportNotFound)
	}
	if err := q.ClearMark(ctx, airport); err != nil {
		return fmt.Errorf("clear the mark of %s: %w", airport, db.Classify(err))
	}
	return nil
}

// stagedColumns are those of import_item, in the order of stagedRow.
var stagedColumns = []string{"line", "id", "valid", "content_type", "language", "search_language", "source_last_modified", "title", "url",
	"excerpt", "thumbnail", "metadata", "content", "search_title", "search_excerpt", "search_text", "words"}

func (i *airportImport) stagedRow(r ingest.Record) []any {
	if r.Item == nil {
		return append([]any{r.Line, r.ID, false}, make([]any, len(stagedColumns)-3)...)
	}
	language := search.Language(r.Item.Language)
	return []any{r.Line, r.ID, true, r.Item.Type, r.Item.Language, language, ingest.TimeOrNull(r.Item.LastModified), r.Item.Title, r.Item.URL,
		r.Item.Excerpt, r.Item.Thumbnail, r.Item.Metadata, r.Item.Body, r.Title, r.Excerpt, r.Text,
		i.words.fresh(language, r.Title, r.Excerpt, r.Text)}
}

// Stage sends every line with one COPY, so that the database works while the next lines are read.
func (i *airportImport) Stage(ctx context.Context, records iter.Seq2[ingest.Record, error]) error {
	next, stop := iter.Pull2(records)
	defer stop()
	var failed error
	_, err := i.conn.CopyFrom(ctx, pgx.Identifier{"import_item"}, stagedColumns, pgx.CopyFromFunc(func() ([]any, error) {
		record, err, more := next()
		if err != nil || !more {
			failed = err
			return nil, err
		}
		return i.stagedRow(record), nil
	}))
	if failed != nil { // PostgreSQL only says that the COPY failed
		return failed
	}
	if err != nil {
		return fmt.Errorf("stage the items: %w", db.Classify(err))
	}
	if _, err := i.conn.Exec(ctx, "CREATE INDEX ON import_item (id); ANALYZE import_item (id, valid)"); err != nil {
		return fmt.Errorf("index the staged items: %w", db.Classify(err))
	}
	return nil
}

// Taken lists the first lines whose id is taken, and counts all of them.
func (i *airportImport) Taken(ctx context.Context, upTo int) (list []ingest.Taken, total int, err error) {
	rows, err := i.queries.ListTakenLines(ctx, db.ListTakenLinesParams{Airport: i.airport, Source: i.source, UpTo: int64(upTo)})
	if err != nil {
		return nil, 0, fmt.Errorf("look for ids that are taken: %w", db.Classify(err))
	}
	for _, row := range rows {
		list = append(list, ingest.Taken{Line: int(row.Line), FirstLine: int(row.FirstLine), ID: row.ID, Source: row.Source})
		total = int(row.Total)
	}
	return list, total, nil
}

// RefuseTaken leaves these lines out.
func (i *airportImport) RefuseTaken(ctx context.Context) error {
	if err := i.queries.RefuseTakenLines(ctx, db.RefuseTakenLinesParams{Airport: i.airport, Source: i.source}); err != nil {
		return fmt.Errorf("refuse ids that are taken: %w", db.Classify(err))
	}
	return nil
}

// Compare finds what differs from the stored items. With prune, items of the source that the input lacks count as deleted.
func (i *airportImport) Compare(ctx context.Context, prune bool) (ingest.Difference, error) {
	steps := []step{{"compare the items", i.queries.CompareItems}, {"find the replaced items", i.queries.FindReplacedItems}}
	if prune {
		steps = append(steps, step{"find the missing items", func(ctx context.Context, airport string) error {
			return i.queries.FindMissingItems(ctx, db.FindMissingItemsParams{Airport: airport, Source: i.source})
		}})
	}
	if err := run(ctx, i.airport, steps); err != nil {
		return ingest.Difference{}, err
	}
	row, err := i.queries.CountDifference(ctx, db.CountDifferenceParams{Airport: i.airport, Source: i.source})
	if err != nil {
		return ingest.Difference{}, fmt.Errorf("count the differences: %w", db.Classify(err))
	}
	return ingest.Difference{Added: int(row.Added), Updated: int(row.Updated), Deleted: int(row.Deleted),
		Unchanged: int(row.Given - row.Added - row.Updated), Stored: int(row.Stored)}, nil
}

// Merge makes all of the difference visible at one moment. First it commits a mark, so that every answer during the merge has
// a sync time before the date of the merge.
func (i *airportImport) Merge(ctx context.Context, diff ingest.Difference, o ingest.Options) error {
	if diff.Added+diff.Updated+diff.Deleted == 0 {
		return pgx.BeginFunc(ctx, i.conn, func(tx pgx.Tx) error {
			q := db.New(tx)
			return run(ctx, i.airport, []step{{"purge deletions", purge(q, o)}, {"finish", q.FinishUnchanged}, i.last(q, diff)})
		})
	}
	if err := i.queries.MarkImport(ctx, i.airport); err != nil {
		return fmt.Errorf("mark the import: %w", db.Classify(err))
	}
	err := pgx.BeginFunc(ctx, i.conn, func(tx pgx.Tx) error { return i.merge(ctx, db.New(tx), diff, o) })
	if err != nil {
		_ = i.queries.ClearMark(context.WithoutCancel(ctx), i.airport) // if this fails, the next import does it
		return fmt.Errorf("merge: %w", db.Classify(err))
	}
	i.vacuum(ctx, diff)
	return nil
}

func (i *airportImport) merge(ctx context.Context, q *db.Queries, diff ingest.Difference, o ingest.Options) error {
	begun, err := q.BeginMerge(ctx, i.airport)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	date, revision, keep := begun.MergeDate, begun.MergeRevision, o.KeepDates || begun.First
	return run(ctx, i.airport, []step{
		{"delete items", q.DeleteItems},
		{"update items", func(ctx context.Context, airport string) error {
			return q.UpdateItems(ctx, db.UpdateItemsParams{Airport: airport, KeepDates: keep, MergeDate: date, MergeRevision: revision})
		}},
		{"insert items", func(ctx context.Context, airport string) error {
			return q.InsertItems(ctx, db.InsertItemsParams{Airport: airport, Source: i.source, KeepDates: keep, MergeDate: date, MergeRevision: revision})
		}},
		{"remember deletions", func(ctx context.Context, airport string) error {
			return q.RememberDeletions(ctx, db.RememberDeletionsParams{Airport: airport, MergeDate: date, MergeRevision: revision})
		}},
		{"forget deletions of items that are back", q.ForgetDeletions},
		{"purge deletions", purge(q, o)},
		{"count terms", func(ctx context.Context, _ string) error { return q.CountChangedTerms(ctx) }},
		{"change terms", q.ChangeTerms},
		{"delete terms", q.DeleteTerms},
		{"insert words", q.InsertWords},
		{"flush the search indexes", func(ctx context.Context, _ string) error { return q.FlushSearchIndexes(ctx) }},
		{"count items", q.CountItems},
		{"publish", func(ctx context.Context, airport string) error {
			return q.FinishMerge(ctx, db.FinishMergeParams{Airport: airport, MergeDate: &date, MergeRevision: revision})
		}},
		i.last(q, diff),
	})
}

func (i *airportImport) last(q *db.Queries, diff ingest.Difference) step {
	return step{"remember the run", func(ctx context.Context, _ string) error { return i.also(ctx, q, diff) }}
}

func purge(q *db.Queries, o ingest.Options) func(context.Context, string) error {
	return func(ctx context.Context, airport string) error {
		return q.PurgeDeletions(ctx, db.PurgeDeletionsParams{Airport: airport, RetentionSeconds: o.Retention.Seconds()})
	}
}

// vacuum keeps the visibility map fresh, so that lists can be read from the index alone. It releases the lock first, so that
// the next import need not wait. Autovacuum would do the same later, so a failure here does not fail the import.
func (i *airportImport) vacuum(ctx context.Context, diff ingest.Difference) {
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
		cleanup = "off" // nothing to clean in the indexes
	}
	_, _ = i.conn.Exec(ctx, fmt.Sprintf("VACUUM (ANALYZE %t, INDEX_CLEANUP %s) content_item", analyze, cleanup))
}

// step is one statement about an airport, with a name for its error.
type step struct {
	name string
	do   func(ctx context.Context, airport string) error
}

func run(ctx context.Context, airport string, steps []step) error {
	for _, s := range steps {
		if err := s.do(ctx, airport); err != nil {
			return fmt.Errorf("%s: %w", s.name, db.Classify(err))
		}
	}
	return nil
}
