package api_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"airport-content/internal/check"
)

// Requests that wake together share a page only where their pages are the same: each answer is the
// answer to the same request without a wait.
func TestWokenTogether(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, code := range []string{"AAA", "BBB"} {
		s.airport(t, code, titled("a", "page", "1"), titled("b", "news", "1"))
	}
	long := titled("c", "page", "long")
	long.Content = new("<p>" + strings.Repeat("A long way to the gate. ", 4000) + "</p>") // too long to be shared
	type waiter struct {
		key, path string
		answer    answer
	}
	var waiters []*waiter
	for _, filter := range []string{"size=100", "size=1", "includeBody=false", "bodyFormat=text", "contentType=news", "language=de"} {
		for _, key := range []string{s.key(t), s.key(t, "content:read:news"), s.keyFor(t, []string{"AAA"}, "content:read")} {
			for _, path := range []string{"changes?", "AAA/changes?"} {
				path += filter + "&cursor=" + url.QueryEscape(s.lastCursor(t, key, path+filter))
				waiters = append(waiters, &waiter{key: key, path: path}, &waiter{key: key, path: path})
			}
		}
	}
	var all sync.WaitGroup
	for _, w := range waiters {
		all.Go(func() {
			var err error
			if w.answer, err = s.try(t.Context(), http.MethodGet, w.key, base+w.path+"&wait=5"); err != nil {
				t.Error(err)
			}
		})
	}
	for _, w := range waiters {
		check.Eventually(t, "all requests of a key wait", func() bool { return s.waiting(w.key) == 4 })
	}
	s.load(t, "AAA", titled("a", "page", "2"), titled("b", "news", "2"), long)
	all.Wait()
	told := func(a answer) (p map[string]any) {
		a.is(t, 200, "")
		check.NoError(t, json.Unmarshal(a.body, &p))
		delete(p, "meta")
		return p
	}
	for _, w := range waiters {
		again := s.get(t, w.key, w.path)
		check.Same(t, told(again), told(w.answer), w.path)
		check.Same(t, again.header.Get("ETag"), w.answer.header.Get("ETag"), w.path)
	}
}

// lastCursor follows changes to their end.
func (s *service) lastCursor(t *testing.T, key, path string) string {
	t.Helper()
	p := s.get(t, key, path).feedPage(t)
	for p.HasMore {
		p = s.get(t, key, path+"&cursor="+url.QueryEscape(p.NextCursor)).feedPage(t)
	}
	return p.NextCursor
}
