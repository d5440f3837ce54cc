package api

import (
	"airport-content/internal/content"
	"airport-content/internal/store"
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
	return c.onOneRevision(func(view *store.View) error { return c.sendItem(view, id) })
}

func (c *call) sendItem(view *store.View, id string) error {
	request := "item\x00" + id
	tag := c.etag(&view.State, request, false)
	// "*" matches only an item that exists, and the state does not show that.
	if !c.anyMatches() && c.notModified(tag, itemAge) {
		return nil
	}
	key := pageKey{c.airport, c.grant.rights, request}
	kept := c.pages.get(key, &view.State)
	var item content.Item
	if kept == nil {
		var release func()
		var err error
		if item, release, err = c.readItem(view, id); err != nil {
			return err
		}
		defer release()
		kept = c.pages.keep(key, &view.State, &content.Page{Items: []content.Item{item}})
	}
	if c.notModified(tag, itemAge) {
		return nil
	}
	head := append(c.appendMeta(nil, &view.State, nil), `,"result":`...)
	return c.send(itemAge, tag, head, 1, func(b []byte, _ int) []byte {
		if kept == nil { // it is too large
			return appendItem(b, &item)
		}
		return append(b, kept.results...)
	}, "}")
}

// readItem reads an item. The caller calls release once it is sent, to give back the memory of its body.
func (c *call) readItem(view *store.View, id string) (item content.Item, release func(), err error) {
	defer view.Close()
	if item, err = view.Item(c.r.Context(), id, c.grant.types); err != nil {
		return item, nil, err
	}
	release, err = c.takeMemory([]int64{int64(len(*item.Body))})
	return item, release, err
}
