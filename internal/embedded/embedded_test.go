package embedded

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	embeddedpostgres "github.com/fergusstrange/embedded-postgres"
	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"airport-content/internal/check"
)

// parentVariable makes the test binary a program that starts PostgreSQL in the directory that the
// variable names, says where, and waits to be killed.
const parentVariable = "TEST_EMBEDDED_PARENT"

func TestMain(m *testing.M) {
	if dir := os.Getenv(parentVariable); dir != "" {
		startAndWait(dir)
	}
	goleak.VerifyTestMain(m)
}

func startAndWait(dir string) {
	p, err := StartPostgres(context.Background(), PostgresOptions{DataDir: dir})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(p.URL())
	select {}
}

// If the system does not end a left server, the next start does. Redis starts in the same way.
func TestServerEndsWithAKilledParent(t *testing.T) {
	t.Parallel()
	dir := check.ReachableDir(t)
	program := check.Must(os.Executable())(t)
	parent := exec.Command(program)
	parent.Env = append(os.Environ(), parentVariable+"="+dir)
	parent.Stderr = t.Output()
	stdout := check.Must(parent.StdoutPipe())(t)
	check.NoError(t, parent.Start())
	serverURL, err := bufio.NewReader(stdout).ReadString('\n')
	check.NoError(t, parent.Process.Kill())
	_ = parent.Wait()
	if err != nil {
		t.Fatalf("the parent said only %q: %v", serverURL, err)
	}
	serverURL = strings.TrimSpace(serverURL)
	if runtime.GOOS == "linux" {
		awaitRefused(t, serverURL)
	}
	stop(t, startPostgres(t, PostgresOptions{DataDir: dir}))
	awaitRefused(t, serverURL)
}

func TestServerOfAKilledParentEndsWithTheNextStart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(check.ReachableDir(t), "deep", "postgres")
	left := startPostgres(t, PostgresOptions{DataDir: dir})
	query(t, left.URL(), "CREATE TABLE kept AS SELECT 'yes' AS answer")
	left.home.close() // as the kernel does for a killed process
	next := startPostgres(t, PostgresOptions{DataDir: dir})
	defer stop(t, next)
	awaitRefused(t, left.URL())
	check.Same(t, "yes", query(t, next.URL(), "SELECT answer FROM kept"))
}

func TestFirstStartIsInterruptedAndStartedAgain(t *testing.T) {
	t.Parallel()
	dir := check.ReachableDir(t)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	go func() {
		for ctx.Err() == nil {
			if files, _ := filepath.Glob(filepath.Join(dir, "*", "data", "base", "1", "*")); len(files) > 0 {
				interrupt()
			}
		}
	}()
	check.Error(t, context.Canceled, check.Failure(StartPostgres(ctx, PostgresOptions{DataDir: dir})))
	stop(t, startPostgres(t, PostgresOptions{DataDir: dir}))
}

func TestPostgresIsPrivate(t *testing.T) {
	t.Parallel()
	p := startPostgres(t, PostgresOptions{})
	defer func() {
		stop(t, p)
		check.Error(t, fs.ErrNotExist, check.Failure(os.Stat(p.home.dir)))
	}()
	for name, want := range map[string]os.FileMode{"data": os.ModeDir | 0o700, "password": 0o600} {
		info := check.Must(os.Stat(filepath.Join(p.home.dir, "cluster", name)))(t)
		if owner := info.Sys().(*syscall.Stat_t).Uid; owner == 0 || info.Mode() != want {
			t.Errorf("%s is of user %d with mode %v, want another than root and %v", name, owner, info.Mode(), want)
		}
	}
	check.Same(t, "127.0.0.1", query(t, p.URL(), "SHOW listen_addresses"))
	config := check.Must(pgx.ParseConfig(p.URL()))(t)
	config.Password = "wrong"
	if _, err := pgx.ConnectConfig(t.Context(), config); err == nil {
		t.Error("the server takes a wrong password")
	}
}

// After a crash of the whole machine another process may have the number in the pid file.
func TestPostgresStartsOverAStalePidFile(t *testing.T) {
	t.Parallel()
	dir := check.ReachableDir(t)
	p := startPostgres(t, PostgresOptions{DataDir: dir})
	stop(t, p)
	other := exec.CommandContext(t.Context(), "sleep", "600")
	other.SysProcAttr = &syscall.SysProcAttr{Credential: p.home.user}
	check.NoError(t, other.Start())
	defer other.Wait()
	defer other.Process.Kill()
	data := filepath.Join(dir, "cluster", "data")
	text := fmt.Sprintf("%d\n%s\n0\n1\n\n\n", other.Process.Pid, data)
	check.NoError(t, os.WriteFile(filepath.Join(data, "postmaster.pid"), []byte(text), 0o644))
	stop(t, startPostgres(t, PostgresOptions{DataDir: dir}))
	if err := other.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the other process: %v", err)
	}
}

func TestPostgresDoesNotStart(t *testing.T) {
	t.Parallel()
	fails := func(options PostgresOptions, says string) {
		t.Helper()
		if _, err := StartPostgres(t.Context(), options); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error is %v, want %s", err, says)
		}
	}
	fails(PostgresOptions{Settings: map[string]string{"no_such_setting": "1"}}, "unrecognized configuration parameter")

	dir := check.ReachableDir(t)
	data := filepath.Join(dir, "cluster", "data")
	err := errors.Join(os.MkdirAll(data, 0o755), os.WriteFile(filepath.Join(data, "PG_VERSION"), []byte("9\n"), 0o600))
	check.NoError(t, err)
	fails(PostgresOptions{DataDir: dir}, "PostgreSQL 9 is neither installed")

	if os.Geteuid() == 0 {
		closed := filepath.Join(check.ReachableDir(t), "closed")
		check.NoError(t, os.Mkdir(closed, 0o700))
		fails(PostgresOptions{DataDir: filepath.Join(closed, "postgres")}, "may not enter")
	}
}

// smallArchive is bin/postgres and bin/initdb, which fails, in a tar.xz in a zip.
const smallArchive = "UEsDBBQAAAAAAAAAIVpyb4zR4AAAAOAAAAAMAAAAcG9zdGdyZXMudHh6/Td6WFoAAAFpIt42AgAhARwAAAAQz1jM4Cf/AKFdABcLyMeB/hJXAysOeq5gxQjWtYtSDeBD78" +
	"jTkONVlcXEzDrU/+GFQmTjW69V3fVdo5Q5tCH528TcUoF3XfQ0b0BQ/Up4YJE0tl3N0dr7LcHaeekxYhVy9hqw2ZhQekS7CGTmQvtw4X3SeyWc0F0CpWsZoy4i7tHfG8UF" +
	"w39nG4NYJzZeTj83ayX+69TJFmYbBv8cDVgR4Bw6wE0NWz+COlkAAAAAAEPJ7y8AAbkBgFAAAFsnFUI+MA2LAgAAAAABWVpQSwECFAMUAAAAAAAAACFacm+M0eAAAADgAA" +
	"AADAAAAAAAAAAAAAAAgAEAAAAAcG9zdGdyZXMudHh6UEsFBgAAAAABAAEAOgAAAAoBAAAAAA=="

func TestDownload(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // the library leaves a log there
	archive := check.Must(base64.StdEncoding.DecodeString(smallArchive))(t)
	asked := 0
	repository := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked++; strings.HasSuffix(r.URL.Path, ".jar") && asked > 1 {
			_, _ = w.Write(archive)
		} else {
			http.NotFound(w, r)
		}
	}))
	defer repository.Close()
	dir := filepath.Join(t.TempDir(), "deep", "postgresql")
	config := embeddedpostgres.DefaultConfig().Version(embeddedpostgres.V17).BinaryRepositoryURL(repository.URL).CachePath(t.TempDir())
	if err := download(config, dir); err == nil || !strings.Contains(err.Error(), "no version found") {
		t.Errorf("error is %v, want that there is none", err)
	}
	for range 2 {
		check.NoError(t, download(config, dir))
		check.Must(os.Stat(filepath.Join(dir, "bin", "postgres")))(t)
	}
	check.Same(t, 3, asked, "requests, of which one is in vain, one for the archive and one for its checksum")
}

func startPostgres(t *testing.T, options PostgresOptions) *Server {
	t.Helper()
	return check.Must(StartPostgres(t.Context(), options))(t)
}

func stop(t *testing.T, s *Server) {
	t.Helper()
	check.NoError(t, s.Stop())
}

// awaitRefused waits until the address of the URL refuses connections.
func awaitRefused(t *testing.T, serverURL string) {
	t.Helper()
	u := check.Must(url.Parse(serverURL))(t)
	check.Eventually(t, u.Host+" refuses connections", func() bool {
		conn, err := net.Dial("tcp", u.Host)
		if err == nil {
			conn.Close()
		}
		return errors.Is(err, syscall.ECONNREFUSED)
	})
}

// query returns the first column of the first row, if there is one, as text.
func query(t *testing.T, databaseURL, sql string) string {
	t.Helper()
	conn := check.Must(pgx.Connect(t.Context(), databaseURL))(t)
	defer conn.Close(context.Background())
	results, err := conn.PgConn().Exec(t.Context(), sql).ReadAll()
	if check.NoError(t, err); len(results) == 0 || len(results[0].Rows) == 0 {
		return ""
	}
	return string(results[0].Rows[0][0])
}
