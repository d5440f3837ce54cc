package api_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/api"
)

// A partner whose answers take their time keeps no other partner waiting, and loses its place in none that ends.
func TestPartnersHaveSharesOfLongAnswers(t *testing.T) {
	t.Parallel()
	const most = 2
	s := newSite(t, func(o *api.Options) { o.LongAnswers, o.RequestTimeout = most, time.Minute })
	held, release := atomic.Int64{}, make(chan struct{})
	var slow atomic.Bool
	slow.Store(true)
	s.store.before = func(ctx context.Context, query string) error {
		if slow.Load() && (query == "list" || query == "changes") {
			held.Add(1)
			<-release
		}
		return nil
	}
	answers := make(chan answer, 5)
	for _, path := range []string{"/SFO/content", "/SFO/changes", "/SFO/content?size=1", "/SFO/content?size=2", "/SFO/changes?size=3"} {
		go func() { answers <- s.get(t, path, allKey) }()
	}
	for deadline := time.Now().Add(20 * time.Second); held.Load() < most && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	slow.Store(false) // for whoever comes now
	if a := s.get(t, "/SFO/content", sfoKey); a.StatusCode != 200 {
		t.Errorf("another partner: %d %s", a.StatusCode, a.body)
	}
	for _, path := range []string{"/SFO/content?includeBody=false", "/SFO/content/shop-1"} {
		if a := s.get(t, path, allKey); a.StatusCode != 200 {
			t.Errorf("a short answer for the same partner: %d %s", a.StatusCode, a.body)
		}
	}
	if n := held.Load(); n != most || len(answers) > 0 {
		t.Errorf("%d of the slow answers are under way and %d have come, want %d and none", n, len(answers), most)
	}
	close(release)
	for range 5 {
		if a := <-answers; a.StatusCode != 200 {
			t.Errorf("a slow answer: %d %s", a.StatusCode, a.body)
		}
	}
}

// Who waits for a place waits no longer than for the store.
func TestWaitingForAShareEnds(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(o *api.Options) { o.LongAnswers, o.RequestTimeout = 1, 300*time.Millisecond })
	release, began := make(chan struct{}), make(chan struct{}, 1)
	s.store.before = func(_ context.Context, query string) error {
		if query == "list" {
			began <- struct{}{}
			<-release
		}
		return nil
	}
	first := make(chan answer, 1)
	go func() { first <- s.get(t, "/SFO/content", allKey) }()
	<-began
	a := s.get(t, "/SFO/content?size=1", allKey)
	if f := a.failure(t); a.StatusCode != 500 || f.Code != "timeout" {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
	close(release)
	<-first
}
