package embedded

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// initialise makes the data directory aside and moves it into place when it is complete.
func (p *Postgres) initialise(ctx context.Context) error {
	lock, err := p.dir.lockInitdb(ctx)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := p.dir.write("password", rand.Text()); err != nil {
		return err
	}
	for _, locale := range []string{"C.UTF-8", "en_US.UTF-8"} { // of which macOS has only the second
		if err := p.dir.root.RemoveAll("data.new"); err != nil {
			return err
		}
		out, err := p.initdb(ctx, locale, lock)
		if err == nil {
			return p.dir.root.Rename("data.new", "data")
		}
		if ctx.Err() != nil {
			return ctx.Err() // what a killed initdb has said tells nothing
		}
		if !bytes.Contains(out, []byte("invalid locale name")) {
			return fmt.Errorf("initdb as %s: %w:\n%s", p.dir.account, err, lastLines(out))
		}
	}
	return errors.New("initdb: this system has neither locale C.UTF-8 nor en_US.UTF-8")
}

// initdb makes data.new and returns what was said. It inherits the lock, and ends with this process.
func (p *Postgres) initdb(ctx context.Context, locale string, lock *os.File) ([]byte, error) {
	args := []string{
		"--pgdata=data.new", "--username=postgres", "--pwfile=password", "--auth=scram-sha-256",
		"--encoding=UTF8", "--locale=" + locale,
	}
	if p.dir.temporary {
		args = append(args, "--no-sync")
	}
	cmd := command(ctx, p.dir, filepath.Join(p.binaries.bin, "initdb"), args...)
	cmd.ExtraFiles = []*os.File{lock}
	// The death signal is tied to the thread that forks.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	dieWithParent(cmd.SysProcAttr, syscall.SIGKILL)
	return cmd.CombinedOutput()
}

// lockInitdb waits until what an initdb of a crashed run has left behind is gone. It, and every process it started,
// has inherited the lock, and holds it for as long as it may write.
func (d *directory) lockInitdb(ctx context.Context) (*os.File, error) {
	lock, err := d.root.OpenFile("initdb.lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return lock, nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(fmt.Errorf("wait for the initdb of a crashed run: %w (%w)", ctx.Err(), err), lock.Close())
		case <-time.After(50 * time.Millisecond):
		}
	}
}
