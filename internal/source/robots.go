package source

import (
	"context"
	"net/http"
	"net/url"
	"sync"

	"github.com/temoto/robotstxt"
)

// robots knows what a site's robots.txt files say. It asks each origin once.
type robots struct {
	client *Client
	mu     sync.Mutex
	files  map[string]robotsFile
}

// forRobots marks the context of a request for robots.txt itself, and of its redirects.
type forRobots struct{}

type robotsFile struct {
	data *robotstxt.RobotsData
	err  error
}

// of returns the robots.txt of a URL's origin. As RFC 9309 says, a missing one allows everything, and one that cannot be fetched
// forbids everything: it is an error.
func (r *robots) of(ctx context.Context, u *url.URL) (*robotstxt.RobotsData, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	origin := u.Scheme + "://" + u.Host
	file, known := r.files[origin]
	if !known {
		file.data, file.err = r.fetch(ctx, origin+"/robots.txt")
		r.files[origin] = file
	}
	return file.data, file.err
}

func (r *robots) fetch(ctx context.Context, address string) (*robotstxt.RobotsData, error) {
	answer, err := r.client.Get(context.WithValue(ctx, forRobots{}, true), Request{URL: address})
	if err != nil {
		return nil, refuse("robots.txt: %v", err)
	}
	if answer.Status >= http.StatusInternalServerError || answer.Status == http.StatusTooManyRequests {
		return nil, refuse("robots.txt: %v", answer.Err())
	}
	data, err := robotstxt.FromStatusAndBytes(answer.Status, answer.Body)
	if err != nil {
		return nil, refuse("robots.txt: %v", err)
	}
	return data, nil
}

// check refuses what robots.txt forbids.
func (r *robots) check(ctx context.Context, u *url.URL) error {
	if ctx.Value(forRobots{}) != nil {
		return nil
	}
	data, err := r.of(ctx, u)
	if err != nil {
		return err
	}
	if !data.TestAgent(u.RequestURI(), userAgent) {
		return errRobots
	}
	return nil
}
