package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
)

// ErrInUse means that another process runs a server in the same directory.
var ErrInUse = errors.New("directory is in use by another running server")

// home is the directory of a server and of the programs that prepare it.
type home struct {
	dir        string
	temporary  bool
	parentLock *os.File            // locked until this process ends
	childLock  *os.File            // locked until all children have ended, which inherit the lock
	user       *syscall.Credential // user of the children; nil: our own
}

// openHome makes the directory and locks it for this process. An empty dir means a temporary one.
func openHome(dir string) (h *home, err error) {
	if os.Geteuid() == 0 {
		syscall.Umask(0o022) // the server's user can enter what we make
	}
	h = &home{dir: dir, temporary: dir == ""}
	if h.temporary {
		h.dir, err = os.MkdirTemp("", "airport-content-")
	} else if h.dir, err = filepath.Abs(dir); err == nil {
		err = os.MkdirAll(h.dir, 0o755)
	}
	if err == nil && h.temporary {
		err = os.Chmod(h.dir, 0o755)
	}
	if err != nil {
		return nil, err
	}
	if h.parentLock, err = os.Open(h.dir); err != nil {
		return nil, err
	}
	if !lock(h.parentLock) {
		return nil, errors.Join(ErrInUse, h.parentLock.Close())
	}
	h.childLock, err = os.OpenFile(filepath.Join(h.dir, "lock"), os.O_CREATE|os.O_RDONLY, 0o600)
	return h, err
}

// lock locks an open file, unless another process has locked it.
func lock(f *os.File) bool { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil }

// close removes a temporary directory, and unlocks a kept one.
func (h *home) close() (err error) {
	if h.temporary {
		err = os.RemoveAll(h.dir)
	}
	_ = syscall.Flock(int(h.parentLock.Fd()), syscall.LOCK_UN) // a new child has the file open too, until the child runs its program
	return errors.Join(err, h.childLock.Close(), h.parentLock.Close())
}

// log returns the output of the last program.
func (h *home) log() []byte {
	output, _ := os.ReadFile(filepath.Join(h.dir, "log")) // empty if it fails
	return output
}

// child is a process of ours.
type child struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has ended
}

// start starts a program. On Linux, the kernel sends the program the signal atDeath when this
// process dies.
func (h *home) start(atDeath syscall.Signal, program string, args ...string) (*child, error) {
	log, err := os.OpenFile(filepath.Join(h.dir, "log"), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	c := &child{cmd: exec.Command(program, args...), ended: make(chan struct{})}
	c.cmd.Dir = h.dir
	c.cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "PATH=" + os.Getenv("PATH")} // no secrets, and nothing like PGPORT
	c.cmd.Stdout, c.cmd.Stderr = log, log
	c.cmd.ExtraFiles = []*os.File{h.childLock}
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Credential: h.user} // away from our terminal's Ctrl-C
	signalAtOurDeath(c.cmd.SysProcAttr, atDeath)
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // Linux sends the signal when the starting thread ends
		defer runtime.UnlockOSThread()
		err := c.cmd.Start()
		started <- err
		if err == nil {
			_ = c.cmd.Wait() // the log says why the child ends
			close(c.ended)
		}
	}()
	err = <-started
	if errors.Is(err, fs.ErrPermission) && h.user != nil {
		return nil, fmt.Errorf("%w: user %d, who runs it for root, may not enter %s: choose another directory", err, h.user.Uid, h.dir)
	}
	return c, err
}

// end sends a signal and returns when the child has ended.
func (c *child) end(s syscall.Signal) {
	_ = c.cmd.Process.Signal(s) // fails if the child has ended
	<-c.ended
}

// run runs a program to its end.
func (h *home) run(ctx context.Context, program string, args ...string) error {
	c, err := h.start(syscall.SIGKILL, program, args...)
	if err != nil {
		return err
	}
	select {
	case <-c.ended:
	case <-ctx.Done():
		c.end(syscall.SIGKILL)
		return ctx.Err()
	}
	if !c.cmd.ProcessState.Success() {
		return fmt.Errorf("%s: %s:\n%s", program, c.cmd.ProcessState, h.log())
	}
	return nil
}
