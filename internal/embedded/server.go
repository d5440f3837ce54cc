package embedded

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

const stopTimeout = 20 * time.Second // of an orderly end

// Server is a running PostgreSQL or Redis. Its methods must not be called concurrently.
type Server struct {
	name, url  string
	home       *home
	child      *child
	program    string
	args       []string
	ready      string         // text in the log once the server takes connections
	stopSignal syscall.Signal // ends it
	killSignal syscall.Signal // ends it like a crash
}

// StartRedis starts a temporary store and returns when it answers. program is a name such as
// redis-server; "" means an installed Valkey or Redis. Without one, the error is exec.ErrNotFound.
func StartRedis(ctx context.Context, program string) (*Server, error) {
	if _, err := exec.LookPath("valkey-server"); program == "" && err == nil {
		program = "valkey-server"
	}
	path, err := exec.LookPath(cmp.Or(program, "redis-server"))
	if err != nil {
		return nil, err
	}
	port, err := FreePort()
	if err != nil {
		return nil, err
	}
	h, err := openHome("")
	if err != nil {
		return nil, err
	}
	s := &Server{
		name:       path,
		url:        fmt.Sprintf("redis://127.0.0.1:%d/0", port),
		home:       h,
		program:    path,
		args:       []string{"--bind", "127.0.0.1", "--port", strconv.Itoa(port), "--save", "", "--appendonly", "no"},
		ready:      "Ready to accept connections",
		stopSignal: syscall.SIGKILL, // it has no data to keep
		killSignal: syscall.SIGKILL,
	}
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, h.close())
	}
	return s, nil
}

// URL is the address of the server, which Kill and Restart do not change.
func (s *Server) URL() string { return s.url }

// String names the server for messages.
func (s *Server) String() string { return s.name }

// Kill ends the server at once, like a crash.
func (s *Server) Kill() error {
	s.child.end(s.killSignal)
	return nil
}

// Restart ends the server if it runs, starts it again, and returns when the server answers.
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
	late := time.AfterFunc(stopTimeout, func() { s.child.end(s.killSignal) })
	defer late.Stop()
	s.child.end(s.stopSignal)
}

// start returns when the server answers. It gives up when ctx ends.
func (s *Server) start(ctx context.Context) (err error) {
	if s.child, err = s.home.start(s.killSignal, s.program, s.args...); err != nil {
		return err
	}
	for !bytes.Contains(s.home.log(), []byte(s.ready)) {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-s.child.ended:
			return fmt.Errorf("%s has ended:\n%s", s.name, s.home.log())
		case <-ctx.Done():
			s.child.end(s.killSignal)
			return ctx.Err()
		}
	}
	return nil
}

// FreePort finds a free port below the range that systems assign by themselves, so that a server
// can restart on the same port.
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
