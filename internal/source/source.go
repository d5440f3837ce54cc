package source

import (
	"context"
	"fmt"
	"io"

	"airport-content/internal/content"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/feed"
	"airport-content/internal/source/sitemap"
	"airport-content/internal/source/wordpress"
)

// Options say how a website is read. The zero value reads a website for the first time.
type Options = crawl.Options

// Result is what a crawl found, without the items.
type Result = crawl.Result

// kind is a kind of websites.
type kind struct {
	crawl.Kind
	// look says what is at the address of a source.
	look func(context.Context, *crawl.Crawl) (string, error)
}

var kinds = map[string]kind{
	"feed":      {crawl.Kind{Read: feed.Read, BareTitles: true}, feed.Look},
	"wordpress": {crawl.Kind{Read: wordpress.Read, TooMany: 10}, wordpress.Look},
	"sitemap":   {crawl.Kind{Read: sitemap.Read, TooMany: 50, Templates: true}, sitemap.Look},
}

// Read crawls a source's website, and writes the new and changed items to out, as an items file. If
// the source's time limit ends the crawl, Read returns no error. Then the result has an Error of
// its own, and the pages read so far count. With an error, the result holds the counts until then;
// it may be nil.
func Read(ctx context.Context, s content.Source, out io.Writer, o Options) (*Result, error) {
	k, ok := kinds[s.Kind]
	if !ok {
		return nil, fmt.Errorf("no kind of source %q", s.Kind)
	}
	return crawl.Read(ctx, s, out, o, k.Kind)
}
