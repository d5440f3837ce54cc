// Package demo runs the whole service on one machine: its own PostgreSQL and Redis, sample airports and a key to try.
package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"airport-content/internal/config"
	"airport-content/internal/embedded"
	"airport-content/internal/server"
)

// stopTimeout bounds the end of the servers.
const stopTimeout = 10 * time.Second

// Options say where the demo runs and where it prints.
type Options struct {
	Listen         string // where the API listens
	DataDir        string // kept between runs; empty: a place of this user's
	JSON           bool   // print the key and the requests to try as JSON
	Version        string
	Fingerprint    string // as in server.Options
	Stdout, Stderr io.Writer
}

// Run runs the demo until ctx ends.
func Run(ctx context.Context, o Options) (err error) {
	listener, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return fmt.Errorf("%w; choose another address with --listen", err)
	}
	defer listener.Close()
	dir, err := openDir(o.DataDir)
	if err != nil {
		return fmt.Errorf("make a place for the data: %w; choose another with --data-dir", err)
	}
	if err := checkMigrations(dir); err != nil {
		return err
	}
	o.say("starting PostgreSQL and Redis, with data in %s", dir)
	database, err := embedded.StartPostgres(ctx, embedded.PostgresOptions{DataDir: filepath.Join(dir, "postgres")})
	if err != nil {
		return startError(dir, err)
	}
	defer func() { err = errors.Join(err, stop(database)) }()
	redis, err := embedded.StartRedis(ctx, embedded.RedisOptions{DataDir: filepath.Join(dir, "redis")})
	if err != nil {
		return startError(dir, err)
	}
	defer func() { err = errors.Join(err, stop(redis)) }()
	d := &data{dir: dir, databaseURL: database.URL(), say: o.say}
	key, err := d.prepare(ctx)
	if err != nil {
		return err
	}
	c, err := config.Load(config.Environ([]string{"DATABASE_URL=" + d.databaseURL, "REDIS_URL=" + redis.URL(), "OPS_ADDR="}), nil)
	if err != nil {
		return err
	}
	return server.Run(ctx, c, server.Options{
		Log:         server.NewLogger(o.Stderr, slog.LevelWarn, config.Text),
		Version:     o.Version,
		Fingerprint: o.Fingerprint,
		Listener:    listener,
		Ready:       func(addr net.Addr) { o.welcome(addr, key, d.urlFile()) },
	})
}

func (o Options) say(format string, args ...any) {
	fmt.Fprintf(o.Stderr, "airport-content: "+format+"\n", args...)
}

// openDir makes the directory of the data. For root it ignores the umask, because another user runs the servers.
func openDir(dir string) (string, error) {
	if dir == "" {
		var err error
		if dir, err = ownDir(); err != nil {
			return "", err
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o755)
}

// ownDir is this user's place. Root's is not in /root, which other users may not enter.
func ownDir() (string, error) {
	if os.Geteuid() == 0 {
		return "/var/lib/airport-content-demo", nil
	}
	if data := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "airport-content", "demo"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "airport-content", "demo"), err
}

// stop has its own deadline, because an interrupt has ended the context of Run.
func stop(server embedded.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	return server.Stop(ctx)
}

func startError(dir string, err error) error {
	if errors.Is(err, embedded.ErrInUse) {
		return fmt.Errorf("another demo runs on the data in %s; stop it, or choose another place with --data-dir", dir)
	}
	return err
}
