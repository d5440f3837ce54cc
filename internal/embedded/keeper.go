// Package embedded runs a private Postgres and Redis for the demo and the tests, on 127.0.0.1 and never as root.
//
// Each server has a keeper: this program once more, as another user where we are root. The keeper ends its server when
// its standard input closes, so the server ends however this process does.
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

// Server is what a Postgres and a Redis have in common. Its methods are not for concurrent use.
type Server interface {
	URL() string                   // how to connect; it stays the same through Kill and Restart
	String() string                // what it is, for messages
	Kill() error                   // ends it at once, as a crash would
	Restart(context.Context) error // ends it in order first if it runs
	Stop(context.Context) error    // ends it in order, and removes what is temporary
}

const (
	startTimeout = 10 * time.Minute // a download included
	killTimeout  = time.Minute
)

// keeper is our side of a server's keeper.
type keeper struct {
	name, url  string
	dir        string
	credential *syscall.Credential // nil for ourselves
	task       task
	lock       *flock.Flock // of the directory
	cmd        *exec.Cmd    // nil where the server does not run
	stdin      io.WriteCloser
}

// startKeeper starts a server and returns when it answers. An empty dir is a temporary one.
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

// start also gives up when ctx ends.
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
		self = "/proc/self/exe" // works too where the other user may not walk to the file
	}
	text, err := json.Marshal(k.task)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self)
	cmd.Dir = k.dir
	cmd.Args = []string{os.Args[0], "keeper", k.dir} // for who looks at the processes
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Credential: k.credential} // away from our terminal's Ctrl-C
	// Little of our environment: neither our secrets nor PGPORT and the like. The library's log files go to TMPDIR.
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

// Stop leaves the rest to the keeper when ctx ends.
func (k *keeper) Stop(ctx context.Context) error {
	if err := k.end(ctx, inOrder); err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(k.task.Temporary), k.lock.Close())
}

// end tells the keeper how to end, and waits for it.
func (k *keeper) end(ctx context.Context, how string) error {
	if k.cmd == nil {
		return nil
	}
	_, _ = io.WriteString(k.stdin, how) // fails where the keeper has ended
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
