package web

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// A page may ask another site for what it needs, if robots.txt there allows it, without the source's
// password, and posts JSON to its own site only, once.
func TestAids(t *testing.T) {
	t.Parallel()
	var asked []string
	elsewhere := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.Path+r.Header.Get("Authorization"))
		switch r.URL.Path {
		case "/robots.txt":
			http.Redirect(w, r, "/rules", http.StatusFound)
		case "/rules":
			fmt.Fprint(w, "User-agent: *\nDisallow: /kept")
		case "/away":
			http.Redirect(w, r, "/kept.js", http.StatusFound)
		}
	})
	posts := 0
	own := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		posts++
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprint(w, r.Method, r.Header.Get("Content-Type"), string(body))
	})
	c := clientOf(t, local("sitemap", own), "secret")
	for path, fails := range map[string]error{"/lib.js": nil, "/more.js": nil, "/kept.js": ErrRobots, "/away": ErrRobots} {
		if _, err := c.Get(t.Context(), Request{URL: elsewhere + path, Aid: true}); !errors.Is(err, fails) {
			t.Errorf("%s: %v, want %v", path, err, fails)
		}
	}
	check.Same(t, 1, strings.Count(strings.Join(asked, "\n"), "/robots.txt"), asked)
	check.Same(t, false, strings.Contains(strings.Join(asked, "\n"), "Basic"), asked)
	for _, r := range []Request{{URL: elsewhere + "/lib.js"}, {URL: elsewhere + "/lib.js", Aid: true, JSON: []byte("{}")}} {
		if _, err := c.Get(t.Context(), r); !errors.Is(err, ErrElsewhere) {
			t.Errorf("%+v: %v", r, err)
		}
	}
	answer := check.Must(c.Get(t.Context(), Request{URL: own + "/x", JSON: []byte(`{"a": 1}`)}))(t)
	check.Same(t, `POSTapplication/json{"a": 1}`, string(answer.Body))
	check.Same(t, 1, posts, "requests that post")
	for n := range maxAidSites + 1 {
		_, err := c.Get(t.Context(), Request{URL: fmt.Sprintf("http://127.0.0.%d:1/", 2+n), Aid: true})
		if full := n >= maxAidSites-1; err == nil || full != strings.Contains(err.Error(), "more than 20 other sites") {
			t.Errorf("site %d: %v", n, err)
		}
	}
}
