package mark

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/search/word"
)

const (
	maxBodies = 1 << 20   // bytes of bodies that are read at once
	maxLooked = 256 << 10 // bytes of a body that are looked at
	maxTokens = 40_000    // tags, and texts between tags, that are looked at
)

// Bodies is the database as a marker needs it.
type Bodies interface {
	// Beginnings reads the first bytes of bodies, keyed by the id of the item. A beginning may end
	// within a character.
	Beginnings(ctx context.Context, ids []string, bytes int) (map[string]string, error)
}

// Items marks the items of a page. It reads a body only if the excerpt's snippet lacks a clause.
func (m *Marker) Items(ctx context.Context, from Bodies, items []content.Item) error {
	var ids []string
	waiting, size := map[string]*Highlighted{}, 0
	for i := range items {
		item := &items[i]
		h := m.Item(item)
		if h.NeedsBody() {
			ids, waiting[item.ID] = append(ids, item.ID), h
			size += item.BodySize
		}
		if len(ids) == 0 || i < len(items)-1 && size+items[i+1].BodySize <= maxBodies {
			continue
		}
		bodies, err := from.Beginnings(ctx, ids, maxLooked+1) // the last byte tells that the body goes on
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

// Highlighted is an item with its marks.
type Highlighted struct {
	of      *language
	title   string
	excerpt string
	result  content.Highlight
	weight  int // of the clauses in the snippet so far

	optional bool // the optional terms are marked, instead of all other terms
}

// Item marks title and excerpt of an item, and sets its Highlight.
func (m *Marker) Item(item *content.Item) *Highlighted {
	h := &Highlighted{of: m.languages[word.Language(item.Language)], title: markup.Passage(item.Title, maxTokens)}
	item.Highlight = &h.result
	if item.Excerpt != nil {
		h.excerpt = markup.Passage(*item.Excerpt, maxTokens)
	}
	if h.of != nil {
		h.markTitle()
		h.markSnippet(h.excerpt)
	}
	return h
}

// NeedsBody reports whether a body may have a better place than the excerpt.
func (h *Highlighted) NeedsBody() bool {
	if h.of == nil {
		return false
	}
	whole := 0
	for _, weight := range h.of.weights {
		whole += weight
	}
	return h.result.Snippet == nil || h.weight < whole
}

// Body marks the beginning of a body, if the body has a better place than the excerpt.
func (h *Highlighted) Body(body string) {
	text := markup.Passage(beginning(body), maxTokens)
	h.markSnippet(text)
	if h.of.optional && h.result == (content.Highlight{}) {
		h.optional = true
		h.markTitle()
		h.markSnippet(h.excerpt)
		h.markSnippet(text)
	}
}

func (h *Highlighted) markTitle() {
	if marks := h.of.find(h.title, h.optional); len(marks) > 0 {
		marked := markedHTML(h.title, marks, 0, len(h.title))
		h.result.Title = &marked
	}
}

func (h *Highlighted) markSnippet(text string) {
	marks := h.of.find(text, h.optional)
	best, weight := h.of.best(text, marks)
	if len(best) == 0 || h.result.Snippet != nil && weight <= h.weight {
		return
	}
	begin, end := window(text, best[0].begin, best[len(best)-1].end)
	marked := markedHTML(text, marks, begin, end)
	if begin > 0 {
		marked = ellipsis + marked
	}
	if end < len(text) {
		marked += ellipsis
	}
	h.result.Snippet, h.weight = &marked, weight
}

// beginning is the part of a body that is searched for marks. It ends beside a word or a tag, if
// there is such a place near the limit.
func beginning(body string) string {
	if len(body) <= maxLooked {
		return body
	}
	body = body[:maxLooked]
	for n := len(body); n > len(body)-utf8.UTFMax; n-- {
		if r, size := utf8.DecodeLastRuneInString(body[:n]); r != utf8.RuneError || size > 1 {
			body = body[:n]
			break
		}
	}
	const near = 4 << 10
	if at := strings.LastIndexAny(body[len(body)-near:], " \t\n\r<>"); at >= 0 {
		body = body[:len(body)-near+at]
	}
	return body
}
