package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/gate"
	"airport-content/internal/search/suggest"
)

// Suggest lists items for an unfinished text, the best first, each title once. If the titles do not
// fit into memory, or no title matches, the suggestions are the first results of a search.
func (r Reader) Suggest(ctx context.Context, st *content.State, q content.Query) ([]content.Suggestion, error) {
	if strings.TrimSpace(q.Search) == "" || q.Total(st.Items) == 0 {
		return nil, nil
	}
	if q.Prefer == nil {
		return r.suggestItems(ctx, st, q)
	}
	size := q.Size
	q.Size = min(maxSuggested, size*len(st.Languages(q.Allowed)))
	found, err := r.suggestItems(ctx, st, q)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	found, err = r.oncePerThing(ctx, st, q, found)
	found = oncePerTitle(found)
	return found[:min(size, len(found))], err
}

// oncePerTitle leaves out repeated titles.
func oncePerTitle(found []content.Suggestion) []content.Suggestion {
	seen := map[string]bool{}
	return slices.DeleteFunc(found, func(s content.Suggestion) bool {
		key := strings.ToLower(s.Text)
		repeated := seen[key]
		seen[key] = true
		return repeated
	})
}

// maxSuggested is how many items are looked at for suggestions of things.
const maxSuggested = 100

// suggestItems lists items, which may tell of the same thing in several languages.
func (r Reader) suggestItems(ctx context.Context, st *content.State, q content.Query) ([]content.Suggestion, error) {
	if !r.indexes.rests(indexKey{st.Code, titlesIndex}) {
		found, err := r.suggestTitles(ctx, st, q)
		if err != nil || len(found) > 0 {
			return found, err
		}
	}
	q.Uncorrected = true // an unfinished word is no misspelling
	page, _, err := r.search(ctx, st, q)
	found := make([]content.Suggestion, len(page.Items))
	for i, item := range page.Items {
		found[i] = content.Suggestion{Text: item.Title, ID: item.ID, Type: item.Type, URL: item.URL, Place: placeOf(item.Metadata)}
	}
	if q.Prefer == nil {
		found = oncePerTitle(found)
	}
	return found, err
}

// placeOf is where an item is, as ListTitles reads it; nil if that is not known.
func placeOf(metadata jsontext.Value) *string {
	var keys struct {
		Place any `json:"location_detail"`
	}
	if metadata == nil || json.Unmarshal(metadata, &keys) != nil {
		return nil
	}
	if text, _ := keys.Place.(string); text != "" {
		return &text
	}
	return nil
}

func (r Reader) suggestTitles(ctx context.Context, st *content.State, q content.Query) ([]content.Suggestion, error) {
	titles, err := r.index(ctx, st, titlesIndex)
	if errors.Is(err, errTooManyTitles) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	share := gate.Share{Partner: r.partner, Units: 1}
	if err := r.indexes.work.Acquire(ctx, share); err != nil {
		return nil, fmt.Errorf("wait for a processor: %w", db.Classify(err))
	}
	defer r.indexes.work.Release(share)
	found, err := titles.(*suggest.Titles).Suggest(ctx, suggest.Request{Typed: q.Search, Allowed: q.Shown(), Languages: st.InLanguages(q.Languages),
		Size: q.Size, Translations: q.Prefer != nil})
	return found, db.Classify(err)
}
