package importer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/sql/staging"
)

// Pull is a pull of one source. It holds the source's lock until Close. The merge runs on the
// connection that holds the lock: if the lock is lost, nothing is merged.
type Pull struct {
	session *session
	begun   bool
}

// ErrBusy means that another pull of the source is running.
var ErrBusy = errors.New("another pull of it is running")

// ErrRemoved means that the source was removed while its website was read.
var ErrRemoved = errors.New("the source was removed meanwhile")

// OpenPull begins a pull. If another pull of the source is running, OpenPull calls waiting and
// waits for the other pull to end. With a nil waiting, it returns ErrBusy. databaseURL must not
// lead through a pooler.
func OpenPull(ctx context.Context, databaseURL, airport, name string, waiting func()) (*Pull, error) {
	s, err := open(ctx, databaseURL, airport, name)
	if err != nil {
		return nil, err
	}
	if err := s.lockSource(ctx, waiting); err != nil {
		s.close()
		return nil, err
	}
	return &Pull{session: s}, nil
}

// lockSource takes the lock of the source's pulls. The session holds the lock while the website is
// read.
func (s *session) lockSource(ctx context.Context, waiting func()) error {
	lock := db.SourceLock(s.airport, s.source)
	free, err := s.TryLock(ctx, lock.Class, lock.Key)
	if err == nil && !free {
		if waiting == nil {
			return ErrBusy
		}
		waiting()
		err = s.TakeLock(ctx, lock.Class, lock.Key)
	}
	if err != nil {
		return fmt.Errorf("lock the source %s of %s: %w", s.source, s.airport, db.Classify(err))
	}
	return nil
}

// Close releases the source's lock.
func (p *Pull) Close() { p.session.close() }

// Begin stores that a run is under way, so that lists of sources show it, and know it if it dies. It
// returns what the source remembers from earlier crawls: the page records, and the rest.
func (p *Pull) Begin(ctx context.Context) ([]content.PageRecord, content.SourceMemory, error) {
	s := p.session
	if err := s.SetRunning(ctx, db.SetRunningParams{Airport: s.airport, Name: s.source, Error: new(content.RunDied)}); err != nil {
		return nil, content.SourceMemory{}, fmt.Errorf("begin a run of %s: %w", s.source, db.Classify(err))
	}
	p.begun = true // an interruption before this line counts as a death, and forgets none
	rows, err := s.ListPageRecords(ctx, s.airport, s.source)
	var memory db.GetSourceMemoryRow
	if err == nil {
		memory, err = s.GetSourceMemory(ctx, s.airport, s.source)
	}
	if err != nil {
		return nil, content.SourceMemory{}, fmt.Errorf("read what is remembered of %s: %w", s.source, db.Classify(err))
	}
	records := make([]content.PageRecord, len(rows))
	for i, row := range rows {
		records[i] = content.PageRecord{Key: row.Key, ItemID: row.ItemID, ETag: row.Etag, Modified: row.Modified, Hash: row.Hash,
			Reason: row.Reason, Blocks: row.Blocks}
		if err := json.Unmarshal(row.Links, &records[i].Links); err != nil {
			return nil, content.SourceMemory{}, fmt.Errorf("read the links of %s: %w", row.Key, err)
		}
	}
	return records, content.SourceMemory{ETag: memory.ListEtag, Modified: memory.ListModified, SiteName: memory.TitleSuffix}, nil
}

// Begun reports whether Begin has stored that a run is under way.
func (p *Pull) Begun() bool { return p.begun }

// Crawled is what a crawl found.
type Crawled struct {
	Items         io.Reader // new and changed items, as an items file; nil: none
	Records       []content.PageRecord
	Translations  map[string]string // by item: the key that it shares with its translations
	Memory        content.SourceMemory
	DeleteNothing bool              // the crawl did not see everything, so nothing is deleted
	ReadWith      string            // Fingerprint of the source
	Run           content.SourceRun // the counts of the crawl; Merge adds its own
}

// Merge makes the airport's content agree with a crawl. It stores the page records and the run in
// the same transaction. With o.DryRun, Merge only counts.
func (p *Pull) Merge(ctx context.Context, found Crawled, o Options) (content.SourceRun, error) {
	s := p.session
	if err := s.lock(ctx, o.Waiting); err != nil {
		return found.Run, err
	}
	if exists, err := s.SourceExists(ctx, s.airport, s.source); err != nil || !exists {
		return found.Run, cmp.Or(db.Classify(err), ErrRemoved)
	}
	if err := s.stageRecords(ctx, found.Records); err != nil {
		return found.Run, fmt.Errorf("stage the page records: %w", db.Classify(err))
	}
	if err := s.stageTranslationKeys(ctx, found.Translations); err != nil {
		return found.Run, fmt.Errorf("stage the translations: %w", db.Classify(err))
	}
	if found.Items == nil {
		found.Items = noItems()
	}
	// The crawl has checked the items. Only ids that other sources have are invalid.
	o.Prune, o.SkipInvalid, o.pull = !found.DeleteNothing, true, true
	m, err := s.prepare(ctx, found.Items, o)
	if err == nil {
		err = db.Classify(s.ForgetRefusedPages(ctx))
	}
	if err != nil {
		return found.Run, err
	}
	run := found.Run
	run.Added, run.Updated, run.Deleted = m.result.Added, m.result.Updated, m.result.Deleted
	run.Unchanged += m.result.Unchanged
	run.Skipped += m.result.Skipped
	run.Good -= m.result.Skipped
	for _, invalid := range m.result.Invalid {
		run.Notes = append(run.Notes, invalid.Reason)
	}
	if o.DryRun {
		return run, nil
	}
	if err := m.begin(ctx); err != nil {
		return found.Run, err
	}
	defer m.rollback()
	err = m.saveCrawl(ctx, found, run)
	if err == nil && o.Force { // somebody took what looked like a mistake
		err = m.note(ctx, "pull --force", s.airport+" "+s.source,
			fmt.Sprintf("added %d, updated %d, deleted %d", run.Added, run.Updated, run.Deleted))
	}
	if err != nil {
		return found.Run, m.failed(ctx, "store the page records", err)
	}
	return run, m.publish(ctx)
}

// noItems is an items file without items.
func noItems() io.Reader { return strings.NewReader("[]") }

// stageRecords stages the page records, and the ids of items whose stored version stays.
func (s *session) stageRecords(ctx context.Context, records []content.PageRecord) error {
	rows := make([]db.StagePageRecordsParams, len(records))
	for i, r := range records {
		links, err := json.Marshal(r.Links)
		if err != nil {
			return err
		}
		rows[i] = db.StagePageRecordsParams{Key: r.Key, ItemID: r.ItemID, Etag: r.ETag, Modified: r.Modified, Hash: r.Hash,
			Reason: r.Reason, Blocks: append([]byte{}, r.Blocks...), Links: links, Found: r.Found, Withdrawn: r.Withdrawn}
	}
	if _, err := s.conn.Exec(ctx, staging.Pull); err != nil {
		return err
	}
	if _, err := s.StagePageRecords(ctx, rows); err != nil {
		return err
	}
	return s.StageStoredIDs(ctx)
}

func (s *session) stageTranslationKeys(ctx context.Context, keys map[string]string) error {
	rows := make([]db.StageTranslationKeysParams, 0, len(keys))
	for item, key := range keys {
		rows = append(rows, db.StageTranslationKeysParams{ItemID: item, Key: key})
	}
	_, err := s.StageTranslationKeys(ctx, rows)
	return err
}

// saveCrawl writes the run, and what the next crawl must know.
func (m *merge) saveCrawl(ctx context.Context, found Crawled, run content.SourceRun) error {
	if !found.DeleteNothing {
		if err := m.queries.DeleteSourcePages(ctx, m.airport, m.source); err != nil {
			return err
		}
	}
	if err := m.queries.DeleteWithdrawnPages(ctx, m.airport, m.source); err != nil {
		return err
	}
	if err := m.queries.SaveSourcePages(ctx, m.airport, m.source); err != nil {
		return err
	}
	if err := m.queries.SetSourceMemory(ctx, db.SetSourceMemoryParams{Airport: m.airport, Name: m.source, ReadWith: found.ReadWith,
		TitleSuffix: found.Memory.SiteName, ListEtag: found.Memory.ETag, ListModified: found.Memory.Modified}); err != nil {
		return err
	}
	return m.addRun(ctx, m.queries, run)
}

// AddFailedRun stores a run that changed nothing. If the source was removed, the run is dropped.
func AddFailedRun(ctx context.Context, databaseURL, airport, name string, run content.SourceRun) error {
	s, err := open(ctx, databaseURL, airport, name)
	if err != nil {
		return err
	}
	defer s.close()
	err = s.addRun(ctx, s.Queries, run)
	// A missing foreign key means that the source was removed, with its runs.
	if err != nil && db.SQLState(err) != db.ForeignKeyViolation {
		return fmt.Errorf("store the run of %s %s: %w", airport, name, db.Classify(err))
	}
	return nil
}

// ForgetRun stores that no run of a source is under way, after a run that Begin stored. Else a run
// without an end would count as one that died.
func ForgetRun(ctx context.Context, databaseURL, airport, name string) error {
	s, err := open(ctx, databaseURL, airport, name)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.ForgetRunning(ctx, airport, name); err != nil {
		return fmt.Errorf("forget the run of %s %s: %w", airport, name, db.Classify(err))
	}
	return nil
}

// addRun stores a run, and deletes old runs.
func (s *session) addRun(ctx context.Context, q *db.Queries, r content.SourceRun) error {
	err := q.AddSourceRun(ctx, db.AddSourceRunParams{Airport: s.airport, Source: s.source, Seconds: time.Since(r.StartedAt).Seconds(),
		Added: r.Added, Updated: r.Updated, Unchanged: r.Unchanged, Deleted: r.Deleted, Skipped: r.Skipped, Failed: r.Failed, Pages: r.Pages,
		Good: r.Good, LeftOut: r.LeftOut, Notes: r.Notes, Error: r.Error})
	if err != nil {
		return err
	}
	return q.TrimSourceRuns(ctx, s.airport, s.source)
}

// ErrHasItems means that RemoveSource was not allowed to delete the source's items.
var ErrHasItems = errors.New("it has items")

// RemoveSource deletes a source and its items, as an import would, and counts the items. If the
// source has items and withContent is not set, the error is ErrHasItems. RemoveSource calls waiting
// when a pull or an import must end first; o.Waiting does not count. databaseURL must not lead through a
// pooler.
func RemoveSource(ctx context.Context, databaseURL, airport, name string, withContent bool, o Options, waiting func(what string)) (int, error) {
	p, err := OpenPull(ctx, databaseURL, airport, name, func() { waiting("a pull of " + name) })
	if err != nil {
		return 0, err
	}
	defer p.Close()
	s := p.session
	if err := s.lock(ctx, func() { waiting("an import") }); err != nil {
		return 0, err
	}
	o.Prune, o.Force = true, true
	m, err := s.prepare(ctx, noItems(), o)
	var hidden int64
	if err == nil {
		hidden, err = s.CountHiddenItems(ctx, airport, name)
	}
	items := m.result.Deleted + int(hidden)
	if err == nil && items > 0 && !withContent {
		err = fmt.Errorf("%w: %d", ErrHasItems, items)
	}
	if err == nil {
		err = m.begin(ctx)
	}
	if err != nil {
		return 0, fmt.Errorf("remove source %s of %s: %w", name, airport, err)
	}
	defer m.rollback()
	err = m.queries.RemoveSource(ctx, airport, name)
	if err == nil {
		err = m.note(ctx, "source remove", airport+" "+name, fmt.Sprintf("items: %d", items))
	}
	if err != nil {
		return 0, m.failed(ctx, "remove the source", err)
	}
	return items, m.publish(ctx)
}
