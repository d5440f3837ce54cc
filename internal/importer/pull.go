package importer

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/sql/staging"
)

// Pull is a pull of one source. It holds the source's lock until it is closed. Its connection is the one that merges: if the lock is
// lost, nothing is merged.
type Pull struct {
	session *session
	source  content.Source
}

// ErrBusy means that another pull of the source is running.
var ErrBusy = errors.New("another pull of it is running")

// OpenPull begins a pull. If another pull of the source is running, it calls waiting and waits for its end; with a nil waiting
// it returns ErrBusy. databaseURL must not lead through a pooler.
func OpenPull(ctx context.Context, databaseURL, airport, name string, waiting func()) (*Pull, error) {
	s, err := open(ctx, databaseURL)
	if err != nil {
		return nil, err
	}
	p := &Pull{session: s, source: content.Source{Airport: airport, Name: name}}
	if err := p.lock(ctx, waiting); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *Pull) lock(ctx context.Context, waiting func()) error {
	lock := sourceLock(p.source.Airport, p.source.Name)
	free, err := p.session.TrySourceLock(ctx, lock)
	if err == nil && !free {
		if waiting == nil {
			return ErrBusy
		}
		waiting()
		err = p.session.TakeSourceLock(ctx, db.TakeSourceLockParams(lock))
	}
	if err != nil {
		return fmt.Errorf("lock the source %s of %s: %w", p.source.Name, p.source.Airport, db.Classify(err))
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
func (p *Pull) Close() { p.session.close() }

// Records are those of the source's pages, from earlier crawls, by key.
func (p *Pull) Records(ctx context.Context) ([]content.PageRecord, error) {
	rows, err := p.session.ListPageRecords(ctx, db.ListPageRecordsParams{Airport: p.source.Airport, Source: p.source.Name})
	if err != nil {
		return nil, fmt.Errorf("read the page records of %s: %w", p.source.Name, db.Classify(err))
	}
	records := make([]content.PageRecord, len(rows))
	for i, row := range rows {
		records[i] = content.PageRecord{Key: row.Key, ItemID: row.ItemID, ETag: row.Etag, Modified: row.Modified, Hash: row.Hash}
	}
	return records, nil
}

// Crawled is what a crawl found.
type Crawled struct {
	Items    io.Reader // new or changed ones, as an items file; nil: none
	Records  []content.PageRecord
	KeepAll  bool              // not everything was seen: nothing is deleted
	ReadWith string            // Fingerprint of the source
	Run      content.SourceRun // with what the crawl counted: Merge adds what it did
}

// Merge makes the airport's content agree with what was found, and stores the page records and the run in the same transaction. With
// o.DryRun it only counts.
func (p *Pull) Merge(ctx context.Context, found Crawled, o Options) (content.SourceRun, error) {
	s := p.session
	if err := s.lock(ctx, p.source.Airport, p.source.Name, o.Waiting); err != nil {
		return found.Run, err
	}
	if _, err := s.conn.Exec(ctx, staging.Pull); err != nil {
		return found.Run, fmt.Errorf("make the staging table: %w", db.Classify(err))
	}
	if err := p.stageRecords(ctx, found.Records); err != nil {
		return found.Run, err
	}
	kept, err := s.StageKept(ctx)
	if err != nil {
		return found.Run, fmt.Errorf("stage what stays: %w", db.Classify(err))
	}
	if found.Items == nil {
		found.Items = noItems()
	}
	o.Prune = !found.KeepAll
	result, m, err := s.prepare(ctx, found.Items, o, int(kept))
	if err != nil && len(result.Invalid) > 0 {
		return found.Run, fmt.Errorf("%s: %s", result.Invalid[0].Field, result.Invalid[0].Reason)
	}
	if err != nil {
		return found.Run, err
	}
	run := found.Run
	run.Added, run.Updated, run.Deleted = result.Added, result.Updated, result.Deleted
	run.Unchanged += result.Unchanged
	if o.DryRun {
		return run, nil
	}
	if err := m.begin(ctx); err != nil {
		return found.Run, err
	}
	defer m.rollback()
	if err := p.remember(ctx, m.queries, found, run); err != nil {
		return found.Run, m.failed(ctx, "store the page records", err)
	}
	return run, m.publish(ctx)
}

// noItems is an items file without items.
func noItems() io.Reader { return strings.NewReader("[]") }

func (p *Pull) stageRecords(ctx context.Context, records []content.PageRecord) error {
	rows := make([]db.StagePageRecordsParams, len(records))
	for i, r := range records {
		rows[i] = db.StagePageRecordsParams{Key: r.Key, ItemID: r.ItemID, Etag: r.ETag, Modified: r.Modified, Hash: r.Hash, Found: r.New}
	}
	if _, err := p.session.StagePageRecords(ctx, rows); err != nil {
		return fmt.Errorf("stage the page records: %w", db.Classify(err))
	}
	return nil
}

// remember writes what the next run must know.
func (p *Pull) remember(ctx context.Context, q *db.Queries, found Crawled, run content.SourceRun) error {
	airport, name := p.source.Airport, p.source.Name
	if !found.KeepAll {
		if err := q.DeleteSourcePages(ctx, db.DeleteSourcePagesParams{Airport: airport, Source: name}); err != nil {
			return err
		}
	}
	if err := q.SaveSourcePages(ctx, db.SaveSourcePagesParams{Airport: airport, Source: name}); err != nil {
		return err
	}
	if err := q.SetReadWith(ctx, db.SetReadWithParams{Airport: airport, Name: name, ReadWith: found.ReadWith}); err != nil {
		return err
	}
	return addRun(ctx, q, p.source, run)
}
