// Package source reads content from websites. A source is a website that an airport takes content from, under a name. Its kind
// says how it is read.
package source

import (
	"context"
	"time"

	"airport-content/internal/content"
)

// Source is a website that an airport's content comes from.
type Source struct {
	Airport  string
	Name     string
	Kind     string // one of Kinds
	URL      string
	Settings Settings
}

// Settings are what an operator may choose. Stored as jsonb.
type Settings struct {
	Every        time.Duration `json:"every"`              // between the end of a run and the next one
	Language     string        `json:"language,omitempty"` // of items that do not name their own
	Type         content.Type  `json:"type,omitempty"`     // of items that no Map fits
	Map          []Mapping     `json:"map,omitempty"`      // the first that fits counts
	Include      []string      `json:"include,omitempty"`  // path prefixes; none: every path
	Exclude      []string      `json:"exclude,omitempty"`  // path prefixes
	Content      string        `json:"content,omitempty"`  // CSS selector of a page's body
	User         string        `json:"user,omitempty"`     // the password comes from the environment
	Rate         float64       `json:"rate"`               // requests a second, at most
	AllowPrivate bool          `json:"allowPrivate,omitempty"`
}

// Mapping gives items a type: From is a custom post type of WordPress, or a path prefix of a website.
type Mapping struct {
	From string       `json:"from"`
	To   content.Type `json:"to"`
}

// reader reads a website and tells the visit what it finds. After an error nothing is changed.
type reader func(context.Context, *Visit) error

// kinds are the kinds of websites that can be read: a file and a line each.
var kinds = map[string]reader{
	"feed":      readFeed,
	"wordpress": readWordPress,
	"sitemap":   readSitemap,
}

// Memory keeps what is known of a source's pages, so that a run need not hold it. It is called by one goroutine at a time.
type Memory interface {
	// Known is what earlier runs remembered of a page; only its key if nothing.
	Known(ctx context.Context, key string) (Page, error)
	// Keys lists the known pages whose key begins so.
	Keys(ctx context.Context, prefix string) ([]string, error)
	// Makers lists the known pages that make an item, by key.
	Makers(ctx context.Context, itemID string) ([]string, error)
	// Tell stores what this run found out about a page. Its item is put, or its stored version stays. Items of pages that nothing is
	// told of are deleted. If the run told of the page before, or put the same item for another page, Tell does nothing and returns
	// false.
	Tell(ctx context.Context, p Page, put bool) (bool, error)
}

// Page is what is remembered of a page from one run to the next. A kind uses the fields that it needs.
type Page struct {
	Key      string // unique within the source: a page's URL, a post's id; at most 2,000 bytes
	ItemID   string // "" for a page that makes no item
	ETag     string
	Modified string // Last-Modified as the website sent it, or a post's modification date
	Hash     string // of the item; Put sets it
}

// Item is one item as a kind found it, with the fields of an items file. Its id is the page's ItemID.
type Item struct {
	Type         content.Type
	Title        string
	URL          string // "" means null, as for Excerpt and Thumbnail
	Excerpt      string
	Content      string // HTML as the website has it: the visit cleans it
	Thumbnail    string
	Language     string // "" means the source's, else "en"
	LastModified time.Time
	Metadata     map[string]any
}
