package api

import (
	"fmt"
	"slices"
	"strconv"

	"airport-content/internal/content"
	"airport-content/internal/store"
)

// wokenPage is the page of changes that requests share which waited at the same place, and which the
// same change woke: thousands of them ask at once. It returns nil if the page is too long to be
// shared or could not be read; then each request reads its own.
func (c *call) wokenPage(key answerKey, st *content.State, read func() (wokenAnswer, error)) *cachedAnswer {
	if cached := c.answers.get(key, st); cached != nil {
		return cached.shared()
	}
	shared, err, _ := c.woken.Do(fmt.Sprint(key, st.ID), func() (any, error) {
		page, err := read()
		if err != nil {
			return nil, err
		}
		cached := c.answers.add(key, st, page.meta, nil, page.changes)
		if cached == nil {
			cached = c.answers.addTooLong(key, st)
		}
		return cached, nil
	})
	if err != nil {
		return nil
	}
	return shared.(*cachedAnswer).shared()
}

// wokenAnswer is a page of changes without its head.
type wokenAnswer struct {
	changes changesAnswer
	meta    pageMeta
}

// wokenFeed is the page of the feed of all airports after a level. While an airport is offline, each
// request keeps places of its own.
func (c *call) wokenFeed(p *params, level *feedLevel, heads content.Heads) *cachedAnswer {
	covered := c.grant.covered(heads.List)
	offline := slices.ContainsFunc(covered, func(h content.Head) bool { return h.Offline })
	if offline || level.resting != nil || level.grant.rights != c.grant.rights || level.grant.AllAirports != c.grant.AllAirports || !slices.Equal(level.grant.Airports, c.grant.Airports) {
		return nil
	}
	withoutCursor := *p
	withoutCursor.cursorHash = "" // the level stands for the cursor
	key := answerKey{rights: c.grant.rights, request: fmt.Sprintf("%s after %d %t %s", feedEndpoint.canonical(&withoutCursor),
		level.heads.Number, c.grant.AllAirports, c.grant.Airports)}
	st := &content.State{ID: strconv.FormatInt(heads.Number, 10)}
	return c.wokenPage(key, st, func() (woken wokenAnswer, err error) {
		defer c.releaseMemory()
		err = c.retry(func(reader store.Reader) error {
			page, err := c.readFeed(p, level.cursor(p), covered, reader)
			if err != nil {
				return err
			}
			woken.meta = pageMeta{empty: page.isEmpty(), heads: hashOf(covered)}
			woken.changes, err = page.answer()
			return err
		})
		return woken, err
	})
}

// wokenChanges is the page of the changes of an airport after the cursor.
func (c *call) wokenChanges(st *content.State, p *params, after content.Cursor, request string, reader store.Reader) *cachedAnswer {
	return c.wokenPage(answerKey{c.airport, c.grant.rights, request}, st, func() (woken wokenAnswer, err error) {
		defer c.releaseMemory()
		page, err := c.readChanges(st, p, after, reader)
		if err != nil {
			return woken, err
		}
		woken.meta.empty = len(page.List) == 0
		woken.changes, err = c.changesAnswer(st, p, &page)
		return woken, err
	})
}
