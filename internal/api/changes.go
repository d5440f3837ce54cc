package api

import (
	"strconv"

	"airport-content/internal/content"
	"airport-content/internal/store"
)

// changes answers GET /{airport}/changes.
func (c *call) changes() error {
	p, err := parseChanges(c.r.URL.RawQuery)
	if err != nil {
		return c.refuse(err)
	}
	if !c.grant.mayRead() {
		return c.refuse(scopeForbidden())
	}
	return c.onOneRevision(func(view *store.View) error { return c.sendChanges(view, p) })
}

func (c *call) sendChanges(view *store.View, p changesParams) error {
	after := content.Cursor{Epoch: view.State.Epoch, Start: view.State.Revision} // of a first pass
	if p.cursor != nil {
		after = p.cursor.Cursor
		if p.cursor.airport != c.airport || p.cursor.rights != c.grant.rights || after.Expired(&view.State) {
			return content.ErrCursorExpired
		}
	}
	tag := c.etag(&view.State, p.canonical(), false)
	if c.notModified(tag, changesAge) {
		return nil
	}

	page, err := view.Changes(c.r.Context(), content.ChangesQuery{Types: c.grant.types, After: after, Size: p.size})
	if err != nil {
		return err
	}
	var items []*content.Item
	for _, change := range page.List {
		if change.Item != nil {
			items = append(items, change.Item)
		}
	}
	release, err := c.readBodies(view, items, page.BodySizes)
	if err != nil {
		return err
	}
	defer release()
	view.Close()
	head := append(c.appendMeta(nil, &view.State, nil), `,"results":[`...)
	next := cursor{airport: c.airport, rights: c.grant.rights, Cursor: page.Next}
	tail := `],"nextCursor":"` + next.encode() + `","hasMore":` + strconv.FormatBool(page.HasMore) + `}`
	return c.send(changesAge, tag, head, len(page.List), func(b []byte, i int) []byte { return appendChange(b, &page.List[i]) }, tail)
}
