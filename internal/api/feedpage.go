package api

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/store"
)

// feedPage is a page of the feed of all airports.
type feedPage struct {
	parts   []feedPart
	next    feedCursor
	resting []place  // of next: those of offline airports
	offline []string // airports, whose changes wait
	hasMore bool
}

// isEmpty reports whether there is nothing to tell.
func (p *feedPage) isEmpty() bool { return len(p.parts) == 0 && !p.hasMore }

// feedPart is the part of a page from one airport.
type feedPart struct {
	airport string
	marker  string        // the change of the airport as a whole, before the others; empty: none
	st      content.State // the changes belong to
	changes []content.Change
}

// Changes of an airport as a whole.
const (
	airportBegins  = "airport"
	airportRemoved = "airport-removed"
)

type marker struct {
	Change  string `json:"change"`
	Airport string `json:"airport"`
}

// results are the changes of a page.
func (p *feedPage) results() []any {
	list := []any{}
	for _, part := range p.parts {
		if part.marker != "" {
			list = append(list, marker{part.marker, part.airport})
		}
		list = append(list, results(part.airport, part.changes)...)
	}
	return list
}

// readFeed reads the changes after a cursor, nil for the beginning: first the airports that the key
// no longer reads, then the rest of the current one, then the others by code.
func (c *call) readFeed(p *params, after *feedCursor, covered []content.Head, reader store.Reader) (*feedPage, error) {
	if after == nil {
		after = &feedCursor{rights: c.grant.rights, filter: filterOf(p)}
	}
	page := &feedPage{next: feedCursor{rights: after.rights, filter: after.filter}}
	places, left := page.drop(after.places, covered, p.Size)
	if after.rights != c.grant.rights && !page.hasMore { // the key reads other types: all airports begin anew
		page.next.rights = c.grant.rights
		for n, at := range places {
			places[n] = at.anew()
		}
	}
	began, patience := time.Now(), c.RequestTimeout/4
	for _, h := range currentFirst(covered, places) {
		at, begun := findPlace(places, h.Code)
		if h.Offline { // its changes wait
			if !begun { // a copy of it from an earlier feed may be there, so its removal must be told
				at = place{airport: h.Code}.anew()
			}
			page.offline = append(page.offline, h.Code)
			page.next.places = append(page.next.places, at.rested())
			page.resting = append(page.resting, at.rested())
			continue
		}
		if begun && !at.expired(h) && at.revision > h.Revision {
			page.next.places = append(page.next.places, at)
			continue
		}
		if left == 0 || page.hasMore || time.Since(began) > patience {
			page.hasMore = true
			if begun {
				page.next.places = append(page.next.places, at)
			}
			continue
		}
		part := feedPart{airport: h.Code}
		if !begun || at.expired(h) {
			at, part.marker = beginning(h), airportBegins
			left--
		}
		if left > 0 {
			if err := c.readPart(p, &part, &at, left, reader); err != nil {
				return nil, err
			}
			left -= len(part.changes)
		}
		page.hasMore = at.isCurrent()
		page.next.places = append(page.next.places, at)
		if part.marker != "" || part.changes != nil {
			page.parts = append(page.parts, part)
		}
	}
	slices.SortFunc(page.next.places, byAirport)
	slices.Sort(page.offline)
	return page, c.readFeedItems(p, page, reader)
}

// drop tells the airports that the key no longer reads, up to the size of the page. It returns the
// places of the others, and how many changes are left of the size.
func (p *feedPage) drop(places []place, covered []content.Head, size int) (others []place, left int) {
	left = size
	for _, at := range places {
		_, reads := content.FindHead(covered, at.airport)
		switch {
		case reads:
			others = append(others, at)
		case left > 0:
			p.parts = append(p.parts, feedPart{airport: at.airport, marker: airportRemoved})
			left--
		default:
			p.next.places = append(p.next.places, at)
			p.hasMore = true
		}
	}
	return others, left
}

// currentFirst puts the airport of the current place first.
func currentFirst(covered []content.Head, places []place) []content.Head {
	i := slices.IndexFunc(places, func(at place) bool { return at.isCurrent() })
	if i < 0 {
		return covered
	}
	ordered := make([]content.Head, 0, len(covered))
	if h, ok := content.FindHead(covered, places[i].airport); ok {
		ordered = append(ordered, h)
	}
	for _, h := range covered {
		if h.Code != places[i].airport {
			ordered = append(ordered, h)
		}
	}
	return ordered
}

func findPlace(places []place, airport string) (place, bool) {
	i, ok := slices.BinarySearchFunc(places, airport, func(at place, airport string) int { return cmp.Compare(at.airport, airport) })
	if !ok {
		return place{}, false
	}
	return places[i], true
}

// readPart reads the changes of one airport after a place, still without items, and moves the place.
func (c *call) readPart(p *params, part *feedPart, at *place, size int, reader store.Reader) error {
	st, err := c.Store.State(c.r.Context(), part.airport)
	if errors.Is(err, content.ErrAirportNotFound) || errors.Is(err, content.ErrAirportOffline) {
		return content.ErrOtherState // it was removed or went offline after the read of its head
	}
	if err != nil {
		return err
	}
	after := at.cursor(st.Epoch)
	if at.epoch != shortEpoch(st.Epoch) || after.Expired(&st) {
		return content.ErrOtherState // than its head
	}
	page, err := reader.ListChanges(c.r.Context(), &st, c.changesQuery(p, after, size))
	if err != nil {
		return err
	}
	part.st, part.changes = st, page.List
	if page.HasMore {
		at.revision, at.id = page.Next.Revision, page.Next.ID
	} else {
		*at = end(part.airport, st.Epoch, st.Revision)
	}
	return nil
}

// readFeedItems gives each change that is no deletion its item.
func (c *call) readFeedItems(p *params, page *feedPage, reader store.Reader) error {
	var sizes []int
	for _, part := range page.parts {
		sizes = append(sizes, p.bodySizes(part.changes)...)
	}
	if err := c.acquireMemory(sizes, 0); err != nil {
		return err
	}
	texts := 0
	for i := range page.parts {
		part := &page.parts[i]
		if err := reader.ReadChangedItems(c.r.Context(), &part.st, part.changes, p.includeBody); err != nil {
			return err
		}
		items := changedItems(part.changes)
		texts += textSize(items)
		if err := c.acquireMemory(sizes, texts); err != nil {
			return err
		}
		if err := c.format(&part.st, p, items); err != nil {
			return err
		}
	}
	return nil
}
