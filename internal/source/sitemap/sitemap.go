// Package sitemap reads the pages that a website lists.
package sitemap

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/sync/errgroup"

	"airport-content/internal/content"
	"airport-content/internal/panics"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/page"
	"airport-content/internal/source/web"
)

// reader reads the pages that a website lists.
type reader struct {
	*crawl.Crawl
	selector   goquery.Matcher
	pages      []string                                // each once, in the order of the list
	listed     map[string]bool                         // all listed pages, wanted or not, as web.SameCase writes them
	size       int                                     // bytes of all listed addresses
	foreign    string                                  // the first listed address of another website
	alternates map[string]*url.URL                     // by address: listed as other languages of pages
	told       map[[sha256.Size]byte]map[string]string // what is told of pages' languages, each once
	making     sync.Mutex                              // held while an item is made, which takes up to 20 times its page's memory
}

func newReader(c *crawl.Crawl) *reader {
	return &reader{Crawl: c, listed: map[string]bool{}, alternates: map[string]*url.URL{}, told: map[[sha256.Size]byte]map[string]string{}}
}

// Read reads a website through its sitemap. It ignores lastmod, which is often wrong.
func Read(ctx context.Context, c *crawl.Crawl) error {
	selector, err := page.Selector(c.Source.Settings.Content)
	if err != nil {
		return err
	}
	s := newReader(c)
	s.selector = selector
	if err := c.Client.ReadRobots(ctx); err != nil {
		return err
	}
	if err := s.list(ctx); err != nil {
		return err
	}
	s.noteUnused()
	// Unread pages come first, since the time limit may end this crawl, too.
	slices.SortStableFunc(s.pages, func(a, b string) int {
		return cmp.Compare(len(s.RecordOf(a).Hash), len(s.RecordOf(b).Hash))
	})
	g, reading := errgroup.WithContext(ctx)
	g.SetLimit(web.AtOnce)
	for _, address := range s.pages {
		if reading.Err() != nil {
			break
		}
		g.Go(func() error { return s.read(reading, address) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	s.readTwice(ctx)
	return nil
}

// noteUnused notes the paths of the settings that match no listed page: they may be mistyped.
func (s *reader) noteUnused() {
	settings := s.Source.Settings
	note := func(flag string, paths ...string) {
		for _, path := range paths {
			if !s.lists(path) {
				s.Note(fmt.Sprintf("%s %s matches no page; it stands for this page and all below, and * has no meaning", flag, path))
			}
		}
	}
	note("--include", settings.Include...)
	note("--exclude", settings.Exclude...)
	for _, m := range settings.Map {
		note("--map", m.From)
	}
}

// lists reports whether a path of the settings matches a listed page.
func (s *reader) lists(path string) bool {
	for address := range s.listed {
		if u, err := url.Parse(address); err == nil && web.Under(u, []string{path}) {
			return true
		}
	}
	return false
}

// read reads one page and records it.
func (s *reader) read(ctx context.Context, address string) (err error) {
	defer panics.Catch(&err) // read runs in a goroutine of its own
	known, bare := s.RecordOf(address), content.PageRecord{Key: address}
	answer, err := s.FetchPage(ctx, web.Request{URL: address, ETag: known.ETag, Modified: known.Modified})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case s.isGuess(address) && err != nil && (errors.Is(err, web.ErrElsewhere) || errors.Is(err, web.ErrRobots) || isGone(answer)):
		s.Record(bare, crawl.MakesNone("it is listed only as another language of a page, and is not there", ""))
	case isGone(answer):
		s.Record(bare, crawl.GonePage(short(err, address).Error()))
	case errors.Is(err, web.ErrRobots), errors.Is(err, web.ErrElsewhere):
		s.Record(bare, crawl.BadPage(short(err, address).Error()))
	case err != nil:
		s.Record(bare, crawl.UnreadPage(short(err, address)))
	case answer.Status == http.StatusNotModified:
		if asked := page.CheckHeader(answer.Header); asked != nil {
			s.Record(bare, crawl.MakesNone(asked.Error(), ""))
		} else {
			s.Record(known, crawl.Unchanged)
		}
	default:
		s.makeItem(address, answer)
	}
	return nil
}

// isGone reports whether an answer says that a page is not there.
func isGone(a *web.Answer) bool {
	return a != nil && (a.Status == http.StatusNotFound || a.Status == http.StatusGone)
}

// short removes the URL at the beginning of an error.
func short(err error, address string) error {
	if text, cut := strings.CutPrefix(err.Error(), address); cut {
		return errors.New(strings.TrimLeft(text, ": "))
	}
	return err
}

// makeItem makes the item of a page. A page whose canonical URL is another listed page makes none.
func (s *reader) makeItem(address string, answer *web.Answer) {
	s.making.Lock()
	defer s.making.Unlock()
	read, err := page.Read(answer, s.selector, s.Off)
	canonical := read.Canonical
	bare := content.PageRecord{Key: address}
	p := content.PageRecord{Key: address, ItemID: s.ItemID(canonical), ETag: answer.Header.Get("ETag"), Modified: answer.Header.Get("Last-Modified")}
	if read.Ends { // the page is read again, to see the end
		p.ETag, p.Modified = "", ""
	}
	switch {
	case errors.Is(err, page.ErrNoHTML):
		s.Record(p, crawl.MakesNone(err.Error(), ""))
	case errors.Is(err, page.ErrNoIndex), errors.Is(err, page.ErrEnded):
		// Without validators, the page is read again: the header may go alone.
		s.Record(bare, crawl.MakesNone(err.Error(), ""))
	case err != nil:
		s.Record(bare, crawl.BadPage(err.Error())) // another page may make the item
	case web.SameCase(canonical) != web.SameCase(address) && (s.listed[web.SameCase(canonical)] || s.made(p.ItemID, address)):
		// Without validators, the page is read again: the other page may be gone by then.
		bare.Links.Address = canonical
		s.Record(bare, crawl.MakesNone("it names another page as canonical", canonical))
	default:
		s.Record(p, crawl.MakesOf(read, s.Mapped(answer.URL)))
	}
}

// made reports whether another page that is still listed makes the item.
func (s *reader) made(item, address string) bool {
	for _, maker := range s.MakersOf(item) {
		if s.listed[web.SameCase(maker)] {
			return maker != address
		}
	}
	return false
}

// readTwice reads some pages once more, to find numbers that move. The first failure ends the
// reading, so that a website that breaks down costs no time.
func (s *reader) readTwice(ctx context.Context) {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(web.AtOnce)
	for _, address := range s.TwoReads() {
		g.Go(func() error { return s.readOnceMore(ctx, address) })
	}
	_ = g.Wait()
}

func (s *reader) readOnceMore(ctx context.Context, address string) (err error) {
	defer panics.Catch(&err) // readOnceMore runs in a goroutine of its own
	if ctx.Err() != nil {
		return ctx.Err()
	}
	answer, err := s.FetchPage(ctx, web.Request{URL: address})
	if err != nil {
		return err
	}
	s.making.Lock()
	defer s.making.Unlock()
	read, err := page.Read(answer, s.selector, s.Off)
	if err == nil {
		s.RecordAgain(address, read)
	}
	return err
}

// Look looks at the first sitemap only.
func Look(ctx context.Context, c *crawl.Crawl) (string, error) {
	if err := c.Client.ReadRobots(ctx); err != nil {
		return "", err
	}
	s := newReader(c)
	address := s.start()[0]
	parts, err := s.file(ctx, address)
	if errors.Is(err, errNoSitemap) && address == c.Source.URL {
		address = s.announced()[0]
		parts, err = s.file(ctx, address)
	}
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", address, short(err, address))
	case len(parts) == 1:
		return "a list of 1 sitemap, " + address, nil
	case len(parts) > 0:
		return fmt.Sprintf("a list of %d sitemaps, %s", len(parts), address), nil
	case len(s.listed) == 0:
		return "", fmt.Errorf("%s lists no page of this website", address)
	case len(s.listed) == 1:
		return "a sitemap of 1 page, " + address, nil
	}
	return fmt.Sprintf("a sitemap of %d pages, %s", len(s.listed), address), nil
}

// Is reports whether an answer is a sitemap.
func Is(a *web.Answer) bool {
	_, err := parseSitemap(a.Body, a.Header.Get("Content-Type"))
	return err == nil
}
