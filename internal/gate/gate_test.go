package gate_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"airport-content/internal/gate"
)

// A partner gets half, whether others wait or not, and two partners get all of it.
func TestGate(t *testing.T) {
	g := gate.New(4)
	acquire := func(partner, n int64) error {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		return g.Acquire(ctx, partner, n)
	}
	for n, step := range []struct {
		partner, units int64
		free           bool
	}{{1, 2, true}, {1, 1, false}, {2, 1, true}, {2, 1, true}, {3, 1, false}} {
		if err := acquire(step.partner, step.units); step.free && err != nil || !step.free && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("step %d: %v", n, err)
		}
	}
	if n, waited := g.Waits(); n != 2 || waited < 50*time.Millisecond {
		t.Errorf("%d waits, %s", n, waited)
	}
	got := make(chan error)
	go func() { got <- g.Acquire(t.Context(), 3, 1) }()
	g.Release(2, 1)
	if err := <-got; err != nil {
		t.Errorf("after a release: %v", err)
	}
	if err := acquire(2, 1); err == nil { // a caller that gave up holds nothing; the third partner has the free units
		t.Error("more is given than there is")
	}
	g.Release(1, 2)
	if err := acquire(1, 2); err != nil {
		t.Errorf("what a partner gave back is not given again: %v", err)
	}
}
