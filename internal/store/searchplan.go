package store

import (
	"context"

	"airport-content/internal/db"
	"airport-content/internal/search"
)

const (
	planMemory    = 4 << 20 // bytes of all kept plans
	planEntrySize = 200     // estimate of a kept plan without the plan and its text
)

// planKey is what the plan of a search depends on, apart from the state of the airport and the synonyms.
// Plans know how many items were found, so those of things are others.
type planKey struct {
	airport, text, allowed string
	uncorrected, things    bool
}

type keptPlan struct {
	state    string
	synonyms int64
	*search.Plan
}

// plan gives the plan of a search, which is made once for the state: other pages and filters of the search
// have the same.
func (r Reader) plan(ctx context.Context, of *items, request search.Request, corpora []search.Corpus) (*search.Plan, error) {
	q := of.query
	key := planKey{of.st.Code, request.Text, q.Allowed.String(), request.Uncorrected, liked(of.st, q) != nil}
	if kept, ok := r.plans.Get(key); ok && kept.state == of.st.ID && kept.synonyms == of.st.Synonyms {
		return kept.Plan, nil
	}
	made, err := search.NewPlan(ctx, of, request, corpora)
	if err != nil {
		return nil, db.Classify(err)
	}
	r.plans.Add(key, keptPlan{of.st.ID, of.st.Synonyms, made}, planEntrySize+len(request.Text)+made.Size())
	return made, nil
}
