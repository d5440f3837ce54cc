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
	var page Page
	r.path, r.query = []string{"content"}, p.values()
	err := c.get(ctx, r, func(body []byte) error {
		page = Page{}
		if err := decode(body, &page, &page.Meta, r.airport); err != nil {
			return err
		}
		if page.Items == nil || page.Pagination.From != p.From {
			return fmt.Errorf("%w: no results, or not those from %d", ErrUnreadable, p.From)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list %s from %d: %w", r.airport, p.From, err)
	}
	return &page, nil
}

// Item reads one item with its content. An item that is not there is an *Error of code "item_not_found".
func (c *Client) Item(ctx context.Context, airport, id string) (*Item, error) {
	var answer struct {
		Meta   Meta  `json:"meta"`
		Result *Item `json:"result"`
	}
	err := c.get(ctx, request{airport: airport, path: []string{"content", id}}, func(body []byte) error {
		answer.Result = nil
		if err := decode(body, &answer, &answer.Meta, airport); err != nil {
			return err
		}
		if answer.Result == nil || answer.Result.ID != id {
			return fmt.Errorf("%w: not the item asked for", ErrUnreadable)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("item %s of %s: %w", id, airport, err)
	}
	return answer.Result, nil
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
	var page ChangesPage
	r := request{airport: airport, path: []string{"changes"}, query: query, giveWay: giveWay, fresh: true}
	err := c.get(ctx, r, func(body []byte) error {
		page = ChangesPage{}
		if err := decode(body, &page, &page.Meta, airport); err != nil {
			return err
		}
		if page.Changes == nil || page.NextCursor == "" || (page.HasMore && page.NextCursor == cursor) {
			return fmt.Errorf("%w: no results, or no next cursor", ErrUnreadable)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("changes of %s: %w", airport, err)
	}
	return &page, nil
}
