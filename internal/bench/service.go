package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// service is a running `airport-content serve`.
type service struct {
	command *exec.Cmd
	log     *os.File
}

// build makes the program under test.
func (b *bench) build(ctx context.Context) error {
	b.program = filepath.Join(b.dir, "airport-content")
	_, err := output(ctx, "go", "build", "-buildvcs=false", "-o", b.program, "./cmd/airport-content")
	return err
}

// run runs one command of the program, with input, and returns what it printed on stdout.
func (b *bench) run(ctx context.Context, input io.Reader, args ...string) (string, error) {
	command := exec.CommandContext(ctx, b.program, args...)
	command.Env = b.environ
	command.Stdin = input
	var problems strings.Builder
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("airport-content %s: %w: %s", args[0], err, problems.String())
	}
	return strings.TrimSpace(string(out)), nil
}

// serve starts the service on a database and returns when it has answered; the time that took is returned too.
func (b *bench) serve(ctx context.Context, database string) (*service, time.Duration, error) {
	log, err := os.Create(filepath.Join(b.dir, "serve.log"))
	if err != nil {
		return nil, 0, err
	}
	s := &service{command: exec.CommandContext(ctx, b.program, "serve"), log: log}
	s.command.Env = append(slices.Clip(b.environ), "DATABASE_URL="+database, "LISTEN_ADDR="+strings.TrimPrefix(b.url, "http://"), "OPS_ADDR=", "RATE_LIMIT=1000000")
	s.command.Stdout, s.command.Stderr = log, log
	started := time.Now()
	if err := s.command.Start(); err != nil {
		return nil, 0, fmt.Errorf("start serve: %w", err)
	}
	for time.Since(started) < 10*time.Second {
		if answer, err := http.Get(b.url + "/api/v1/partner/health"); err == nil {
			answer.Body.Close()
			return s, time.Since(started), nil
		}
		time.Sleep(2 * time.Millisecond)
	}
	s.stop()
	text, _ := os.ReadFile(log.Name())
	return nil, 0, fmt.Errorf("serve did not answer: %s", text)
}

func (s *service) stop() {
	_ = s.command.Process.Signal(syscall.SIGTERM)
	_ = s.command.Wait()
	s.log.Close()
}

// forgetPeak starts the peak of the resident memory anew (Linux; proc(5)).
func (s *service) forgetPeak() {
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.command.Process.Pid), []byte("5"), 0)
}

// peak is the largest resident memory since forgetPeak, in bytes; 0 where the system does not tell.
func (s *service) peak() int64 { return peakOf(s.command.Process.Pid) }

func peakOf(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kib, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kib << 10
		}
	}
	return 0
}

// processor is the processor time used so far, in seconds; 0 where the system does not tell.
func (s *service) processor() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.command.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	const userTime, systemTime, ticks = 11, 12, 100 // after the name; ticks a second
	user, _ := strconv.ParseFloat(fields[userTime], 64)
	system, _ := strconv.ParseFloat(fields[systemTime], 64)
	return (user + system) / ticks
}
