package embedded

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// PostgresOptions are the directory, version and settings of a private PostgreSQL. The zero value
// is a temporary server.
type PostgresOptions struct {
	DataDir  string            // kept between runs; "" means a temporary one, which Stop removes
	Major    int               // the version for new data; 0 means the newest installed one
	Settings map[string]string // server settings, such as {"fsync": "off"}
}

// StartPostgres starts a server on the data of the last run, if there is any, and returns when the
// server answers. The URL is for a superuser. If another process runs a server on the data, the
// error is ErrInUse.
func StartPostgres(ctx context.Context, options PostgresOptions) (s *Server, err error) {
	h, err := openHome(options.DataDir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.close())
		}
	}()
	c := cluster{home: h, dir: filepath.Join(h.dir, "cluster")}
	if err := c.prepare(ctx, options); err != nil {
		return nil, err
	}
	password, err := os.ReadFile(c.passwordFile())
	if err != nil {
		return nil, err
	}
	port, err := FreePort()
	if err != nil {
		return nil, err
	}
	args := []string{"-D", c.data(), "-p", strconv.Itoa(port), "-c", "listen_addresses=127.0.0.1",
		"-c", "unix_socket_directories="} // no socket, because its path may be too long for the system
	for name, value := range options.Settings {
		args = append(args, "-c", name+"="+value)
	}
	s = &Server{
		name:       fmt.Sprintf("PostgreSQL %d (%s)", c.major, c.programs),
		url:        fmt.Sprintf("postgres://postgres:%s@127.0.0.1:%d/postgres?sslmode=disable", password, port),
		home:       h,
		program:    filepath.Join(c.programs, "postgres"),
		args:       args,
		ready:      "database system is ready to accept connections",
		stopSignal: syscall.SIGINT,
		killSignal: syscall.SIGQUIT,
	}
	return s, s.start(ctx)
}

// cluster is the data of a PostgreSQL, and its password.
type cluster struct {
	home     *home
	dir      string // renamed to this name when the cluster is complete
	major    int
	programs string // directory
}

func (c *cluster) data() string { return filepath.Join(c.dir, "data") }

func (c *cluster) passwordFile() string { return filepath.Join(c.dir, "password") }

// prepare makes the cluster ready to start. A new cluster gets the requested version.
func (c *cluster) prepare(ctx context.Context, options PostgresOptions) error {
	major := options.Major
	made, err := os.ReadFile(filepath.Join(c.data(), "PG_VERSION"))
	isNew := errors.Is(err, fs.ErrNotExist)
	if err != nil && !isNew {
		return err
	}
	if !isNew {
		major, _ = strconv.Atoi(strings.TrimSpace(string(made))) // PostgreSQL wrote it
	}
	if c.major, c.programs, err = findPostgres(ctx, major, c.home.dir); err != nil {
		return err
	}
	if os.Geteuid() == 0 {
		if c.home.user, err = postgresUser(c.data()); err != nil {
			return err
		}
	}
	if err := c.endLeftover(ctx); err != nil || !isNew {
		return err
	}
	return c.make(ctx)
}

// postgresUser is the user of PostgreSQL when this process is root: the owner of the data, else
// postgres or nobody.
func postgresUser(data string) (*syscall.Credential, error) {
	if info, err := os.Stat(data); err == nil {
		owner := info.Sys().(*syscall.Stat_t)
		return &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}, nil
	}
	found, err := user.Lookup("postgres")
	if err != nil {
		found, err = user.Lookup("nobody")
	}
	if err != nil {
		return nil, fmt.Errorf("root needs a user postgres or nobody to run PostgreSQL: %w", err)
	}
	uid, _ := strconv.Atoi(found.Uid) // a number, except on Plan 9 and Windows
	gid, _ := strconv.Atoi(found.Gid)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// endLeftover ends a server that a killed process has left, and returns when the server is gone. A
// pid file that is left then proves nothing, because another process may have the number.
func (c *cluster) endLeftover(ctx context.Context) error {
	if !lock(c.home.childLock) {
		_ = c.home.run(ctx, filepath.Join(c.programs, "pg_ctl"), "stop", "-D", c.data(), "-m", "immediate") // fails if the server is gone
	}
	for !lock(c.home.childLock) {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return os.RemoveAll(filepath.Join(c.data(), "postmaster.pid"))
}

// make makes an empty cluster.
func (c *cluster) make(ctx context.Context) error {
	part := &cluster{dir: c.dir + ".part"}
	err := errors.Join(os.RemoveAll(part.dir), os.MkdirAll(part.data(), 0o755), os.WriteFile(part.passwordFile(), []byte(rand.Text()), 0o600))
	if u := c.home.user; u != nil {
		err = errors.Join(err, os.Lchown(part.data(), int(u.Uid), int(u.Gid)), os.Lchown(part.passwordFile(), int(u.Uid), int(u.Gid)))
	}
	if err != nil {
		return err
	}
	locale := "C.UTF-8"
	if runtime.GOOS == "darwin" {
		locale = "en_US.UTF-8"
	}
	if err := c.home.run(ctx, filepath.Join(c.programs, "initdb"), "--pgdata="+part.data(), "--username=postgres",
		"--pwfile="+part.passwordFile(), "--auth=password", "--encoding=UTF8", "--locale="+locale); err != nil {
		return err
	}
	return os.Rename(part.dir, c.dir)
}
