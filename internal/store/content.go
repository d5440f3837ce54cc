package store

import (
	"context"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// reader reads rows that belong to a state. If an import came between, its methods return content.ErrMoved.
type reader struct {
	q        *db.Queries
	searcher *searcher
}

func (r reader) list(ctx context.Context, st *content.State, q content.Query) (content.Page, error) {
	if strings.TrimSpace(q.Search) != "" {
		return r.searcher.search(ctx, r.q, st, q)
	}
	types := q.Types
	if types == nil {
		types = q.Allowed
	}
	languages := st.InLanguages(q.Languages)
	rows, err := r.newest(ctx, st, q, types, languages)
	if err != nil {
		return content.Page{}, err
	}
	if len(rows) == 0 {
		return content.Page{}, content.ErrAirportNotFound // removed since the state was read
	}
	if err := st.Same(rows[0].Epoch, rows[0].Revision); err != nil {
		return content.Page{}, err
	}
	page := content.Page{Total: int(rows[0].SinceTotal)}
	if q.ModifiedSince.IsZero() {
		page.Total = st.Total(types, languages)
	}
	for i := range rows {
		if rows[i].ID != "" {
			page.Items = append(page.Items, itemOf(&rows[i]))
			page.BodySizes = append(page.BodySizes, rows[i].BodySize)
		}
	}
	return page, nil
}

func (r reader) newest(ctx context.Context, st *content.State, q content.Query, types []content.Type, languages []string) ([]db.ListNewestRow, error) {
	if len(types) != 1 {
		return r.q.ListNewest(ctx, db.ListNewestParams{Airport: st.Code, Types: texts(types), Languages: languages,
			Since: timeOrNull(q.ModifiedSince), Size: int64(q.Size), Skip: int64(q.From)})
	}
	list, err := r.q.ListNewestOfType(ctx, db.ListNewestOfTypeParams{Airport: st.Code, Type: string(types[0]), Languages: languages,
		Since: timeOrNull(q.ModifiedSince), Size: int64(q.Size), Skip: int64(q.From)})
	rows := make([]db.ListNewestRow, len(list))
	for i := range list {
		rows[i] = db.ListNewestRow(list[i])
	}
	return rows, err
}

func (r reader) item(ctx context.Context, st *content.State, id string, types []content.Type) (content.Item, error) {
	row, err := r.q.GetItem(ctx, db.GetItemParams{Airport: st.Code, ID: id, Types: texts(types)})
	if err != nil {
		return content.Item{}, err
	}
	if err := st.Same(row.Epoch, row.Revision); err != nil {
		return content.Item{}, err
	}
	if row.ID == "" {
		return content.Item{}, content.ErrItemNotFound
	}
	return content.Item{ID: row.ID, Type: content.Type(row.ContentType), Title: row.Title, URL: row.Url, Excerpt: row.Excerpt,
		Body: &row.Content, Thumbnail: row.Thumbnail, Language: row.Language, LastModified: row.LastModified.UTC(),
		Metadata: row.Metadata}, nil
}

// bodies gives each item its body.
func (r reader) bodies(ctx context.Context, st *content.State, items []*content.Item) error {
	ids := make([]string, len(items))
	byID := make(map[string]*content.Item, len(items))
	for i, item := range items {
		ids[i], byID[item.ID] = item.ID, item
	}
	rows, err := r.q.ReadBodies(ctx, db.ReadBodiesParams{Airport: st.Code, Ids: ids})
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return content.ErrAirportNotFound
	}
	if err := st.Same(rows[0].Epoch, rows[0].Revision); err != nil {
		return err
	}
	for i := range rows {
		if item := byID[rows[i].ID]; item != nil {
			item.Body = &rows[i].Content
		}
	}
	return nil
}

func (r reader) changes(ctx context.Context, st *content.State, q content.ChangesQuery) (content.Changes, error) {
	rows, err := r.q.ListChanges(ctx, db.ListChangesParams{Airport: st.Code, Types: texts(q.Types), AfterRevision: q.After.Revision,
		AfterID: q.After.ID, StartRevision: q.After.Start, Size: int64(q.Size), UpTo: int64(q.Size) + 1})
	if err != nil {
		return content.Changes{}, err
	}
	if len(rows) == 0 {
		return content.Changes{}, content.ErrAirportNotFound
	}
	if err := st.Same(rows[0].Epoch, rows[0].Revision); err != nil {
		return content.Changes{}, err
	}
	// At the end of the changes the next page begins with the next revision, so that the cursor of an idle partner does not expire.
	page := content.Changes{Next: content.Cursor{Epoch: st.Epoch, Revision: st.Revision + 1, Start: q.After.Start}}
	if len(rows) > q.Size {
		page.HasMore = true
		last := &rows[q.Size-1]
		page.Next.Revision, page.Next.ID = last.ChangeRevision, last.ChangeID
		rows = rows[:q.Size]
	}
	for i := range rows {
		if rows[i].ChangeID != "" {
			page.List = append(page.List, changeOf(&rows[i]))
			page.BodySizes = append(page.BodySizes, rows[i].BodySize)
		}
	}
	return page, nil
}

func changeOf(row *db.ListChangesRow) content.Change {
	if row.DeletedType != nil {
		return content.Change{ID: row.ChangeID, Type: content.Type(*row.DeletedType), DeletedAt: row.DeletedAt.UTC()}
	}
	return content.Change{Item: &content.Item{ID: row.ID, Type: content.Type(row.ContentType), Title: row.Title, URL: row.Url,
		Excerpt: row.Excerpt, Thumbnail: row.Thumbnail, Language: row.Language, LastModified: row.LastModified.UTC(),
		Metadata: row.Metadata}}
}

func itemOf(row *db.ListNewestRow) content.Item {
	return content.Item{ID: row.ID, Type: content.Type(row.ContentType), Title: row.Title, URL: row.Url, Excerpt: row.Excerpt,
		Thumbnail: row.Thumbnail, Language: row.Language, LastModified: row.LastModified.UTC(), Metadata: row.Metadata}
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// texts keeps nil, which means every type.
func texts(types []content.Type) []string {
	if types == nil {
		return nil
	}
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = string(t)
	}
	return list
}
