package api

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json"

	"airport-content/internal/cache"
	"airport-content/internal/content"
)

// Sizes in bytes.
const (
	maxCached     = 8 << 20  // all pages together; enough for most airports
	largestCached = 32 << 10 // one page or one item
	entrySize     = 300      // estimate of an entry without answer and request
)

// pageCache keeps answers of lists and single items until the state of their airport changes. The
// cached answer has no head, because the head depends on the partner and the time.
type pageCache struct {
	pages *cache.Cache[pageKey, *cachedPage]
}

// pageKey is everything that a cached page depends on, apart from the state of the airport.
type pageKey struct {
	airport string
	rights  rights
	request string // canonical
}

// cachedPage is the answer to a pageKey for one state of the airport.
type cachedPage struct {
	state    string
	synonyms int64 // matters only to a search
	search   *content.Search
	total    int    // items that the query finds
	answer   []byte // a JSON object, without the head
}

func newPageCache() *pageCache { return &pageCache{cache.New[pageKey, *cachedPage](maxCached)} }

// has reports whether the cache holds the page of any state.
func (c *pageCache) has(key pageKey) bool {
	_, ok := c.pages.Get(key)
	return ok
}

// get returns the page that belongs to the state, or nil.
func (c *pageCache) get(key pageKey, st *content.State) *cachedPage {
	page, ok := c.pages.Get(key)
	if !ok || page.state != st.ID || page.search != nil && page.synonyms != st.Synonyms {
		return nil
	}
	return page
}

// add caches an answer without its head, and returns the cached page, or nil if the answer is too
// long.
func (c *pageCache) add(key pageKey, st *content.State, search *content.Search, total int, answer any) *cachedPage {
	text := cacheable{emptyBuffer()}
	defer buffers.Put(text.Buffer)
	if err := json.MarshalWrite(text, answer, asJSON); err != nil {
		return nil
	}
	page := &cachedPage{state: st.ID, synonyms: st.Synonyms, search: search, total: total, answer: bytes.Clone(text.Bytes())} // without spare room
	c.pages.Add(key, page, len(page.answer)+len(key.request)+entrySize)
	return page
}

var errTooLong = errors.New("too long to be cached")

// cacheable is a buffer that stops the encoding of an answer over largestCached.
type cacheable struct{ *bytes.Buffer }

func (b cacheable) Write(p []byte) (int, error) {
	if b.Len()+len(p) > largestCached {
		return 0, errTooLong
	}
	return b.Buffer.Write(p)
}
