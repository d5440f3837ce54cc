//go:build debian

package operations_test

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"airport-content/internal/embedded"
)

// installed finds a program of a Debian package.
func installed(t *testing.T, program, pkg string) string {
	t.Helper()
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/sbin") {
		if path, err := exec.LookPath(filepath.Join(dir, program)); err == nil {
			return path
		}
	}
	t.Fatalf("%s is not installed: apt-get install %s", program, pkg)
	return ""
}

// command prepares a program with nothing of our environment, but what it is given.
func command(ctx context.Context, env environ, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(env.list(), "PATH="+os.Getenv("PATH")+":/usr/sbin", "LC_ALL=C.UTF-8")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd
}

// account is who runs servers that refuse root: postgres when we are root, else nobody but ourselves.
func account(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	found, err := user.Lookup("postgres")
	if err != nil {
		t.Fatalf("run as root, with no user postgres to run servers: %v; apt-get install postgresql", err)
	}
	uid, err := strconv.ParseUint(found.Uid, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	gid, err := strconv.ParseUint(found.Gid, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// directory is one that the account may read and write.
func directory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "airport-content-operations-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	give(t, dir)
	return dir
}

// write puts a file of the account's into the directory.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	give(t, path)
	return path
}

func give(t *testing.T, path string) {
	t.Helper()
	if to := account(t); to != nil {
		if err := os.Chown(path, int(to.Uid), int(to.Gid)); err != nil {
			t.Fatal(err)
		}
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	port, err := embedded.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	return strconv.Itoa(port)
}

// start runs a server as the account until the test ends or stop is called, and returns when it listens on the port.
func start(t *testing.T, port, program string, args ...string) (stop func()) {
	t.Helper()
	var log bytes.Buffer
	cmd := command(context.WithoutCancel(t.Context()), nil, program, args...)
	cmd.Stdout, cmd.Stderr = &log, &log
	cmd.SysProcAttr.Credential = account(t)
	cmd.SysProcAttr.Pdeathsig = 0 // it is tied to the thread that starts the server, which may end before the test
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	stop = sync.OnceFunc(func() {
		_ = cmd.Process.Signal(syscall.SIGINT) // fast shutdown, for PostgreSQL
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill()
			<-ended
		}
	})
	t.Cleanup(stop)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		select {
		case <-ended:
			t.Fatalf("%s ended:\n%s", cmd, &log)
		default:
		}
		if conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", port)); err == nil {
			conn.Close()
			return stop
		}
	}
	t.Fatalf("%s does not listen on port %s", cmd, port)
	return nil
}
