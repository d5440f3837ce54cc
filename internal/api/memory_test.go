package api

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestFittingItems(t *testing.T) {
	for _, c := range []struct {
		sizes []int64
		want  int
	}{
		{nil, 0},
		{[]int64{maxBodies}, 1},
		{[]int64{maxBodies / 2, maxBodies / 2, 1}, 2},
		{[]int64{1, maxBodies, 1}, 1},
	} {
		if got := fitting(c.sizes); got != c.want {
			t.Errorf("%v: %d", c.sizes, got)
		}
	}
}

func TestPageTooLargeNamesTheSizeThatFits(t *testing.T) {
	c := call{server: &server{memory: newMemory()}}
	_, err := c.takeMemory([]int64{20 << 20, 12 << 20, 1})
	var f *failure
	if !errors.As(err, &f) || f.status != 400 || f.code != codePageTooLarge || !strings.Contains(f.message, "size=2") {
		t.Error(err)
	}
}

// Two partners take half of the memory each; a third waits until one of them is done.
func TestLongAnswersShareTheMemory(t *testing.T) {
	m := newMemory()
	within := func(d time.Duration) context.Context {
		ctx, cancel := context.WithTimeout(t.Context(), d)
		t.Cleanup(cancel)
		return ctx
	}
	take := func(partnerID, size int64) func() {
		t.Helper()
		release, err := m.take(within(time.Minute), partnerID, size)
		if err != nil {
			t.Fatal(err)
		}
		return release
	}
	first := take(1, partnerMemory)
	if _, err := m.take(within(20*time.Millisecond), 1, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a partner got more than its half: %v", err)
	}
	second := take(2, partnerMemory)
	if _, err := m.take(within(20*time.Millisecond), 3, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a third partner got more than there is: %v", err)
	}
	first()
	third := take(3, partnerMemory)
	second()
	third()
	if len(m.partners) != 0 {
		t.Errorf("%d partners are left", len(m.partners))
	}
}
