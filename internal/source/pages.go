package source

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/sync/errgroup"

	"airport-content/internal/content"
)

const (
	pageAccept = "text/html,application/xhtml+xml"

	// tooMany failures in a row end a run: the website is down, and each further page would take a minute.
	tooMany = 50
)

// pageReader reads the pages that a website's sitemap lists.
type pageReader struct {
	crawl    *Crawl
	sitemap  *sitemap
	selector goquery.Matcher

	mu       sync.Mutex
	failures int // in a row
}

// readSitemap reads any website that has a sitemap.
func readSitemap(ctx context.Context, c *Crawl) error {
	selector, err := parseSelector(c.Source.Settings.Content)
	if err != nil {
		return err
	}
	s, err := listPages(ctx, c)
	if err != nil {
		return err
	}
	r := &pageReader{crawl: c, sitemap: s, selector: selector}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for _, address := range s.pages {
		if ctx.Err() != nil {
			break
		}
		g.Go(func() error { return r.page(ctx, address) })
	}
	return g.Wait()
}

// page reads one page and records it. It records nothing of a page that is gone, so its item is deleted.
func (r *pageReader) page(ctx context.Context, address string) error {
	c, known := r.crawl, r.crawl.Known(address)
	answer, err := c.Client.Get(ctx, Request{URL: address, Accept: pageAccept, ETag: known.ETag, Modified: known.Modified})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errRobots), errors.Is(err, errElsewhere):
		c.Skip(content.PageRecord{Key: address}, short(err, address).Error())
		return nil
	case err == nil && (answer.Status == http.StatusNotFound || answer.Status == http.StatusGone):
		return r.fails(nil)
	case err == nil:
		err = answer.Err()
	}
	if err != nil {
		c.Fail(address, short(err, address))
		return r.fails(err)
	}
	if answer.Status == http.StatusNotModified {
		c.Keep(known)
	} else {
		r.take(address, answer)
	}
	return r.fails(nil)
}

// short leaves out a URL that an error begins with.
func short(err error, address string) error {
	if text, cut := strings.CutPrefix(err.Error(), address); cut {
		return errors.New(strings.TrimLeft(text, ": "))
	}
	return err
}

// take makes an item of a page. A page whose canonical URL is another page of the list makes none.
func (r *pageReader) take(address string, answer *Answer) {
	c := r.crawl
	item, canonical, err := readPage(answer, c.Source.Settings, r.selector)
	p := content.PageRecord{Key: address, ItemID: itemID(c.Source.Name, canonical), ETag: answer.Header.Get("ETag"), Modified: answer.Header.Get("Last-Modified")}
	switch {
	case errors.Is(err, errNoHTML):
		p.ItemID = ""
		c.Keep(p)
	case err != nil:
		c.Skip(p, err.Error())
	case canonical != address && r.sitemap.listed[canonical], r.made(p.ItemID, address):
		c.Keep(content.PageRecord{Key: address}) // without validators, so it is read again: the other page may be gone by then
	default:
		c.Put(p, item)
	}
}

// itemID is the id of an item that a URL or a guid names.
func itemID(source, name string) string {
	return source + ":" + hashed(name)
}

// made reports whether another page, which is still listed, makes the item.
func (r *pageReader) made(item, address string) bool {
	for _, maker := range r.crawl.Makers(item) {
		if r.sitemap.listed[maker] {
			return maker != address
		}
	}
	return false
}

// fails counts failures in a row. It returns an error when they are too many.
func (r *pageReader) fails(err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.failures = 0
		return nil
	}
	if r.failures++; r.failures >= tooMany {
		return fmt.Errorf("%d pages one after the other could not be read, so nothing was changed; %w", r.failures, err)
	}
	return nil
}
