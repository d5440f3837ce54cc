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
)

const (
	pageAccept = "text/html,application/xhtml+xml"

	// tooMany failures in a row end a run: the website is down, and each further page would take a minute.
	tooMany = 50
)

// crawl reads the pages that a website's sitemap lists.
type crawl struct {
	visit    *Visit
	sitemap  *sitemap
	selector goquery.Matcher

	mu       sync.Mutex
	failures int // in a row
}

// readSitemap reads any website that has a sitemap.
func readSitemap(ctx context.Context, v *Visit) error {
	selector, err := parseSelector(v.Source.Settings.Content)
	if err != nil {
		return err
	}
	s, err := listPages(ctx, v)
	if err != nil {
		return err
	}
	c := &crawl{visit: v, sitemap: s, selector: selector}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for _, address := range s.pages {
		if ctx.Err() != nil {
			break
		}
		g.Go(func() error { return c.page(ctx, address) })
	}
	return g.Wait()
}

// page reads one page and tells the visit. It tells nothing of a page that is gone, so its item is deleted.
func (c *crawl) page(ctx context.Context, address string) error {
	v, known := c.visit, c.visit.Known(address)
	answer, err := v.Client.Get(ctx, Request{URL: address, Accept: pageAccept, ETag: known.ETag, Modified: known.Modified})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errRobots), errors.Is(err, errElsewhere):
		v.Skip(Page{Key: address}, short(err, address).Error())
		return nil
	case err == nil && (answer.Status == http.StatusNotFound || answer.Status == http.StatusGone):
		return c.fails(nil)
	case err == nil:
		err = answer.Err()
	}
	if err != nil {
		v.Fail(address, short(err, address))
		return c.fails(err)
	}
	if answer.Status == http.StatusNotModified {
		v.Keep(known)
	} else {
		c.take(address, answer)
	}
	return c.fails(nil)
}

// short leaves out a URL that an error begins with.
func short(err error, address string) error {
	if text, cut := strings.CutPrefix(err.Error(), address); cut {
		return errors.New(strings.TrimLeft(text, ": "))
	}
	return err
}

// take makes an item of a page. A page whose canonical URL is another page of the list makes none.
func (c *crawl) take(address string, answer *Answer) {
	v := c.visit
	item, canonical, err := readPage(answer, v.Source.Settings, c.selector)
	p := Page{Key: address, ItemID: itemID(v.Source.Name, canonical), ETag: answer.Header.Get("ETag"), Modified: answer.Header.Get("Last-Modified")}
	switch {
	case errors.Is(err, errNoHTML):
		p.ItemID = ""
		v.Keep(p)
	case err != nil:
		v.Skip(p, err.Error())
	case canonical != address && c.sitemap.listed[canonical], c.made(p.ItemID, address):
		v.Keep(Page{Key: address}) // without validators, so it is read again: the other page may be gone by then
	default:
		v.Put(p, item)
	}
}

// itemID is the id of an item that a URL or a guid names.
func itemID(source, name string) string {
	return source + ":" + hashed(name)
}

// made reports whether another page, which is still listed, makes the item.
func (c *crawl) made(item, address string) bool {
	for _, maker := range c.visit.Makers(item) {
		if c.sitemap.listed[maker] {
			return maker != address
		}
	}
	return false
}

// fails counts failures in a row. It returns an error when they are too many.
func (c *crawl) fails(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		c.failures = 0
		return nil
	}
	if c.failures++; c.failures >= tooMany {
		return fmt.Errorf("%d pages one after the other could not be read, so nothing was changed; %w", c.failures, err)
	}
	return nil
}
