// Package source reads content from websites. A source is a website that an airport takes content from, under a name. Its kind
// says how it is read.
package source

import (
	"context"
	"time"

	"airport-content/internal/content"
)

// reader reads a website and records what it finds. After an error nothing is changed.
type reader func(context.Context, *Crawl) error

// kinds are the kinds of websites that can be read: a file and a line each.
var kinds = map[string]reader{
	"feed":      readFeed,
	"wordpress": readWordPress,
	"sitemap":   readSitemap,
}

// Item is one item as a kind found it, with the fields of an items file. Its id is the page's ItemID.
type Item struct {
	Type         content.Type
	Title        string
	URL          string // "" means null, as for Excerpt and Thumbnail
	Excerpt      string
	Content      string // HTML as the website has it: the crawl cleans it
	Thumbnail    string
	Language     string // "" means the source's, else "en"
	LastModified time.Time
	Metadata     map[string]any
}
