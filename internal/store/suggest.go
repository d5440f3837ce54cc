package store

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/search"
)

// Suggest lists items for what somebody has typed so far, the best first.
func (r Reader) Suggest(ctx context.Context, st *content.State, q content.Query) ([]content.Suggestion, error) {
	types := q.Types
	if types == nil {
		types = q.Allowed
	}
	languages := st.InLanguages(q.Languages)
	if strings.TrimSpace(q.Search) == "" || st.Total(types, languages) == 0 {
		return nil, nil
	}
	titles, err := r.titlesOf(ctx, st)
	if err != nil {
		return nil, err
	}
	return titles.Suggest(q.Search, types, languages, q.Size), nil
}

// titlesOf is the index of the airport's titles. Requests that need a new one at the same time share it, and the one that made it may
// leave before.
func (r Reader) titlesOf(ctx context.Context, st *content.State) (*search.Titles, error) {
	if kept := r.titles.get(st); kept != nil {
		return kept, nil
	}
	r.partner = everybody
	flight := fmt.Sprint(st.Code, " ", st.ID, " ", r.pool == r.primary) // a second try must not join one that asks the replica
	made := r.titles.making.DoChan(flight, func() (any, error) {
		if kept := r.titles.get(st); kept != nil {
			return kept, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), titlesTimeout)
		defer cancel()
		titles, err := r.readTitles(ctx, st)
		if err == nil {
			r.titles.add(st, titles)
		}
		return titles, err
	})
	select {
	case result := <-made:
		titles, _ := result.Val.(*search.Titles)
		return titles, result.Err
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the titles: %w", db.Classify(ctx.Err()))
	}
}

func (r Reader) readTitles(ctx context.Context, st *content.State) (*search.Titles, error) {
	ctx, done, err := r.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	rows, err := r.pool.ListTitles(ctx, st.Code)
	if err != nil {
		return nil, r.failed(err)
	}
	if len(rows) == 0 {
		return nil, content.ErrOtherState // the state tells of items
	}
	if err := r.check(st, rows[0].StateID); err != nil {
		return nil, err
	}
	titles := make([]search.Title, len(rows))
	for i, row := range rows {
		titles[i] = search.Title{Language: row.Language,
			Suggestion: content.Suggestion{Text: row.Title, ID: row.ID, Type: content.Type(row.ContentType), URL: row.Url}}
	}
	return search.NewTitles(titles), nil
}

const (
	titlesTimeout = 10 * time.Second
	maxTitles     = 64 << 20 // bytes that all indexes together may take; an airport of 20,000 items takes some 8 MB
)

// titleCache keeps the indexes of titles of airports, those that were used last, until their state changes.
type titleCache struct {
	airports *lru.Cache[string, *keptTitles]
	making   singleflight.Group

	mu   sync.Mutex // locked while an index is added
	size int
}

type keptTitles struct {
	state string
	*search.Titles
}

func newTitleCache() *titleCache {
	c := &titleCache{}
	airports, err := lru.NewWithEvict(10_000, func(_ string, kept *keptTitles) { c.size -= kept.Size() })
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	c.airports = airports
	return c
}

// get returns the index that belongs to the state, or nil.
func (c *titleCache) get(st *content.State) *search.Titles {
	kept, ok := c.airports.Get(st.Code)
	if !ok || kept.state != st.ID {
		return nil
	}
	return kept.Titles
}

// add keeps an index instead of the airport's last one. One that is larger than all may be is kept alone.
func (c *titleCache) add(st *content.State, titles *search.Titles) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.airports.Remove(st.Code)
	c.size += titles.Size()
	c.airports.Add(st.Code, &keptTitles{st.ID, titles})
	for c.size > maxTitles && c.airports.Len() > 1 {
		c.airports.RemoveOldest()
	}
}
