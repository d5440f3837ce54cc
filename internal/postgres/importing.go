package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/postgres/db"
	"airport-content/sql/staging"
)

// Import is one import of one airport: it holds the airport's lock, on a connection of its own, until it is closed.
// Stage, then look at Duplicates, then Compare, then Merge.
type Import struct {
	conn    *pgx.Conn
	queries *db.Queries
	airport string
	batch   []db.StageItemsParams
	size    int // bytes in batch, about
	words   wordFilter
}

// Staged is one line of an import: a good item with its normalised texts, or a refused line, of which only the id is known.
type Staged struct {
	Line                 int
	ID                   string
	Item                 *content.Item // nil for a refused line; LastModified zero when the source gave none
	Title, Excerpt, Text string
}

// Duplicate is a line whose id stood on an earlier line.
type Duplicate struct {
	Line, FirstLine int
	ID              string
}

// Difference is what a merge will do, in items.
type Difference struct {
	Given, Added, Updated, Unchanged, Deleted int
	Stored                                    int // in the airport, before
}

// MergeOptions say how items are dated and how long deletions are told of.
type MergeOptions struct {
	KeepDates bool          // new and changed items keep the source's dates; so does an airport's first content
	Retention time.Duration // deletions older than this are forgotten
}

// A batch of items goes to the database when it holds this much.
const (
	batchItems = 1000
	batchBytes = 4 << 20
)

// OpenImport connects, takes the airport's import lock and makes the staging tables. waiting is called once if another
// import of the airport has the lock; its end is awaited. databaseURL must not lead through a pooler.
func OpenImport(ctx context.Context, databaseURL, airport string, waiting func()) (*Import, error) {
	conn, err := connectDirect(ctx, databaseURL)
	if err != nil {
		return nil, err
	}
	i := &Import{conn: conn, queries: db.New(conn), airport: airport}
	if err := lockAirport(ctx, i.queries, airport, waiting); err != nil {
		i.Close()
		return nil, err
	}
	if err := addDefaultSynonyms(ctx, conn); err != nil {
		i.Close()
		return nil, err
	}
	if _, err := conn.Exec(ctx, staging.Import); err != nil {
		i.Close()
		return nil, fmt.Errorf("make the staging tables: %w", classify(err))
	}
	return i, nil
}

// directSettings lift what the role may have for serving, and have the database end within minutes an importer that hangs
// in its merge or whose machine is gone, which else would hold the airport's lock for hours.
const directSettings = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = '5min';
	SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;
	DO $$
	BEGIN
		SET client_connection_check_interval = '1s';
	EXCEPTION WHEN invalid_parameter_value THEN -- this server's system cannot
	END $$`

// connectDirect opens one connection without the limits that serving has.
func connectDirect(ctx context.Context, databaseURL string) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err)
	}
	config.ConnectTimeout = connectTimeout
	config.RuntimeParams["application_name"] = applicationName + " import"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("reach the database: %w", classify(err))
	}
	if _, err := conn.Exec(ctx, directSettings); err != nil {
		closeSession(conn)
		return nil, fmt.Errorf("prepare the session: %w", classify(err))
	}
	return conn, nil
}

// lockAirport takes the lock of the airport for the session. waiting is called at most once.
func lockAirport(ctx context.Context, queries *db.Queries, airport string, waiting func()) error {
	waiting = sync.OnceFunc(waiting)
	for {
		lock, err := importLock(ctx, queries, airport)
		if err != nil {
			return err
		}
		if err := takeLock(ctx, queries, lock, waiting); err != nil {
			return fmt.Errorf("lock %s: %w", airport, classify(err))
		}
		// An airport that was removed meanwhile, and added again, has another lock.
		if now, err := importLock(ctx, queries, airport); err != nil {
			return err
		} else if now == lock {
			return clearMark(ctx, queries, airport)
		}
	}
}

func takeLock(ctx context.Context, queries *db.Queries, lock db.GetImportLockRow, waiting func()) error {
	free, err := queries.TryImportLock(ctx, db.TryImportLockParams(lock))
	if err != nil || free {
		return err
	}
	waiting()
	return queries.TakeImportLock(ctx, db.TakeImportLockParams(lock))
}

func importLock(ctx context.Context, queries *db.Queries, airport string) (db.GetImportLockRow, error) {
	lock, err := queries.GetImportLock(ctx, airport)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return lock, fmt.Errorf("airport %s: %w", airport, content.ErrAirportNotFound)
	case err != nil:
		return lock, fmt.Errorf("find the import lock of %s: %w", airport, classify(err))
	}
	return lock, nil
}

// clearMark takes away the mark of an importer that died. While no import runs it does no harm; but beside the next one
// answers would go by it, however old it is.
func clearMark(ctx context.Context, queries *db.Queries, airport string) error {
	if err := queries.ClearMark(ctx, airport); err != nil {
		return fmt.Errorf("clear the mark of %s: %w", airport, classify(err))
	}
	return nil
}

// Close gives the lock back; what was not merged is gone.
func (i *Import) Close() { closeSession(i.conn) }

func closeSession(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
	defer cancel()
	// At once, for the next import, and not when the server comes to see that the session has ended.
	_, _ = conn.Exec(ctx, "SELECT pg_advisory_unlock_all()")
	_ = conn.Close(ctx) // the server ends the session either way
}

// Stage takes one line.
func (i *Import) Stage(ctx context.Context, s Staged) error {
	row := db.StageItemsParams{Line: int64(s.Line), ID: s.ID}
	if item := s.Item; item != nil {
		contentType := string(item.Type)
		row.Valid, row.ContentType, row.Language, row.SourceLastModified = true, &contentType, &item.Language, timeOrNull(item.LastModified)
		row.Title, row.Url, row.Excerpt, row.Thumbnail = &item.Title, item.URL, item.Excerpt, item.Thumbnail
		row.Metadata, row.Content = item.Metadata, item.Body
		row.SearchTitle, row.SearchExcerpt, row.SearchText = &s.Title, &s.Excerpt, &s.Text
		row.Words = i.words.fresh(s.Title, s.Excerpt, s.Text)
		i.size += len(*item.Body) + len(s.Text) + len(item.Metadata)
	}
	i.batch = append(i.batch, row)
	if len(i.batch) < batchItems && i.size < batchBytes {
		return nil
	}
	return i.flush(ctx)
}

func (i *Import) flush(ctx context.Context) error {
	if _, err := i.queries.StageItems(ctx, i.batch); err != nil {
		return fmt.Errorf("stage lines %d to %d: %w", i.batch[0].Line, i.batch[len(i.batch)-1].Line, classify(err))
	}
	clear(i.batch) // let the strings go
	i.batch, i.size = i.batch[:0], 0
	return nil
}

// Staged ends the staging: every line is in the database.
func (i *Import) Staged(ctx context.Context) error {
	if len(i.batch) > 0 {
		if err := i.flush(ctx); err != nil {
			return err
		}
	}
	if _, err := i.conn.Exec(ctx, "CREATE INDEX ON import_item (id); ANALYZE import_item"); err != nil {
		return fmt.Errorf("index the staged items: %w", classify(err))
	}
	return nil
}

// Duplicates lists the first lines whose id stood on an earlier one, and counts all of them.
func (i *Import) Duplicates(ctx context.Context, upTo int) (list []Duplicate, total int, err error) {
	rows, err := i.queries.ListDuplicateLines(ctx, int64(upTo))
	if err != nil {
		return nil, 0, fmt.Errorf("look for duplicate ids: %w", classify(err))
	}
	for _, row := range rows {
		list = append(list, Duplicate{Line: int(row.Line), FirstLine: int(row.FirstLine), ID: row.ID})
		total = int(row.Total)
	}
	return list, total, nil
}

// RefuseDuplicates keeps only the first line of each id.
func (i *Import) RefuseDuplicates(ctx context.Context) error {
	if err := i.queries.RefuseDuplicateLines(ctx); err != nil {
		return fmt.Errorf("refuse duplicate ids: %w", classify(err))
	}
	return nil
}

// Compare finds what differs from the stored items; with prune, stored items that no line names are to be deleted.
func (i *Import) Compare(ctx context.Context, prune bool) (Difference, error) {
	steps := []step{
		{"compare the items", func(ctx context.Context) error { return i.queries.CompareItems(ctx, i.airport) }},
		{"find the replaced items", func(ctx context.Context) error { return i.queries.FindReplacedItems(ctx, i.airport) }},
	}
	if prune {
		steps = append(steps, step{"find the missing items",
			func(ctx context.Context) error { return i.queries.FindMissingItems(ctx, i.airport) }})
	}
	if err := run(ctx, steps); err != nil {
		return Difference{}, err
	}
	row, err := i.queries.CountDifference(ctx, i.airport)
	if err != nil {
		return Difference{}, fmt.Errorf("count the differences: %w", classify(err))
	}
	return Difference{Given: int(row.Given), Added: int(row.Added), Updated: int(row.Updated), Deleted: int(row.Deleted),
		Unchanged: int(row.Given - row.Added - row.Updated), Stored: int(row.Stored)}, nil
}

// step is one statement of a transaction, with the name that its error carries.
type step struct {
	name string
	do   func(context.Context) error
}

func run(ctx context.Context, steps []step) error {
	for _, s := range steps {
		if err := s.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, classify(err))
		}
	}
	return nil
}
