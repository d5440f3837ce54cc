package api

import (
	"strconv"

	"airport-content/internal/content"
	"airport-content/internal/timestamp"
)

// changes answers GET /{airport}/changes.
func (c *call) changes() error {
	p, err := parseChanges(c.r.URL.RawQuery)
	if err != nil {
		return c.refuse(err)
	}
	types, ok := c.grant.mayRead("")
	if !ok {
		return c.refuse(scopeForbidden())
	}
	q := content.ChangesQuery{Airport: c.airport, Types: types, Size: p.size}
	if p.cursor != nil {
		if p.cursor.airport != c.airport || p.cursor.rights != c.grant.rights {
			return c.refuse(content.ErrCursorExpired)
		}
		q.Cursor = &p.cursor.Cursor
	}
	request := p.canonical()
	// For "*" it takes the query itself to tell whether the cursor still serves.
	if !c.anyMatches() {
		if done, err := c.unchangedNow(request, changesAge); done || err != nil {
			return err
		}
	}
	page := &changesPage{call: c, request: request, body: c.newBody(changesAge)}
	defer page.body.release()
	err = c.api.Store.Changes(c.r.Context(), q, page)
	return page.body.end(page.tail(), err)
}

// changesPage takes a page of changes from the store into an answer. It is a content.ChangesSink.
type changesPage struct {
	*call
	request string
	body    *body
	told    content.ChangesHead
}

func (p *changesPage) Head(head content.ChangesHead) error {
	p.told = head
	p.body.tag = p.etag(&head.State, p.request, false)
	if p.anyMatches() {
		p.notModified(p.body.tag, changesAge)
		return errEnough
	}
	p.body.head = func(b []byte) []byte {
		return append(p.appendMeta(b, &p.told.State, nil), `,"results":[`...)
	}
	return nil
}

func (p *changesPage) Change(ch *content.Change) error {
	p.body.separate()
	p.body.buf = appendChange(p.body.buf, ch)
	return p.body.grown()
}

// tail is what follows the results.
func (p *changesPage) tail() string {
	next := cursor{airport: p.airport, rights: p.grant.rights, Cursor: p.told.Next}
	return `],"nextCursor":"` + next.encode() + `","hasMore":` + strconv.FormatBool(p.told.HasMore) + `}`
}

func appendChange(b []byte, ch *content.Change) []byte {
	if ch.Item != nil {
		b = append(b, `{"change":"upsert","item":`...)
		b = appendItem(b, ch.Item)
		return append(b, '}')
	}
	b = append(b, `{"change":"delete","id":`...)
	b = appendString(b, ch.ID)
	b = append(b, `,"contentType":`...)
	b = appendString(b, string(ch.Type))
	b = append(b, `,"deletedAt":"`...)
	b = timestamp.Append(b, ch.DeletedAt)
	return append(b, `"}`...)
}
