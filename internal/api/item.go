package api

import (
	"strings"

	"airport-content/internal/content"
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
	types, ok := c.grant.mayRead("")
	if !ok {
		return c.refuse(scopeForbidden())
	}
	request := strings.Join([]string{"item", id}, "\x00")
	// "*" asks whether there is such an item, which the airport's state does not tell.
	if !c.anyMatches() {
		if done, err := c.unchangedNow(request, itemAge); done || err != nil {
			return err
		}
	}
	st, it, err := c.api.Store.Item(c.r.Context(), c.airport, id, types)
	if err != nil {
		return err
	}
	tag := c.etag(&st, request, false)
	if c.anyMatches() {
		c.notModified(tag, itemAge)
		return nil
	}
	return c.sendItem(&st, &it, tag)
}

func (c *call) sendItem(st *content.State, it *content.Item, tag string) error {
	b := c.newBody(itemAge)
	defer b.release()
	b.tag = tag
	b.head = func(p []byte) []byte { return append(c.appendMeta(p, st, nil), `,"result":`...) }
	b.buf = appendItem(b.buf, it)
	return b.end("}", nil)
}
