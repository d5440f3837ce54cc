package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// PostgresOptions says where and how a private Postgres runs; the zero value is a server for one use.
type PostgresOptions struct {
	DataDir  string            // kept from run to run; "" for a temporary one, removed by Stop
	Settings map[string]string // server settings, such as {"fsync": "off"}
}

// Postgres is a running private server. Its methods are not for concurrent use.
type Postgres struct {
	dir      *directory
	binaries installation
	settings map[string]string
	password string
	port     int
	process  *process
}

// StartPostgres starts a server, with the data of the last run if there is any, and returns when it answers.
// Its errors match ErrInUse and ErrUnreachable; those of the server itself carry the end of its log.
func StartPostgres(ctx context.Context, options PostgresOptions) (*Postgres, error) {
	dir, err := openDirectory(options.DataDir, "postgres", "nobody")
	if err != nil {
		return nil, fmt.Errorf("start Postgres: %w", err)
	}
	p := &Postgres{dir: dir, settings: options.Settings}
	if err := p.begin(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("start Postgres: %w", err), dir.close())
	}
	return p, nil
}

// URL is how the superuser connects; its database is called postgres.
func (p *Postgres) URL() string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword("postgres", p.password),
		Host:     loopback(p.port),
		Path:     "/postgres",
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// String names the server's version and place for messages.
func (p *Postgres) String() string { return p.binaries.String() }

// Stop shuts the server down in order: connections are ended, the data is written. A context that ends cuts this
// short, to what Kill does.
func (p *Postgres) Stop(ctx context.Context) error {
	p.process.stop(ctx, syscall.SIGINT, syscall.SIGQUIT)
	return p.dir.close()
}

// Kill ends the server at once, as a crash would.
func (p *Postgres) Kill() error {
	p.process.stop(context.Background(), syscall.SIGQUIT)
	return nil
}

// Restart starts the server again on the same port, ending it in order first if it runs.
func (p *Postgres) Restart(ctx context.Context) error {
	p.process.stop(ctx, syscall.SIGINT, syscall.SIGQUIT)
	if err := p.run(ctx, p.port); err != nil {
		return fmt.Errorf("restart Postgres: %w", err)
	}
	return nil
}

// begin finds the program, makes the data if there is none yet, and starts.
func (p *Postgres) begin(ctx context.Context) error {
	major, err := p.dataMajor()
	if err != nil {
		return err
	}
	if p.binaries, err = findPostgres(ctx, p.dir.account, major); err != nil {
		return err
	}
	if major == 0 {
		if err := p.initialise(ctx); err != nil {
			return err
		}
	}
	password, err := p.dir.root.ReadFile("password")
	if err != nil {
		return err
	}
	p.password = string(password)
	p.port, err = onFreePort(func(port int) error { return p.run(ctx, port) })
	return err
}

// dataMajor is the PostgreSQL version that made the data; 0 when there is no data.
func (p *Postgres) dataMajor() (int, error) {
	text, err := p.dir.root.ReadFile("data/PG_VERSION")
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(text)))
}

// run starts the server on port and waits until it answers.
func (p *Postgres) run(ctx context.Context, port int) error {
	data := filepath.Join(p.dir.path, "data")
	if err := clearLeftovers(ctx, p.dir, data); err != nil {
		return err
	}
	settings := map[string]string{
		"listen_addresses":        "127.0.0.1",
		"port":                    strconv.Itoa(port),
		"unix_socket_directories": "", // the path of a socket may be too long for the system
	}
	maps.Copy(settings, p.settings)
	args := []string{"-D", data}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, "-c", name+"="+settings[name])
	}
	cmd := command(context.Background(), p.dir, filepath.Join(p.binaries.bin, "postgres"), args...)
	process, err := launch(cmd, p.dir, syscall.SIGINT)
	if err != nil {
		return err
	}
	p.process, p.port = process, port
	if err := process.awaitReady(ctx, p.dir, p.ping); err != nil {
		process.stop(ctx, syscall.SIGQUIT)
		return err
	}
	return nil
}

// ping connects once.
func (p *Postgres) ping(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, p.URL())
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}
