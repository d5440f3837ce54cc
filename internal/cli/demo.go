package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
	"airport-content/internal/embedded"
	"airport-content/internal/sample"
)

const demoHelp = `Try the service: a private PostgreSQL and Redis, sample airports with invented content, and the API, all started here and
ended with an interrupt. A key is printed, and two requests to begin with.

PostgreSQL is the installed one, or else downloaded once. The data is kept from run to run.`

func (p *program) demoCommand() *cobra.Command {
	var listen, dataDir string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Try the service: everything embedded, sample airports, a printed key",
		Long:  demoHelp,
		Example: `  airport-content demo
  airport-content demo --listen 127.0.0.1:9000 --data-dir /tmp/airport-demo`,
		Args: arguments(),
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8080", "where the API listens")
	cmd.Flags().StringVar(&dataDir, "data-dir", "", "where the data is kept; a place of this user's own unless given")
	cmd.RunE = p.run(func(ctx context.Context, _ []string) error { return p.demo(ctx, listen, dataDir) })
	return cmd
}

func (p *program) demo(ctx context.Context, listen, dataDir string) (err error) {
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("%w; choose another address with --listen", err)
	}
	defer listener.Close()
	dir, err := p.openDemoDir(dataDir)
	if err != nil {
		return err
	}
	if err := checkDemoMigrations(dir); err != nil {
		return err
	}
	p.say("starting PostgreSQL and Redis, with data in %s", dir)
	servers, err := startDemoServers(ctx, dir)
	if err != nil {
		return demoError(dir, err)
	}
	defer func() { err = errors.Join(err, servers.stop()) }()
	key, err := p.fillDemo(ctx, dir, servers.postgres.URL())
	if err != nil {
		return err
	}
	database := filepath.Join(dir, "database-url")
	if err := os.WriteFile(database, []byte(servers.postgres.URL()+"\n"), 0o600); err != nil {
		return fmt.Errorf("write down the database's URL: %w", err)
	}
	c, err := demoConfig(servers)
	if err != nil {
		return err
	}
	api := &server{config: c, log: newLogger(p.stderr, c.LogLevel, c.LogFormat), listener: listener}
	if err := api.start(ctx); err != nil {
		api.close()
		return err
	}
	if err := p.printDemo(api.addr(), key, database); err != nil {
		api.close()
		return err
	}
	return api.run(ctx)
}

func demoError(dir string, err error) error {
	switch {
	case errors.Is(err, embedded.ErrInUse):
		return fmt.Errorf("another demo runs on the data in %s; stop it, or choose another place with --data-dir", dir)
	case errors.Is(err, embedded.ErrUnreachable):
		return fmt.Errorf("%w with --data-dir", err)
	}
	return err
}

// openDemoDir makes the directory of the demo's data; empty means one of this user's own.
func (p *program) openDemoDir(dir string) (string, error) {
	if dir == "" {
		var err error
		if dir, err = p.ownDemoDir(); err != nil {
			return "", fmt.Errorf("find a place for the data: %w; choose one with --data-dir", err)
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := makeEnterable(dir); err != nil {
		return "", fmt.Errorf("make a place for the data: %w; choose another with --data-dir", err)
	}
	return dir, nil
}

// makeEnterable makes a directory that the account of root's servers may enter, whatever the umask.
func makeEnterable(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.Chmod(dir, 0o755)
}

func (p *program) ownDemoDir() (string, error) {
	// Root's servers run as somebody else, who may not enter root's home.
	if os.Geteuid() == 0 {
		return "/var/lib/airport-content-demo", nil
	}
	if data, _ := p.env("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, name, "demo"), nil
	}
	home, _ := p.env("HOME")
	if !filepath.IsAbs(home) {
		return "", errors.New("HOME is not set")
	}
	return filepath.Join(home, ".local", "share", name, "demo"), nil
}

// demoServers are what the demo's API stands on.
type demoServers struct {
	postgres *embedded.Postgres
	redis    *embedded.Redis
}

func startDemoServers(ctx context.Context, dir string) (*demoServers, error) {
	postgres, err := embedded.StartPostgres(ctx, embedded.PostgresOptions{DataDir: filepath.Join(dir, "postgres")})
	if err != nil {
		return nil, err
	}
	s := &demoServers{postgres: postgres}
	if s.redis, err = embedded.StartRedis(ctx, embedded.RedisOptions{DataDir: filepath.Join(dir, "redis")}); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

// stop also follows an interrupt, so it has a deadline of its own.
func (s *demoServers) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var errs []error
	if s.redis != nil {
		errs = append(errs, s.redis.Stop(ctx))
	}
	return errors.Join(append(errs, s.postgres.Stop(ctx))...)
}

// demoConfig is the default one but for what a private server has otherwise.
func demoConfig(servers *demoServers) (config.Config, error) {
	return config.Load(config.Environ([]string{
		"DATABASE_URL=" + servers.postgres.URL(),
		"REDIS_URL=" + servers.redis.URL(),
		"OPS_ADDR=",
		"LOG_LEVEL=warn",
		"LOG_FORMAT=text",
	}), nil)
}

// printDemo prints the key, the requests to begin with, and the way to the database, whose URL holds a password and so
// stands in a file.
func (p *program) printDemo(addr, key, database string) error {
	server := reachable(addr)
	base := server + "/api/v1/partner/"
	first := sample.Airports()[0]
	list := base + first.Code + "/content?size=3&includeBody=false"
	search := base + first.Code + "/content?q=" + url.QueryEscape("coffee before security") + "&size=3&includeBody=false"
	curl := func(target string) string { return fmt.Sprintf("curl -H 'x-partner-api-key: %s' '%s'", key, target) }
	if p.json {
		return printJSON(p.stdout, struct {
			Key             string   `json:"key"`
			BaseURL         string   `json:"baseUrl"`
			Try             []string `json:"try"`
			DatabaseURLFile string   `json:"databaseUrlFile"`
		}{key, server, []string{curl(list), curl(search)}, database})
	}
	var airports []string
	for _, a := range sample.Airports() {
		airports = append(airports, fmt.Sprintf("  %s  %s\n", a.Code, a.Name))
	}
	quoted := "'" + strings.ReplaceAll(database, "'", `'\''`) + "'"
	_, err := fmt.Fprintf(p.stdout, `
The demo is ready at %[1]s (documentation: %[1]s/docs), with these airports:

%[2]s
Key: %[3]s

%[4]s

%[5]s

For imports and keys of your own, in another terminal: export DATABASE_URL_FILE=%[6]s

Ctrl-C ends it; the data is kept.
`, server, strings.Join(airports, ""), key, curl(list), curl(search), quoted)
	return err
}
