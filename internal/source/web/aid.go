package web

import (
	"context"
	"net/url"
	"sync"
)

// maxAidSites is how many other sites the pages of a crawl may ask.
const maxAidSites = 20

// aids are the robots.txt of other sites that pages need something of.
type aids struct {
	mu    sync.Mutex
	sites map[string]func() (*robots, error)
}

// checkAid is an error if another site may not be asked for what a page needs. robots.txt of that
// site, which is asked for once, must allow it.
func (c *Client) checkAid(ctx context.Context, r Request, u *url.URL) error {
	if r.Cut { // robots.txt itself, wherever it is
		return nil
	}
	at := (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"}).String()
	c.aids.mu.Lock()
	read, known := c.aids.sites[at]
	if !known && len(c.aids.sites) < maxAidSites {
		read = sync.OnceValues(func() (*robots, error) {
			return c.fetchRobots(context.WithoutCancel(ctx), Request{URL: at, Aid: true})
		})
		if c.aids.sites == nil {
			c.aids.sites = map[string]func() (*robots, error){}
		}
		c.aids.sites[at] = read
	}
	c.aids.mu.Unlock()
	if read == nil {
		return refuse("the pages ask more than %d other sites", maxAidSites)
	}
	rules, err := read()
	switch {
	case err != nil:
		return refuse("%w", err)
	case !rules.allows(u):
		return ErrRobots
	}
	return nil
}
