package api

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"

	"airport-content/internal/content"
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
	} else if refused == nil {
		refused = c.checkScope()
	}
	request := fmt.Sprintf("%s %d %s", itemEndpoint.path, p.bodyFormat, id)
	key := answerKey{c.airport, c.grant.rights, request}
	// Read the item along with the state, unless a 304 or the answer cache is likely to answer. The
	// cached item may belong to an older state.
	together := refused == nil && r.Header["If-None-Match"] == nil && !s.answers.has(key)
	for try := 0; c.mayTry(try); try++ {
		st, item, err := c.stateAndItem(refused, id, together)
		if err != nil {
			return err
		}
		tag := c.etag(&st, request, noSynonyms)
		// "*" matches an existing item only, and the state does not show whether the item exists.
		if !c.anyMatches() && c.notModified(tag, itemCacheControl) {
			return nil
		}
		cached := s.answers.get(key, &st)
		if cached == nil && item == nil {
			item, err = c.readItem(&st, id, try)
			if errors.Is(err, content.ErrOtherState) {
				continue
			}
			if err != nil {
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
			cached = s.answers.add(key, &st, pageMeta{}, nil, answer)
			if cached == nil {
				answer.Head = c.head(&st, pageMeta{})
				return c.send(itemCacheControl, tag, answer)
			}
		}
		return c.sendCached(itemCacheControl, tag, c.head(&st, pageMeta{}), cached.body)
	}
	return c.disagreement()
}

// stateAndItem reads the state and, if together is set, a short item in the same round trip.
func (c *call) stateAndItem(refused error, id string, together bool) (content.State, *content.Item, error) {
	if together {
		return c.Store.StateAndItem(c.r.Context(), c.airport, id, c.grant.types)
	}
	st, err := c.Store.State(c.r.Context(), c.airport)
	return st, nil, cmp.Or(err, refused)
}

// readItem reads an item of any length.
func (c *call) readItem(st *content.State, id string, try int) (*content.Item, error) {
	item, err := c.Store.Reader(c.grant.PartnerID, try).Item(c.r.Context(), st, id, c.grant.types)
	if err != nil {
		return nil, err
	}
	return item, c.acquireMemory([]int{item.BodySize}, textSize([]*content.Item{item}))
}
