package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

const (
	startTimeout = 60 * time.Second // crash recovery included
	stopTimeout  = 10 * time.Second // for each signal, before a harder one
)

// process is a running server.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
}

// command prepares a program of ours that runs in dir as dir's account, apart from our terminal's signals. With ctx it
// ends, and all that it has started.
func command(ctx context.Context, dir *directory, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir.path
	// Nothing of our environment: neither PGPORT and the like, nor our secrets. English messages, since they are read.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: dir.account.credential()}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}

// launch starts cmd with its output going to the directory's log; onDeath is what it gets when we are killed.
func launch(cmd *exec.Cmd, dir *directory, onDeath syscall.Signal) (*process, error) {
	log, err := dir.createLog()
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	dieWithParent(cmd.SysProcAttr, onDeath)

	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The death signal is tied to the thread that forks, so that thread stays until the server has ended.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // how it ended stands in its log
			close(p.done)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s as %s: %w", cmd.Path, dir.account, err)
	}
	return p, nil
}

// errPortTaken means that somebody else took the port between our look and the server's.
var errPortTaken = errors.New("port is taken")

// awaitReady calls ready until it succeeds. A server that ends or takes too long is an error with the end of its log.
func (p *process) awaitReady(ctx context.Context, dir *directory, ready func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		err := ready(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-p.done:
			log := dir.logTail()
			if strings.Contains(log, "already in use") {
				return fmt.Errorf("%w; its log ends with:\n%s", errPortTaken, log)
			}
			return fmt.Errorf("ended at start; its log ends with:\n%s", log)
		case <-ctx.Done():
			return fmt.Errorf("not ready in time: %w; its log ends with:\n%s", errors.Join(ctx.Err(), err), dir.logTail())
		case <-time.After(25 * time.Millisecond):
		}
	}
}

// stop sends the signals one after the other, SIGKILL last, until the process has ended. A context that ends
// shortens the waiting for the first signals.
func (p *process) stop(ctx context.Context, signals ...syscall.Signal) {
	for _, sig := range signals {
		_ = p.cmd.Process.Signal(sig)
		select {
		case <-p.done:
			return
		case <-ctx.Done():
		case <-time.After(stopTimeout):
		}
	}
	_ = p.cmd.Process.Kill()
	<-p.done
}
