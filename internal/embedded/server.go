// Package embedded runs a private PostgreSQL and Redis as children of this process, on 127.0.0.1. On Linux they end with it, even
// if it is killed. PostgreSQL never runs as root.
package embedded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"syscall"
	"time"
)

const stopTimeout = 20 * time.Second // of an orderly end

// Server is a running PostgreSQL or Redis. Its methods must not be called concurrently.
type Server struct {
	name, url string
	home      *home
	child     *child
	program   string
	args      []string
	ready     string         // its log says so when it takes connections
	inOrder   syscall.Signal // ends it
	atOnce    syscall.Signal // ends it like a crash
}

// URL is how to connect; it stays the same through Kill and Restart.
func (s *Server) URL() string { return s.url }

// String is what it is, for messages.
func (s *Server) String() string { return s.name }

// Kill ends the server at once, like a crash.
func (s *Server) Kill() error {
	s.child.end(s.atOnce)
	return nil
}

// Restart starts the server again and returns when it answers. It ends the server first if it runs.
func (s *Server) Restart(ctx context.Context) error {
	s.end()
	return s.start(ctx)
}

// Stop ends the server and removes temporary data.
func (s *Server) Stop() error {
	s.end()
	return s.home.close()
}

func (s *Server) end() {
	late := time.AfterFunc(stopTimeout, func() { s.child.end(s.atOnce) })
	defer late.Stop()
	s.child.end(s.inOrder)
}

// start returns when the server answers. It gives up when ctx ends.
func (s *Server) start(ctx context.Context) (err error) {
	if s.child, err = s.home.start(s.atOnce, s.program, s.args...); err != nil {
		return err
	}
	for !bytes.Contains(s.home.log(), []byte(s.ready)) {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-s.child.ended:
			return fmt.Errorf("%s has ended:\n%s", s.name, s.home.log())
		case <-ctx.Done():
			s.child.end(s.atOnce)
			return ctx.Err()
		}
	}
	return nil
}

// FreePort finds a free port below the range that systems assign by themselves, so that a server can restart on the same
// port.
func FreePort() (int, error) {
	for range 100 {
		port := 15000 + rand.IntN(15000)
		listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			return port, listener.Close()
		}
	}
	return 0, errors.New("no free port on 127.0.0.1 between 15000 and 30000")
}
