// Package embedded runs a private Postgres and Redis for the demo and the tests, on 127.0.0.1 and never as root.
//
// Each server has a keeper: a second process of this program, as another user if we are root. The keeper ends its server when
// its standard input closes. So the server ends even if this process is killed.
package embedded

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// ErrInUse means that another process runs a server in the same directory.
var ErrInUse = errors.New("directory is in use by another running server")

// Server is a running Postgres or Redis. Its methods must not be called concurrently.
type Server interface {
	URL() string                   // how to connect; it stays the same through Kill and Restart
	String() string                // what it is, for messages
	Kill() error                   // ends it at once, like a crash
	Restart(context.Context) error // shuts it down first if it runs
	Stop(context.Context) error    // shuts it down, and removes temporary data
}

const (
	startTimeout = 10 * time.Minute // a download included
	killTimeout  = time.Minute
)

// keeper is the parent's handle of a server's keeper.
type keeper struct {
	name, url  string
	dir        string
	credential *syscall.Credential // nil: this process's user
	task       task
	lock       *flock.Flock // of the directory
	cmd        *exec.Cmd    // nil while the server does not run
	stdin      io.WriteCloser
}

// startKeeper starts a server and returns when it answers. An empty dir means a temporary one.
func startKeeper(ctx context.Context, name, dir string, t task) (*keeper, error) {
	path, credential, err := makeDirectory(dir)
	if err != nil {
		return nil, fmt.Errorf("start %s: make directory: %w", name, err)
	}
	if dir == "" {
		t.Temporary = path
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDONLY))
	if free, err := lock.TryLock(); err != nil || !free {
		return nil, fmt.Errorf("start %s: %w", name, cmp.Or(err, ErrInUse))
	}
	k := &keeper{name: name, dir: path, credential: credential, task: t, lock: lock}
	if err := k.start(ctx); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, errors.Join(err, k.Stop(context.WithoutCancel(ctx))))
	}
	return k, nil
}

// start starts the server again. It gives up when ctx ends.
func (k *keeper) start(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	stdout, err := k.launch()
	if errors.Is(err, fs.ErrPermission) && k.credential != nil {
		return fmt.Errorf("as root, it runs as user %d, who may not enter %s: choose another directory", k.credential.Uid, k.dir)
	}
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { k.stdin.Close() })()
	var r reply
	err = json.NewDecoder(stdout).Decode(&r)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return errors.New("its keeper says nothing; does main call embedded.RunIfAsked first of all?")
	case r.Error != "":
		return errors.New(r.Error)
	}
	k.url = r.URL
	return nil
}

// launch starts this program as a keeper.
func (k *keeper) launch() (stdout io.Reader, err error) {
	if _, kept := os.LookupEnv(taskVariable); kept {
		return nil, errors.New("main does not call embedded.RunIfAsked")
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if runtime.GOOS == "linux" {
		self = "/proc/self/exe" // works even if the other user may not read the file's directory
	}
	text, err := json.Marshal(k.task)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self)
	cmd.Dir = k.dir
	cmd.Args = []string{os.Args[0], "keeper", k.dir} // shown in lists of processes
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Credential: k.credential} // away from our terminal's Ctrl-C
	// Pass on only a little of our environment: no secrets, and nothing like PGPORT. The library's log files go to TMPDIR.
	cmd.Env = []string{taskVariable + "=" + string(text), "LC_ALL=C", "TZ=UTC", "TMPDIR=" + k.dir}
	for _, name := range []string{"PATH", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"} {
		if value, set := os.LookupEnv(name); set {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	if k.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if stdout, err = cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	k.cmd = cmd
	return stdout, nil
}

func (k *keeper) URL() string { return k.url }

func (k *keeper) String() string { return k.name }

func (k *keeper) Kill() error {
	ctx, cancel := context.WithTimeout(context.Background(), killTimeout)
	defer cancel()
	return k.end(ctx, atOnce)
}

func (k *keeper) Restart(ctx context.Context) error {
	if err := k.end(ctx, inOrder); err != nil {
		return err
	}
	if err := k.start(ctx); err != nil {
		return fmt.Errorf("restart %s: %w", k.name, err)
	}
	return nil
}

// Stop returns early if ctx ends; the keeper still ends the server.
func (k *keeper) Stop(ctx context.Context) error {
	if err := k.end(ctx, inOrder); err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(k.task.Temporary), k.lock.Close())
}

// end tells the keeper how to end its server, and waits for the keeper.
func (k *keeper) end(ctx context.Context, how string) error {
	if k.cmd == nil {
		return nil
	}
	_, _ = io.WriteString(k.stdin, how) // fails if the keeper has ended
	_ = k.stdin.Close()
	ended := make(chan error, 1)
	go func() { ended <- k.cmd.Wait() }()
	select {
	case err := <-ended:
		k.cmd = nil
		if err != nil {
			return fmt.Errorf("end %s: %w", k.name, err)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("end %s: %w", k.name, ctx.Err())
	}
}
