package search

import (
	"context"
	"fmt"

	"airport-content/internal/content"
)

// maxBodies is how many bytes of bodies are read at once.
const maxBodies = 1 << 20

// highlight marks a plan's terms in the items of a page. It reads a body only if the excerpt's
// snippet lacks a clause.
func highlight(ctx context.Context, index Index, p Plan, corpora []Corpus, items []content.Item) error {
	if len(items) == 0 {
		return nil
	}
	marker := NewMarker(p, corpora)
	var ids []string
	waiting, size := map[string]*Highlighted{}, 0
	for i := range items {
		item := &items[i]
		h := marker.Item(item)
		item.Highlight = h.Result()
		if h.NeedsBody() {
			ids, waiting[item.ID] = append(ids, item.ID), h
			size += item.BodySize
		}
		if len(ids) == 0 || i < len(items)-1 && size+items[i+1].BodySize <= maxBodies {
			continue
		}
		bodies, err := index.Beginnings(ctx, ids, maxLooked+1) // the last byte tells that the body goes on
		if err != nil {
			return err
		}
		for id, body := range bodies {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("mark what was found: %w", err)
			}
			waiting[id].Body(body)
		}
		ids, size = nil, 0
	}
	return nil
}
