package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const logName = "server.log"

// ErrInUse means that another process runs a server in the same directory.
var ErrInUse = errors.New("directory is in use by another running server")

// directory holds all that one server writes. It belongs to the server's account; we, possibly root, reach into it
// through an os.Root only, so that no link placed there leads us elsewhere.
type directory struct {
	path      string
	temporary bool
	account   *account
	root      *os.Root
	lock      *os.File
}

// openDirectory makes and locks the directory; an empty path makes a temporary one. As root, the directory belongs to
// its present owner, or to the first of users that exists.
func openDirectory(path string, users ...string) (*directory, error) {
	d := &directory{path: path, temporary: path == ""}
	if err := d.create(); err != nil {
		return nil, fmt.Errorf("make directory: %w", err)
	}
	if err := d.open(users); err != nil {
		return nil, errors.Join(fmt.Errorf("open directory %s: %w", d.path, err), d.close())
	}
	return d, nil
}

func (d *directory) create() (err error) {
	if d.temporary {
		d.path, err = os.MkdirTemp("", "airport-content-")
		return err
	}
	if d.path, err = filepath.Abs(d.path); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(d.path), 0o755); err != nil {
		return err
	}
	if err := os.Mkdir(d.path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	// Processes are recognised by their working directory, which the kernel reports without links.
	d.path, err = filepath.EvalSymlinks(d.path)
	return err
}

func (d *directory) open(users []string) (err error) {
	if d.root, err = os.OpenRoot(d.path); err != nil {
		return err
	}
	if os.Geteuid() == 0 {
		if err := d.giveAway(users); err != nil {
			return err
		}
	}
	if d.lock, err = d.root.OpenFile("lock", os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return err
	}
	if err := syscall.Flock(int(d.lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("%w (%w)", ErrInUse, err)
	}
	return nil
}

// giveAway finds the account and hands an empty directory of root's to it.
func (d *directory) giveAway(users []string) error {
	info, err := d.root.Stat(".")
	if err != nil {
		return err
	}
	if d.account = ownerOf(info); d.account != nil {
		return d.account.canReach(d.path)
	}
	if entries, err := os.ReadDir(d.path); err != nil || len(entries) > 0 {
		return errors.Join(err, errors.New("it belongs to root and is not empty"))
	}
	if d.account, err = lookupAccount(users...); err != nil {
		return err
	}
	if err := d.account.canReach(filepath.Dir(d.path)); err != nil {
		return err
	}
	return d.root.Chown(".", d.account.uid, d.account.gid)
}

// write puts a private file of the account into the directory.
func (d *directory) write(name, text string) error {
	if err := d.root.WriteFile(name, []byte(text), 0o600); err != nil {
		return err
	}
	if d.account == nil {
		return nil
	}
	return d.root.Chown(name, d.account.uid, d.account.gid)
}

// createLog begins the log of a new run; the one before is dropped.
func (d *directory) createLog() (*os.File, error) {
	return d.root.OpenFile(logName, os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600)
}

// logTail is the last lines of the server's log.
func (d *directory) logTail() string {
	text, err := d.root.ReadFile(logName)
	if err != nil {
		return err.Error()
	}
	return lastLines(text)
}

// lastLines is as much of a program's output as an error shows.
func lastLines(output []byte) string {
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}

// close lets go of the directory, and removes a temporary one.
func (d *directory) close() error {
	if d.lock != nil {
		_ = d.lock.Close() // which unlocks
	}
	if d.root != nil {
		_ = d.root.Close()
	}
	if d.temporary {
		return os.RemoveAll(d.path)
	}
	return nil
}
