package crawl

import (
	"context"
	"fmt"

	"airport-content/internal/content"
	"airport-content/internal/source/page"
	"airport-content/internal/source/render"
	"airport-content/internal/source/web"
)

// openBrowser opens the browser of a source whose pages scripts draw; nil for another source.
func openBrowser(ctx context.Context, s content.Source, client *web.Client, o Options) (*render.Browser, error) {
	if !s.Settings.Render {
		return nil, nil
	}
	return render.Open(ctx, client, o.ChromeURL)
}

// CheckBrowser reports whether the browser of a source can be opened.
func (c *Crawl) CheckBrowser(ctx context.Context, o Options) error {
	browser, err := openBrowser(ctx, c.Source, c.Client, o)
	if browser != nil {
		browser.Close()
	}
	return err
}

// FetchPage asks for a web page, as scripts draw it where the source wants that. The website cannot
// tell then whether a page is unchanged, because the scripts ask for its text.
func (c *Crawl) FetchPage(ctx context.Context, r web.Request) (*web.Answer, error) {
	r.Accept = web.PageAccept
	if c.browser != nil {
		r.ETag, r.Modified = "", ""
	}
	answer, err := c.Client.Fetch(ctx, r)
	if err != nil || c.browser == nil || !answer.IsHTML() {
		return answer, err
	}
	return c.browser.Read(ctx, answer)
}

// suggestBrowser says how pages come in that a script would fill, in the error of the crawl or else in
// a note.
func (c *Crawl) suggestBrowser(err *error) {
	shells := 0
	for _, e := range c.entries {
		if e.outcome.kind == bad && (e.outcome.reason == errShell.Error() || e.outcome.reason == page.ErrNoContent.Error()) {
			shells++
		}
	}
	if shells == 0 || c.browser != nil {
		return
	}
	how := fmt.Sprintf("source set %s %s --render", c.Source.Airport, c.Source.Name)
	if *err != nil {
		*err = fmt.Errorf("%w; if scripts draw its pages, a browser reads them: %s", *err, how)
		return
	}
	c.result.Notes = append(c.result.Notes, fmt.Sprintf("pages without a text but what a script may draw: %d; a browser reads them: %s", shells, how))
}
