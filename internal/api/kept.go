package api

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"airport-content/internal/content"
)

// At most maxKept pages are kept, each with results of at most largestKept bytes.
const (
	maxKept     = 512
	largestKept = 32 << 10
)

// keptPages caches the results of lists until something that they depend on changes. The rest of an answer is made each time,
// because it depends on the partner and the time.
type keptPages struct{ *lru.Cache[pageKey, *keptPage] }

// pageKey is what the results of a list depend on, apart from the state of the airport.
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
	cache, err := lru.New[pageKey, *keptPage](maxKept)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return &keptPages{cache}
}

// get returns the page that belongs to the state, or nil.
func (k *keptPages) get(key pageKey, st *content.State) *keptPage {
	page, ok := k.Get(key)
	if !ok || page.epoch != st.Epoch || page.revision != st.Revision || page.search != nil && page.synonyms != st.Synonyms {
		return nil
	}
	return page
}

// keep caches a page of the state and returns it; nil if the page is too large.
func (k *keptPages) keep(key pageKey, st *content.State, page *content.Page) *keptPage {
	kept := &keptPage{epoch: st.Epoch, revision: st.Revision, synonyms: st.Synonyms,
		total: page.Total, search: page.Search, results: []byte{}}
	for i := range page.Items {
		if i > 0 {
			kept.results = append(kept.results, ',')
		}
		if kept.results = appendItem(kept.results, &page.Items[i]); len(kept.results) > largestKept {
			return nil
		}
	}
	k.Add(key, kept)
	return kept
}
