package api

import (
	"bytes"

	lru "github.com/hashicorp/golang-lru/v2"

	"airport-content/internal/content"
)

// Results of lists are kept while nothing that they depend on has changed: at most 512 of at most 32 KB each. The
// envelope, which is the partner's and the moment's, is never kept; and the airport's state is read for every answer, so
// that one given after an import is of that import.
const (
	resultsKept    = 512
	largestResults = 32 << 10
)

// resultsKey is what the results of a list depend on, beside the airport's state.
type resultsKey struct {
	airport string
	rights  rights
	request string // canonical
}

// results are the items of one page, as they stand in the answer, and what pagination tells of them.
type results struct {
	epoch    string
	revision int64
	synonyms int64 // 0 where no search was made
	total    int
	search   *content.Search
	items    []byte
}

func newResultsCache() *lru.Cache[resultsKey, *results] {
	cache, err := lru.New[resultsKey, *results](resultsKept)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return cache
}

// newResults keeps a copy of items; nil when they are too large to keep.
func newResults(head *content.Head, items []byte) *results {
	if len(items) > largestResults {
		return nil
	}
	kept := &results{epoch: head.Epoch, revision: head.Revision, total: head.Total, search: head.Search, items: bytes.Clone(items)}
	if head.Search != nil {
		kept.synonyms = head.Synonyms
	}
	return kept
}

// current tells whether the results are those of the airport's state.
func (r *results) current(st *content.State) bool {
	return r.epoch == st.Epoch && r.revision == st.Revision && (r.search == nil || r.synonyms == st.Synonyms)
}
