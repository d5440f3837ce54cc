package sitemap

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"airport-content/internal/markup"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/web"
)

const (
	maxSitemap    = 20 << 20 // bytes of an answer
	maxDepth      = 5        // of indexes that list indexes
	maxListed     = 64 << 20 // bytes of all addresses
	sitemapAccept = "application/xml,text/xml;q=0.9,*/*;q=0.5"
)

var errLongAddresses = fmt.Errorf("the addresses that the website lists have more than %d MB", maxListed>>20)

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
	s.addAlternates()
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

// announced are the sitemaps that robots.txt names, on any host, or else /sitemap.xml.
func (s *reader) announced() (found []string) {
	for _, u := range s.Client.Sitemaps() {
		found = append(found, u.String())
	}
	if len(found) == 0 {
		found = append(found, s.Client.At(usualPaths[0]))
	}
	return found
}

// usualPaths are where websites have their sitemaps. The others are those of WordPress.
var usualPaths = []string{"/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"}

// fetch gets a sitemap file. If the first of the usual paths has none, fetch tries the others. Some
// websites answer with a page, and not with 404.
func (s *reader) fetch(ctx context.Context, address string) (*web.Answer, error) {
	get := func(address string) (*web.Answer, error) {
		return s.Client.Fetch(ctx, web.Request{URL: address, Accept: sitemapAccept, Limit: maxSitemap, Sitemap: true})
	}
	answer, err := get(address)
	if address != s.Client.At(usualPaths[0]) || !isGone(answer) && (err != nil || !isNone(answer)) {
		return answer, err
	}
	for _, path := range usualPaths[1:] {
		if other, err := get(s.Client.At(path)); err == nil && !isNone(other) {
			return other, nil
		}
	}
	return answer, err
}

// isNone reports whether an answer is no sitemap, whatever its header says.
func isNone(a *web.Answer) bool {
	_, err := parseSitemap(a.Body, a.Header.Get("Content-Type"))
	return errors.Is(err, errNoSitemap)
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
		switch {
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
		case web.SameSite(u, s.Client.Origin):
			s.add(u)
			s.noteAlternates(u, answer.URL, e.alternates)
		case web.SameSite(answer.URL, s.Client.Origin):
			s.LeaveOut(address, "it is of another website")
			fallthrough
		default: // the sitemap may be of several websites
			s.foreign = cmp.Or(s.foreign, address)
		}
	}
	return parts, err
}

// add adds a page of the site, once.
func (s *reader) add(u *url.URL) {
	address := web.Normal(u)
	key := web.SameCase(address)
	if s.listed[key] {
		return
	}
	s.listed[key] = true
	s.size += len(address)
	if s.Wants(u) {
		s.pages = append(s.pages, address)
	}
}

// noteAlternates takes the languages of a page. Most websites tell the same of each page of a group,
// which is read and kept once.
func (s *reader) noteAlternates(page *url.URL, base *url.URL, alternates []alternate) {
	if len(alternates) == 0 {
		return
	}
	text := base.Host + base.Path
	for _, a := range alternates {
		text += " " + a.language + " " + a.address
	}
	id := sha256.Sum256([]byte(text))
	byLanguage, known := s.told[id]
	if !known {
		byLanguage = s.readAlternates(base, alternates)
		s.told[id] = byLanguage
		s.size += len(text)
	}
	if len(byLanguage) > 0 {
		s.ListAlternates(web.Normal(page), byLanguage)
	}
}

// readAlternates are the addresses of the languages of a page. Pages of another website are of another
// source.
func (s *reader) readAlternates(base *url.URL, alternates []alternate) map[string]string {
	byLanguage := map[string]string{}
	for _, a := range alternates {
		u, err := markup.ParseReference(base, a.address)
		if err != nil || u.User != nil || !web.SameSite(u, s.Client.Origin) || len(s.alternates) > crawl.MaxPages {
			continue
		}
		if address := web.Normal(u); len(address) <= crawl.MaxKey {
			byLanguage[a.language] = address
			if !s.listed[web.SameCase(address)] {
				s.alternates[address] = u
			}
		}
	}
	return byLanguage
}

// addAlternates adds the pages that are listed only as other languages of pages. A page that is listed
// with a slash at its end, www. or another scheme is no other one.
func (s *reader) addAlternates() {
	if len(s.alternates) == 0 {
		return
	}
	listed := map[string]bool{}
	for address := range s.listed {
		listed[web.Bare(address)] = true
	}
	maps.DeleteFunc(s.alternates, func(address string, _ *url.URL) bool { return listed[web.Bare(address)] })
	for _, address := range slices.Sorted(maps.Keys(s.alternates)) {
		s.add(s.alternates[address])
	}
}

// isGuess reports whether a page is listed only as another language of a page, and never made an item.
// Some websites list languages that they do not have, and are not broken.
func (s *reader) isGuess(address string) bool {
	return s.alternates[address] != nil && s.RecordOf(address).ItemID == ""
}
