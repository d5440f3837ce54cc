package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// clearLeftovers ends what a crashed run has left in a Postgres data directory, which we have locked: its processes, if
// any still live, and then its pid file. Postgres would take the file for a running server's when, say after a reboot,
// another process has got that number. Where there is no /proc to look at, the judgement stays with Postgres.
func clearLeftovers(ctx context.Context, dir *directory, data string) error {
	if runtime.GOOS != "linux" {
		return nil
	}
	for deadline := time.Now().Add(stopTimeout); ; {
		pids, err := processesIn(data)
		if err != nil {
			return err
		}
		if len(pids) == 0 {
			break
		}
		sig := syscall.SIGQUIT
		if time.Now().After(deadline) {
			sig = syscall.SIGKILL
		}
		for _, pid := range pids {
			_ = syscall.Kill(pid, sig) // it may have ended meanwhile
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("processes %v of a crashed run still use %s: %w", pids, data, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
	if err := dir.root.Remove("data/postmaster.pid"); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// processesIn lists the processes whose working directory is dir, as that of all Postgres processes is their data.
func processesIn(dir string) ([]int, error) {
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, link := range links {
		if cwd, err := os.Readlink(link); err != nil || cwd != dir {
			continue // ended, somebody else's, or elsewhere
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}
