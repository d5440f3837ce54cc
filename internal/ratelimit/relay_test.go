package ratelimit_test

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// relay is a way to a Redis that can be slow, or stand still with its connections open.
type relay struct {
	listener net.Listener
	target   string
	delay    time.Duration // of each answer
	pass     sync.RWMutex  // an answer passes under a read lock
	running  sync.WaitGroup
}

// startRelay listens on a "tcp" or "unix" address, for a Redis at a redis:// URL.
func startRelay(t testing.TB, network, address, redisURL string, delay time.Duration) *relay {
	t.Helper()
	listener, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	target := strings.TrimSuffix(strings.TrimPrefix(redisURL, "redis://"), "/0")
	r := &relay{listener: listener, target: target, delay: delay}
	r.running.Go(r.accept)
	t.Cleanup(func() {
		_ = listener.Close()
		r.running.Wait()
	})
	return r
}

func (r *relay) url() string {
	if r.listener.Addr().Network() == "unix" {
		return "unix://" + r.listener.Addr().String()
	}
	return "redis://" + r.listener.Addr().String()
}

func (r *relay) freeze() { r.pass.Lock() }
func (r *relay) thaw()   { r.pass.Unlock() }

func (r *relay) accept() {
	for {
		near, err := r.listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", r.target)
		if err != nil {
			_ = near.Close()
			continue
		}
		r.running.Go(func() {
			_, _ = io.Copy(far, near)
			_ = far.Close()
		})
		r.running.Go(func() {
			r.answer(near, far)
			_ = near.Close()
		})
	}
}

func (r *relay) answer(near io.Writer, far io.Reader) {
	buf := make([]byte, 4096)
	for {
		n, err := far.Read(buf)
		if err != nil {
			return
		}
		time.Sleep(r.delay)
		r.pass.RLock()
		_, err = near.Write(buf[:n])
		r.pass.RUnlock()
		if err != nil {
			return
		}
	}
}
