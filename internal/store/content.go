package store

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// List reads one page of items, newest first, or the best first for a search.
func (r Reader) List(ctx context.Context, st *content.State, q content.Query) (content.Page, error) {
	page, err := r.list(ctx, st, q)
	if err != nil {
		return content.Page{}, err
	}
	page.WithoutKey, err = r.without(ctx, st, q)
	return page, err
}

func (r Reader) list(ctx context.Context, st *content.State, q content.Query) (content.Page, error) {
	if strings.TrimSpace(q.Search) != "" {
		page, _, err := r.search(ctx, st, q)
		return page, err
	}
	ctx, done, err := r.beginList(ctx, q)
	if err != nil {
		return content.Page{}, err
	}
	defer done()
	open, err := r.open(ctx, st, q)
	if err != nil {
		return content.Page{}, err
	}
	if q.Metadata, err = r.spelled(ctx, st, q.Metadata); err != nil {
		return content.Page{}, err
	}
	if q.IDs != nil {
		return r.listByID(ctx, st, q)
	}
	if q.Prefer != nil {
		return r.listThings(ctx, st, q, open)
	}
	page := content.Page{}
	counts, unknown, err := r.count(ctx, st, q, open)
	if err != nil {
		return content.Page{}, err
	}
	if page.Metadata, err = r.countMetadata(ctx, st, q, open, ""); err != nil {
		return content.Page{}, err
	}
	page.Counts, page.Total, page.HoursUnknown = counts, q.Total(counts), q.Total(unknown)
	if q.From >= page.Total {
		return page, nil
	}
	rows, err := r.newest(ctx, st, q, open)
	if err != nil {
		return content.Page{}, r.failed(ctx, err)
	}
	if len(rows) < min(q.Size, page.Total-q.From) {
		return content.Page{}, content.ErrOtherState // the state counts more items here
	}
	page.Items = db.Convert(rows, itemOf)
	setOpenUntil(page.Items, q.OpenAt)
	return page, r.check(st, rows[0].StateID)
}

// beginList is begin for a list. To look into the metadata of all items may take long.
func (r Reader) beginList(ctx context.Context, q content.Query) (reading context.Context, done func(), err error) {
	if q.Metadata != nil || q.CountMetadata != nil || !q.OpenAt.IsZero() {
		return r.beginLong(ctx, searchTimeout)
	}
	return r.begin(ctx)
}

// itemOf is an item without its body.
func itemOf(row db.ListNewestRow) content.Item {
	return content.Item{ID: row.ID, Type: content.Type(row.ContentType), Title: row.Title, URL: row.Url, Excerpt: row.Excerpt,
		Thumbnail: row.Thumbnail, Language: row.Language, LastModified: row.LastModified.UTC(), Metadata: row.Metadata, BodySize: int(row.BodySize)}
}

// listByID lists the items with these ids that exist and that the key may read.
func (r Reader) listByID(ctx context.Context, st *content.State, q content.Query) (content.Page, error) {
	rows, err := r.pool.ListByID(ctx, db.ListByIDParams{Airport: st.Code, Ids: q.IDs, Types: q.Shown().Names(), Languages: st.InLanguages(q.Languages)})
	if err != nil {
		return content.Page{}, r.failed(ctx, err)
	}
	if len(rows) == 0 {
		return content.Page{}, r.checkNoRow(ctx, st)
	}
	byID := make(map[string]content.Item, len(rows))
	for _, row := range rows {
		byID[row.ID] = itemOf(db.ListNewestRow(row))
	}
	page := content.Page{Total: len(rows)}
	for _, id := range q.IDs {
		if item, ok := byID[id]; ok {
			page.Items = append(page.Items, item)
		}
	}
	return page, r.check(st, rows[0].StateID)
}

// count counts the items that pass the filters of metadata, date and hours, by type and language.
// unknown counts those that only the filter of hours leaves out, and whose hours are not known.
func (r Reader) count(ctx context.Context, st *content.State, q content.Query, open []byte) (counts, unknown content.Counts, err error) {
	path, since := metadataPath(q.Metadata, ""), timeOrNull(q.ModifiedSince)
	var rows []db.CountOpenRow
	switch {
	case path != nil:
		var matching []db.CountMatchingRow
		matching, err = r.pool.CountMatching(ctx, db.CountMatchingParams{Airport: st.Code, Path: *path, Since: since, Open: open})
		rows = db.Convert(matching, func(row db.CountMatchingRow) db.CountOpenRow { return db.CountOpenRow(row) })
	case open != nil:
		rows, err = r.pool.CountOpen(ctx, db.CountOpenParams{Airport: st.Code, Since: since, Open: open})
	case since != nil:
		var changed []db.CountSinceRow
		changed, err = r.pool.CountSince(ctx, st.Code, *since)
		rows = db.Convert(changed, func(row db.CountSinceRow) db.CountOpenRow {
			return db.CountOpenRow{StateID: row.StateID, ContentType: row.ContentType, Language: row.Language, Items: row.Items}
		})
	default:
		return st.Items, nil, nil
	}
	if err != nil {
		return nil, nil, r.failed(ctx, err)
	}
	if len(rows) == 0 {
		err = r.checkNoRow(ctx, st)
	} else {
		err = r.check(st, rows[0].StateID)
	}
	if err != nil || open == nil {
		return countsOf(rows), nil, err
	}
	all, _, err := r.count(ctx, st, q, nil)
	if err != nil {
		return nil, nil, err
	}
	return countsOf(rows), unknownOf(all, rows), nil
}

func countsOf(rows []db.CountOpenRow) content.Counts {
	counts := content.Counts{}
	for _, row := range rows {
		t := content.Type(row.ContentType)
		if counts[t] == nil {
			counts[t] = map[string]int{}
		}
		counts[t][row.Language] = int(row.Items)
	}
	return counts
}

// unknownOf are the counts of all items without those whose hours are known.
func unknownOf(all content.Counts, rows []db.CountOpenRow) content.Counts {
	unknown := content.Counts{}
	for t, languages := range all {
		unknown[t] = maps.Clone(languages)
	}
	for _, row := range rows {
		unknown[content.Type(row.ContentType)][row.Language] -= int(row.Known)
	}
	return unknown
}

func (r Reader) newest(ctx context.Context, st *content.State, q content.Query, open []byte) ([]db.ListNewestRow, error) {
	types, languages := q.Shown().Names(), st.InLanguages(q.Languages)
	if path := metadataPath(q.Metadata, ""); path != nil {
		list, err := r.pool.ListMatching(ctx, db.ListMatchingParams{Airport: st.Code, Path: *path, Types: types, Languages: languages,
			Since: timeOrNull(q.ModifiedSince), Open: open, Size: int64(q.Size), Skip: int64(q.From)})
		return db.Convert(list, func(row db.ListMatchingRow) db.ListNewestRow { return db.ListNewestRow(row) }), err
	}
	if open != nil {
		list, err := r.pool.ListOpen(ctx, db.ListOpenParams{Airport: st.Code, Open: open, Types: types, Languages: languages,
			Since: timeOrNull(q.ModifiedSince), Size: int64(q.Size), Skip: int64(q.From)})
		return db.Convert(list, func(row db.ListOpenRow) db.ListNewestRow { return db.ListNewestRow(row) }), err
	}
	if len(types) != 1 {
		return r.pool.ListNewest(ctx, db.ListNewestParams{Airport: st.Code, Types: types, Languages: languages,
			Since: timeOrNull(q.ModifiedSince), Size: int64(q.Size), Skip: int64(q.From)})
	}
	list, err := r.pool.ListNewestOfType(ctx, db.ListNewestOfTypeParams{Airport: st.Code, Type: types[0], Languages: languages,
		Since: timeOrNull(q.ModifiedSince), Size: int64(q.Size), Skip: int64(q.From)})
	return db.Convert(list, func(row db.ListNewestOfTypeRow) db.ListNewestRow { return db.ListNewestRow(row) }), err
}

// anyLength lets ReadItems read bodies of any length.
const anyLength = math.MaxInt32

// Item reads one item, with its body.
func (r Reader) Item(ctx context.Context, st *content.State, id string, allowed content.Scope) (*content.Item, error) {
	ctx, done, err := r.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	rows, err := r.pool.ReadItems(ctx, db.ReadItemsParams{Airport: st.Code, Ids: []string{id}, Types: allowed.Names(), Longest: anyLength})
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	if len(rows) == 0 { // if the state is the same, the item does not exist
		return nil, cmp.Or(r.checkNoRow(ctx, st), content.ErrItemNotFound)
	}
	return translatedItemOf(&rows[0]), r.check(st, rows[0].StateID)
}

// ReadBodies gives each item its body.
func (r Reader) ReadBodies(ctx context.Context, st *content.State, items []*content.Item) error {
	if len(items) == 0 {
		return nil
	}
	ctx, done, err := r.begin(ctx)
	if err != nil {
		return err
	}
	defer done()
	ids := make([]string, len(items))
	byID := make(map[string]*content.Item, len(items))
	for i, item := range items {
		ids[i], byID[item.ID] = item.ID, item
	}
	rows, err := r.pool.ReadBodies(ctx, st.Code, ids)
	if err != nil {
		return r.failed(ctx, err)
	}
	if len(rows) < len(items) {
		return content.ErrOtherState
	}
	if err := r.check(st, rows[0].StateID); err != nil {
		return err
	}
	for i, row := range rows {
		byID[row.ID].Body = &rows[i].Content
	}
	return nil
}

// ListChanges reads one page of changes, in the order of (revision, id), still without items.
func (r Reader) ListChanges(ctx context.Context, st *content.State, q content.ChangesQuery) (content.Changes, error) {
	// At the end of the changes the next page begins with the next revision, so that the cursor of
	// an idle partner does not expire.
	page := content.Changes{Next: content.Cursor{Epoch: st.Epoch, Revision: st.Revision + 1, Start: q.After.Start}}
	if q.After.Revision > st.Revision {
		return page, nil // the state shows that nothing has changed
	}
	ctx, done, err := r.begin(ctx)
	if err != nil {
		return content.Changes{}, err
	}
	defer done()
	rows, err := r.pool.ListChanges(ctx, db.ListChangesParams{Airport: st.Code, Types: q.Allowed.Names(), Languages: st.InLanguages(q.Languages),
		Known: slices.AppendSeq([]string{}, maps.Keys(st.Languages(content.EveryType()))), AfterRevision: q.After.Revision, AfterID: q.After.ID,
		StartRevision: q.After.Start, Size: int64(q.Size) + 1}) // one more change shows that the page is not the last
	if err != nil {
		return content.Changes{}, r.failed(ctx, err)
	}
	if len(rows) == 0 {
		return page, r.checkNoRow(ctx, st)
	}
	if len(rows) > q.Size {
		rows = rows[:q.Size]
		last := rows[q.Size-1]
		page.HasMore, page.Next.Revision, page.Next.ID = true, last.Revision, last.ID
	}
	for _, row := range rows {
		change := content.Change{ID: row.ID, Type: content.Type(row.ContentType)}
		if row.Deleted {
			change.DeletedAt = row.DeletedAt.UTC()
		} else {
			change.BodySize = int(row.BodySize)
		}
		page.List = append(page.List, change)
	}
	return page, r.check(st, rows[0].StateID)
}

// ReadChangedItems gives each change that is no deletion its item.
func (r Reader) ReadChangedItems(ctx context.Context, st *content.State, changes []content.Change, withBodies bool) error {
	var ids []string
	place := map[string]int{}
	for i, change := range changes {
		if change.DeletedAt.IsZero() {
			ids = append(ids, change.ID)
			place[change.ID] = i
		}
	}
	if len(ids) == 0 {
		return nil
	}
	ctx, done, err := r.begin(ctx)
	if err != nil {
		return err
	}
	defer done()
	var items []*content.Item
	var stateID string
	if withBodies {
		rows, err := r.pool.ReadItems(ctx, db.ReadItemsParams{Airport: st.Code, Ids: ids, Longest: anyLength})
		if err != nil {
			return r.failed(ctx, err)
		}
		for i := range rows {
			items, stateID = append(items, wholeItemOf(&rows[i])), rows[i].StateID
		}
	} else {
		rows, err := r.pool.ListByID(ctx, db.ListByIDParams{Airport: st.Code, Ids: ids})
		if err != nil {
			return r.failed(ctx, err)
		}
		for _, row := range rows {
			items, stateID = append(items, new(itemOf(db.ListNewestRow(row)))), row.StateID
		}
	}
	if len(items) < len(ids) {
		return content.ErrOtherState
	}
	for _, item := range items {
		changes[place[item.ID]].Item = item
	}
	return r.check(st, stateID)
}

func wholeItemOf(row *db.ReadItemsRow) *content.Item {
	return &content.Item{ID: row.ID, Type: content.Type(row.ContentType), Title: row.Title, URL: row.Url, Excerpt: row.Excerpt,
		Body: &row.Content, Thumbnail: row.Thumbnail, Language: row.Language, LastModified: row.LastModified.UTC(),
		Metadata: row.Metadata, BodySize: len(row.Content)}
}

// translatedItemOf is a whole item with its translations. They have its type, so who may read the item
// may read them.
func translatedItemOf(row *db.ReadItemsRow) *content.Item {
	item := wholeItemOf(row)
	item.Translations = noTranslations
	if row.Translations != nil {
		item.Translations = row.Translations
	}
	return item
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
