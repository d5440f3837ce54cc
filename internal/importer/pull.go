package importer

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/db"
	"airport-content/internal/ingest"
	"airport-content/internal/source"
	"airport-content/sql/staging"
)

// Pull is a pull of one source, and the memory of its pages. It holds the source's lock until it is closed. Its connection is the
// one that merges: if the lock is lost, nothing is merged.
type Pull struct {
	Source source.Status

	conn    *pgx.Conn
	queries *db.Queries
}

// ErrBusy means that another pull of the source is running.
var ErrBusy = errors.New("another pull of it is running")

// OpenPull begins a pull. If another pull of the source is running, it calls waiting and waits for its end; with a nil waiting
// it returns ErrBusy. databaseURL must not lead through a pooler.
func OpenPull(ctx context.Context, databaseURL, airport, name string, waiting func()) (*Pull, error) {
	conn, err := db.ConnectDirect(ctx, databaseURL)
	if err != nil {
		return nil, err
	}
	p := &Pull{conn: conn, queries: db.New(conn)}
	if err := p.open(ctx, airport, name, waiting); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *Pull) open(ctx context.Context, airport, name string, waiting func()) error {
	lock := sourceLock(airport, name)
	free, err := p.queries.TrySourceLock(ctx, lock)
	if err == nil && !free {
		if waiting == nil {
			return ErrBusy
		}
		waiting()
		err = p.queries.TakeSourceLock(ctx, db.TakeSourceLockParams(lock))
	}
	if err != nil {
		return fmt.Errorf("lock the source %s of %s: %w", name, airport, db.Classify(err))
	}
	list, err := admin.SourcesOf(ctx, p.queries, &airport, &name)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("no source %q of %s", name, airport)
	}
	p.Source = list[0]
	if _, err := p.conn.Exec(ctx, staging.Pull); err != nil {
		return fmt.Errorf("make the staging table: %w", db.Classify(err))
	}
	return nil
}

// sourceLock is the advisory lock of a source's pulls. Two sources with the same hash wait for each other, which does no harm.
func sourceLock(airport, name string) db.TrySourceLockParams {
	const class = 0x41435053 // unlikely to be used by another program in this database
	h := fnv.New32a()
	_, _ = io.WriteString(h, airport+"/"+name)
	return db.TrySourceLockParams{Class: class, Source: int32(h.Sum32())}
}

// Close lets the source go.
func (p *Pull) Close() { db.CloseSession(p.conn) }

// Known finds what earlier runs remembered of a page.
func (p *Pull) Known(ctx context.Context, key string) (source.Page, error) {
	row, err := p.queries.FindSourcePage(ctx, db.FindSourcePageParams{Airport: p.Source.Airport, Source: p.Source.Name, Key: key})
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return source.Page{Key: key, ItemID: row.ItemID, ETag: row.Etag, Modified: row.Modified, Hash: row.Hash}, p.recalled(err)
}

// Keys lists the remembered pages whose key begins so.
func (p *Pull) Keys(ctx context.Context, prefix string) ([]string, error) {
	keys, err := p.queries.ListSourceKeys(ctx, db.ListSourceKeysParams{Airport: p.Source.Airport, Source: p.Source.Name, Prefix: prefix})
	return keys, p.recalled(err)
}

// Makers lists the remembered pages that make an item.
func (p *Pull) Makers(ctx context.Context, itemID string) ([]string, error) {
	keys, err := p.queries.ListMakers(ctx, db.ListMakersParams{Airport: p.Source.Airport, Source: p.Source.Name, ItemID: itemID})
	return keys, p.recalled(err)
}

func (p *Pull) recalled(err error) error {
	if err != nil {
		return fmt.Errorf("read what is remembered of %s: %w", p.Source.Name, db.Classify(err))
	}
	return nil
}

// Tell stages what the run found out about a page.
func (p *Pull) Tell(ctx context.Context, page source.Page, put bool) (bool, error) {
	taken, err := p.queries.TellPage(ctx, db.TellPageParams{Key: page.Key, ItemID: page.ItemID, Etag: page.ETag, Modified: page.Modified,
		Hash: page.Hash, Put: put})
	if err != nil {
		return false, fmt.Errorf("stage %s: %w", page.Key, db.Classify(err))
	}
	return taken > 0, nil
}

// Merge makes the airport's content agree with what was found, and remembers the pages and the run in the same transaction. The
// report gets the counts. With o.DryRun it only counts.
func (p *Pull) Merge(ctx context.Context, found *source.Found, report *source.Report, o ingest.Options) error {
	input := emptyInput()
	if found.Items > 0 {
		var err error
		if input, err = found.File(); err != nil {
			return err
		}
	}
	if err := prepareImport(ctx, p.conn, p.Source.Airport, o.Waiting); err != nil {
		return err
	}
	kept, err := p.queries.StageKept(ctx)
	if err != nil {
		return fmt.Errorf("stage what stays: %w", db.Classify(err))
	}
	o.Source, o.Prune, o.Kept = p.Source.Name, !found.KeepAll, int(kept)
	also := func(ctx context.Context, q *db.Queries, diff ingest.Difference) error {
		count(report, ingest.Result{Added: diff.Added, Updated: diff.Updated, Unchanged: diff.Unchanged, Deleted: diff.Deleted}, found)
		return p.remember(ctx, q, found, report)
	}
	result, refused, err := ingest.Import(ctx, newImport(p.conn, p.Source.Airport, o, also), input, o)
	if refused != nil {
		return fmt.Errorf("%s: %s", refused.First[0].Field, refused.First[0].Reason)
	}
	if err != nil {
		return err
	}
	count(report, result, found)
	return nil
}

// emptyInput holds no items.
func emptyInput() io.Reader { return strings.NewReader("[]") }

func count(report *source.Report, result ingest.Result, found *source.Found) {
	report.Added, report.Updated, report.Deleted = result.Added, result.Updated, result.Deleted
	report.Unchanged = result.Unchanged + found.Unchanged
	report.Skipped, report.Notes = found.Skipped+found.Failed, found.Notes
}

// remember writes what the next run must know.
func (p *Pull) remember(ctx context.Context, q *db.Queries, found *source.Found, report *source.Report) error {
	airport, name := p.Source.Airport, p.Source.Name
	if !found.KeepAll {
		if err := q.DeleteSourcePages(ctx, db.DeleteSourcePagesParams{Airport: airport, Source: name}); err != nil {
			return err
		}
	}
	if err := q.SaveSourcePages(ctx, db.SaveSourcePagesParams{Airport: airport, Source: name}); err != nil {
		return err
	}
	if err := q.SetReadWith(ctx, db.SetReadWithParams{Airport: airport, Name: name, ReadWith: p.Source.Fingerprint()}); err != nil {
		return err
	}
	return admin.AddRun(ctx, q, p.Source.Source, report)
}
