package api_test

import (
	"testing"
	"time"
)

// A partner that asks one server after the other must not find its last request uncounted.
func TestAnswersWaitUntilTheRequestIsCounted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.limits.counted = make(chan struct{})
	answered := make(chan int, 1)
	go func() { answered <- s.ask(t, "GET", "/api/v1/partner/SFO/content", allKey).StatusCode }()
	select {
	case <-answered:
		t.Fatal("answered before the request was counted")
	case <-time.After(100 * time.Millisecond):
	}
	close(s.limits.counted)
	if status := <-answered; status != 200 {
		t.Errorf("answered %d, want 200", status)
	}
}
