// Package sitemap reads the pages that a website lists.
package sitemap

import (
	"cmp"
	"context"
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
	"airport-content/internal/markup"
	"airport-content/internal/panics"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/page"
	"airport-content/internal/source/web"
)

const (
	maxSitemap    = 20 << 20 // bytes of an answer
	maxDepth      = 5        // of indexes that list indexes
	maxListed     = 64 << 20 // bytes of all addresses
	sitemapAccept = "application/xml,text/xml;q=0.9,*/*;q=0.5"
)

var errLongAddresses = fmt.Errorf("the addresses that the website lists have more than %d MB", maxListed>>20)

// reader reads the pages that a website lists.
type reader struct {
	*crawl.Crawl
	selector goquery.Matcher
	pages    []string        // each once, in the order of the list
	listed   map[string]bool // all listed pages, wanted or not, as web.SameCase writes them
	size     int             // bytes of all listed addresses
	foreign  string          // the first listed address of another website
	making   sync.Mutex      // held while an item is made, which takes up to 20 times its page's memory
}

// Read reads a website through its sitemap. It ignores lastmod, which is often wrong.
func Read(ctx context.Context, c *crawl.Crawl) error {
	selector, err := page.Selector(c.Source.Settings.Content)
	if err != nil {
		return err
	}
	s := &reader{Crawl: c, selector: selector, listed: map[string]bool{}}
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

// list reads the website's sitemaps. If a file cannot be read, the crawl deletes nothing. If no
// page is left, list returns an error.
func (s *reader) list(ctx context.Context) error {
	var failed error // the first of the files that could not be read
	seen := map[string]bool{}
	files := s.start()
	for depth := 0; len(files) > 0; depth++ {
		var below []string // the files that these list
		for n, address := range files {
			if seen[address] {
				continue
			}
			seen[address] = true
			parts, err := s.file(ctx, address)
			if depth == maxDepth && len(parts) > 0 {
				parts, err = nil, fmt.Errorf("more than %d indexes list each other", maxDepth)
			}
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case len(s.listed)+len(seen)+len(files[n+1:])+len(below)+len(parts) > crawl.MaxPages:
				return crawl.ErrTooMany
			case s.size > maxListed:
				return errLongAddresses
			case errors.Is(err, errNoSitemap) && address == s.Source.URL && !slices.Contains(s.announced(), address): // the source's URL is no sitemap but, for example, the home page
				parts = s.announced()
			case err != nil:
				err = fmt.Errorf("sitemap %s: %w", address, short(err, address))
				s.DeleteNothing(err.Error())
				failed = cmp.Or(failed, err)
			}
			below = append(below, parts...)
		}
		files = below
	}
	switch {
	case len(s.pages) > 0:
		return nil
	case failed != nil:
		return failed
	case len(s.listed) == 0 && s.foreign != "":
		return fmt.Errorf("%s: all listed addresses are of another website, such as %s", s.Source.URL, s.foreign)
	}
	return fmt.Errorf("%s: no sitemap lists a page that --include and --exclude let through", s.Source.URL)
}

// start are the first sitemaps to read: the source's URL, or for the root of a site the announced
// ones.
func (s *reader) start() []string {
	if origin := s.Client.Origin; strings.Trim(origin.Path, "/") == "" && origin.RawQuery == "" {
		return s.announced()
	}
	return []string{s.Source.URL}
}

// announced are the sitemaps on the site that robots.txt names, or else /sitemap.xml.
func (s *reader) announced() (found []string) {
	origin := s.Client.Origin
	for _, address := range s.Client.Sitemaps() {
		if u, err := markup.ParseReference(origin, address); err == nil && web.SameSite(u, origin) {
			found = append(found, u.String())
		}
	}
	if len(found) == 0 {
		found = append(found, s.Client.At(usualPaths[0]))
	}
	return found
}

// usualPaths are where websites have their sitemaps. The others are those of WordPress.
var usualPaths = []string{"/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"}

// fetch gets a sitemap file. If the first of the usual paths has none, fetch tries the others. Some
// websites answer with their home page, and not with 404.
func (s *reader) fetch(ctx context.Context, address string) (*web.Answer, error) {
	answer, err := s.Client.Fetch(ctx, web.Request{URL: address, Accept: sitemapAccept, Limit: maxSitemap})
	missing := answer != nil && (answer.Status == http.StatusNotFound || err == nil && isWebPage(answer))
	if !missing || address != s.Client.At(usualPaths[0]) {
		return answer, err
	}
	for _, path := range usualPaths[1:] {
		if other, err := s.Client.Fetch(ctx, web.Request{URL: s.Client.At(path), Accept: sitemapAccept, Limit: maxSitemap}); err == nil && !isWebPage(other) {
			return other, nil
		}
	}
	return answer, err
}

// isWebPage reports whether an answer is a web page, and no sitemap that is only sent as one.
func isWebPage(a *web.Answer) bool {
	return a.IsHTML() && lenient.Root(a.Body[:min(len(a.Body), sniffed)]) == ""
}

// file reads one sitemap file. It adds the pages, and returns the parts that the file lists. With
// an error, it returns the parts before the fault.
func (s *reader) file(ctx context.Context, address string) (parts []string, err error) {
	answer, err := s.fetch(ctx, address)
	if err != nil {
		return nil, err
	}
	entries, err := parseSitemap(answer.Body, answer.Header.Get("Content-Type"))
	for _, e := range entries {
		u, invalid := markup.ParseReference(answer.URL, e.loc)
		if invalid != nil {
			s.LeaveOut(e.loc, "its address cannot be read")
			continue
		}
		address := web.Normal(u)
		switch key := web.SameCase(address); {
		case len(address) > crawl.MaxKey:
			s.LeaveOut(address, fmt.Sprintf("its address is longer than %d bytes", crawl.MaxKey))
			if e.part {
				s.DeleteNothing("a sitemap is left out, too")
			}
		case u.User != nil:
			s.LeaveOut(u.Redacted(), "its address holds a login")
		case e.part:
			parts = append(parts, u.String())
			s.size += len(address)
		case !web.SameSite(u, s.Client.Origin):
			s.foreign = cmp.Or(s.foreign, address)
			s.LeaveOut(address, "it is of another website")
		case !s.listed[key]:
			s.listed[key] = true
			s.size += len(address)
			if s.Wants(u) {
				s.pages = append(s.pages, address)
			}
		}
	}
	return parts, err
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
	answer, err := s.Client.Fetch(ctx, web.Request{URL: address, Accept: web.PageAccept, ETag: known.ETag, Modified: known.Modified})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case answer != nil && (answer.Status == http.StatusNotFound || answer.Status == http.StatusGone):
		s.Record(bare, crawl.GonePage(short(err, address).Error()))
	case errors.Is(err, web.ErrRobots), errors.Is(err, web.ErrElsewhere):
		s.Record(bare, crawl.BadPage(short(err, address).Error()))
	case err != nil:
		s.Record(bare, crawl.UnreadPage(short(err, address)))
	case answer.Status == http.StatusNotModified && page.IsNoIndex(answer.Header.Values("X-Robots-Tag")):
		s.Record(bare, crawl.MakesNone(page.ErrNoIndex.Error(), ""))
	case answer.Status == http.StatusNotModified:
		s.Record(known, crawl.Unchanged)
	default:
		s.makeItem(address, answer)
	}
	return nil
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
	switch {
	case errors.Is(err, page.ErrNoHTML):
		s.Record(p, crawl.MakesNone(err.Error(), ""))
	case errors.Is(err, page.ErrNoIndex):
		// Without validators, the page is read again: the header may go alone.
		s.Record(bare, crawl.MakesNone(err.Error(), ""))
	case err != nil:
		s.Record(bare, crawl.BadPage(err.Error())) // another page may make the item
	case web.SameCase(canonical) != web.SameCase(address) && (s.listed[web.SameCase(canonical)] || s.made(p.ItemID, address)):
		// Without validators, the page is read again: the other page may be gone by then.
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
	answer, err := s.Client.Fetch(ctx, web.Request{URL: address, Accept: web.PageAccept})
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
	s := &reader{Crawl: c, listed: map[string]bool{}}
	address := s.start()[0]
	parts, err := s.file(ctx, address)
	if errors.Is(err, errNoSitemap) && address == c.Source.URL {
		address = s.announced()[0]
		parts, err = s.file(ctx, address)
	}
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", address, short(err, address))
	case len(parts) > 0:
		return fmt.Sprintf("a list of %d sitemaps, %s", len(parts), address), nil
	case len(s.listed) == 0:
		return "", fmt.Errorf("%s lists no page of this website", address)
	}
	return fmt.Sprintf("a sitemap of %d pages, %s", len(s.listed), address), nil
}

// Is reports whether an answer is a sitemap.
func Is(a *web.Answer) bool {
	_, err := parseSitemap(a.Body, a.Header.Get("Content-Type"))
	return err == nil
}
