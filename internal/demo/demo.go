// Package demo runs the whole service on one machine: a PostgreSQL and a Redis of its own, sample airports and a key to try.
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

	"github.com/alicebob/miniredis/v2"

	"airport-content/internal/config"
	"airport-content/internal/embedded"
	"airport-content/internal/server"
)

// Options say where the demo runs and where it prints.
type Options struct {
	Listen         string // where the API listens
	DataDir        string // kept between runs; empty: a place of this user's
	JSON           bool   // print the key and the requests to try as JSON
	Version        string
	Stdout, Stderr io.Writer
}

// demo is a running one.
type demo struct {
	Options
	dir, databaseURL string
}

// Run runs the demo until ctx ends.
func Run(ctx context.Context, o Options) (err error) {
	listener, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return fmt.Errorf("%w; choose another address with --listen", err)
	}
	defer listener.Close()
	dir, err := dataDir(o.DataDir)
	if err != nil {
		return err
	}
	o.say("starting PostgreSQL, with data in %s", dir)
	database, err := embedded.StartPostgres(ctx, embedded.PostgresOptions{DataDir: filepath.Join(dir, "postgres")})
	if errors.Is(err, embedded.ErrInUse) {
		return fmt.Errorf("another demo runs on the data in %s; stop it, or choose another place with --data-dir", dir)
	}
	if err != nil {
		return fmt.Errorf("start PostgreSQL with its data in %s (choose another place with --data-dir): %w", dir, err)
	}
	defer func() { err = errors.Join(err, database.Stop()) }()
	redis, err := miniredis.Run()
	if err != nil {
		return fmt.Errorf("start a store for rate limits: %w", err)
	}
	defer redis.Close()
	d := &demo{Options: o, dir: dir, databaseURL: database.URL()}
	key, err := d.prepare(ctx)
	if err != nil {
		return err
	}
	c, err := config.Load(config.ParseEnv([]string{"DATABASE_URL=" + d.databaseURL, "REDIS_URL=redis://" + redis.Addr(), "OPS_ADDR="}), nil)
	if err != nil {
		return err
	}
	d.welcome(listener.Addr(), key) // who is quick waits for the server
	return server.Run(ctx, c, server.Options{Log: server.NewLogger(o.Stderr, slog.LevelWarn, config.Text), Version: o.Version, Listener: listener})
}

func (o Options) say(format string, args ...any) {
	fmt.Fprintf(o.Stderr, "airport-content: "+format+"\n", args...)
}

// dataDir is the absolute path of the data; by default this user's place. Root's is not in /root, which other users may not enter.
func dataDir(dir string) (string, error) {
	if dir != "" {
		return filepath.Abs(dir)
	}
	if os.Geteuid() == 0 {
		return "/var/lib/airport-content-demo", nil
	}
	if data := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "airport-content", "demo"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "airport-content", "demo"), err
}
