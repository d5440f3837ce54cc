package ratelimit_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"airport-content/internal/ratelimit"

	"github.com/redis/go-redis/v9"
)

// server is a Redis of one test's own, which can be killed and started again.
type server struct {
	url    string
	socket string
	port   string
	dir    string
	cmd    *exec.Cmd
}

func startRedis(t testing.TB) *server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "redis") // t.TempDir() is too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	s := &server{url: "redis://127.0.0.1:" + port, socket: dir + "/s", port: port, dir: dir}
	s.start(t)
	t.Cleanup(func() {
		s.kill(t)
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *server) start(t testing.TB) {
	t.Helper()
	s.cmd = exec.Command("redis-server", "--bind", "127.0.0.1", "--port", s.port, "--unixsocket", s.socket,
		"--save", "", "--appendonly", "no", "--dir", s.dir, "--logfile", s.dir+"/log")
	if err := s.cmd.Start(); err != nil {
		t.Fatal("these tests need redis-server: ", err)
	}
	waitUntil(t, "Redis answers", func() bool {
		conn, err := net.Dial("unix", s.socket)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
}

// kill is kill -9; what the server knew is lost.
func (s *server) kill(t testing.TB) {
	t.Helper()
	if s.cmd == nil {
		return
	}
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
	s.cmd = nil
}

// freeze leaves the connections open and answers nothing until thaw.
func (s *server) freeze(t testing.TB) { s.signal(t, syscall.SIGSTOP) }
func (s *server) thaw(t testing.TB)   { s.signal(t, syscall.SIGCONT) }

func (s *server) signal(t testing.TB, sig syscall.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
}

// newLimiter makes a limiter as one running server has one, and gives a look at its log.
func newLimiter(t testing.TB, url string, partnerLimit, failureLimit int) (*ratelimit.Limiter, *logBuffer) {
	t.Helper()
	client, err := ratelimit.NewClient(url)
	if err != nil {
		t.Fatal(err)
	}
	return newLimiterOver(t, client, partnerLimit, failureLimit)
}

// newPatientLimiter is for what a busy machine must not disturb: it waits for Redis as long as it takes.
func newPatientLimiter(t testing.TB, url string, partnerLimit, failureLimit int) (*ratelimit.Limiter, *logBuffer) {
	t.Helper()
	opt, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	opt.ReadTimeout = 20 * time.Second
	return newLimiterOver(t, redis.NewClient(opt), partnerLimit, failureLimit)
}

func newLimiterOver(t testing.TB, client *redis.Client, partnerLimit, failureLimit int) (*ratelimit.Limiter, *logBuffer) {
	t.Helper()
	log := new(logBuffer)
	limiter, err := ratelimit.New(ratelimit.Options{
		Redis:        client,
		Prefix:       "test",
		PartnerLimit: partnerLimit,
		FailureLimit: failureLimit,
		Logger:       slog.New(slog.NewTextHandler(log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		limiter.Close()
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return limiter, log
}

type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logBuffer) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.buf.String(), text)
}

func waitUntil(t testing.TB, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatal("waited in vain until ", what)
}

// startWindow waits for a window with at least 20 seconds left, when the end of one would disturb.
func startWindow() {
	if left := time.Until(time.Now().Truncate(time.Minute).Add(time.Minute)); left < 20*time.Second {
		time.Sleep(left)
	}
}

// allowed asks n times, and counts how often a request passed.
func allowed(ctx context.Context, l *ratelimit.Limiter, partner int64, limit, n int) int {
	passed := 0
	for range n {
		if l.Partner(ctx, partner, limit).Allowed {
			passed++
		}
	}
	return passed
}
