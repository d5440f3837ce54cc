package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/ingest"
)

// Options say what an import may do.
type Options struct {
	Source      string // source of the items; "" : content.DefaultSource
	Prune       bool   // delete what the input lacks
	Force       bool   // import even if it looks like a mistake
	DryRun      bool   // report what would be done, and do nothing
	SkipInvalid bool   // import the good items although others are bad
	CleanHTML   bool   // clean content and excerpts as pulls do
	KeepDates   bool   // new and changed items keep the source's dates; first content always does

	Retention time.Duration // deletions older than this are forgotten
	Operator  string        // whom the history names
	Input     string        // the name of the file, for the history
	Waiting   func()        // called once when another import of the airport must end first; may be nil

	pull bool // the items are of a pull, which has staged its page records
}

// Result is what an import did, in items.
type Result struct {
	Added     int `json:"added"`
	Updated   int `json:"updated"`
	Unchanged int `json:"unchanged"`
	Deleted   int `json:"deleted"`
	Skipped   int `json:"skipped"`
	Hidden    int `json:"hidden,omitempty"` // of the unchanged ones: an operator hides them

	things int // groups of translations that change

	Invalid []ingest.Invalid `json:"-"` // the first bad items, by line; they were skipped, or made the import fail
}

func (r *Result) changed() int { return r.Added + r.Updated + r.Deleted + r.things }

// maxShown is how many bad items are listed. All bad items are counted.
const maxShown = 20

// Run makes an airport's content agree with the items of input, in one transaction. databaseURL
// must not lead through a pooler.
func Run(ctx context.Context, databaseURL, airport string, input io.Reader, o Options) (Result, error) {
	s, err := open(ctx, databaseURL, airport, cmp.Or(o.Source, content.DefaultSource))
	if err != nil {
		return Result{}, err
	}
	defer s.close()
	if err := s.lock(ctx, o.Waiting); err != nil {
		return Result{}, err
	}
	if err := s.checkSource(ctx); err != nil {
		return Result{}, err
	}
	m, err := s.prepare(ctx, input, o)
	if err == nil && !o.Force {
		if err = m.checkFile(ctx); err != nil {
			m.result = Result{Skipped: m.result.Skipped, Invalid: m.result.Invalid}
		}
	}
	if err != nil || o.DryRun {
		return m.result, err
	}
	if err := m.begin(ctx); err != nil {
		return m.result, err
	}
	defer m.rollback()
	if err := m.note(ctx, "import", m.airport, m.describe()); err != nil {
		return m.result, m.failed(ctx, "note the import", err)
	}
	return m.result, m.publish(ctx)
}

// note adds a change to the history, in the transaction of the merge.
func (m *merge) note(ctx context.Context, change, subject, details string) error {
	return m.queries.AddHistory(ctx, db.AddHistoryParams{Operator: m.options.Operator, Change: change, Subject: subject, Details: details})
}

// describe describes an import for the history.
func (m *merge) describe() string {
	r := m.result
	text := fmt.Sprintf("added %d, updated %d, unchanged %d, deleted %d, skipped %d", r.Added, r.Updated, r.Unchanged, r.Deleted, r.Skipped)
	if m.source != content.DefaultSource {
		text += ", source " + m.source
	}
	if m.options.Input != "" {
		text += ", from " + content.Message(m.options.Input)
	}
	if m.options.Force {
		text += ", by --force"
	}
	return text
}

// checkSource refuses the name of a source that is pulled: the next pull would delete the items of
// the file.
func (s *session) checkSource(ctx context.Context) error {
	if err := content.CheckSourceName(s.source); err != nil {
		return err
	}
	pulled, err := s.SourceExists(ctx, s.airport, s.source)
	if err != nil {
		return fmt.Errorf("find the source %s: %w", s.source, db.Classify(err))
	}
	if pulled {
		return fmt.Errorf("the source %s of %s is pulled from a website; give the file's items another source", s.source, s.airport)
	}
	return nil
}

// prepare stages the items of an input, and compares them with the stored ones. The result of the
// merge counts what the merge will do. With an error, the result lists only the faults of the
// input.
func (s *session) prepare(ctx context.Context, input io.Reader, o Options) (*merge, error) {
	m := &merge{session: s, options: o}
	m.reader = ingest.NewReader(input)
	m.reader.CleanHTML, m.reader.ReadTexts = o.CleanHTML, s.readsTexts
	if err := m.stage(ctx, m.reader); err != nil {
		return m, err
	}
	if m.result.Skipped > 0 && !o.SkipInvalid {
		return m, errors.New(items(m.result.Skipped, "bad") + "; nothing was imported")
	}
	return m, m.count(ctx)
}

// count compares what is staged with the stored items, and counts what the merge will do.
func (m *merge) count(ctx context.Context) (err error) {
	if err := m.stageTranslations(ctx); err != nil {
		return fmt.Errorf("stage the translations: %w", db.Classify(err))
	}
	if m.found, err = m.compare(ctx); err != nil {
		return err
	}
	if m.options.Prune && !m.options.Force {
		if err := m.checkPrune(); err != nil {
			return err
		}
	}
	found := m.found
	m.result.Added, m.result.Updated, m.result.Deleted = int(found.Added), int(found.Updated), int(found.Deleted)
	m.result.things = int(found.Things)
	m.result.Hidden = int(found.Hidden)
	m.result.Unchanged = int(found.ToMerge - found.Added - found.Updated + found.Hidden)
	return nil
}

func (m *merge) addInvalid(invalid ingest.Invalid) {
	m.result.Skipped++
	if invalid.ID == "" {
		m.unnamed++
	}
	if len(m.result.Invalid) < maxShown {
		m.result.Invalid = append(m.result.Invalid, invalid)
	}
}

// addTaken adds lines with an id that an earlier line or an item of another source has.
func (m *merge) addTaken(rows []db.ListTakenLinesRow) {
	list := m.result.Invalid
	for _, row := range rows {
		reason := fmt.Sprintf("%q was given in %s already", row.ID, ingest.Place(m.reader.IsArray(), int(row.FirstLine)))
		if row.Source != "" {
			reason = fmt.Sprintf("%q is an item of the source %s", row.ID, row.Source)
		}
		list = append(list, ingest.Invalid{Array: m.reader.IsArray(), Line: int(row.Line), ID: row.ID, Field: "id", Reason: reason})
	}
	slices.SortStableFunc(list, func(a, b ingest.Invalid) int { return a.Line - b.Line })
	m.result.Invalid = list[:min(len(list), maxShown)]
	m.result.Skipped += int(rows[0].Total)
}

// addTwice adds lines with the thing and the language of an earlier line.
func (m *merge) addTwice(rows []db.ListTranslatedTwiceRow) {
	list := m.result.Invalid
	for _, row := range rows {
		list = append(list, ingest.Invalid{Array: m.reader.IsArray(), Line: int(row.Line), ID: row.ID, Field: "translationKey",
			Reason: fmt.Sprintf("%q in %s has the same key, type and language; a thing has one item in each language", row.FirstID,
				ingest.Place(m.reader.IsArray(), int(row.FirstLine)))})
	}
	slices.SortStableFunc(list, func(a, b ingest.Invalid) int { return a.Line - b.Line })
	m.result.Invalid = list[:min(len(list), maxShown)]
	m.result.Skipped += int(rows[0].Total)
}

// stageTranslations stages the things of items: those of the input, and in a pull those of the source.
func (m *merge) stageTranslations(ctx context.Context) error {
	if !m.options.pull {
		return m.StageTranslations(ctx)
	}
	if err := m.StagePulledTranslations(ctx, m.source, m.airport); err != nil {
		return err
	}
	return m.SetStagedTranslations(ctx)
}

// compare finds the difference from the stored items. With Prune, items of the source that the
// input lacks count as deleted.
func (m *merge) compare(ctx context.Context) (found db.CountDifferenceRow, err error) {
	err = m.CompareItems(ctx, m.airport)
	if err == nil {
		err = m.FindReplacedItems(ctx, m.airport)
	}
	switch {
	case err != nil:
	case m.options.Prune:
		err = m.FindMissingItems(ctx, m.airport, m.source)
	case m.options.pull:
		err = m.FindWithdrawnItems(ctx, m.airport, m.source)
	}
	if err == nil {
		err = m.FindChangedThings(ctx, m.airport)
	}
	if err == nil {
		found, err = m.CountDifference(ctx, m.airport, m.source)
	}
	if err != nil {
		return found, fmt.Errorf("compare the items: %w", db.Classify(err))
	}
	return found, nil
}

// items counts items of a kind.
func items(n int, kind string) string {
	if n == 1 {
		return "1 " + kind + " item"
	}
	return fmt.Sprintf("%d %s items", n, kind)
}

// merge makes a difference visible. begin writes the difference in a transaction, and publish
// commits the transaction. Other writes of the same transaction run on queries, between begin and
// publish.
type merge struct {
	*session
	options   Options
	reader    *ingest.Reader // of the input
	found     db.CountDifferenceRow
	result    Result
	unnamed   int  // bad items without a readable id, whose stored versions are unknown
	ofOneItem bool // hides or shows an item, which is no import
	tx        pgx.Tx
	queries   *db.Queries
}

// begin first commits a mark, so that every answer during the merge has a sync time before the date
// of the merge.
func (m *merge) begin(ctx context.Context) error {
	if m.result.changed() > 0 {
		clock, err := m.GetClock(ctx)
		if err == nil {
			err = m.MarkImport(ctx, clock.Truncate(time.Millisecond), m.airport)
		}
		if err != nil {
			return m.failed(ctx, "mark the import", err)
		}
	}
	var err error
	if m.tx, err = m.conn.Begin(ctx); err != nil {
		return m.failed(ctx, "begin", err)
	}
	m.queries = db.New(m.tx)
	write := m.change
	if m.result.changed() == 0 {
		write = m.finishUnchanged
	}
	err = write(ctx)
	if err == nil {
		err = m.keepHidden(ctx)
	}
	if err != nil {
		return m.failed(ctx, "merge", err)
	}
	return nil
}

// keepHidden renews the hidden versions of items.
func (m *merge) keepHidden(ctx context.Context) error {
	err := m.queries.UpdateHiddenItems(ctx, m.source, m.airport)
	if err == nil && m.options.Prune {
		err = m.queries.DropHiddenItems(ctx, m.airport, m.source)
	}
	if err != nil {
		return fmt.Errorf("renew hidden items: %w", err)
	}
	return nil
}

func (m *merge) finishUnchanged(ctx context.Context) error {
	if err := m.queries.PurgeDeletions(ctx, m.airport, m.options.Retention.Seconds()); err != nil {
		return fmt.Errorf("purge deletions: %w", err)
	}
	clock, err := m.queries.GetClock(ctx)
	if err != nil {
		return fmt.Errorf("read the clock: %w", err)
	}
	return m.queries.FinishUnchanged(ctx, clock, m.airport)
}

// change writes items, deletions, and the search's data of both.
func (m *merge) change(ctx context.Context) error {
	q, airport := m.queries, m.airport
	clock, err := q.GetClock(ctx)
	if err != nil {
		return fmt.Errorf("read the clock: %w", err)
	}
	begun, err := q.BeginMerge(ctx, clock.Truncate(time.Millisecond), airport)
	if err != nil {
		return err
	}
	date, revision, keepDates := begun.MergeDate, begun.MergeRevision, m.options.KeepDates || begun.First
	if err := q.HideItems(ctx, date, airport); err != nil {
		return fmt.Errorf("keep hidden items: %w", err)
	}
	if err := q.DeleteItems(ctx, airport); err != nil {
		return fmt.Errorf("delete items: %w", err)
	}
	if err := q.UpdateItems(ctx, db.UpdateItemsParams{Airport: airport, KeepDates: keepDates, MergeDate: date, MergeRevision: revision}); err != nil {
		return fmt.Errorf("update items: %w", err)
	}
	if err := q.InsertItems(ctx, db.InsertItemsParams{Airport: airport, Source: m.source, KeepDates: keepDates, MergeDate: date, MergeRevision: revision}); err != nil {
		return fmt.Errorf("insert items: %w", err)
	}
	if err := m.regroup(ctx, revision); err != nil {
		return fmt.Errorf("group translations: %w", err)
	}
	if err := q.RememberDeletions(ctx, db.RememberDeletionsParams{Airport: airport, MergeDate: date, MergeRevision: revision}); err != nil {
		return fmt.Errorf("remember deletions: %w", err)
	}
	if err := q.KeepLanguages(ctx, airport); err != nil {
		return fmt.Errorf("keep the languages of items that are back: %w", err)
	}
	if err := q.ForgetDeletions(ctx, airport); err != nil {
		return fmt.Errorf("forget deletions of items that are back: %w", err)
	}
	if err := q.PurgeDeletions(ctx, airport, m.options.Retention.Seconds()); err != nil {
		return fmt.Errorf("purge deletions: %w", err)
	}
	if err := q.CountChangedTerms(ctx); err != nil {
		return fmt.Errorf("count terms: %w", err)
	}
	for _, update := range []func(context.Context, string) error{q.RaiseTerms, q.LowerTerms, q.DeleteTerms, q.DeleteWords} {
		if err := update(ctx, airport); err != nil {
			return fmt.Errorf("update terms: %w", err)
		}
	}
	if err := finishSearch(ctx, q, airport); err != nil {
		return err
	}
	finished := db.FinishMergeParams{Airport: airport, MergeDate: &date, MergeRevision: revision, Analysis: ingest.Version}
	if !m.ofOneItem {
		if clock, err = q.GetClock(ctx); err != nil {
			return fmt.Errorf("read the clock: %w", err)
		}
		finished.ImportedAt = &clock
	}
	return q.FinishMerge(ctx, finished)
}

// regroup gives items their things.
func (m *merge) regroup(ctx context.Context, revision int64) error {
	if err := m.queries.SetThings(ctx, revision, m.airport); err != nil {
		return err
	}
	if err := m.queries.LeaveThings(ctx, m.airport); err != nil {
		return err
	}
	return m.queries.ReviseThings(ctx, revision, m.airport)
}

// finishSearch ends a change of the search's data: words, indexes, counts.
func finishSearch(ctx context.Context, q *db.Queries, airport string) error {
	for _, finish := range []func(context.Context, string) error{q.InsertWords, q.FlushItemIndexes, q.CountItems} {
		if err := finish(ctx, airport); err != nil {
			return fmt.Errorf("finish the search's data: %w", err)
		}
	}
	return nil
}

// commitTime is how long a commit may take. After that the session ends, and the outcome of the
// commit is unknown.
const commitTime = time.Minute

// ErrNotKnown means that the answer to a commit was lost.
var ErrNotKnown = errors.New("it is not known whether that was done")

// publish commits, and the merge becomes visible. The end of ctx does not stop a commit, since an
// interrupted commit may still take effect. After an error, publish clears the mark.
func (m *merge) publish(ctx context.Context) error {
	commit, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTime)
	defer cancel()
	err := db.Classify(m.tx.Commit(commit))
	if err == nil {
		return nil
	}
	if errors.Is(err, content.ErrUnavailable) || errors.Is(err, content.ErrTimeout) {
		err = fmt.Errorf("%w; %w", err, ErrNotKnown)
	}
	return m.failed(ctx, "publish", err)
}

// rollback ends a merge that was not published. After publish it does nothing.
func (m *merge) rollback() {
	ctx, cancel := context.WithTimeout(context.Background(), db.ConnectTimeout)
	defer cancel()
	_ = m.tx.Rollback(ctx)
}

// ErrMarkLeft means that a failed merge could not clear its mark.
var ErrMarkLeft = errors.New("meta.timestamp stands still until the airport's next import, pull or reindex")

// failed ends the merge after an error, and clears its mark.
func (m *merge) failed(ctx context.Context, step string, err error) error {
	err = fmt.Errorf("%s: %w", step, db.Classify(err))
	if m.tx != nil {
		m.rollback()
	}
	if m.result.changed() > 0 && m.clearMark(context.WithoutCancel(ctx)) != nil {
		err = fmt.Errorf("%w; %w", err, ErrMarkLeft)
	}
	return err
}

// clearMark clears the mark of this merge. If the session's connection is lost, clearMark opens
// another one and waits for the lock: another import may have set a mark of its own.
func (m *merge) clearMark(ctx context.Context) error {
	if !m.conn.IsClosed() {
		return m.ClearMark(ctx, m.airport)
	}
	ctx, cancel := context.WithTimeout(ctx, 2*db.ConnectTimeout)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, m.conn.Config())
	if err != nil {
		return err
	}
	defer db.CloseSession(conn)
	q := db.New(conn)
	lock := db.ImportLock(m.airport)
	if err := q.TakeLock(ctx, lock.Class, lock.Key); err != nil {
		return err
	}
	return q.ClearMark(ctx, m.airport)
}
