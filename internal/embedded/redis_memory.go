package embedded

import (
	"context"
	"fmt"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// memoryRedis is a store within this process.
type memoryRedis struct {
	server  *miniredis.Miniredis // nil when it does not run
	stopped chan struct{}        // closed to stop the clock
	idle    chan struct{}        // closed when the clock has stopped
}

func (s *memoryRedis) String() string { return "miniredis, in this process" }

func (s *memoryRedis) run(_ context.Context, port int) error {
	server := miniredis.NewMiniRedis()
	if err := server.StartAddr(loopback(port)); err != nil {
		return fmt.Errorf("%w: %w", errPortTaken, err)
	}
	s.server, s.stopped, s.idle = server, make(chan struct{}), make(chan struct{})
	go s.age()
	return nil
}

// age lets keys expire: miniredis has no clock of its own.
func (s *memoryRedis) age() {
	defer close(s.idle)
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			s.server.FastForward(time.Second)
		case <-s.stopped:
			return
		}
	}
}

func (s *memoryRedis) end(context.Context) {
	if s.server == nil {
		return
	}
	close(s.stopped)
	<-s.idle
	s.server.Close()
	s.server = nil
}
