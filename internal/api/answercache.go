package api

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json"

	"airport-content/internal/cache"
	"airport-content/internal/content"
	"airport-content/internal/searchcounts"
)

// Sizes in bytes.
const (
	maxCached     = 8 << 20  // all answers together; enough for most airports
	largestCached = 32 << 10 // one answer
	entrySize     = 400      // estimate of an entry without answer and request
)

// answerCache keeps answers of lists and single items until the state of their airport changes. The
// cached answer has no head, because the head depends on the partner and the time.
type answerCache struct {
	entries *cache.Cache[answerKey, *cachedAnswer]
}

// answerKey is everything that a cached answer depends on, apart from the state of the airport.
type answerKey struct {
	airport string
	rights  rights
	request string // canonical
}

// cachedAnswer is the answer to an answerKey for one state of the airport.
type cachedAnswer struct {
	state    string
	website  string // of the airport, where links in bodies begin
	synonyms int64  // matters only to a search
	meta     pageMeta
	counted  *searchcounts.Search // nil for an answer that does not count as a search
	body     []byte               // a JSON object, without the head; nil: too long to be cached
}

func newAnswerCache() *answerCache {
	return &answerCache{cache.New[answerKey, *cachedAnswer](maxCached)}
}

// has reports whether the cache holds the answer of any state.
func (c *answerCache) has(key answerKey) bool {
	_, ok := c.entries.Get(key)
	return ok
}

// get returns the answer that belongs to the state, or nil.
func (c *answerCache) get(key answerKey, st *content.State) *cachedAnswer {
	cached, ok := c.entries.Get(key)
	if !ok || cached.state != st.ID || cached.website != value(st.Website) || cached.meta.Search != nil && cached.synonyms != st.Synonyms {
		return nil
	}
	return cached
}

// add caches an answer without its head, and returns the cached answer, or nil if the answer is too
// long.
func (c *answerCache) add(key answerKey, st *content.State, ofPage pageMeta, counted *searchcounts.Search, answer any) *cachedAnswer {
	text := cacheable{emptyBuffer()}
	defer buffers.Put(text.Buffer)
	if err := json.MarshalWrite(text, answer, asJSON); err != nil {
		return nil
	}
	cached := &cachedAnswer{state: st.ID, website: value(st.Website), synonyms: st.Synonyms, meta: ofPage, counted: counted, body: bytes.Clone(text.Bytes())} // without spare room
	c.entries.Add(key, cached, len(cached.body)+len(key.request)+entrySize)
	return cached
}

// addTooLong notes that the answer is too long, so that requests which share it do not try again.
func (c *answerCache) addTooLong(key answerKey, st *content.State) *cachedAnswer {
	cached := &cachedAnswer{state: st.ID, website: value(st.Website)}
	c.entries.Add(key, cached, len(key.request)+entrySize)
	return cached
}

// shared is the answer, or nil if it is too long.
func (a *cachedAnswer) shared() *cachedAnswer {
	if a.body == nil {
		return nil
	}
	return a
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
