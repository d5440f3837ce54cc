package embedded

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// RedisOptions are where a private Redis runs. The zero value is a temporary server.
type RedisOptions struct {
	DataDir string // for its log; "" means a temporary one, which Stop removes
	Program string // what to run; "" means an installed Valkey or Redis, else a store within this process
}

// Redis is a running private store: an installed Valkey or Redis, else one within this process. It keeps no data between runs.
type Redis struct{ Server }

// StartRedis starts a store and returns when it answers.
func StartRedis(ctx context.Context, options RedisOptions) (*Redis, error) {
	port, err := FreePort()
	if err != nil {
		return nil, fmt.Errorf("start Redis: %w", err)
	}
	programs := []string{"valkey-server", "redis-server"}
	if options.Program != "" {
		programs = []string{options.Program}
	}
	for _, name := range programs {
		program, err := exec.LookPath(name)
		if err == nil {
			k, err := startKeeper(ctx, program, options.DataDir, task{Redis: &redisServer{Program: program, Port: port}})
			return &Redis{k}, err
		}
		if options.Program != "" {
			return nil, fmt.Errorf("start Redis: %w", err)
		}
	}
	m := memoryStore{miniredis.NewMiniRedis()}
	return &Redis{m}, m.StartAddr(loopback(port))
}

const redisSocket = "redis.sock"

// redisServer is a Redis in its keeper's working directory.
type redisServer struct {
	Program string
	Port    int

	cmd   *exec.Cmd
	ended chan struct{} // closed when it has ended
}

func (r *redisServer) start() (string, error) {
	const log = "redis.log"
	_, _ = askRedis("SHUTDOWN NOSAVE") // ends the server of a killed keeper, if there is one
	r.ended = make(chan struct{})
	r.cmd = exec.Command(r.Program, "--bind", "127.0.0.1", "--port", strconv.Itoa(r.Port), "--unixsocket", redisSocket,
		"--save", "", "--appendonly", "no", "--logfile", log)
	if err := r.cmd.Start(); err != nil {
		return "", err
	}
	go func() {
		_ = r.cmd.Wait() // the log says why it ends
		close(r.ended)
	}()
	for tooLong := time.After(30 * time.Second); ; {
		if answer, _ := askRedis("PING"); answer == "+PONG\r\n" {
			return "redis://" + loopback(r.Port) + "/0", nil
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-r.ended:
			said, err := os.ReadFile(log)
			return "", errors.Join(fmt.Errorf("it has ended; its log:\n%s", said), err)
		case <-tooLong:
			return "", errors.Join(errors.New("it does not answer"), r.stop(atOnce))
		}
	}
}

// askRedis sends a command to the socket in our directory, so it cannot reach another server.
func askRedis(command string) (answer string, err error) {
	conn, err := net.Dial("unix", redisSocket)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return "", err
	}
	if _, err := fmt.Fprintln(conn, command); err != nil {
		return "", err
	}
	return bufio.NewReader(conn).ReadString('\n')
}

// stop kills the server, which has no data to keep.
func (r *redisServer) stop(string) error {
	_ = r.cmd.Process.Kill() // fails if it has ended
	<-r.ended
	return nil
}

// memoryStore is a store within this process. Its keys do not expire, because it has no clock.
type memoryStore struct{ *miniredis.Miniredis }

func (m memoryStore) URL() string { return "redis://" + m.Addr() + "/0" }

func (m memoryStore) String() string { return "miniredis, in this process" }

func (m memoryStore) Kill() error {
	m.Close()
	return nil
}

func (m memoryStore) Restart(context.Context) error {
	m.Close()
	m.FlushAll()
	return m.Miniredis.Restart()
}

func (m memoryStore) Stop(context.Context) error { return m.Kill() }
