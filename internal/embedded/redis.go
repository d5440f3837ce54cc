package embedded

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
)

// RedisOptions says where a private Redis runs; the zero value is a server for one use.
type RedisOptions struct {
	DataDir string // for its log; "" for a temporary one, removed by Stop
}

// Redis is a running private store, Valkey or Redis if installed, else one within this process. It keeps nothing from
// run to run. Its methods are not for concurrent use.
type Redis struct {
	dir    *directory
	port   int
	server redisServer
}

// redisServer is one of the two ways to have a store. run waits until it answers; end forgets everything.
type redisServer interface {
	run(ctx context.Context, port int) error
	end(ctx context.Context)
	String() string
}

// StartRedis starts a store and returns when it answers. Its errors match ErrInUse and ErrUnreachable; those of the
// server itself carry the end of its log.
func StartRedis(ctx context.Context, options RedisOptions) (*Redis, error) {
	dir, err := openDirectory(options.DataDir, "redis", "valkey", "nobody")
	if err != nil {
		return nil, fmt.Errorf("start Redis: %w", err)
	}
	r := &Redis{dir: dir, server: newRedisServer(dir)}
	r.port, err = onFreePort(func(port int) error { return r.server.run(ctx, port) })
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start Redis: %w", err), dir.close())
	}
	return r, nil
}

// URL is how to connect.
func (r *Redis) URL() string { return "redis://" + loopback(r.port) + "/0" }

// String names the server for messages.
func (r *Redis) String() string { return r.server.String() }

// Stop ends the store; a context that ends makes it a Kill.
func (r *Redis) Stop(ctx context.Context) error {
	r.server.end(ctx)
	return r.dir.close()
}

// Kill ends the store at once.
func (r *Redis) Kill() error {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	r.server.end(ended)
	return nil
}

// Restart starts the store again, empty, on the same port, ending it first if it runs.
func (r *Redis) Restart(ctx context.Context) error {
	r.server.end(ctx)
	if err := r.server.run(ctx, r.port); err != nil {
		return fmt.Errorf("restart Redis: %w", err)
	}
	return nil
}

func newRedisServer(dir *directory) redisServer {
	for _, name := range []string{"valkey-server", "redis-server"} {
		if path, err := exec.LookPath(name); err == nil {
			if path, err = filepath.Abs(path); err == nil {
				return &installedRedis{path: path, dir: dir}
			}
		}
	}
	return &memoryRedis{}
}

// installedRedis runs a server program.
type installedRedis struct {
	path    string
	dir     *directory
	process *process
}

func (s *installedRedis) String() string { return s.path }

func (s *installedRedis) run(ctx context.Context, port int) error {
	cmd := command(context.Background(), s.dir, s.path,
		"--bind", "127.0.0.1", "--port", strconv.Itoa(port), "--save", "", "--appendonly", "no", "--dir", s.dir.path)
	process, err := launch(cmd, s.dir, syscall.SIGKILL)
	if err != nil {
		return err
	}
	s.process = process
	ping := func(ctx context.Context) error { return pingRedis(ctx, port, process.cmd.Process.Pid) }
	if err := process.awaitReady(ctx, s.dir, ping); err != nil {
		process.stop(ctx)
		return err
	}
	return nil
}

func (s *installedRedis) end(ctx context.Context) { s.process.stop(ctx, syscall.SIGTERM) }
