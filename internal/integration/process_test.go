package integration_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testlog"
)

// theProgram is the binary, built at first need.
var theProgram struct {
	build sync.Once
	dir   string
	err   error
}

// programPath builds the program as `make build` does.
func programPath(t *testing.T) string {
	t.Helper()
	p := &theProgram
	p.build.Do(func() {
		if p.dir, p.err = os.MkdirTemp("", "airport-content-integration-"); p.err != nil {
			return
		}
		build := exec.Command("go", "build", "-buildvcs=false", "-o", p.dir, "airport-content/cmd/airport-content")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			p.err = fmt.Errorf("%w: %s", err, out)
		}
	})
	if p.err != nil {
		t.Fatalf("build the program: %v", p.err)
	}
	return filepath.Join(p.dir, "airport-content")
}

func removeProgram() error { return os.RemoveAll(theProgram.dir) }

// process is the program as a process of its own.
type process struct {
	*server
	t   *testing.T
	cmd *exec.Cmd
}

// command is the program's, with the installation's environment alone.
func (i installation) command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), programPath(t), args...)
	cmd.Env = i
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 30 * time.Second
	return cmd
}

// start serves in a process of its own, which ends with the test, if not before.
func (i installation) start(t *testing.T) *process {
	t.Helper()
	log := &testlog.Log{}
	p := &process{t: t, cmd: i.command(t, "serve")}
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop := sync.OnceValue(func() int {
		_ = p.cmd.Process.Signal(syscall.SIGTERM) // it may have ended
		_ = p.cmd.Wait()
		return p.cmd.ProcessState.ExitCode()
	})
	t.Cleanup(func() { stop() })
	p.server = &server{&clitest.Server{Log: log, Stop: stop}, newClient(t)}
	p.AwaitListening(t)
	return p
}

// memory is what the process occupies now, in bytes.
func (p *process) memory() int64 {
	p.t.Helper()
	var pages, resident int64
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.cmd.Process.Pid))
	if err == nil {
		_, err = fmt.Sscan(string(text), &pages, &resident)
	}
	if err != nil {
		p.t.Fatalf("memory of the server: %v", err)
	}
	return resident * int64(os.Getpagesize())
}
