package source

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"airport-content/internal/content"
	"airport-content/internal/panics"
)

// A website may show numbers that differ whenever a page is read, such as a visitor counter or a
// clock. To find them, a crawl reads some pages twice. If the numbers of a text then differ on four
// in five of the pages that have the text, the text is no content. Facts such as prices and opening
// hours do not change within minutes.
const (
	mostTwice   = 30 // pages of a crawl that are read twice
	leastMoving = 3  // pages on which the numbers of a text move
)

// readTwice reads new and changed pages once more, spread over all of them. The first failure ends
// the reading, so that a website that breaks down costs no time.
func (s *sitemap) readTwice(ctx context.Context) {
	if !s.cuts || len(s.spool.records) < fewPages {
		return
	}
	var pages []content.PageRecord
	for _, record := range s.spool.records {
		if p := s.result.Records[record]; hasChanged(s.recordOf(p.Key), p) {
			pages = append(pages, p)
		}
	}
	if len(pages) < leastMoving {
		return
	}
	s.twice = map[string][]byte{}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for n := range min(mostTwice, len(pages)) {
		p := pages[n*len(pages)/min(mostTwice, len(pages))]
		g.Go(func() error { return s.readOnceMore(ctx, p) })
	}
	_ = g.Wait()
}

// hasChanged reports whether a page has other blocks than its stored record, except for numbers
// that are known to move.
func hasChanged(known, now content.PageRecord) bool {
	return !slices.EqualFunc(readMarks(known.Blocks), readMarks(now.Blocks), func(a, b mark) bool {
		if a&movingMark != 0 {
			return a.words() == b.words()
		}
		return a.hash() == b.hash()
	})
}

func (s *sitemap) readOnceMore(ctx context.Context, p content.PageRecord) (err error) {
	defer panics.Catch(&err) // readOnceMore runs in a goroutine of its own
	if ctx.Err() != nil {
		return ctx.Err()
	}
	answer, err := s.client.Fetch(ctx, request{URL: p.Key, Accept: pageAccept})
	if err != nil {
		return err
	}
	s.making.Lock()
	defer s.making.Unlock()
	item, _, err := readPage(answer, s.source.Settings, s.selector)
	if err != nil {
		return err
	}
	if _, err = s.encode(p, &item); err != nil {
		return err
	}
	s.twice[p.Key], err = pageMarks(item.Content, item.spot, item.around)
	return err
}

// moving finds the words of blocks whose numbers move.
func moving(records []content.PageRecord, twice map[string][]byte) map[mark]bool {
	type count struct{ pages, moved int }
	counts := map[mark]count{}
	for _, p := range records {
		second, is := twice[p.Key]
		if !is {
			continue
		}
		now := map[mark]bool{} // blocks of the second read, and their words
		for _, m := range readMarks(second) {
			now[m.hash()], now[m.words()] = true, true
		}
		moved := map[mark]bool{} // whether all blocks with these words have
		for _, m := range readMarks(p.Blocks) {
			if w := m.words(); m&numberMark != 0 && now[w] {
				before, known := moved[w]
				moved[w] = (before || !known) && !now[m.hash()]
			}
		}
		for w, is := range moved {
			c := counts[w]
			if c.pages++; is {
				c.moved++
			}
			counts[w] = c
		}
	}
	all := map[mark]bool{}
	for w, c := range counts {
		if c.moved >= leastMoving && c.moved*5 >= c.pages*4 {
			all[w] = true
		}
	}
	return all
}

// still is a mark without numbers that move. So the text is the same on all pages.
func (t *template) still(m mark) mark {
	if m&numberMark != 0 && t.moving[m.words()] {
		m = m&^numbersMask | movingMark | strongMark
	}
	return m
}

// marksOf are the marks of a page, without numbers that move.
func (t *template) marksOf(p content.PageRecord) []mark {
	marks := readMarks(p.Blocks)
	for n, m := range marks {
		marks[n] = t.still(m)
	}
	return marks
}
