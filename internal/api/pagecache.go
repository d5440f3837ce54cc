package api

import (
	"bytes"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"airport-content/internal/content"
)

// In bytes.
const (
	maxCached     = 8 << 20  // of all pages; most airports fit in
	largestCached = 32 << 10 // of one page, or one item
	entrySize     = 300      // about what an entry takes besides its results and its request
	itemSize      = 500      // room for an item of a list without bodies; the samples take 300 to 450
)

// pageCache keeps the results of lists and single items until the state of their airport changes. The rest of an answer is made each
// time, because it depends on the partner and the time.
type pageCache struct {
	pages *lru.Cache[pageKey, *cachedPage]

	mu   sync.Mutex // held while a page is added
	size int64
}

// pageKey is what the results of a request depend on, apart from the state of the airport.
type pageKey struct {
	airport string
	rights  rights
	request string // canonical
}

type cachedPage struct {
	state    string
	synonyms int64 // matters only to a search
	total    int
	search   *content.Search
	results  []byte // JSON, with commas between items
}

func newPageCache() *pageCache {
	c := &pageCache{}
	pages, err := lru.NewWithEvict(maxCached/entrySize, func(key pageKey, page *cachedPage) { c.size -= page.takes(key) })
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	c.pages = pages
	return c
}

// takes is about how many bytes the page takes.
func (p *cachedPage) takes(key pageKey) int64 {
	return int64(len(p.results) + len(key.request) + entrySize)
}

// get returns the page that belongs to the state, or nil.
func (c *pageCache) get(key pageKey, st *content.State) *cachedPage {
	page, ok := c.pages.Get(key)
	if !ok || page.state != st.ID || page.search != nil && page.synonyms != st.Synonyms {
		return nil
	}
	return page
}

// add caches a page of the state and returns it; nil if the page is too large.
func (c *pageCache) add(key pageKey, st *content.State, page *content.Page) *cachedPage {
	results := bytes.NewBuffer(make([]byte, 0, len(page.Items)*itemSize))
	for i := range page.Items {
		if i > 0 {
			results.WriteByte(',')
		}
		if writeJSON(results, &page.Items[i]); results.Len() > largestCached {
			return nil
		}
	}
	cached := &cachedPage{state: st.ID, synonyms: st.Synonyms, total: page.Total, search: page.Search,
		results: bytes.Clone(results.Bytes())} // without spare room
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages.Remove(key) // an older state's
	c.size += cached.takes(key)
	c.pages.Add(key, cached)
	for c.size > maxCached {
		c.pages.RemoveOldest()
	}
	return cached
}
