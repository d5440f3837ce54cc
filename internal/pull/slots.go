package pull

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	allSlots   = 32
	perRun     = 4               // slots of a run: 8 airports are pulled at a time
	retrySlots = 2*perRun - 1    // 1 run at a time, and up to 4 slow ones
	slowAfter  = 5 * time.Minute // time after which a run gives back all slots but one
)

// slots bound how many runs are under way, since each run has a connection to the database, and
// memory. A run that takes long keeps only one slot, so that a few slow websites do not hold up the
// rest.
type slots struct {
	free      *semaphore.Weighted
	slowAfter time.Duration
}

func newSlots(all int64, slowAfter time.Duration) *slots {
	return &slots{semaphore.NewWeighted(all), slowAfter}
}

// take waits for the turn of a run. give ends the run. The error is that of ctx.
func (s *slots) take(ctx context.Context) (give func(), err error) {
	if err := s.free.Acquire(ctx, perRun); err != nil {
		return nil, err
	}
	slow := time.AfterFunc(s.slowAfter, func() { s.free.Release(perRun - 1) })
	return func() {
		if slow.Stop() {
			s.free.Release(perRun - 1)
		}
		s.free.Release(1)
	}, nil
}
