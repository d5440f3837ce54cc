package store

import (
	"cmp"
	"context"
	"math"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// List reads one page of items, newest first, or the best first for a search.
func (r Reader) List(ctx context.Context, st *content.State, q content.Query) (content.Page, error) {
	if strings.TrimSpace(q.Search) != "" {
		return r.search(ctx, st, q)
	}
	ctx, done, err := r.begin(ctx)
	if err != nil {
		return content.Page{}, err
	}
	defer done()
	languages := st.InLanguages(q.Languages)
	page := content.Page{Counts: st.Items}
	if !q.ModifiedSince.IsZero() {
		if page.Counts, err = r.countSince(ctx, st, q.ModifiedSince); err != nil {
			return content.Page{}, err
		}
	}
	page.Total = q.Total(page.Counts)
	if q.From >= page.Total {
		return page, nil
	}
	rows, err := r.newest(ctx, st, q, languages)
	if err != nil {
		return content.Page{}, r.failed(ctx, err)
	}
	if len(rows) == 0 {
		return content.Page{}, content.ErrOtherState // the state tells of items here
	}
	page.Items = make([]content.Item, 0, len(rows))
	for i := range rows {
		row := &rows[i]
		page.Items = append(page.Items, content.Item{ID: row.ID, Type: content.Type(row.ContentType), Title: row.Title, URL: row.Url,
			Excerpt: row.Excerpt, Thumbnail: row.Thumbnail, Language: row.Language, LastModified: row.LastModified.UTC(), Metadata: row.Metadata,
			BodySize: int(row.BodySize)})
	}
	return page, r.check(st, rows[0].StateID)
}

func (r Reader) countSince(ctx context.Context, st *content.State, since time.Time) (content.Counts, error) {
	rows, err := r.pool.CountSince(ctx, st.Code, since)
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	if len(rows) == 0 {
		return nil, r.checkNoRow(ctx, st)
	}
	counts := content.Counts{}
	for _, row := range rows {
		t := content.Type(row.ContentType)
		if counts[t] == nil {
			counts[t] = map[string]int{}
		}
		counts[t][row.Language] = int(row.Items)
	}
	return counts, r.check(st, rows[0].StateID)
}

func (r Reader) newest(ctx context.Context, st *content.State, q content.Query, languages []string) ([]db.ListNewestRow, error) {
	types := q.Shown().Names()
	if len(types) != 1 {
		return r.pool.ListNewest(ctx, db.ListNewestParams{Airport: st.Code, Types: types, Languages: languages,
			Since: timeOrNull(q.ModifiedSince), Size: int64(q.Size), Skip: int64(q.From)})
	}
	list, err := r.pool.ListNewestOfType(ctx, db.ListNewestOfTypeParams{Airport: st.Code, Type: types[0], Languages: languages,
		Since: timeOrNull(q.ModifiedSince), Size: int64(q.Size), Skip: int64(q.From)})
	rows := make([]db.ListNewestRow, len(list))
	for i := range list {
		rows[i] = db.ListNewestRow(list[i])
	}
	return rows, err
}

// anyLength lets ReadItems read bodies however long they are.
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
	if len(rows) == 0 { // it does not exist, if the state is still the same
		return nil, cmp.Or(r.checkNoRow(ctx, st), content.ErrItemNotFound)
	}
	return wholeItemOf(&rows[0]), r.check(st, rows[0].StateID)
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
	// At the end of the changes the next page begins with the next revision, so that the cursor of an idle partner does not expire.
	page := content.Changes{Next: content.Cursor{Epoch: st.Epoch, Revision: st.Revision + 1, Start: q.After.Start}}
	if q.After.Revision > st.Revision {
		return page, nil // the state shows that nothing has changed
	}
	ctx, done, err := r.begin(ctx)
	if err != nil {
		return content.Changes{}, err
	}
	defer done()
	rows, err := r.pool.ListChanges(ctx, db.ListChangesParams{Airport: st.Code, Types: q.Allowed.Names(), AfterRevision: q.After.Revision,
		AfterID: q.After.ID, StartRevision: q.After.Start, Size: int64(q.Size) + 1}) // one more shows that more follow
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
		change := content.Change{ID: row.ID, Type: content.Type(row.ContentType), BodySize: int(row.BodySize)}
		if row.DeletedAt != nil {
			change.DeletedAt = row.DeletedAt.UTC()
		}
		page.List = append(page.List, change)
	}
	return page, r.check(st, rows[0].StateID)
}

// ReadChangedItems gives each change that is no deletion its item, with the body.
func (r Reader) ReadChangedItems(ctx context.Context, st *content.State, changes []content.Change) error {
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
	rows, err := r.pool.ReadItems(ctx, db.ReadItemsParams{Airport: st.Code, Ids: ids, Longest: anyLength})
	if err != nil {
		return r.failed(ctx, err)
	}
	if len(rows) < len(ids) {
		return content.ErrOtherState
	}
	if err := r.check(st, rows[0].StateID); err != nil {
		return err
	}
	for i := range rows {
		item := wholeItemOf(&rows[i])
		changes[place[item.ID]].Item = item
	}
	return nil
}

func wholeItemOf(row *db.ReadItemsRow) *content.Item {
	return &content.Item{ID: row.ID, Type: content.Type(row.ContentType), Title: row.Title, URL: row.Url, Excerpt: row.Excerpt,
		Body: &row.Content, Thumbnail: row.Thumbnail, Language: row.Language, LastModified: row.LastModified.UTC(),
		Metadata: row.Metadata, BodySize: len(row.Content)}
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
