package api

import (
	"context"
	"sync"

	"airport-content/internal/content"
)

// shares is a Store that lets each partner have only so many answers with bodies read at once. Such answers can be long,
// and then take a connection for some time, or for as long as the partner reads where they find no room to be spooled: one
// who asks for many would end up with all of them.
type shares struct {
	Store
	most int

	mu    sync.Mutex
	taken map[int64]*share // of partners that have any
}

// share is one partner's.
type share struct {
	places chan struct{}
	users  int // those who have a place or wait for one
}

func newShares(s Store, most int) *shares {
	return &shares{Store: s, most: most, taken: map[int64]*share{}}
}

func (s *shares) List(ctx context.Context, q content.Query, sink content.Sink) error {
	if !q.IncludeBody {
		return s.Store.List(ctx, q, sink)
	}
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return s.Store.List(ctx, q, sink)
}

func (s *shares) Changes(ctx context.Context, q content.ChangesQuery, sink content.ChangesSink) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return s.Store.Changes(ctx, q, sink)
}

// enter waits until the request's partner has a place, for no longer than the request may wait for the store.
func (s *shares) enter(ctx context.Context) (leave func(), err error) {
	id := exchangeOf(ctx).partnerID
	own := s.join(id)
	select {
	case own.places <- struct{}{}:
		return func() {
			<-own.places
			s.part(id, own)
		}, nil
	case <-ctx.Done():
		s.part(id, own)
		return nil, context.Cause(ctx)
	}
}

func (s *shares) join(id int64) *share {
	s.mu.Lock()
	defer s.mu.Unlock()
	own, ok := s.taken[id]
	if !ok {
		own = &share{places: make(chan struct{}, s.most)}
		s.taken[id] = own
	}
	own.users++
	return own
}

func (s *shares) part(id int64, own *share) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if own.users--; own.users == 0 {
		delete(s.taken, id)
	}
}
