package pull

import (
	"context"
	"testing"
	"time"
)

// Runs that do not end hold up no other run, up to the 29th of 32 slots. No slot is lost.
func TestSlowRunsGiveSlots(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s := newSlots(allSlots, time.Millisecond)
	var gives []func()
	for n := range allSlots - perRun + 1 {
		give, err := s.take(ctx)
		if err != nil {
			t.Fatalf("run %d: %v", n+1, err)
		}
		gives = append(gives, give)
	}
	for _, give := range gives {
		give()
	}
	if !s.free.TryAcquire(allSlots) {
		t.Error("some slots are lost")
	}
}
