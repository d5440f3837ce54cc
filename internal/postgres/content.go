package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/postgres/db"
)

// State reads what an answer of the airport depends on.
func (d *DB) State(ctx context.Context, airport string) (content.State, error) {
	row, err := d.GetState(ctx, airport)
	if errors.Is(err, pgx.ErrNoRows) {
		return content.State{}, fmt.Errorf("state of %s: %w", airport, content.ErrAirportNotFound)
	}
	if err != nil {
		return content.State{}, fmt.Errorf("state of %s: %w", airport, classify(err))
	}
	return content.State{Code: airport, Name: row.Name, Epoch: row.Epoch, Revision: row.Revision,
		Synonyms: row.Synonyms, Timestamp: row.SyncTime.UTC()}, nil
}

// List gives one page to the sink, in one round trip, each item as it is read.
func (d *DB) List(ctx context.Context, q content.Query, sink content.Sink) error {
	var err error
	if strings.TrimSpace(q.Search) != "" {
		err = d.search(ctx, q, sink)
	} else {
		err = d.listNewest(ctx, q, sink)
	}
	if err != nil {
		return fmt.Errorf("list %s: %w", q.Airport, classify(err))
	}
	return nil
}

func (d *DB) listNewest(ctx context.Context, q content.Query, sink content.Sink) error {
	since, size, skip := timeOrNull(q.ModifiedSince), int64(q.Size), int64(q.From)
	rows, err := d.stream(ctx, func(queries *db.Queries) error {
		var err error
		switch len(q.Types) {
		case 0:
			_, err = queries.ListNewest(ctx, db.ListNewestParams{Airport: q.Airport, Since: since,
				IncludeBody: q.IncludeBody, Size: size, Skip: skip})
		case 1:
			_, err = queries.ListNewestOfType(ctx, db.ListNewestOfTypeParams{Airport: q.Airport, Since: since,
				ContentType: string(q.Types[0]), IncludeBody: q.IncludeBody, Size: size, Skip: skip})
		default:
			_, err = queries.ListNewestOfTypes(ctx, db.ListNewestOfTypesParams{Airport: q.Airport, Since: since,
				ContentTypes: texts(q.Types), IncludeBody: q.IncludeBody, Size: size, Skip: skip})
		}
		return err
	})
	if err != nil {
		return err
	}
	return streamPage(rows, q.Airport, sink)
}

// search finds a page and gives it to the sink. It is here until lists are read whole.
func (d *DB) search(ctx context.Context, q content.Query, sink content.Sink) error {
	if q.Allowed == nil {
		q.Allowed = q.Types
	}
	q.BodyLimit = math.MaxInt64
	for range 3 {
		st, err := d.searchState(ctx, q.Airport)
		if err != nil {
			return err
		}
		page, err := d.searcher.search(ctx, d.Queries, &st, q)
		if errors.Is(err, content.ErrMoved) {
			continue
		}
		if err != nil {
			return err
		}
		if err := sink.Head(content.Head{State: st, Total: page.Total, Search: page.Search}); err != nil {
			return err
		}
		for i := range page.Items {
			if err := sink.Item(&page.Items[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return content.ErrMoved
}

func (d *DB) searchState(ctx context.Context, airport string) (content.State, error) {
	st, err := d.State(ctx, airport)
	if err != nil {
		return st, err
	}
	st.Items = map[content.Type]int{"": 0}
	var items int
	err = d.pool.QueryRow(ctx, `SELECT a.epoch, a.revision, a.search_length_total,
		(SELECT coalesce(sum(c.items), 0) FROM content_count AS c WHERE c.airport = a.code)
		FROM airport AS a WHERE a.code = $1`, airport).Scan(&st.Epoch, &st.Revision, &st.SearchLength, &items)
	st.Items[""] = items
	return st, err
}

// pageRow is a row of a list, in the order of its columns.
type pageRow struct {
	name     string
	epoch    string
	revision int64
	synonyms int64
	syncTime time.Time
	total    int64
	item     nullableItem
}

// nullableItem is an item in the columns of a LEFT JOIN.
type nullableItem struct {
	id, contentType, title *string
	language               *string
	lastModified           *time.Time
	item                   content.Item
	metadata               json.RawMessage
}

// columns takes the metadata as bytes: as a json.RawMessage it would be parsed, and PostgreSQL has done that.
func (n *nullableItem) columns() []any {
	return []any{&n.id, &n.contentType, &n.title, &n.item.URL, &n.item.Excerpt, &n.item.Thumbnail, &n.language,
		&n.lastModified, (*[]byte)(&n.metadata), &n.item.Body}
}

// value is the item, or nil when there is none.
func (n *nullableItem) value() *content.Item {
	if n.id == nil {
		return nil
	}
	n.item.ID, n.item.Type, n.item.Title = *n.id, content.Type(*n.contentType), *n.title
	n.item.Language, n.item.LastModified, n.item.Metadata = *n.language, n.lastModified.UTC(), n.metadata
	return &n.item
}

// streamPage gives the rows of a list to the sink.
func streamPage(rows pgx.Rows, airport string, sink content.Sink) error {
	defer rows.Close()
	var row pageRow
	head := []any{&row.name, &row.epoch, &row.revision, &row.synonyms, &row.syncTime, &row.total}
	item := row.item.columns()
	columns := slices.Concat(head, item)
	first := true
	for rows.Next() {
		if err := rows.Scan(columns...); err != nil {
			return err
		}
		if first {
			if err := sink.Head(row.head(airport)); err != nil {
				return err
			}
			first = false
			clear(head) // the same in each row: what has no destination is not decoded
			columns = slices.Concat(head, item)
		}
		if item := row.item.value(); item != nil {
			if err := sink.Item(item); err != nil {
				return err
			}
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if first {
		return content.ErrAirportNotFound
	}
	return nil
}

func (r *pageRow) head(airport string) content.Head {
	return content.Head{Total: int(r.total), State: content.State{Code: airport, Name: r.name, Epoch: r.epoch,
		Revision: r.revision, Synonyms: r.synonyms, Timestamp: r.syncTime.UTC()}}
}

// Item reads one item of one of the types (nil: any), with its content.
func (d *DB) Item(ctx context.Context, airport, id string, types []content.Type) (content.State, content.Item, error) {
	row, err := d.GetItem(ctx, db.GetItemParams{Airport: airport, ID: id, ContentTypes: texts(types)})
	if errors.Is(err, pgx.ErrNoRows) {
		err = content.ErrAirportNotFound
	}
	if err != nil {
		return content.State{}, content.Item{}, fmt.Errorf("item of %s: %w", airport, classify(err))
	}
	state := content.State{Code: airport, Name: row.Name, Epoch: row.Epoch, Revision: row.Revision,
		Synonyms: row.Synonyms, Timestamp: row.SyncTime.UTC()}
	found := nullableItem{id: row.ID, contentType: row.ContentType, title: row.Title, language: row.Language,
		lastModified: row.LastModified, metadata: row.Metadata,
		item: content.Item{URL: row.Url, Excerpt: row.Excerpt, Thumbnail: row.Thumbnail, Body: row.Content}}
	item := found.value()
	if item == nil {
		return state, content.Item{}, fmt.Errorf("item of %s: %w", airport, content.ErrItemNotFound)
	}
	return state, *item, nil
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// texts keeps nil, which stands for every type.
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
