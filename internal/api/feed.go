package api

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"time"

	"airport-content/internal/content"
)

// feed answers GET /changes. With wait, it reads the changes again when an airport of the key has
// changed, until there is a change to tell, or the time is over.
func (s *server) feed(w http.ResponseWriter, r *http.Request) error {
	c, err := s.admitKey(w, r)
	if err != nil {
		return err
	}
	defer c.releaseMemory()
	p, err := feedEndpoint.parse(r.URL.RawQuery)
	if err = cmp.Or(err, c.checkAllLanguages(p), c.refusePages()); err != nil {
		return err
	}
	after, until := p.feed, c.response.start.Add(p.wait)
	p.feed = nil // thousands of requests that wait hold no places
	for {
		if err := c.checkScope(p.Types...); err != nil {
			return err
		}
		level, err := c.answerFeed(p, after, after != nil && time.Now().Before(until))
		if err != nil || level == nil {
			return err
		}
		waited, err := c.awaitFeed(level, until)
		if err != nil {
			return err
		}
		if !waited {
			until = time.Time{}
		}
		after = level.cursor(p)
	}
}

// checkAllLanguages refuses a language that neither ISO 639 nor an item of any airport of the key
// has.
func (c *call) checkAllLanguages(p *params) error {
	err := p.checkLanguages()
	if err == nil {
		return nil
	}
	airports, readErr := c.Store.Airports(c.r.Context(), c.grant.Grant, maxFrom, 0)
	if readErr != nil {
		return readErr
	}
	return p.checkLanguages(airports.List...)
}

// feedLevel is the place of a request that was told everything: the end of all airports. Requests
// that wait share the heads and the grants.
type feedLevel struct {
	heads   []content.Head
	grant   *grant
	resting []place // of offline airports, whose changes were not told
}

func (l *feedLevel) cursor(p *params) *feedCursor {
	c := &feedCursor{rights: l.grant.rights, filter: filterOf(p), places: slices.Clone(l.resting)}
	for _, h := range l.grant.covered(l.heads) {
		if !h.Offline {
			c.places = append(c.places, end(h.Code, h.Epoch, h.Revision))
		}
	}
	slices.SortFunc(c.places, byAirport)
	return c
}

// covered are the heads of the airports that the key covers.
func (g *grant) covered(heads []content.Head) []content.Head {
	if g.AllAirports {
		return heads
	}
	covered := make([]content.Head, 0, len(g.Airports))
	for _, airport := range g.Airports {
		if h, ok := content.FindHead(heads, airport); ok {
			covered = append(covered, h)
		}
	}
	return covered
}

// seesOther reports whether an airport that the key covers has another head in another list.
func (g *grant) seesOther(heads, others []content.Head) bool {
	return !slices.Equal(g.covered(heads), g.covered(others))
}

// answerFeed answers with the changes after a cursor, nil for the beginning. If there are none and
// the request may wait, answerFeed returns the level instead.
func (c *call) answerFeed(p *params, after *feedCursor, mayWait bool) (*feedLevel, error) {
	for try := 0; c.mayTry(try); try++ {
		heads, err := c.Store.Heads(c.r.Context())
		if err != nil {
			return nil, err
		}
		covered := c.grant.covered(heads.List)
		tag := c.etag(&content.State{}, seenHeads(p, covered), noSynonyms)
		if !mayWait && c.notModified(tag, changesCacheControl) {
			return nil, nil
		}
		page, err := c.readFeed(p, after, covered, try)
		if errors.Is(err, content.ErrOtherState) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if mayWait && len(page.parts) == 0 && !page.hasMore {
			return &feedLevel{heads.List, c.grant, page.resting}, nil
		}
		if c.notModified(tag, changesCacheControl) {
			return nil, nil
		}
		return nil, c.sendFeed(tag, heads.SafeTime(covered), page)
	}
	return nil, c.disagreement()
}

func (c *call) sendFeed(tag string, timestamp time.Time, page *feedPage) error {
	next := page.next.encode()
	if len(next) > longestFeedCursor {
		return &failure{status: http.StatusBadRequest, code: codeInvalidParameter, parameter: "cursor",
			message: "Your key covers too many airports for one feed. Follow them one by one with " + base + "/{airport}/changes, or with keys for a part of them."}
	}
	return c.send(changesCacheControl, tag, changesAnswer{Head: c.head(&content.State{Timestamp: timestamp}, pageMeta{}), Results: page.results(),
		NextCursor: next, HasMore: page.hasMore})
}

// seenHeads is the input of the ETag: the request, and the heads of the airports of the key.
func seenHeads(p *params, covered []content.Head) string {
	b := append(make([]byte, 0, 64*(1+len(covered))), feedEndpoint.canonical(p)...)
	for _, h := range covered {
		b = appendText(b, h.Code)
		b = appendText(b, h.ID())
		if h.Offline {
			b = appendText(b, "offline")
		}
	}
	return string(b)
}
