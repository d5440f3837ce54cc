package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// listThings reads one page of things, newest first, each in the language that the query likes most.
func (r Reader) listThings(ctx context.Context, st *content.State, q content.Query, open []byte) (content.Page, error) {
	facets, err := r.countMetadata(ctx, st, q, open, "")
	if err != nil {
		return content.Page{}, err
	}
	rows, err := r.pool.ListThings(ctx, db.ListThingsParams{Airport: st.Code, Liked: liked(st, q), Types: q.Shown().Names(),
		Languages: st.InLanguages(q.Languages), Since: timeOrNull(q.ModifiedSince), Path: metadataPath(q.Metadata, ""), Open: open, Facets: q.Counts,
		Size: int64(q.Size), Skip: int64(q.From)})
	if err != nil {
		return content.Page{}, r.failed(ctx, err)
	}
	page, err := r.pageOf(st, q, db.Convert(rows, func(row db.ListThingsRow) db.SearchThingsRow { return db.SearchThingsRow(row) }))
	page.Total, page.Metadata = q.Total(page.Counts), facets
	return page, err
}

// liked are the languages of the airport in the order of the query's liking; nil if all items of a
// thing come.
func liked(st *content.State, q content.Query) []string {
	if q.Prefer == nil {
		return nil
	}
	return st.Liked(q.Prefer)
}

// pageOf makes the page of its rows. There is at least one row; it has no id if no item is on the page.
func (r Reader) pageOf(st *content.State, q content.Query, rows []db.SearchThingsRow) (content.Page, error) {
	page := content.Page{Found: int(rows[0].Found), Total: int(rows[0].Total), TotalFirst: int(rows[0].TotalFirst), HoursUnknown: int(rows[0].HoursUnknown)}
	if err := json.Unmarshal(rows[0].Counts, &page.Counts); err != nil {
		return content.Page{}, fmt.Errorf("read the counts of a page: %w", err)
	}
	if q.Prefer != nil && q.Counts { // only where each thing comes once, the facet of languages has counts of its own
		if err := json.Unmarshal(rows[0].LanguageCounts, &page.LanguageCounts); err != nil {
			return content.Page{}, fmt.Errorf("read the counts of languages: %w", err)
		}
	}
	if rows[0].ID != "" {
		for _, row := range rows {
			page.Items = append(page.Items, content.Item{ID: row.ID, Type: content.Type(row.ContentType), Title: row.Title, URL: row.Url,
				Excerpt: row.Excerpt, Thumbnail: row.Thumbnail, Language: row.Language, LastModified: row.LastModified.UTC(),
				Metadata: row.Metadata, BodySize: int(row.BodySize)})
		}
		setOpenUntil(page.Items, q.OpenAt)
	}
	return page, r.check(st, rows[0].StateID)
}

// ReadTranslations gives each item its translations, as far as the key may read them.
func (r Reader) ReadTranslations(ctx context.Context, st *content.State, q content.Query, items []content.Item) error {
	if q.Prefer == nil || len(items) == 0 {
		return nil
	}
	ctx, done, err := r.begin(ctx)
	if err != nil {
		return err
	}
	defer done()
	byID := make(map[string]*content.Item, len(items))
	ids := make([]string, len(items))
	for i := range items {
		items[i].Translations = noTranslations
		ids[i], byID[items[i].ID] = items[i].ID, &items[i]
	}
	rows, err := r.pool.ListTranslations(ctx, db.ListTranslationsParams{Airport: st.Code, Ids: ids, Types: q.Allowed.Names()})
	if err != nil {
		return r.failed(ctx, err)
	}
	for _, row := range rows {
		byID[row.ID].Translations = row.Translations
		if err := r.check(st, row.StateID); err != nil {
			return err
		}
	}
	return nil
}

// noTranslations is what an item without translations shows.
var noTranslations = []byte("null")

// oncePerThing keeps of the suggestions of a thing the one in the language that is liked most, at the
// place of the first.
func (r Reader) oncePerThing(ctx context.Context, st *content.State, q content.Query, found []content.Suggestion) ([]content.Suggestion, error) {
	ctx, done, err := r.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	ids := make([]string, len(found))
	for i, one := range found {
		ids[i] = one.ID
	}
	rows, err := r.pool.ListTranslations(ctx, db.ListTranslationsParams{Airport: st.Code, Ids: ids, Types: q.Allowed.Names()})
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	byID := make(map[string]db.ListTranslationsRow, len(rows))
	for _, row := range rows {
		if err := r.check(st, row.StateID); err != nil {
			return nil, err
		}
		byID[row.ID] = row
	}
	var once []content.Suggestion
	places, order := map[string]int{}, liked(st, q)
	for _, one := range found {
		row, translated := byID[one.ID]
		at, seen := places[row.Thing]
		switch {
		case !translated:
			once = append(once, one)
		case !seen:
			places[row.Thing] = len(once)
			once = append(once, one)
		case slices.Index(order, row.Language) < slices.Index(order, byID[once[at].ID].Language):
			once[at] = one
		}
	}
	return once, nil
}
