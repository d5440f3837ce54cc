package api

import (
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/timestamp"
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

// appendItem appends a content item; one without a body has no "content" field.
func appendItem(b []byte, it *content.Item) []byte {
	b = append(b, `{"id":`...)
	b = appendString(b, it.ID)
	b = append(b, `,"contentType":`...)
	b = appendString(b, string(it.Type))
	b = append(b, `,"title":`...)
	b = appendString(b, it.Title)
	b = append(b, `,"url":`...)
	b = appendStringOrNull(b, it.URL)
	b = append(b, `,"excerpt":`...)
	b = appendStringOrNull(b, it.Excerpt)
	if it.Body != nil {
		b = append(b, `,"content":`...)
		b = appendString(b, *it.Body)
	}
	b = append(b, `,"thumbnail":`...)
	b = appendStringOrNull(b, it.Thumbnail)
	b = append(b, `,"language":`...)
	b = appendString(b, it.Language)
	b = append(b, `,"lastModified":"`...)
	b = timestamp.Append(b, it.LastModified)
	b = append(b, `","metadata":`...)
	if it.Metadata == nil {
		b = append(b, "null"...)
	} else {
		b = append(b, it.Metadata...)
	}
	return append(b, '}')
}
