package embedded

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	embeddedpostgres "github.com/fergusstrange/embedded-postgres"
	"github.com/jackc/pgx/v5"
)

const (
	oldestMajor   = 15 // of those that the service supports
	downloadMajor = 17 // where none is installed
)

// downloads are the versions that can be downloaded.
var downloads = map[int]embeddedpostgres.PostgresVersion{15: embeddedpostgres.V15, 16: embeddedpostgres.V16, 17: embeddedpostgres.V17, 18: embeddedpostgres.V18}

// PostgresOptions are where and how a private Postgres runs. The zero value is a temporary server.
type PostgresOptions struct {
	DataDir  string            // kept between runs; "" means a temporary one, which Stop removes
	Major    int               // the version for new data; 0 means the newest installed one
	Settings map[string]string // server settings, such as {"fsync": "off"}
}

// Postgres is a running private server.
type Postgres struct{ *keeper }

// StartPostgres starts a server on the data of the last run, if there is any, and returns when it answers. Its URL is for a
// superuser.
func StartPostgres(ctx context.Context, options PostgresOptions) (*Postgres, error) {
	server, err := choosePostgres(options)
	if err == nil {
		server.Port, err = FreePort()
	}
	if err != nil {
		return nil, fmt.Errorf("start Postgres: %w", err)
	}
	server.Settings = options.Settings
	k, err := startKeeper(ctx, server.name(), options.DataDir, task{Postgres: server})
	if err != nil {
		return nil, err
	}
	return &Postgres{k}, nil
}

// choosePostgres takes the version that made the data, or without data the one that is asked for, else the newest installed one.
// If it is not installed, it takes the download.
func choosePostgres(options PostgresOptions) (*postgresServer, error) {
	installed := installedPostgres()
	major, err := dataMajor(options.DataDir)
	if err != nil {
		return nil, err
	}
	if major = cmp.Or(major, options.Major); major == 0 && len(installed) > 0 {
		major = slices.Max(slices.Collect(maps.Keys(installed)))
	}
	major = cmp.Or(major, downloadMajor)
	if programs := installed[major]; programs != "" {
		return &postgresServer{Major: major, Programs: programs}, nil
	}
	if _, found := downloads[major]; !found {
		return nil, fmt.Errorf("PostgreSQL %d is neither installed nor can it be downloaded: install it, "+
			"or remove the directory of its data to begin anew", major)
	}
	cache, err := downloadCache()
	return &postgresServer{Major: major, Cache: cache}, err
}

// dataMajor is the version that made the data in dir; 0 if there is no complete data.
func dataMajor(dir string) (int, error) {
	text, err := os.ReadFile(filepath.Join(dir, wholeLink, "data", "PG_VERSION"))
	if dir == "" || errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(text)))
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// installedPostgres maps major versions to installation directories, of Debian's packages and of what is on PATH.
func installedPostgres() map[int]string {
	programs, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pg_ctl") // the pattern is well formed
	if path, err := exec.LookPath("pg_ctl"); err == nil {
		programs = append(programs, path)
	}
	installed := map[int]string{}
	for _, program := range programs {
		said, _ := exec.Command(program, "--version").Output() // empty if it fails
		match := versionPattern.FindSubmatch(said)
		if match == nil || filepath.Base(filepath.Dir(program)) != "bin" {
			continue
		}
		if major, err := strconv.Atoi(string(match[1])); err == nil && major >= oldestMajor {
			installed[major] = filepath.Dir(filepath.Dir(program))
		}
	}
	return installed
}

// postgresServer is a Postgres in its keeper's working directory.
type postgresServer struct {
	Major    int
	Programs string // the directory that holds bin; "" means the download
	Cache    string // for the downloaded archive
	Port     int
	Settings map[string]string

	home string // of data and password
}

func (p *postgresServer) name() string {
	return fmt.Sprintf("PostgreSQL %d (%s)", p.Major, cmp.Or(p.Programs, "downloaded"))
}

// wholeLink points to the server's home after its first complete start. Without it a home is incomplete, and an initdb of a
// killed keeper may still write there, so the next start makes a new home.
const wholeLink = "whole"

func (p *postgresServer) start() (url string, err error) {
	name, err := os.Readlink(wholeLink)
	first := errors.Is(err, fs.ErrNotExist)
	if first {
		name, err = makeHome()
	}
	if err != nil {
		return "", err
	}
	if p.home, err = filepath.Abs(name); err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(p.home, "password"))
	if err != nil {
		return "", err
	}
	password := string(text)
	if err := p.stopLeftover(password); err != nil {
		return "", err
	}
	removeMatches("embedded_postgres_log*") // the library leaves one for each start
	if err := embeddedpostgres.NewDatabase(p.config(password)).Start(); err != nil {
		return "", err
	}
	if first {
		if err := os.Symlink(name, wholeLink); err != nil {
			return "", errors.Join(err, p.stop(atOnce))
		}
	}
	return postgresURL(password, p.Port), nil
}

// makeHome removes incomplete homes and makes a new one.
func makeHome() (name string, err error) {
	if err := os.RemoveAll("programs"); err != nil {
		return "", err
	}
	removeMatches("home-*")
	if name, err = os.MkdirTemp(".", "home-"); err != nil {
		return "", err
	}
	return name, os.WriteFile(filepath.Join(name, "password"), []byte(rand.Text()), 0o600)
}

func removeMatches(pattern string) {
	names, _ := filepath.Glob(pattern) // the pattern is well formed
	for _, name := range names {
		_ = os.RemoveAll(name)
	}
}

func (p *postgresServer) config(password string) embeddedpostgres.Config {
	version := embeddedpostgres.PostgresVersion(strconv.Itoa(p.Major)) // the library deletes data of another version
	if p.Programs == "" {
		version = downloads[p.Major]
	}
	locale := "C.UTF-8"
	if runtime.GOOS == "darwin" {
		locale = "en_US.UTF-8"
	}
	settings := map[string]string{
		"listen_addresses":        "127.0.0.1",
		"unix_socket_directories": "", // a socket's path may be too long for the system
	}
	maps.Copy(settings, p.Settings)
	return embeddedpostgres.DefaultConfig().
		Version(version).
		BinariesPath(p.programs()).
		CachePath(p.Cache).
		DataPath(filepath.Join(p.home, "data")).
		RuntimePath(filepath.Join(p.home, "runtime")).
		Locale(locale).
		Encoding("UTF8").
		Port(uint32(p.Port)).
		Password(password).
		StartParameters(settings).
		StartTimeout(time.Minute).
		Logger(io.Discard)
}

func (p *postgresServer) programs() string { return cmp.Or(p.Programs, "programs") }

// downloading reports whether the programs are still missing.
func (p *postgresServer) downloading() bool {
	_, err := os.Stat(filepath.Join(p.programs(), "bin", "pg_ctl"))
	return err != nil
}

// stopLeftover ends the server of a killed keeper. The pid file does not prove that it runs: another process may have that
// number by now.
func (p *postgresServer) stopLeftover(password string) error {
	file := filepath.Join(p.home, "data", "postmaster.pid")
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var port int
	if lines := strings.Split(string(text), "\n"); len(lines) > 3 {
		port, _ = strconv.Atoi(lines[3]) // nobody listens on 0
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, postgresURL(password, port))
	switch {
	case err == nil:
		return errors.Join(conn.Close(ctx), p.stop(inOrder))
	case errors.Is(err, syscall.ECONNREFUSED):
		return os.Remove(file)
	default:
		return nil // Postgres checks the file too
	}
}

func (p *postgresServer) stop(how string) error {
	program := filepath.Join(p.programs(), "bin", "pg_ctl")
	said, err := exec.Command(program, "stop", "--pgdata="+filepath.Join(p.home, "data"), "--mode="+how, "--wait", "--timeout=20").CombinedOutput()
	switch {
	case err == nil:
		return nil
	case how == inOrder:
		return p.stop(atOnce)
	default:
		return fmt.Errorf("pg_ctl stop: %w: %s", err, said)
	}
}

func postgresURL(password string, port int) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword("postgres", password),
		Host:     loopback(port),
		Path:     "/postgres",
		RawQuery: "sslmode=disable",
	}
	return u.String()
}
