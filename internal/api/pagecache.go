package api

import (
	"bytes"
	"errors"
	"sync"

	"github.com/go-json-experiment/json"
	lru "github.com/hashicorp/golang-lru/v2"

	"airport-content/internal/content"
)

// In bytes.
const (
	maxCached     = 8 << 20  // of all pages; most airports fit in
	largestCached = 32 << 10 // of one page, or one item
	entrySize     = 300      // about what an entry takes besides its answer and its request
)

// pageCache keeps answers of lists and single items until the state of their airport changes, without the head, which depends on the
// partner and the time.
type pageCache struct {
	pages *lru.Cache[pageKey, *cachedPage]

	mu   sync.Mutex // locked while a page is added
	size int64
}

// pageKey is what a cached page depends on, apart from the state of the airport.
type pageKey struct {
	airport string
	rights  rights
	request string // canonical
}

// cachedPage is the answer to a pageKey while the airport has one state.
type cachedPage struct {
	state    string
	synonyms int64 // matters only to a search
	search   *content.Search
	answer   []byte // a JSON object, without the head
}

func newPageCache() *pageCache {
	c := &pageCache{}
	pages, err := lru.NewWithEvict(maxCached/entrySize, func(key pageKey, page *cachedPage) { c.size -= page.size(key) })
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	c.pages = pages
	return c
}

// size is about how many bytes the page takes.
func (p *cachedPage) size(key pageKey) int64 {
	return int64(len(p.answer) + len(key.request) + entrySize)
}

// get returns the page that belongs to the state, or nil.
func (c *pageCache) get(key pageKey, st *content.State) *cachedPage {
	page, ok := c.pages.Get(key)
	if !ok || page.state != st.ID || page.search != nil && page.synonyms != st.Synonyms {
		return nil
	}
	return page
}

// add caches an answer without its head, and returns the cached page; nil if it is too long.
func (c *pageCache) add(key pageKey, st *content.State, search *content.Search, answer any) *cachedPage {
	var text cacheable
	if err := json.MarshalWrite(&text, answer, asJSON); err != nil {
		return nil
	}
	page := &cachedPage{state: st.ID, synonyms: st.Synonyms, search: search, answer: bytes.Clone(text.Bytes())} // without spare room
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages.Remove(key) // an older state's
	c.size += page.size(key)
	c.pages.Add(key, page)
	for c.size > maxCached {
		c.pages.RemoveOldest()
	}
	return page
}

var errTooLong = errors.New("too long to be cached")

// cacheable is a buffer that ends the encoding of what is too long.
type cacheable struct{ bytes.Buffer }

func (b *cacheable) Write(p []byte) (int, error) {
	if b.Len()+len(p) > largestCached {
		return 0, errTooLong
	}
	return b.Buffer.Write(p)
}
