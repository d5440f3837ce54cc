package postgres

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/ingest"
	"airport-content/internal/postgres/db"
	"airport-content/internal/source"
)

// Pull is a pull of one source. It holds the source's lock until it is closed. Its connection is the one that merges: if the lock
// is lost, nothing is merged.
type Pull struct {
	Source source.Status
	Known  map[string]source.Page // by key: what earlier runs remembered

	conn    *pgx.Conn
	queries *db.Queries
}

// ErrBusy means that another pull of the source is running.
var ErrBusy = errors.New("another pull of it is running")

// OpenPull begins a pull. If another pull of the source is running, it calls waiting and waits for its end; with a nil waiting
// it returns ErrBusy. databaseURL must not lead through a pooler.
func OpenPull(ctx context.Context, databaseURL, airport, name string, waiting func()) (*Pull, error) {
	conn, err := connectDirect(ctx, databaseURL)
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
		return fmt.Errorf("lock the source %s of %s: %w", name, airport, classify(err))
	}
	list, err := listSources(ctx, p.queries, &airport, &name)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("no source %q of %s", name, airport)
	}
	p.Source = list[0]
	rows, err := p.queries.ListSourcePages(ctx, db.ListSourcePagesParams{Airport: airport, Source: name})
	if err != nil {
		return fmt.Errorf("read what is remembered of %s: %w", name, classify(err))
	}
	p.Known = make(map[string]source.Page, len(rows))
	for _, row := range rows {
		p.Known[row.Key] = source.Page{Key: row.Key, ItemID: row.ItemID, ETag: row.Etag, Modified: row.Modified, Hash: row.Hash}
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
func (p *Pull) Close() { closeSession(p.conn) }

// Merge makes the airport's content agree with what was found, and remembers the pages and the run in the same transaction. The
// report gets the counts. With o.DryRun it only counts.
func (p *Pull) Merge(ctx context.Context, found *source.Found, report *source.Report, o ingest.Options) error {
	input, err := found.File()
	if err != nil {
		return err
	}
	if found.Items == 0 {
		input = emptyInput()
	}
	if err := prepareImport(ctx, p.conn, p.Source.Airport, o.Waiting); err != nil {
		return err
	}
	o.Source, o.Prune, o.Keep = p.Source.Name, !found.KeepAll, found.Keep
	also := func(ctx context.Context, q *db.Queries, diff ingest.Difference) error {
		count(report, ingest.Result{Added: diff.Added, Updated: diff.Updated, Unchanged: diff.Unchanged, Deleted: diff.Deleted}, found)
		return p.remember(ctx, q, found.Pages, report)
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
func (p *Pull) remember(ctx context.Context, q *db.Queries, pages []source.Page, report *source.Report) error {
	airport, name := p.Source.Airport, p.Source.Name
	save := db.SaveSourcePagesParams{Airport: airport, Source: name}
	gone := make(map[string]bool, len(p.Known))
	for key := range p.Known {
		gone[key] = true
	}
	for _, page := range pages {
		delete(gone, page.Key)
		if p.Known[page.Key] == page {
			continue
		}
		save.Keys, save.ItemIds = append(save.Keys, page.Key), append(save.ItemIds, page.ItemID)
		save.Etags, save.Modifieds, save.Hashes = append(save.Etags, page.ETag), append(save.Modifieds, page.Modified), append(save.Hashes, page.Hash)
	}
	var keys []string
	for key := range gone {
		keys = append(keys, key)
	}
	if err := q.DeleteSourcePages(ctx, db.DeleteSourcePagesParams{Airport: airport, Source: name, Keys: keys}); err != nil {
		return err
	}
	if err := q.SaveSourcePages(ctx, save); err != nil {
		return err
	}
	if err := q.SetReadWith(ctx, db.SetReadWithParams{Airport: airport, Name: name, ReadWith: p.Source.Fingerprint()}); err != nil {
		return err
	}
	return addRun(ctx, q, p.Source.Source, report)
}

// AddSourceRun remembers a run that changed nothing.
func (d *DB) AddSourceRun(ctx context.Context, s source.Source, report *source.Report) error {
	if err := d.inTx(ctx, func(q *db.Queries) error { return addRun(ctx, q, s, report) }); err != nil {
		return fmt.Errorf("remember the run of %s %s: %w", s.Airport, s.Name, err)
	}
	return nil
}

// keptRuns is how many runs of a source are remembered.
const keptRuns = 20

func addRun(ctx context.Context, q *db.Queries, s source.Source, r *source.Report) error {
	notes := make([]string, len(r.Notes))
	for i, note := range r.Notes {
		notes[i] = storable(note)
	}
	run := db.AddSourceRunParams{Airport: s.Airport, Source: s.Name, Seconds: time.Since(r.StartedAt).Seconds(), Added: int32(r.Added), Updated: int32(r.Updated),
		Unchanged: int32(r.Unchanged), Deleted: int32(r.Deleted), Skipped: int32(r.Skipped), Notes: notes}
	if r.Error != "" {
		text := storable(r.Error)
		run.Error = &text
	}
	if err := q.AddSourceRun(ctx, run); err != nil {
		return err
	}
	return q.TrimSourceRuns(ctx, db.TrimSourceRunsParams{Airport: s.Airport, Source: s.Name, Keep: keptRuns})
}

// storable makes a message, which may quote a website, fit for the database and for a terminal.
func storable(message string) string {
	return strings.Map(func(r rune) rune {
		if !printable(string(r)) {
			return ' '
		}
		return r
	}, fmt.Sprintf("%.1000s", strings.ToValidUTF8(message, "?")))
}
