package ratelimit

import (
	"time"

	"github.com/go-chi/httprate"
	httprateredis "github.com/go-chi/httprate-redis"
)

// counter stands between httprate and httprate-redis. It never fails: it counts in memory as
// well, and answers with the larger of both counts. So a partner's count goes on where it
// was when Redis goes away, and when it comes back having lost everything. What was counted
// meanwhile is told to Redis when the key comes up next, so that the other servers learn of it.
type counter struct {
	store  *store
	shared httprate.LimitCounter
	memory *memory
}

func newCounter(s *store) (*counter, error) {
	shared := httprateredis.NewCounter(&httprateredis.Config{
		Client:           s.redis,
		PrefixKey:        s.prefix + ":rate",
		WindowLength:     length,
		FallbackDisabled: true,
	})
	shared.Config(0, length)
	memory, err := newMemory()
	if err != nil {
		return nil, err
	}
	return &counter{store: s, shared: shared, memory: memory}, nil
}

// Config does nothing: every limiter made over the counter calls it, unlocked.
func (c *counter) Config(int, time.Duration) {}

func (c *counter) Get(key string, current, previous time.Time) (int, int, error) {
	w := c.memory.get(key, current)
	if w.owed > 0 && !c.store.down.Load() {
		c.pay(key, current)
	}
	c.store.try(func() error {
		curr, prev, err := c.shared.Get(key, current, previous)
		w.curr, w.prev = max(w.curr, curr), max(w.prev, prev)
		return err
	})
	return w.curr, w.prev, nil
}

func (c *counter) Increment(key string, current time.Time) error {
	return c.IncrementBy(key, current, 1)
}

func (c *counter) IncrementBy(key string, current time.Time, amount int) error {
	if c.store.down.Load() {
		c.memory.add(key, current, amount, amount)
		return nil
	}
	c.memory.add(key, current, amount, 0) // a command that fails may have been done all the same
	c.store.try(func() error { return c.shared.IncrementBy(key, current, amount) })
	return nil
}

// pay tells Redis what was counted of a key without it.
func (c *counter) pay(key string, current time.Time) {
	owed := c.memory.takeOwed(key, current)
	c.store.try(func() error { return c.shared.IncrementBy(key, current, owed) })
}
