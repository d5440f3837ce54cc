package e2e_test

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"airport-content/internal/check"
)

// site serves files by path, with BASE for its address. The first line of a page may be a header Link.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	files map[string]string
}

func newSite(t *testing.T, files map[string]string) *site {
	s := &site{files: files}
	s.Server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		text, found := s.files[r.URL.Path]
		s.mu.Unlock()
		text = strings.ReplaceAll(text, "BASE", s.URL)
		if link, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(link, "Link: ") {
			out.Header().Set("Link", strings.TrimPrefix(link, "Link: "))
			text = rest
		}
		out.Header().Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256([]byte(text))))
		switch {
		case !found:
			out.WriteHeader(http.StatusNotFound)
		case r.Header.Get("If-None-Match") == out.Header().Get("ETag"):
			out.WriteHeader(http.StatusNotModified)
		default:
			out.Header().Set("Content-Type", map[bool]string{true: "text/html", false: "application/xml"}[!strings.HasSuffix(r.URL.Path, ".xml")])
			fmt.Fprint(out, text)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) change(path, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[path] = text
}

// The languages of a website's pages are translations of each other in the API: by links of the pages,
// of the header, and of the sitemap, also of pages that are listed only there.
func TestTranslationsOfAWebsite(t *testing.T) {
	t.Parallel()
	page := func(language, title, links string) string {
		return fmt.Sprintf(`<html lang="%s"><head><title>%s</title>%s</head><body><main><h1>%[2]s</h1><p>Text of %[2]s.</p></main></body></html>`, language, title, links)
	}
	const a = `<link rel="alternate" hreflang="en" href="BASE/en/a"><link rel="alternate" hreflang="de" href="/de/a/"><link rel="alternate" hreflang="x-default" href="BASE/en/d">`
	const b = `Link: <BASE/en/b>; rel="alternate"; hreflang="en", <BASE/de/b>; rel=alternate; hreflang=de` + "\n"
	files := map[string]string{
		"/en/a": page("en", "Stop", a), "/de/a": page("de", "Halt", a), "/en/b": b + page("en", "Bread", ""), "/de/b": b + page("de", "Brot", ""),
		"/en/c": page("en", "Cat", ""), "/fr/c": page("fr", "Chat", ""), "/de/c": "<title>Katze</title><main><h1>Katze</h1><p>Text.</p></main>", "/en/d": page("en", "Door", ""),
		"/sitemap.xml": `<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>BASE/en/a</loc></url><url><loc>BASE/de/a</loc></url><url><loc>BASE/en/b</loc></url><url><loc>BASE/de/b</loc></url>` +
			`<url><loc>BASE/en/c</loc><xhtml:link rel="alternate" hreflang="de" href="BASE/de/c"/><xhtml:link rel="alternate" hreflang="fr" href="BASE/fr/c"/></url><url><loc>BASE/en/d</loc></url></urlset>`,
	}
	w := newSite(t, files)
	i, key := sfo(t)
	s := i.serve(t)
	i.do(t, "source", "add", "SFO", "www", "sitemap", w.URL, "--allow-private", "--rate", "1000")
	check.Same(t, pulled(8, 0, 0, 0, 0), i.do(t, "pull", "SFO", "www"))
	all := s.everything(t, key, "SFO")
	titles := func(prefer string) string {
		var list []string
		p := s.list(t, key, "SFO", "preferLanguage", prefer)
		check.Same(t, len(p.Results), p.Pagination.Total, prefer, "total")
		for _, one := range p.Results {
			text := one.Title
			for _, language := range slices.Sorted(maps.Keys(one.Translations)) {
				text += " " + language + "=" + all[one.Translations[language]].Title
			}
			list = append(list, text)
		}
		slices.Sort(list)
		return strings.Join(list, ", ")
	}
	check.Same(t, "Brot en=Bread, Door, Halt en=Stop, Katze en=Cat fr=Chat", titles("de-AT"), "in German")
	check.Same(t, "Bread de=Brot, Chat de=Katze en=Cat, Door, Stop de=Halt", titles("fr,en"), "in French")

	cursor := ""
	for more := true; more; {
		p := s.changes(t, key, "SFO", cursor, 100)
		cursor, more = p.NextCursor, p.HasMore
	}
	check.Same(t, pulled(0, 0, 8, 0, 0), i.do(t, "pull", "SFO", "www"))
	check.Same(t, 0, len(s.changes(t, key, "SFO", cursor, 100).Results), "changes of an unchanged pull")
	i.do(t, "pull", "SFO", "www", "--full")
	check.Same(t, 0, len(s.changes(t, key, "SFO", cursor, 100).Results), "changes of a full pull")

	changedSince := func(what string, want ...string) {
		var changed []string
		p := s.changes(t, key, "SFO", cursor, 100)
		for _, c := range p.Results {
			changed = append(changed, c.Item.Title)
			check.Same(t, all[c.Item.ID].LastModified, c.Item.LastModified, what, "the date of", c.Item.Title)
		}
		cursor = p.NextCursor
		slices.Sort(changed)
		check.Same(t, want, changed, what)
	}
	// As a program without translations has left them, with another version of the reader.
	i.sql(t, "UPDATE source_page SET links = '{}'; UPDATE content_item SET translation = NULL; UPDATE source SET read_with = ''")
	check.Same(t, pulled(0, 0, 8, 0, 0), i.do(t, "pull", "SFO", "www"))
	changedSince("after an upgrade", "Bread", "Brot", "Cat", "Chat", "Halt", "Katze", "Stop")
	i.do(t, "pull", "SFO", "www")
	changedSince("the pull after that")

	w.change("/en/a", page("en", "Stop", ""))
	w.change("/de/a", page("de", "Halt", ""))
	check.Same(t, pulled(0, 0, 8, 0, 0), i.do(t, "pull", "SFO", "www"))
	check.Same(t, "Brot en=Bread, Door, Halt, Katze en=Cat fr=Chat, Stop", titles("de"), "without links")
	changedSince("a group that ends", "Halt", "Stop")
}
