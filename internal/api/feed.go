package api

import (
	"cmp"
	"crypto/sha256"
	"net/http"
	"slices"
	"strconv"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/store"
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
	var level *feedLevel // nil: the request has not waited
	until := c.response.start.Add(p.wait)
	for {
		if err := c.checkScope(p.Types...); err != nil {
			return err
		}
		var reached *feedLevel
		err := c.retry(func(reader store.Reader) (err error) {
			reached, err = c.answerFeed(p, level, p.cursorHash != "" && time.Now().Before(until), reader)
			return err
		})
		if err != nil || reached == nil {
			return err
		}
		level, p.feed = reached, nil // thousands of requests that wait hold no places
		waited, err := c.awaitFeed(level, until)
		if err != nil {
			return err
		}
		if !waited {
			until = time.Time{}
		}
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
	heads   content.Heads
	grant   *grant
	resting []place // of offline airports, whose changes were not told
}

func (l *feedLevel) cursor(p *params) *feedCursor {
	c := &feedCursor{rights: l.grant.rights, filter: filterOf(p), places: slices.Clone(l.resting)}
	for _, h := range l.grant.covered(l.heads.List) {
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

// answerFeed answers with the changes after the level that the request has waited at, or after its
// cursor. If there are none and the request may wait, answerFeed returns the new level instead.
func (c *call) answerFeed(p *params, level *feedLevel, mayWait bool, reader store.Reader) (*feedLevel, error) {
	heads, err := c.Store.Heads(c.r.Context())
	if err != nil {
		return nil, err
	}
	covered := c.grant.covered(heads.List)
	after := p.feed
	if level != nil {
		if shared := c.wokenFeed(p, level, heads); shared != nil {
			if mayWait && shared.meta.empty {
				return &feedLevel{heads: heads, grant: c.grant}, nil
			}
			return nil, c.sendWoken(c.feedTag(p, shared.meta.heads), &content.State{Timestamp: heads.SafeTime(covered)}, shared)
		}
		after = level.cursor(p)
	}
	tag := c.feedTag(p, hashOf(covered))
	if !mayWait && c.notModified(tag, changesCacheControl) {
		return nil, nil
	}
	page, err := c.readFeed(p, after, covered, reader)
	if err != nil {
		return nil, err
	}
	if mayWait && page.isEmpty() {
		return &feedLevel{heads, c.grant, page.resting}, nil
	}
	if c.notModified(tag, changesCacheControl) {
		return nil, nil
	}
	return nil, c.sendFeed(tag, heads.SafeTime(covered), page)
}

func (c *call) sendFeed(tag string, timestamp time.Time, page *feedPage) error {
	answer, err := page.answer()
	if err != nil {
		return err
	}
	answer.Head = c.head(&content.State{Timestamp: timestamp}, pageMeta{Offline: page.offline})
	return c.send(changesCacheControl, tag, answer)
}

// answer is the page as an answer without its head.
func (p *feedPage) answer() (changesAnswer, error) {
	next := p.next.encode()
	if len(next) > longestFeedCursor {
		return changesAnswer{}, &failure{status: http.StatusBadRequest, code: codeInvalidParameter, parameter: "cursor",
			message: "Your key covers too many airports for one feed. Follow them one by one with " + base + "/{airport}/changes, or with keys for a part of them."}
	}
	return changesAnswer{Results: p.results(), NextCursor: next, HasMore: p.hasMore}, nil
}

// feedTag is the ETag of an answer that depends on heads with this hash.
func (c *call) feedTag(p *params, heads headsHash) string {
	return c.etag(&content.State{ID: string(heads[:])}, feedEndpoint.canonical(p), noSynonyms)
}

// headsHash is a hash of the heads of the airports of a key.
type headsHash [sha256.Size]byte

func hashOf(covered []content.Head) headsHash {
	b := make([]byte, 0, 64*len(covered))
	for _, h := range covered {
		b = append(append(b, h.Code...), h.Epoch...)
		b = append(strconv.AppendInt(b, h.Revision, 10), ' ')
		if h.Offline {
			b = append(b, "offline"...)
		}
	}
	return sha256.Sum256(b)
}
