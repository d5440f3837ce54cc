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
	if !c.grant.mayRead("") {
		return c.refuse(scopeForbidden())
	}
	return c.onOneRevision(func(view *postgres.View) error { return c.sendItem(view, id) })
}

func (c *call) sendItem(view *postgres.View, id string) error {
	tag := c.etag(&view.State, "item\x00"+id, false)
	// "*" matches only where the item exists, which the state does not tell.
	if !c.anyMatches() && c.notModified(tag, itemAge) {
		return nil
	}
	item, size, err := view.Item(c.r.Context(), id, c.grant.types, smallBodies)
	if err != nil {
		return err
	}
	if c.notModified(tag, itemAge) {
		return nil
	}
	if isLong([]int64{size}) {
		release, err := c.takeMemory([]int64{size})
		if err != nil {
			return err
		}
		defer release()
		if item, _, err = view.Item(c.r.Context(), id, c.grant.types, maxBodies); err != nil {
			return err
		}
	}
	view.Close()
	head := append(c.appendMeta(nil, &view.State, nil), `,"result":`...)
	return c.send(itemAge, tag, head, 1, func(b []byte, _ int) []byte { return appendItem(b, &item) }, "}")
}
