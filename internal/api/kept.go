package api

import (
	"bytes"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"airport-content/internal/content"
)

// In bytes.
const (
	maxKept     = 8 << 20  // of all results that are kept; most airports fit in
	largestKept = 32 << 10 // of one page, or one item
	entrySize   = 300      // about what an entry takes besides its results and its request
	itemSize    = 500      // room for an item of a list without bodies; the samples take 300 to 450
)

// keptPages caches the results of lists and single items until something that they depend on changes. The rest of an answer is
// made each time, because it depends on the partner and the time.
type keptPages struct {
	cache *lru.Cache[pageKey, *keptPage]

	mu   sync.Mutex // held while a page is added
	size int64
}

// pageKey is what the results of a request depend on, apart from the state of the airport.
type pageKey struct {
	airport string
	rights  rights
	request string // canonical
}

type keptPage struct {
	epoch    string
	revision int64
	synonyms int64 // matters only to a search
	total    int
	search   *content.Search
	results  []byte // as they stand in the answer
}

func newKeptPages() *keptPages {
	k := &keptPages{}
	cache, err := lru.NewWithEvict(maxKept/entrySize, func(key pageKey, page *keptPage) { k.size -= page.takes(key) })
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	k.cache = cache
	return k
}

// takes is about how many bytes the page takes.
func (p *keptPage) takes(key pageKey) int64 {
	return int64(len(p.results) + len(key.request) + entrySize)
}

// get returns the page that belongs to the state, or nil.
func (k *keptPages) get(key pageKey, st *content.State) *keptPage {
	page, ok := k.cache.Get(key)
	if !ok || page.epoch != st.Epoch || page.revision != st.Revision || page.search != nil && page.synonyms != st.Synonyms {
		return nil
	}
	return page
}

// keep caches a page of the state and returns it; nil if the page is too large.
func (k *keptPages) keep(key pageKey, st *content.State, page *content.Page) *keptPage {
	kept := &keptPage{epoch: st.Epoch, revision: st.Revision, synonyms: st.Synonyms,
		total: page.Total, search: page.Search, results: make([]byte, 0, len(page.Items)*itemSize)}
	for i := range page.Items {
		if i > 0 {
			kept.results = append(kept.results, ',')
		}
		if kept.results = appendItem(kept.results, &page.Items[i]); len(kept.results) > largestKept {
			return nil
		}
	}
	kept.results = bytes.Clone(kept.results) // without spare room
	k.mu.Lock()
	defer k.mu.Unlock()
	k.cache.Remove(key) // an older revision's
	k.size += kept.takes(key)
	k.cache.Add(key, kept)
	for k.size > maxKept {
		k.cache.RemoveOldest()
	}
	return kept
}
