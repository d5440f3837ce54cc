// Package demo runs the whole service on one machine: a PostgreSQL and a Redis of its own, sample
// airports and a key to try.
package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/alicebob/miniredis/v2"

	"airport-content/internal/config"
	"airport-content/internal/embedded"
	"airport-content/internal/sample"
	"airport-content/internal/server"
)

// Options say where the demo runs and where it prints.
type Options struct {
	Listen         string // where the API listens
	DataDir        string // kept between runs; empty: in a clone, or a place of this user's
	JSON           bool   // print the key and the requests to try as JSON
	Version        string
	Stdout, Stderr io.Writer
}

// demo is a running demo.
type demo struct {
	Options
	dir, databaseURL, redisURL string
}

// Run runs the demo until ctx ends.
func Run(ctx context.Context, o Options) (err error) {
	listener, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return fmt.Errorf("%w; choose another address with --listen", err)
	}
	defer listener.Close()
	ops, err := listenOps()
	if err != nil {
		return err
	}
	defer ops.Close()
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
	d := &demo{Options: o, dir: dir, databaseURL: database.URL(), redisURL: "redis://" + redis.Addr()}
	key, err := d.prepare(ctx)
	if err != nil {
		return err
	}
	c, err := config.Load(config.ParseEnv([]string{"DATABASE_URL=" + d.databaseURL, "REDIS_URL=" + d.redisURL}), nil)
	if err != nil {
		return err
	}
	d.welcome(listener.Addr(), ops.Addr(), key) // a request that comes at once waits for the server
	return server.Run(ctx, c, server.Options{Log: server.NewLogger(o.Stderr, slog.LevelWarn, config.Text), Version: o.Version, Listener: listener, OpsListener: ops})
}

func (o Options) say(format string, args ...any) {
	fmt.Fprintf(o.Stderr, "airport-demo: "+format+"\n", args...)
}

// listenOps listens for operators, at another port if the usual one is taken.
func listenOps() (net.Listener, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:8081")
	if err != nil {
		listener, err = net.Listen("tcp", "127.0.0.1:0")
	}
	return listener, err
}

// dataDir is the absolute path of the data. The default is .demo in a clone of this project, else a
// directory in the user's home. The servers of root run as another user, who may not enter every
// directory.
func dataDir(dir string) (string, error) {
	if dir != "" {
		return filepath.Abs(dir)
	}
	root := os.Geteuid() == 0
	if clone, err := os.Getwd(); err == nil && isClone(clone) && (!root || openToAll(clone)) {
		return filepath.Join(clone, ".demo"), nil
	}
	if root {
		return "/var/lib/airport-content-demo", nil
	}
	if data := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "airport-content", "demo"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "airport-content", "demo"), err
}

func isClone(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && strings.HasPrefix(string(text), "module airport-content\n")
}

// openToAll reports whether every user may enter a directory and those above it.
func openToAll(dir string) bool {
	for ; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// local is the URL of a listener for this machine.
func local(addr net.Addr) string {
	if host, port, err := net.SplitHostPort(addr.String()); err == nil && net.ParseIP(host).IsUnspecified() {
		return "http://127.0.0.1:" + port
	}
	return "http://" + addr.String()
}

// welcome prints the key, requests to try, the page for operators, and the file with the
// database's URL.
func (d *demo) welcome(api, ops net.Addr, key string) {
	server := local(api)
	try := func(query string) string {
		return fmt.Sprintf("curl -H 'x-partner-api-key: %s' '%s/api/v1/partner/%s/content?%ssize=3&includeBody=false'",
			key, server, sample.Airports()[0].Code, query)
	}
	requests := []string{try(""), try("q=coffee+before+security&"), try("openAt=now&contentType=dining&")}
	if d.JSON {
		encoder := json.NewEncoder(d.Stdout)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(map[string]any{"key": key, "baseUrl": server, "opsUrl": local(ops), "try": requests, "databaseUrlFile": d.urlFile()})
		return
	}
	var airports strings.Builder
	for _, a := range sample.Airports() {
		fmt.Fprintf(&airports, "  %s  %s\n", a.Code, a.Name)
	}
	fmt.Fprintf(d.Stdout, `
The demo is ready at %[1]s (documentation: %[1]s/docs), with these airports:

%[2]s
Key: %[3]s

%[4]s

The page for operators is at %[7]s/
To import and to make keys, first type in another terminal: export DATABASE_URL_FILE=%[5]s REDIS_URL=%[6]s

Ctrl-C ends it. The data is kept in %[8]s
`, server, airports.String(), key, strings.Join(requests, "\n\n"), quote(d.urlFile()), d.redisURL, local(ops), d.dir)
}

// quote makes one word of a shell command.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
