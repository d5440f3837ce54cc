package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"syscall"
)

// StartRedis starts a temporary store and returns when it answers. The program is such as redis-server; "" means an installed
// Valkey or Redis. It fails with exec.ErrNotFound if there is none.
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
		name:    path,
		url:     fmt.Sprintf("redis://127.0.0.1:%d/0", port),
		home:    h,
		program: path,
		args:    []string{"--bind", "127.0.0.1", "--port", strconv.Itoa(port), "--save", "", "--appendonly", "no"},
		ready:   "Ready to accept connections",
		inOrder: syscall.SIGKILL, // it has no data to keep
		atOnce:  syscall.SIGKILL,
	}
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, h.close())
	}
	return s, nil
}
