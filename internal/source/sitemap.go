package source

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html/charset"
	"golang.org/x/sync/errgroup"

	"airport-content/internal/content"
	"airport-content/internal/panics"
)

const (
	maxSitemap    = 20 << 20 // bytes of an answer
	maxUnpacked   = 50 << 20 // bytes of a file, as the sitemap protocol says
	maxEntries    = 50_000   // of a file, as the protocol says too
	sitemapAccept = "application/xml,text/xml;q=0.9,*/*;q=0.5"
	pageAccept    = "text/html,application/xhtml+xml"
)

// errNoSitemap is of a file that is something else, the website's home page for example.
var errNoSitemap = errors.New("no sitemap: its root is neither urlset nor sitemapindex")

// sitemap reads the pages that a website lists.
type sitemap struct {
	*Crawl
	selector goquery.Matcher
	pages    []string        // each once, in the order of the list
	listed   map[string]bool // pages, and those that the settings leave out
	foreign  int             // listed addresses of other websites
	example  string          // the first of these
	making   sync.Mutex      // held while an item is made, which may take twenty times the memory of its page
}

// readSitemap reads any website that has a sitemap. It ignores lastmod, which is often wrong.
func readSitemap(ctx context.Context, c *Crawl) error {
	selector, err := parseSelector(c.Source.Settings.Content)
	if err != nil {
		return err
	}
	s := &sitemap{Crawl: c, selector: selector, listed: map[string]bool{}}
	if err := c.Client.ReadRobots(ctx); err != nil {
		return err
	}
	if err := s.list(ctx); err != nil {
		return err
	}
	s.noteUnused()
	slices.SortStableFunc(s.pages, func(a, b string) int { // unread ones first: the time limit may end this crawl, too
		return cmp.Compare(len(s.known[a].Hash), len(s.known[b].Hash))
	})
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for _, address := range s.pages {
		if ctx.Err() != nil {
			break
		}
		g.Go(func() error { return s.page(ctx, address) })
	}
	return g.Wait()
}

// list reads the website's sitemaps. If one cannot be read, the crawl deletes nothing. It is an error if no page is left.
func (s *sitemap) list(ctx context.Context) error {
	queue := s.start()
	var failed error // the first of the files that could not be read
	seen := map[string]bool{}
	for len(queue) > 0 {
		address := queue[0]
		queue = queue[1:]
		if seen[address] {
			continue
		}
		seen[address] = true
		parts, err := s.file(ctx, address)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case len(s.listed)+len(seen)+len(queue)+len(parts) > maxPages:
			return errTooMany
		case errors.Is(err, errNoSitemap) && address == s.Source.URL && !slices.Contains(s.announced(), address): // such as the site's home page
			parts = s.announced()
		case err != nil:
			err = fmt.Errorf("sitemap %s: %w", address, short(err, address))
			s.deleteNothing(err.Error())
			if failed == nil {
				failed = err
			}
		}
		queue = append(queue, parts...)
	}
	if s.foreign > 0 {
		s.judge.note(fmt.Sprintf("addresses of another website are left out: %d, such as %s", s.foreign, s.example))
	}
	switch {
	case len(s.pages) > 0:
		return nil
	case failed != nil:
		return failed
	case len(s.listed) == 0 && s.foreign > 0:
		return fmt.Errorf("%s: all listed addresses are of another website, such as %s", s.Source.URL, s.example)
	}
	return fmt.Errorf("%s: no sitemap lists a page that --include and --exclude let through", s.Source.URL)
}

// start are the sitemaps to begin with: the source's URL, or what its site announces.
func (s *sitemap) start() []string {
	if origin := s.Client.origin; strings.Trim(origin.Path, "/") == "" && origin.RawQuery == "" {
		return s.announced()
	}
	return []string{s.Source.URL}
}

// announced are the site's own sitemaps that robots.txt names, or else /sitemap.xml.
func (s *sitemap) announced() (found []string) {
	origin := s.Client.origin
	for _, address := range s.Client.robots.Sitemaps {
		if u, err := origin.Parse(address); err == nil && sameSite(u, origin) {
			found = append(found, u.String())
		}
	}
	if len(found) == 0 {
		found = append(found, origin.Scheme+"://"+origin.Host+"/sitemap.xml")
	}
	return found
}

// file reads one file. It adds its pages and returns the parts that it lists, also those that come before an error.
func (s *sitemap) file(ctx context.Context, address string) (parts []string, err error) {
	answer, err := s.Client.Fetch(ctx, Request{URL: address, Accept: sitemapAccept, Limit: maxSitemap})
	if err != nil {
		return nil, err
	}
	entries, err := parseSitemap(answer.Body)
	for _, e := range entries {
		u, err := answer.URL.Parse(e.loc)
		switch {
		case err != nil || u.User != nil:
		case e.part:
			parts = append(parts, u.String())
		case !sameSite(u, s.Client.origin):
			s.foreign++
			s.example = cmp.Or(s.example, u.String())
		case !s.listed[normal(u)]:
			s.listed[normal(u)] = true
			if wants(s.Source.Settings, u) {
				s.pages = append(s.pages, normal(u))
			}
		}
	}
	return parts, err
}

// wants reports whether the operator's settings let a URL through.
func wants(s content.SourceSettings, u *url.URL) bool {
	return (len(s.Include) == 0 || under(u, s.Include)) && !under(u, s.Exclude)
}

// under reports whether a URL's path is one of the paths, or below one. /shops takes /shops and /shops/books, and not /shopping.
func under(u *url.URL, paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool { return isUnder(u.Path, path) || isUnder(u.EscapedPath(), path) })
}

func isUnder(path, above string) bool {
	return path == above || strings.HasPrefix(path, strings.TrimSuffix(above, "/")+"/")
}

// noteUnused notes the paths of the settings that no listed page is at or below: they may be mistyped.
func (s *sitemap) noteUnused() {
	settings := s.Source.Settings
	note := func(flag string, path string) {
		for page := range s.listed {
			if u, err := url.Parse(page); err == nil && under(u, []string{path}) {
				return
			}
		}
		text := fmt.Sprintf("%s %s matches no page", flag, path)
		if strings.Contains(path, "*") {
			text += "; it is no pattern: a path takes all that is below it, without *"
		}
		s.judge.note(text)
	}
	for _, path := range settings.Include {
		note("--include", path)
	}
	for _, path := range settings.Exclude {
		note("--exclude", path)
	}
	for _, m := range settings.Map {
		note("--map", m.From)
	}
}

// sitemapEntry is what a sitemap file lists: a page, or in an index a part, which is another file.
type sitemapEntry struct {
	loc  string
	part bool
}

// parseSitemap reads a sitemap file or an index, plain or gzip. With an error, it returns the entries before that.
func parseSitemap(file []byte) (entries []sitemapEntry, err error) {
	var text io.Reader = bytes.NewReader(file)
	if bytes.HasPrefix(file, []byte{0x1f, 0x8b}) {
		packed, err := gzip.NewReader(text)
		if err != nil {
			return nil, err
		}
		text = io.LimitReader(packed, maxUnpacked) // one that is cut off has no end
	}
	d := xml.NewDecoder(text)
	d.Strict, d.Entity, d.CharsetReader = false, xml.HTMLEntity, charset.NewReaderLabel
	if root, err := nextElement(d); err != nil || root.Name.Local != "urlset" && root.Name.Local != "sitemapindex" {
		return nil, errNoSitemap
	}
	for {
		element, err := nextElement(d)
		if err == io.EOF {
			return entries, nil
		}
		var entry struct {
			Loc string `xml:"loc"`
		}
		if err == nil {
			err = d.DecodeElement(&entry, &element)
		}
		if err != nil {
			return entries, err
		}
		part := element.Name.Local == "sitemap"
		if loc := strings.TrimSpace(entry.Loc); loc != "" && (part || element.Name.Local == "url") {
			if len(entries) == maxEntries {
				return entries, fmt.Errorf("it lists more than %d addresses", maxEntries)
			}
			entries = append(entries, sitemapEntry{loc, part})
		}
	}
}

// nextElement skips text and comments. Its error is io.EOF after the root's end, and another one if the file ends before that.
func nextElement(d *xml.Decoder) (xml.StartElement, error) {
	for {
		token, err := d.Token()
		if err != nil {
			return xml.StartElement{}, err
		}
		if element, is := token.(xml.StartElement); is {
			return element, nil
		}
	}
}

// page reads one page and records it.
func (s *sitemap) page(ctx context.Context, address string) (err error) {
	defer panics.Catch(&err) // it runs in a goroutine of its own
	known, page := s.Known(address), content.PageRecord{Key: address}
	answer, err := s.Client.Fetch(ctx, Request{URL: address, Accept: pageAccept, ETag: known.ETag, Modified: known.Modified})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case answer != nil && (answer.Status == http.StatusNotFound || answer.Status == http.StatusGone):
		s.record(page, isGone(short(err, address).Error()))
	case errors.Is(err, errRobots), errors.Is(err, errElsewhere):
		s.record(page, isBad(short(err, address).Error()))
	case err != nil:
		s.record(page, isUnread(short(err, address)))
	case answer.Status == http.StatusNotModified && isNoIndex(answer.Header.Values("X-Robots-Tag")):
		s.record(page, makesNone(errNoIndex.Error(), ""))
	case answer.Status == http.StatusNotModified:
		s.record(known, unchanged)
	default:
		s.makeItem(address, answer)
	}
	return nil
}

// short leaves out a URL that an error begins with.
func short(err error, address string) error {
	if text, cut := strings.CutPrefix(err.Error(), address); cut {
		return errors.New(strings.TrimLeft(text, ": "))
	}
	return err
}

// makeItem makes an item of a page. A page whose canonical URL is another page of the list makes none.
func (s *sitemap) makeItem(address string, answer *Answer) {
	s.making.Lock()
	defer s.making.Unlock()
	item, canonical, err := readPage(answer, s.Source.Settings, s.selector)
	bare := content.PageRecord{Key: address}
	p := content.PageRecord{Key: address, ItemID: itemID(s.Source.Name, canonical), ETag: answer.Header.Get("ETag"), Modified: answer.Header.Get("Last-Modified")}
	switch {
	case errors.Is(err, errNoHTML):
		s.record(p, makesNone(err.Error(), ""))
	case errors.Is(err, errNoIndex):
		s.record(bare, makesNone(err.Error(), "")) // without validators, so it is read again: the header may go alone
	case err != nil:
		s.record(bare, isBad(err.Error())) // another page may make the item
	case canonical != address && (s.listed[canonical] || s.made(p.ItemID, address)):
		s.record(bare, makesNone("it names another page as canonical", canonical)) // without validators, so it is read again: the other page may be gone by then
	default:
		s.record(p, makes(item))
	}
}

// itemID is the id of an item that a URL or a guid names.
func itemID(source, name string) string {
	return source + ":" + hashed(name)
}

// made reports whether another page, which is still listed, makes the item.
func (s *sitemap) made(item, address string) bool {
	for _, maker := range s.makers[item] {
		if s.listed[maker] {
			return maker != address
		}
	}
	return false
}
