package embedded

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

const patience = 2 * time.Minute // on a busy machine

func TestServersEndWithAKilledParent(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	parent, urls := beginParent(t, dir)
	for _, u := range urls() {
		defer awaitRefused(t, u)
	}
	kill(t, parent)
	p := startPostgres(t, PostgresOptions{DataDir: filepath.Join(dir, "postgres")})
	stop(t, p.Stop)
}

func TestFirstStartIsKilledAndStartedAgain(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	parent, _ := beginParent(t, dir)
	dir = filepath.Join(dir, "postgres")
	awaitInitdb(t, dir)
	kill(t, parent)
	awaitKeeper(t, dir)
	if left, _ := filepath.Glob(filepath.Join(dir, "home-*", "data", "postmaster.pid")); len(left) > 0 {
		t.Errorf("the keeper ended before its server: %s", left)
	}
	p := startPostgres(t, PostgresOptions{DataDir: dir})
	stop(t, p.Stop)
}

func TestFirstStartIsInterruptedAndStartedAgain(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(reachableDir(t), "postgres")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	ended := make(chan error, 1)
	go func() {
		_, err := StartPostgres(ctx, PostgresOptions{DataDir: dir})
		ended <- err
	}()
	awaitInitdb(t, dir)
	interrupt()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
	p := startPostgres(t, PostgresOptions{DataDir: dir})
	stop(t, p.Stop)
}

// A keeper that is killed together with its parent leaves its server to the next start.
func TestServersOfAKilledKeeperEndWithTheNextStart(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	p := startPostgres(t, PostgresOptions{DataDir: filepath.Join(dir, "postgres")})
	queryOne(t, p.URL(), "CREATE TABLE kept AS SELECT 'yes' AS answer")
	r := startRedis(t, filepath.Join(dir, "redis"))
	left := []string{p.URL(), r.URL()}
	for _, k := range []*keeper{p.keeper, r.Server.(*keeper)} {
		kill(t, k.cmd)
		k.lock.Close() // as the kernel does for a killed parent
	}

	p = startPostgres(t, PostgresOptions{DataDir: filepath.Join(dir, "postgres")})
	defer stop(t, p.Stop)
	r = startRedis(t, filepath.Join(dir, "redis"))
	defer stop(t, r.Stop)
	for _, u := range left {
		awaitRefused(t, u)
	}
	if got := queryOne(t, p.URL(), "SELECT answer FROM kept"); got != "yes" {
		t.Errorf("answer is %q, want yes", got)
	}
}

// Signals, as of Ctrl-C or of a kill by name, do not end a keeper: its server ends when we say so.
func TestKeeperOutlivesSignals(t *testing.T) {
	t.Parallel()
	r := startRedis(t, "")
	for _, sig := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if err := r.Server.(*keeper).cmd.Process.Signal(sig); err != nil {
			t.Error(err)
		}
	}
	stop(t, r.Stop) // would fail
}

func TestDownloadIsInterrupted(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	t.Setenv("HTTPS_PROXY", "http://"+silent.Addr().String())
	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		if conn, err := silent.Accept(); err == nil {
			defer conn.Close()
			interrupt()
			_, _ = io.ReadAll(conn) // until the keeper is gone
		}
	}()
	server := &postgresServer{Major: downloadMajor, Cache: "cache"}
	begun := time.Now()
	if _, err := startKeeper(ctx, "PostgreSQL", "", task{Postgres: server}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
	if took := time.Since(begun); took > patience {
		t.Errorf("giving up took %v", took)
	}
}

func TestDirectoryServesOneAtATime(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(reachableDir(t), "redis")
	r := startRedis(t, dir)
	defer stop(t, r.Stop)
	if _, err := StartRedis(t.Context(), RedisOptions{DataDir: dir}); !errors.Is(err, ErrInUse) {
		t.Errorf("a second server in the same directory: error %v, want ErrInUse", err)
	}
}

func TestStopRemovesATemporaryDirectory(t *testing.T) {
	t.Parallel()
	for _, killed := range []bool{false, true} {
		r := startRedis(t, "")
		if killed {
			if err := r.Kill(); err != nil {
				t.Error(err)
			}
		}
		stop(t, r.Stop)
		if dir := r.Server.(*keeper).dir; exists(dir) {
			t.Errorf("%s is there after Stop; killed before: %t", dir, killed)
		}
	}
}

func TestRootKeepsOutOfDirectoriesThatTheServerCannotEnter(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Log("not root: the server runs as ourselves and enters what we can")
		return
	}
	closed := filepath.Join(reachableDir(t), "closed")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := StartPostgres(t.Context(), PostgresOptions{DataDir: filepath.Join(closed, "postgres")})
	if err == nil || !strings.Contains(err.Error(), "may not enter") {
		t.Errorf("error is %v, want that the user may not enter", err)
	}
}

// beginParent starts this program once more, to be the parent of servers in dir. It returns a way to await their URLs.
func beginParent(t *testing.T, dir string) (parent *exec.Cmd, urls func() []string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent = exec.CommandContext(t.Context(), self)
	parent.Env = append(os.Environ(), parentVariable+"="+dir)
	parent.Stderr = t.Output()
	stdout, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	return parent, func() (urls []string) {
		for lines := bufio.NewScanner(stdout); len(urls) < 2; urls = append(urls, lines.Text()) {
			if !lines.Scan() {
				t.Fatalf("the parent said only %q", urls)
			}
		}
		return urls
	}
}

func kill(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
}

// reachableDir is a temporary directory that an unprivileged user can enter too; t.TempDir is not, as root.
func reachableDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "embedded-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// stop takes a context of its own since that of the test has ended in its clean-up.
func stop(t *testing.T, stop func(context.Context) error) {
	t.Helper()
	if err := stop(context.Background()); err != nil {
		t.Error(err)
	}
}

// awaitInitdb waits until initdb has begun to fill the data of a server in dir.
func awaitInitdb(t *testing.T, dir string) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if files, _ := filepath.Glob(filepath.Join(dir, "home-*", "data", "base", "1", "*")); len(files) > 0 {
			return
		}
	}
	t.Fatal("initdb has not come that far")
}

// awaitKeeper waits until the keeper of dir has ended.
func awaitKeeper(t *testing.T, dir string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	lock := flock.New(filepath.Join(dir, "lock"), flock.SetFlag(os.O_RDONLY))
	defer lock.Close()
	if _, err := lock.TryLockContext(ctx, 10*time.Millisecond); err != nil {
		t.Fatal(err)
	}
}

// awaitRefused waits until nobody listens where the URL points.
func awaitRefused(t *testing.T, serverURL string) {
	t.Helper()
	u, err := url.Parse(serverURL)
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		conn, err := net.Dial("tcp", u.Host)
		if errors.Is(err, syscall.ECONNREFUSED) {
			return
		}
		if err == nil {
			conn.Close()
		}
	}
	t.Errorf("%s still answers", u.Host)
}
