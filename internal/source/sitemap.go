package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/sync/errgroup"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/panics"
)

const (
	maxSitemap    = 20 << 20 // bytes of an answer
	maxDepth      = 5        // of indexes that list indexes
	maxListed     = 64 << 20 // bytes of all addresses
	sitemapAccept = "application/xml,text/xml;q=0.9,*/*;q=0.5"
	pageAccept    = "text/html,application/xhtml+xml"
)

var errLongAddresses = fmt.Errorf("the addresses that the website lists have more than %d MB", maxListed>>20)

// sitemap reads the pages that a website lists.
type sitemap struct {
	*crawl
	selector goquery.Matcher
	pages    []string        // each once, in the order of the list
	listed   map[string]bool // all listed pages, wanted or not, as sameCase writes them
	size     int             // bytes of all listed addresses
	foreign  string          // the first listed address of another website
	making   sync.Mutex      // held while an item is made, which takes up to 20 times its page's memory
}

// readSitemap reads a website through its sitemap. It ignores lastmod, which is often wrong.
func readSitemap(ctx context.Context, c *crawl) error {
	selector, err := parseSelector(c.source.Settings.Content)
	if err != nil {
		return err
	}
	s := &sitemap{crawl: c, selector: selector, listed: map[string]bool{}}
	if err := c.client.ReadRobots(ctx); err != nil {
		return err
	}
	if err := s.list(ctx); err != nil {
		return err
	}
	s.noteUnused()
	// Unread pages come first, since the time limit may end this crawl, too.
	slices.SortStableFunc(s.pages, func(a, b string) int {
		return cmp.Compare(len(s.known[a].Hash), len(s.known[b].Hash))
	})
	g, reading := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for _, address := range s.pages {
		if reading.Err() != nil {
			break
		}
		g.Go(func() error { return s.page(reading, address) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	s.readTwice(ctx)
	return nil
}

// list reads the website's sitemaps. If a file cannot be read, the crawl deletes nothing. If no
// page is left, list returns an error.
func (s *sitemap) list(ctx context.Context) error {
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
			case len(s.listed)+len(seen)+len(files[n+1:])+len(below)+len(parts) > maxPages:
				return errTooMany
			case s.size > maxListed:
				return errLongAddresses
			case errors.Is(err, errNoSitemap) && address == s.source.URL && !slices.Contains(s.announced(), address): // the source's URL is no sitemap but, for example, the home page
				parts = s.announced()
			case err != nil:
				err = fmt.Errorf("sitemap %s: %w", address, short(err, address))
				s.deleteNothing(err.Error())
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
		return fmt.Errorf("%s: all listed addresses are of another website, such as %s", s.source.URL, s.foreign)
	}
	return fmt.Errorf("%s: no sitemap lists a page that --include and --exclude let through", s.source.URL)
}

// start are the first sitemaps to read: the source's URL, or for the root of a site the announced
// ones.
func (s *sitemap) start() []string {
	if origin := s.client.origin; strings.Trim(origin.Path, "/") == "" && origin.RawQuery == "" {
		return s.announced()
	}
	return []string{s.source.URL}
}

// announced are the sitemaps on the site that robots.txt names, or else /sitemap.xml.
func (s *sitemap) announced() (found []string) {
	origin := s.client.origin
	for _, address := range s.client.robots.sitemaps {
		if u, err := markup.ParseReference(origin, address); err == nil && sameSite(u, origin) {
			found = append(found, u.String())
		}
	}
	if len(found) == 0 {
		found = append(found, s.client.at(usualPaths[0]))
	}
	return found
}

// usualPaths are where websites have their sitemaps. The others are those of WordPress.
var usualPaths = []string{"/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"}

// fetch gets a sitemap file. If the first of the usual paths has none, fetch tries the others. Some
// websites answer with their home page, and not with 404.
func (s *sitemap) fetch(ctx context.Context, address string) (*answer, error) {
	answer, err := s.client.Fetch(ctx, request{URL: address, Accept: sitemapAccept, Limit: maxSitemap})
	missing := answer != nil && (answer.Status == http.StatusNotFound || err == nil && isWebPage(answer))
	if !missing || address != s.client.at(usualPaths[0]) {
		return answer, err
	}
	for _, path := range usualPaths[1:] {
		if other, err := s.client.Fetch(ctx, request{URL: s.client.at(path), Accept: sitemapAccept, Limit: maxSitemap}); err == nil && !isWebPage(other) {
			return other, nil
		}
	}
	return answer, err
}

// isWebPage reports whether an answer is a web page, and no sitemap that is only sent as one.
func isWebPage(a *answer) bool {
	return isHTML(a) && !xmlRoot.Match(a.Body[:min(len(a.Body), sniffed)])
}

// file reads one sitemap file. It adds the pages, and returns the parts that the file lists. With
// an error, it returns the parts before the fault.
func (s *sitemap) file(ctx context.Context, address string) (parts []string, err error) {
	answer, err := s.fetch(ctx, address)
	if err != nil {
		return nil, err
	}
	entries, err := parseSitemap(answer.Body, answer.Header.Get("Content-Type"))
	for _, e := range entries {
		u, invalid := markup.ParseReference(answer.URL, e.loc)
		if invalid != nil {
			s.leaveOut(e.loc, "its address cannot be read")
			continue
		}
		address := normal(u)
		switch key := sameCase(address); {
		case len(address) > maxKey:
			s.leaveOut(address, fmt.Sprintf("its address is longer than %d bytes", maxKey))
			if e.part {
				s.deleteNothing("a sitemap is left out, too")
			}
		case u.User != nil:
			s.leaveOut(u.Redacted(), "its address holds a login")
		case e.part:
			parts = append(parts, u.String())
			s.size += len(address)
		case !sameSite(u, s.client.origin):
			s.foreign = cmp.Or(s.foreign, address)
			s.leaveOut(address, "it is of another website")
		case !s.listed[key]:
			s.listed[key] = true
			s.size += len(address)
			if wants(s.source.Settings, u) {
				s.pages = append(s.pages, address)
			}
		}
	}
	return parts, err
}

// leaveOut counts a listed address that is not requested.
func (s *sitemap) leaveOut(address, reason string) {
	s.judge.add(fmt.Sprintf("%.200s", address), makesNone(reason, ""))
}

var percentEncoded = regexp.MustCompile("%[0-9a-fA-F]{2}")

// sameCase writes the percent-encoding of an address in upper case, so that addresses compare
// equal. An address that is so already is not copied: all addresses may have 64 MB.
func sameCase(address string) string {
	if upper := percentEncoded.ReplaceAllStringFunc(address, strings.ToUpper); upper != address {
		return upper
	}
	return address
}

// wants reports whether the operator's settings let a URL through.
func wants(s content.SourceSettings, u *url.URL) bool {
	return (len(s.Include) == 0 || under(u, s.Include)) && !under(u, s.Exclude)
}

// under reports whether a URL's path is one of the paths, or below one. /shops matches /shops and
// /shops/books, and not /shopping.
func under(u *url.URL, paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool { return isUnder(u.Path, path) || isUnder(u.EscapedPath(), path) })
}

func isUnder(path, above string) bool {
	return path == above || strings.HasPrefix(path, strings.TrimSuffix(above, "/")+"/")
}

// noteUnused notes the paths of the settings that match no listed page: they may be mistyped.
func (s *sitemap) noteUnused() {
	settings := s.source.Settings
	note := func(flag string, paths ...string) {
		for _, path := range paths {
			if !s.lists(path) {
				s.judge.note(fmt.Sprintf("%s %s matches no page; it stands for this page and all below, and * has no meaning", flag, path))
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
func (s *sitemap) lists(path string) bool {
	for page := range s.listed {
		if u, err := url.Parse(page); err == nil && under(u, []string{path}) {
			return true
		}
	}
	return false
}

// page reads one page and records it.
func (s *sitemap) page(ctx context.Context, address string) (err error) {
	defer panics.Catch(&err) // page runs in a goroutine of its own
	known, page := s.recordOf(address), content.PageRecord{Key: address}
	answer, err := s.client.Fetch(ctx, request{URL: address, Accept: pageAccept, ETag: known.ETag, Modified: known.Modified})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case answer != nil && (answer.Status == http.StatusNotFound || answer.Status == http.StatusGone):
		s.record(page, gonePage(short(err, address).Error()))
	case errors.Is(err, errRobots), errors.Is(err, errElsewhere):
		s.record(page, badPage(short(err, address).Error()))
	case err != nil:
		s.record(page, unreadPage(short(err, address)))
	case answer.Status == http.StatusNotModified && isNoIndex(answer.Header.Values("X-Robots-Tag")):
		s.record(page, makesNone(errNoIndex.Error(), ""))
	case answer.Status == http.StatusNotModified:
		s.record(known, unchanged)
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
func (s *sitemap) makeItem(address string, answer *answer) {
	s.making.Lock()
	defer s.making.Unlock()
	item, canonical, err := readPage(answer, s.source.Settings, s.selector)
	bare := content.PageRecord{Key: address}
	p := content.PageRecord{Key: address, ItemID: itemID(s.source.Name, canonical), ETag: answer.Header.Get("ETag"), Modified: answer.Header.Get("Last-Modified")}
	switch {
	case errors.Is(err, errNoHTML):
		s.record(p, makesNone(err.Error(), ""))
	case errors.Is(err, errNoIndex):
		// Without validators, the page is read again: the header may go alone.
		s.record(bare, makesNone(err.Error(), ""))
	case err != nil:
		s.record(bare, badPage(err.Error())) // another page may make the item
	case sameCase(canonical) != sameCase(address) && (s.listed[sameCase(canonical)] || s.made(p.ItemID, address)):
		// Without validators, the page is read again: the other page may be gone by then.
		s.record(bare, makesNone("it names another page as canonical", canonical))
	default:
		s.record(p, makes(item))
	}
}

// itemID is the id of an item that a URL or a guid names.
func itemID(source, name string) string {
	return source + ":" + hashed(name)
}

// made reports whether another page that is still listed makes the item.
func (s *sitemap) made(item, address string) bool {
	for _, maker := range s.makers[item] {
		if s.listed[sameCase(maker)] {
			return maker != address
		}
	}
	return false
}
