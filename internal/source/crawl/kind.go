package crawl

import (
	"context"

	"airport-content/internal/content"
	"airport-content/internal/source/web"
)

// Kind is how a kind of websites is read.
type Kind struct {
	// Read records the outcome of each page. The item of a page that is not recorded is deleted,
	// unless Read calls DeleteNothing. After an error, nothing is changed.
	Read func(context.Context, *Crawl) error
	// TooMany is how many pages may fail in a row; 0: pages do not fail one by one. After so many
	// failures the website is down, and each further page could take four minutes.
	TooMany int
	// BareTitles: items may have no content; the judge then compares their titles as their texts.
	BareTitles bool
	// Templates: items are web pages, with menus and suffixes of titles that pages share.
	Templates bool
}

// NewLook makes a crawl that only looks at the source's address. It asks once, and records nothing.
func NewLook(s content.Source, o Options) (*Crawl, error) {
	client, err := web.New(s, o.Password)
	if err != nil {
		return nil, err
	}
	client.Tries = 1
	return &Crawl{Source: s, Client: client, alternates: map[string]map[string]string{}, languages: map[string]string{}, judge: newJudge(earlier{})}, nil
}

// Close closes the connections of a crawl that only looks.
func (c *Crawl) Close() { c.Client.Close() }
