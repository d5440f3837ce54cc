package api

import (
	"cmp"
	"net/http"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/store"
)

type changesAnswer struct {
	Head       *head  `json:",inline"` // nil for the answer cache
	Results    []any  `json:"results"` // upserts and deletions
	NextCursor string `json:"nextCursor"`
	HasMore    bool   `json:"hasMore"`
}

type upsert struct {
	Change  string        `json:"change"`
	Airport string        `json:"airport,omitzero"` // in the feed of all airports
	Item    *content.Item `json:"item"`
}

type deletion struct {
	Change      string       `json:"change"`
	Airport     string       `json:"airport,omitzero"`
	ID          string       `json:"id"`
	ContentType content.Type `json:"contentType"`
	DeletedAt   time.Time    `json:"deletedAt,format:'2006-01-02T15:04:05.000Z'"`
}

// changes answers GET /{airport}/changes. With wait, it reads the changes again at each new state
// of the airport, until there is a change or the time is over.
func (s *server) changes(w http.ResponseWriter, r *http.Request) error {
	c, err := s.admit(w, r)
	if err != nil {
		return err
	}
	defer c.releaseMemory()
	p, refused := changesEndpoint.parse(r.URL.RawQuery)
	if refused = cmp.Or(refused, c.refusePages()); refused != nil {
		return c.refuse(refused)
	}
	woken, until := false, c.response.start.Add(p.wait)
	for {
		var st *content.State
		err := c.retry(func(reader store.Reader) (err error) {
			st, err = c.answerChanges(p, woken, p.cursor != nil && time.Now().Before(until), reader)
			return err
		})
		if err != nil || st == nil {
			return err
		}
		// The wait is here, because the variables of answerChanges would stay on the stack meanwhile.
		waited, err := c.awaitChange(st, until)
		if err != nil {
			return err
		}
		if !waited {
			until = time.Time{}
		}
		woken = waited
	}
}

// answerChanges answers with the changes after the cursor. Without changes, and if the request may
// wait, it returns the state of the airport instead of an answer. woken reports that it has waited.
func (c *call) answerChanges(p *params, woken, mayWait bool, reader store.Reader) (*content.State, error) {
	st, err := c.state(p)
	if err != nil {
		return nil, err
	}
	after := content.Cursor{Epoch: st.Epoch, Start: st.Revision} // the cursor that begins a first pass
	if p.cursor != nil {
		after = p.cursor.Cursor
		if p.cursor.airport != c.airport || p.cursor.rights != c.grant.rights || after.Expired(&st) {
			return nil, content.ErrCursorExpired
		}
	}
	request := changesEndpoint.canonical(p)
	tag := c.etag(&st, request, noSynonyms)
	if !mayWait && c.notModified(tag, changesCacheControl) {
		return nil, nil
	}
	if woken {
		if shared := c.wokenChanges(&st, p, after, request, reader); shared != nil {
			if mayWait && shared.meta.empty {
				return &st, nil
			}
			return nil, c.sendWoken(tag, &st, shared)
		}
	}
	page, err := c.readChanges(&st, p, after, reader)
	if err != nil {
		return nil, err
	}
	if mayWait && len(page.List) == 0 {
		return &st, nil
	}
	if c.notModified(tag, changesCacheControl) {
		return nil, nil
	}
	return nil, c.sendChanges(&st, p, tag, &page)
}

func (c *call) sendChanges(st *content.State, p *params, tag string, page *content.Changes) error {
	answer, err := c.changesAnswer(st, p, page)
	if err != nil {
		return err
	}
	answer.Head = c.head(st, pageMeta{})
	return c.send(changesCacheControl, tag, answer)
}

// sendWoken sends a shared page.
func (c *call) sendWoken(tag string, st *content.State, shared *cachedAnswer) error {
	if c.notModified(tag, changesCacheControl) {
		return nil
	}
	return c.sendCached(changesCacheControl, tag, c.head(st, pageMeta{}), shared.body)
}

// changesAnswer is a page as an answer without its head.
func (c *call) changesAnswer(st *content.State, p *params, page *content.Changes) (changesAnswer, error) {
	next := cursor{airport: c.airport, rights: c.grant.rights, filter: filterOf(p), Cursor: page.Next}
	return changesAnswer{Results: results("", page.List), NextCursor: next.encode(), HasMore: page.HasMore}, c.format(st, p, changedItems(page.List))
}

func results(airport string, changes []content.Change) []any {
	list := make([]any, len(changes))
	for i, change := range changes {
		if change.Item != nil {
			list[i] = upsert{"upsert", airport, change.Item}
		} else {
			list[i] = deletion{"delete", airport, change.ID, change.Type, change.DeletedAt}
		}
	}
	return list
}

// changedItems are the new versions of items in a list.
func changedItems(changes []content.Change) []*content.Item {
	var items []*content.Item
	for _, change := range changes {
		if change.Item != nil {
			items = append(items, change.Item)
		}
	}
	return items
}

// readChanges reads a page of changes after a place, with their items.
func (c *call) readChanges(st *content.State, p *params, after content.Cursor, reader store.Reader) (content.Changes, error) {
	page, err := reader.ListChanges(c.r.Context(), st, c.changesQuery(p, after, p.Size))
	if err == nil {
		err = c.acquireMemory(p.bodySizes(page.List), 0)
	}
	if err == nil {
		err = reader.ReadChangedItems(c.r.Context(), st, page.List, p.includeBody)
	}
	if err == nil {
		err = c.acquireMemory(p.bodySizes(page.List), textSize(changedItems(page.List)))
	}
	return page, err
}

func (c *call) changesQuery(p *params, after content.Cursor, size int) content.ChangesQuery {
	return content.ChangesQuery{Allowed: c.grant.types.Filtered(p.Types), Languages: p.Languages, After: after, Size: size}
}

// bodySizes are the sizes of the bodies that an answer with these changes has.
func (p *params) bodySizes(changes []content.Change) []int {
	sizes := make([]int, len(changes))
	for i, change := range changes {
		sizes[i] = p.bodySize(change.BodySize)
	}
	return sizes
}

// bodySize is how much of a body an answer has.
func (p *params) bodySize(size int) int {
	if p.includeBody {
		return size
	}
	return 0
}
