package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"golang.org/x/net/html/charset"

	"airport-content/internal/content"
)

// The sitemap protocol's limits of a file.
const (
	maxURLs       = 50_000
	maxSitemap    = 50 << 20 // bytes, unpacked
	sitemapAccept = "application/xml,text/xml;q=0.9,*/*;q=0.5"
)

// errNoSitemap is of a file that is something else, the website's home page for example.
var errNoSitemap = errors.New("no sitemap: its root is neither urlset nor sitemapindex")

// sitemap is the pages that a website lists, each once, in the order of the list. It ignores lastmod, which is often wrong.
type sitemap struct {
	crawl  *Crawl
	pages  []string
	listed map[string]bool // pages, and those that the settings leave out
	failed error           // of the first file that could not be read
}

// listPages reads the website's sitemaps. If one cannot be read, the crawl deletes nothing. It is an error if no page is left.
func listPages(ctx context.Context, c *Crawl) (*sitemap, error) {
	s := &sitemap{crawl: c, listed: map[string]bool{}}
	queue, err := s.roots(ctx)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for len(queue) > 0 && len(seen) < maxURLs {
		address := queue[0]
		queue = queue[1:]
		if seen[address] {
			continue
		}
		seen[address] = true
		parts, err := s.file(ctx, address)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, errNoSitemap) && address == c.Source.URL: // a page, such as the site's home page
			parts, err = s.announced(ctx)
			if err != nil {
				return nil, err
			}
		case err != nil:
			err = fmt.Errorf("sitemap %s: %w", address, short(err, address))
			c.KeepAll(err.Error())
			if s.failed == nil {
				s.failed = err
			}
		}
		queue = append(queue, parts...)
	}
	if len(queue) > 0 {
		c.KeepAll(fmt.Sprintf("there are more than %d sitemap files", maxURLs))
	}
	switch {
	case len(s.pages) == 0 && s.failed != nil:
		return nil, s.failed
	case len(s.pages) == 0:
		return nil, fmt.Errorf("%s: no sitemap lists a page that --include and --exclude let through", c.Source.URL)
	}
	return s, nil
}

// roots are the sitemaps to begin with: the source's URL, or if that is the site's root, what the site announces.
func (s *sitemap) roots(ctx context.Context) ([]string, error) {
	if origin := s.crawl.Client.origin; strings.Trim(origin.Path, "/") == "" && origin.RawQuery == "" {
		return s.announced(ctx)
	}
	return []string{s.crawl.Source.URL}, nil
}

// announced are the sitemaps that robots.txt names, or else /sitemap.xml.
func (s *sitemap) announced(ctx context.Context) ([]string, error) {
	origin := s.crawl.Client.origin
	data, err := s.crawl.Client.robots.of(ctx, origin)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, address := range data.Sitemaps {
		if u, err := origin.Parse(address); err == nil {
			found = append(found, u.String())
		}
	}
	if len(found) == 0 {
		found = append(found, origin.Scheme+"://"+origin.Host+"/sitemap.xml")
	}
	return found, nil
}

// file reads one file. It adds its pages and returns the parts that it lists, also those that come before an error.
func (s *sitemap) file(ctx context.Context, address string) (parts []string, err error) {
	answer, err := s.crawl.Client.Get(ctx, Request{URL: address, Accept: sitemapAccept, Limit: maxSitemap})
	if err != nil {
		return nil, err
	}
	if err := answer.Err(); err != nil {
		return nil, err
	}
	err = parseSitemap(answer.Body, func(loc string, part bool) {
		u, err := answer.URL.Parse(loc)
		switch {
		case err != nil || u.User != nil:
		case part:
			parts = append(parts, u.String())
		case sameSite(u, s.crawl.Client.origin):
			s.add(u)
		}
	})
	return parts, err
}

// add takes a page that the settings let through, once.
func (s *sitemap) add(u *url.URL) {
	page := normal(u)
	if s.listed[page] {
		return
	}
	s.listed[page] = true
	if wants(s.crawl.Source.Settings, u) {
		s.pages = append(s.pages, page)
	}
}

// wants reports whether the operator's settings let a URL through.
func wants(s content.SourceSettings, u *url.URL) bool {
	return (len(s.Include) == 0 || under(u, s.Include)) && !under(u, s.Exclude)
}

// under reports whether a URL's path begins with one of the prefixes.
func under(u *url.URL, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(u.Path, prefix) || strings.HasPrefix(u.EscapedPath(), prefix) {
			return true
		}
	}
	return false
}

// parseSitemap calls tell for each URL of a sitemap file or an index, plain or gzip.
func parseSitemap(file []byte, tell func(loc string, part bool)) error {
	var in io.Reader = bytes.NewReader(file)
	if bytes.HasPrefix(file, []byte{0x1f, 0x8b}) {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		in = &bounded{in: unpacked, left: maxSitemap}
	}
	d := xml.NewDecoder(bufio.NewReader(in))
	d.Strict, d.Entity, d.CharsetReader = false, xml.HTMLEntity, charset.NewReaderLabel
	if root, err := nextElement(d); err != nil || root.Name.Local != "urlset" && root.Name.Local != "sitemapindex" {
		return errNoSitemap
	}
	for count := 0; ; {
		element, err := nextElement(d)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		var entry struct {
			Loc string `xml:"loc"`
		}
		if err := d.DecodeElement(&entry, &element); err != nil {
			return err
		}
		part := element.Name.Local == "sitemap"
		if loc := strings.TrimSpace(entry.Loc); loc != "" && (part || element.Name.Local == "url") {
			if count++; count > maxURLs {
				return fmt.Errorf("it lists more than %d URLs", maxURLs)
			}
			tell(loc, part)
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

// bounded fails after so many bytes.
type bounded struct {
	in   io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.in.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, refuse("it has more than %d MB unpacked", maxSitemap>>20)
	}
	return n, err
}
