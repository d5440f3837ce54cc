package api

import (
	"cmp"
	"fmt"
	"net/http"

	"airport-content/internal/content"
	"airport-content/internal/store"
)

type itemAnswer struct {
	Head   *head         `json:",inline"` // nil for the answer cache
	Result *content.Item `json:"result"`
}

// item answers GET /{airport}/content/{id}.
func (s *server) item(w http.ResponseWriter, r *http.Request) error {
	c, err := s.admit(w, r)
	if err != nil {
		return err
	}
	defer c.releaseMemory()
	id := pathSegment(r, "id")
	p, refused := itemEndpoint.parse(r.URL.RawQuery)
	if !storable(id) {
		refused = badParameter("id", "The id in the path must be UTF-8 text without NUL, percent-encoded.")
	}
	if refused = cmp.Or(refused, c.checkScope()); refused != nil {
		return c.refuse(refused)
	}
	return c.retry(func(reader store.Reader) error { return c.answerItem(p, id, reader) })
}

func (c *call) answerItem(p *params, id string, reader store.Reader) error {
	request := fmt.Sprintf("%s %d %s", itemEndpoint.path, p.bodyFormat, id)
	key := answerKey{c.airport, c.grant.rights, request}
	st, item, err := c.stateAndItem(key, id)
	if err != nil {
		return err
	}
	tag := c.etag(&st, request, noSynonyms)
	// "*" matches an existing item only, and the state does not show whether the item exists.
	if !c.anyMatches() && c.notModified(tag, itemCacheControl) {
		return nil
	}
	cached := c.answers.get(key, &st)
	if cached == nil && item == nil {
		if item, err = c.readItem(&st, id, reader); err != nil {
			return err
		}
	}
	if c.notModified(tag, itemCacheControl) { // now also "*": the item exists
		return nil
	}
	if cached == nil {
		if err := c.format(&st, p, []*content.Item{item}); err != nil {
			return err
		}
		answer := itemAnswer{Result: item}
		cached = c.answers.add(key, &st, pageMeta{}, nil, answer)
		if cached == nil {
			answer.Head = c.head(&st, pageMeta{})
			return c.send(itemCacheControl, tag, answer)
		}
	}
	return c.sendCached(itemCacheControl, tag, c.head(&st, pageMeta{}), cached.body)
}

// stateAndItem reads the state, and a short item in the same round trip, unless a 304 or the answer
// cache is likely to answer. The cached item may belong to an older state.
func (c *call) stateAndItem(key answerKey, id string) (content.State, *content.Item, error) {
	if c.r.Header["If-None-Match"] == nil && !c.answers.has(key) {
		return c.Store.StateAndItem(c.r.Context(), c.airport, id, c.grant.types)
	}
	st, err := c.Store.State(c.r.Context(), c.airport)
	return st, nil, err
}

// readItem reads an item of any length.
func (c *call) readItem(st *content.State, id string, reader store.Reader) (*content.Item, error) {
	item, err := reader.Item(c.r.Context(), st, id, c.grant.types)
	if err != nil {
		return nil, err
	}
	return item, c.acquireMemory([]int{item.BodySize}, textSize([]*content.Item{item}))
}
