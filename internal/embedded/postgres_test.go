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
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func TestPostgresKeepsItsDataFromRunToRun(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(reachableDir(t), "deep", "postgres")

	first := startPostgres(t, PostgresOptions{DataDir: dir})
	for _, sql := range []string{
		"CREATE EXTENSION unaccent", "CREATE EXTENSION pg_trgm",
		"CREATE TABLE kept AS SELECT lower('ÉCOLE') AS word",
	} {
		queryOne(t, first.URL(), sql)
	}
	stop(t, first.Stop)
	if _, err := pgx.Connect(t.Context(), first.URL()); err == nil {
		t.Error("the server answers after Stop")
	}

	second := startPostgres(t, PostgresOptions{DataDir: dir})
	if got := queryOne(t, second.URL(), "SELECT word FROM kept"); got != "école" {
		t.Errorf("kept word is %q, want école", got)
	}
	stop(t, second.Stop)
}

func TestPostgresOnlyServesThisMachineAndNotAsRoot(t *testing.T) {
	t.Parallel()
	p := startPostgres(t, PostgresOptions{})
	t.Cleanup(func() { stop(t, p.Stop) })

	info, err := os.Stat("/proc/" + strconv.Itoa(p.process.cmd.Process.Pid))
	if err == nil && ownerOf(info) == nil {
		t.Error("the server runs as root")
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range addresses {
		ip := address.(*net.IPNet).IP
		if ip.IsLoopback() || ip.IsLinkLocalUnicast() {
			continue
		}
		conn, err := net.DialTimeout("tcp", net.JoinHostPort(ip.String(), strconv.Itoa(p.port)), time.Second)
		if err == nil {
			conn.Close()
			t.Errorf("the server answers on %s", ip)
		}
	}
	wrong := strings.Replace(p.URL(), p.password, "wrong", 1)
	if _, err := pgx.Connect(t.Context(), wrong); err == nil {
		t.Error("the server takes a wrong password")
	}
}

func TestPostgresTakesSettings(t *testing.T) {
	t.Parallel()
	p := startPostgres(t, PostgresOptions{Settings: map[string]string{"fsync": "off", "max_connections": "17"}})
	t.Cleanup(func() { stop(t, p.Stop) })
	if got := queryOne(t, p.URL(), "SHOW max_connections"); got != "17" {
		t.Errorf("max_connections is %s, want 17", got)
	}
}

func TestPostgresIsKilledAndRestartedInPlace(t *testing.T) {
	t.Parallel()
	p := startPostgres(t, PostgresOptions{})
	t.Cleanup(func() { stop(t, p.Stop) })
	where := p.URL()
	queryOne(t, where, "CREATE TABLE kept AS SELECT 'yes' AS answer")

	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := pgx.Connect(t.Context(), where); err == nil {
		t.Error("the server answers after Kill")
	}
	for range 2 { // once from dead, once from alive
		if err := p.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
		if p.URL() != where {
			t.Errorf("URL is %s after Restart, was %s", p.URL(), where)
		}
		if got := queryOne(t, where, "SELECT answer FROM kept"); got != "yes" {
			t.Errorf("answer is %q after Restart, want yes", got)
		}
	}
}

func TestPostgresDirectoryServesOneAtATime(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(reachableDir(t), "postgres")
	p := startPostgres(t, PostgresOptions{DataDir: dir})
	if _, err := StartPostgres(t.Context(), PostgresOptions{DataDir: dir}); !errors.Is(err, ErrInUse) {
		t.Errorf("a second server in the same directory: error %v, want ErrInUse", err)
	}
	stop(t, p.Stop)
}

func TestPostgresStartErrorShowsTheLog(t *testing.T) {
	t.Parallel()
	_, err := StartPostgres(t.Context(), PostgresOptions{Settings: map[string]string{"no_such_setting": "1"}})
	if err == nil || !strings.Contains(err.Error(), "unrecognized configuration parameter") {
		t.Errorf("error is %v, want what the server says", err)
	}
}

func TestPostgresGivesUpWhenAsked(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := StartPostgres(ctx, PostgresOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}

func TestPostgresWithDataGivesUpWhenAsked(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(reachableDir(t), "postgres")
	p := startPostgres(t, PostgresOptions{DataDir: dir})
	stop(t, p.Stop)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := StartPostgres(ctx, PostgresOptions{DataDir: dir}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}

func TestPostgresOfAnOldVersionIsNotStartedWithANewOne(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(reachableDir(t), "postgres")
	p := startPostgres(t, PostgresOptions{DataDir: dir})
	stop(t, p.Stop)
	if err := os.WriteFile(filepath.Join(dir, "data", "PG_VERSION"), []byte("9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := StartPostgres(t.Context(), PostgresOptions{DataDir: dir})
	if err == nil || !strings.Contains(err.Error(), "PostgreSQL 9") {
		t.Errorf("error is %v, want one that names the version of the data", err)
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
	if !errors.Is(err, ErrUnreachable) {
		t.Errorf("error is %v, want ErrUnreachable", err)
	}
}

// Whatever a killed run leaves, the next one starts: the servers end with their parent, and a pid file whose number
// belongs to somebody else by now is no obstacle.
func TestServersEndWithAKilledParent(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	parent, stdout := beginParent(t, dir)
	lines := bufio.NewScanner(stdout)
	var urls []string
	for len(urls) < 2 && lines.Scan() {
		urls = append(urls, lines.Text())
	}
	if len(urls) < 2 {
		t.Fatalf("the parent said only %q", urls)
	}
	queryOne(t, urls[0], "CREATE TABLE kept AS SELECT 'yes' AS answer")

	kill(t, parent)
	for _, u := range urls {
		awaitRefused(t, u)
	}
	data := filepath.Join(dir, "postgres", "data")
	pidFile := strconv.Itoa(os.Getpid()) + "\n" + data + "\n"
	if err := os.WriteFile(filepath.Join(data, "postmaster.pid"), []byte(pidFile), 0o600); err != nil {
		t.Fatal(err)
	}
	p := startPostgres(t, PostgresOptions{DataDir: filepath.Join(dir, "postgres")})
	if got := queryOne(t, p.URL(), "SELECT answer FROM kept"); got != "yes" {
		t.Errorf("answer is %q, want yes", got)
	}
	stop(t, p.Stop)
}

// beginParent starts this program once more, to be the parent of servers in dir, and returns what it says.
func beginParent(t *testing.T, dir string) (*exec.Cmd, io.Reader) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.CommandContext(t.Context(), self)
	parent.Env = append(os.Environ(), startVariable+"="+dir)
	parent.Stderr = t.Output()
	stdout, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	return parent, stdout
}

func kill(t *testing.T, parent *exec.Cmd) {
	t.Helper()
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
}

// reachableDir is a temporary directory that an unprivileged account can enter too; t.TempDir is not, as root.
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

func startPostgres(t *testing.T, options PostgresOptions) *Postgres {
	t.Helper()
	p, err := StartPostgres(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// stop runs a server's Stop; it takes a context of its own since that of the test has ended in its clean-up.
func stop(t *testing.T, stop func(context.Context) error) {
	t.Helper()
	if err := stop(context.Background()); err != nil {
		t.Error(err)
	}
}

// queryOne runs a statement and returns the first column of its first row, if it has any, as text.
func queryOne(t *testing.T, databaseURL, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	results, err := conn.PgConn().Exec(t.Context(), sql).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	if len(results) == 0 || len(results[0].Rows) == 0 {
		return ""
	}
	return string(results[0].Rows[0][0])
}

// awaitRefused waits until nobody listens where the URL points.
func awaitRefused(t *testing.T, serverURL string) {
	t.Helper()
	u, err := url.Parse(serverURL)
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		conn, err := net.Dial("tcp", u.Host)
		if errors.Is(err, syscall.ECONNREFUSED) {
			return
		}
		if err == nil {
			conn.Close()
		}
	}
	t.Errorf("%s still answers 30 s after its parent was killed", u.Host)
}
