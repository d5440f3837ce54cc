package api

import (
	"airport-content/internal/postgres"
)

// item answers GET /{airport}/content/{id}.
func (c *call) item() error {
	id := pathSegment(c.r, "id")
	if !storable(id) {
		return c.refuse(badParameter("id", "The id in the path must be UTF-8 text without NUL, percent-encoded."))
	}
	if err := parseQuery(c.r.URL.RawQuery, nil, nil); err != nil {
		return c.refuse(err)
	}
	if !c.grant.mayRead() {
		return c.refuse(scopeForbidden())
	}
	return c.onOneRevision(func(view *postgres.View) error { return c.sendItem(view, id) })
}

func (c *call) sendItem(view *postgres.View, id string) error {
	tag := c.etag(&view.State, "item\x00"+id, false)
	// "*" matches only an item that exists, and the state does not show that.
	if !c.anyMatches() && c.notModified(tag, itemAge) {
		return nil
	}
	item, err := view.Item(c.r.Context(), id, c.grant.types)
	if err != nil {
		return err
	}
	if c.notModified(tag, itemAge) {
		return nil
	}
	view.Close()
	release, err := c.takeMemory([]int64{int64(len(*item.Body))})
	if err != nil {
		return err
	}
	defer release()
	head := append(c.appendMeta(nil, &view.State, nil), `,"result":`...)
	return c.send(itemAge, tag, head, 1, func(b []byte, _ int) []byte { return appendItem(b, &item) }, "}")
}
