package client

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"time"
)

// ListParams are the conditions of a list; the zero value asks for the first 20 items of everything.
type ListParams struct {
	Search         string    // web-search syntax
	ContentType    string    // exact, lower case
	ModifiedSince  time.Time // strictly after; whole milliseconds, truncated
	WithoutContent bool      // leaves out the field content
	Size           int       // 1 to 100; 0: the service's default, 20
	From           int       // items to pass over
}

func (p ListParams) values() url.Values {
	v := url.Values{}
	if p.Search != "" {
		v.Set("q", p.Search)
	}
	if p.ContentType != "" {
		v.Set("contentType", p.ContentType)
	}
	if !p.ModifiedSince.IsZero() {
		v.Set("modifiedSince", p.ModifiedSince.UTC().Format("2006-01-02T15:04:05.000Z"))
	}
	if p.WithoutContent {
		v.Set("includeBody", "false")
	}
	if p.Size != 0 {
		v.Set("size", strconv.Itoa(p.Size))
	}
	if p.From != 0 {
		v.Set("from", strconv.Itoa(p.From))
	}
	return v
}

// List reads one page of an airport's items. Failures are *Error, ErrUnreadable, ErrTooLarge, the network's or the context's.
func (c *Client) List(ctx context.Context, airport string, p ListParams) (*Page, error) {
	return c.list(ctx, request{airport: airport}, p)
}

func (c *Client) list(ctx context.Context, r request, p ListParams) (*Page, error) {
	var page *Page
	r.path, r.query = []string{"content"}, p.values()
	err := c.get(ctx, r, func(body []byte) (err error) {
		page, err = decodePage(body, r.airport, p.From)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list %s from %d: %w", r.airport, p.From, err)
	}
	return page, nil
}

// decodePage takes no field for granted whose absence would pass for the end of the list.
func decodePage(body []byte, airport string, from int) (*Page, error) {
	var answer struct {
		envelope
		Pagination *struct {
			Pagination
			HasMore *bool `json:"hasMore"` // read in place of Pagination's
		} `json:"pagination"`
		Items []Item `json:"results"`
	}
	if err := decode(body, &answer, &answer.envelope, airport); err != nil {
		return nil, err
	}
	switch {
	case answer.Items == nil:
		return nil, fmt.Errorf("%w: no results", ErrUnreadable)
	case answer.Pagination == nil:
		return nil, fmt.Errorf("%w: no pagination", ErrUnreadable)
	case answer.Pagination.HasMore == nil:
		return nil, fmt.Errorf("%w: no pagination.hasMore", ErrUnreadable)
	}
	page := &Page{Meta: answer.Meta, Pagination: answer.Pagination.Pagination, Items: answer.Items}
	page.Pagination.HasMore = *answer.Pagination.HasMore
	switch p := page.Pagination; {
	case p.From != from:
		return nil, fmt.Errorf("%w: results from %d instead of %d", ErrUnreadable, p.From, from)
	case p.HasMore && len(page.Items) == 0:
		return nil, fmt.Errorf("%w: an empty page before the end", ErrUnreadable)
	case p.HasMore && from+len(page.Items) >= p.Total:
		return nil, fmt.Errorf("%w: hasMore after the last of %d", ErrUnreadable, p.Total)
	}
	return page, nil
}

// Item reads one item with its content. An item that is not there is an *Error of code "item_not_found".
func (c *Client) Item(ctx context.Context, airport, id string) (*Item, error) {
	var item *Item
	err := c.get(ctx, request{airport: airport, path: []string{"content", id}}, func(body []byte) error {
		var answer struct {
			envelope
			Result *Item `json:"result"`
		}
		if err := decode(body, &answer, &answer.envelope, airport); err != nil {
			return err
		}
		if answer.Result == nil || answer.Result.ID != id {
			return fmt.Errorf("%w: not the item asked for", ErrUnreadable)
		}
		item = answer.Result
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("item %s of %s: %w", id, airport, err)
	}
	return item, nil
}

// Changes reads one page of what changed after cursor; an empty cursor begins with everything there is.
// Size is 1 to 100, or 0 for the service's default. A cursor that is no longer valid is an *Error of code "cursor_expired".
func (c *Client) Changes(ctx context.Context, airport, cursor string, size int) (*ChangesPage, error) {
	return c.changes(ctx, airport, cursor, size, false)
}

func (c *Client) changes(ctx context.Context, airport, cursor string, size int, giveWay bool) (*ChangesPage, error) {
	query := url.Values{}
	if cursor != "" {
		query.Set("cursor", cursor)
	}
	if size != 0 {
		query.Set("size", strconv.Itoa(size))
	}
	var page *ChangesPage
	r := request{airport: airport, path: []string{"changes"}, query: query, giveWay: giveWay, fresh: true}
	err := c.get(ctx, r, func(body []byte) (err error) {
		page, err = decodeChanges(body, airport, cursor)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("changes of %s: %w", airport, err)
	}
	return page, nil
}

// decodeChanges takes no field for granted, as decodePage.
func decodeChanges(body []byte, airport, cursor string) (*ChangesPage, error) {
	var answer struct {
		envelope
		Changes    []Change `json:"results"`
		NextCursor string   `json:"nextCursor"`
		HasMore    *bool    `json:"hasMore"`
	}
	if err := decode(body, &answer, &answer.envelope, airport); err != nil {
		return nil, err
	}
	switch {
	case answer.Changes == nil:
		return nil, fmt.Errorf("%w: no results", ErrUnreadable)
	case answer.NextCursor == "":
		return nil, fmt.Errorf("%w: no nextCursor", ErrUnreadable)
	case answer.HasMore == nil:
		return nil, fmt.Errorf("%w: no hasMore", ErrUnreadable)
	case *answer.HasMore && len(answer.Changes) == 0:
		return nil, fmt.Errorf("%w: an empty page before the end", ErrUnreadable)
	case *answer.HasMore && answer.NextCursor == cursor:
		return nil, fmt.Errorf("%w: hasMore, but nextCursor does not move", ErrUnreadable)
	}
	return &ChangesPage{Meta: answer.Meta, Changes: answer.Changes, NextCursor: answer.NextCursor, HasMore: *answer.HasMore}, nil
}
