package crawl

import (
	"fmt"

	"github.com/go-json-experiment/json"

	"airport-content/internal/source/lenient"
	"airport-content/internal/source/page"
	"airport-content/internal/source/rule"
	"airport-content/internal/source/template"
)

// says is what a page says of itself, and what other pages may say, too.
type says struct {
	titles []string
	thing  string // of what the page describes: its title
	own    bool   // the thing has the page's address
	which  template.Mark
}

// sayings is what a page says of itself.
func sayings(p *page.Page) *says {
	s := &says{titles: p.Titles}
	if t := p.Thing; t != nil {
		about, _ := json.Marshal([]any{t.Type, t.Title, t.Excerpt, t.Metadata}, json.Deterministic(true), lenient.Options)
		s.thing, s.own, s.which = t.Title, t.Here, template.Said("thing", string(about))
	}
	return s
}

// marksOf are the marks of a web page: what it says of itself, and its blocks, unless the operator
// has selected the content. shell is a digest of what the page shows if a script would fill the page;
// else "".
func (c *Crawl) marksOf(p *page.Page, said *says) (marks template.Marks, shell string) {
	var all []template.Mark
	for n, title := range p.Titles {
		all = append(all, template.Said(fmt.Sprint("title ", n), title))
	}
	for _, text := range p.Excerpts {
		all = append(all, template.Said("excerpt", text))
	}
	if p.Thing != nil {
		all = append(all, said.which)
	}
	if !c.learns() || p.Body == nil {
		return template.Store(all), ""
	}
	for _, b := range template.Split(p.Body) {
		all = append(all, b.Mark)
	}
	marks = template.Store(all)
	if is, _ := page.IsShell(p.Body); is {
		shell = marks.Digest()
	}
	return marks, shell
}

// owns reports whether what a page describes is of this page, and not of a part that many pages
// have.
func (s *settling) owns(of *says) bool {
	return of.own || s.Off[rule.SharedThing] || !s.site.Shares(of.which)
}

// title is the best title of a page that few pages share.
func (s *settling) title(of *says) string {
	if of.thing != "" && s.owns(of) {
		return of.thing
	}
	for n, title := range of.titles {
		if s.Off[rule.SharedTitle] || !s.site.Shares(template.Said(fmt.Sprint("title ", n), title)) {
			return title
		}
	}
	if len(of.titles) == 0 {
		return ""
	}
	return of.titles[0]
}

// excerpt is the best description of a page that few pages share.
func (s *settling) excerpt(p *page.Page) string {
	for _, text := range p.Excerpts {
		if s.Off[rule.SharedTitle] || !s.site.Shares(template.Said("excerpt", text)) {
			return text
		}
	}
	return ""
}
