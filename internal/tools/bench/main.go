package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"airport-content/internal/embedded"
	"airport-content/internal/testenv"
)

const program = "bin/airport-content"

// bench is one run on one database.
type bench struct {
	fail     context.CancelCauseFunc // ends the run: its context is cancelled, so no other program starts
	airports int                     // of airportItems each, beside two big ones
	seconds  int                     // of each measurement
	only     string                  // part of the names of the rows that are wanted
	dir      string                  // for temporary files
	database string                  // URL
	citus    bool                    // the database is distributed
	nodes    []int                   // process ids of the servers of PostgreSQL
	redis    string                  // URL
	address  string                  // of serve
	keys     []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, fail := context.WithCancelCause(ctx)
	b := &bench{fail: fail}
	flag.IntVar(&b.airports, "airports", 10, "how many airports of 1,000 items there are")
	flag.IntVar(&b.seconds, "seconds", 1, "how long each round takes")
	flag.StringVar(&b.only, "only", "", "measure only the rows with this `text` in their names")
	asJSON := flag.Bool("json", false, "print JSON")
	flag.Parse()
	report, err := b.measure(ctx)
	if err == nil {
		err = report.print(os.Stdout, *asJSON)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// measure does the whole run. It starts servers; with TEST_CITUS_URL it takes that cluster instead
// of a PostgreSQL.
func (b *bench) measure(ctx context.Context) (r *report, err error) {
	if b.dir, err = os.MkdirTemp("", "airport-content-bench"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(b.dir)
	remove, err := b.openDatabase(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	redis, err := embedded.StartRedis(ctx, "")
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("neither Valkey nor Redis is installed; on Debian: apt-get install redis-server")
	}
	if err != nil {
		return nil, err
	}
	defer redis.Stop()
	b.redis = redis.URL()
	b.findNodes(ctx)
	b.fill(ctx)
	r = &report{Airports: b.airports, Items: b.airports*airportItems + 2*bigAirport, Seconds: b.seconds}
	b.measureRequests(ctx, r)
	b.measureImport(ctx, r)
	return r, context.Cause(ctx)
}

// openDatabase makes an empty database. remove removes it.
func (b *bench) openDatabase(ctx context.Context) (remove func() error, err error) {
	if coordinator := os.Getenv(testenv.CitusVariable); coordinator != "" {
		b.citus = true
		b.database, remove, err = testenv.MakeOnCitus(ctx, coordinator)
		return remove, err
	}
	postgres, err := embedded.StartPostgres(ctx, embedded.PostgresOptions{Settings: map[string]string{
		"shared_buffers": "2GB", "effective_cache_size": "6GB", "work_mem": "16MB", "maintenance_work_mem": "256MB",
		"max_wal_size": "4GB", "random_page_cost": "1.1", "jit": "off",
	}})
	if err != nil {
		return nil, err
	}
	b.database = postgres.URL()
	return postgres.Stop, nil
}

// wants reports whether to measure a row. It says so on stderr.
func (b *bench) wants(ctx context.Context, name string) bool {
	wanted := ctx.Err() == nil && strings.Contains(name, b.only)
	if wanted {
		fmt.Fprintln(os.Stderr, "bench:", name)
	}
	return wanted
}

// run runs a program and returns its output. If the program fails, the benchmark fails with the
// program's messages.
func (b *bench) run(ctx context.Context, input, name string, args ...string) string {
	command := b.command(ctx, name, args...)
	command.Stdin = strings.NewReader(input)
	var problems strings.Builder
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		b.fail(fmt.Errorf("%s %s: %w: %s%s", filepath.Base(name), args[0], err, out, &problems))
	}
	return strings.TrimSpace(string(out))
}

// sql runs statements by psql and returns their output.
func (b *bench) sql(ctx context.Context, statements string) string {
	return b.run(ctx, statements, "psql", "--quiet", "--no-align", "--tuples-only", "--no-psqlrc", "--set=ON_ERROR_STOP=1", b.database)
}

func (b *bench) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, name, args...)
	command.Env = append(os.Environ(), "DATABASE_URL="+b.database, "REDIS_URL="+b.redis, "LISTEN_ADDR="+b.address, "OPS_ADDR=",
		"RATE_LIMIT=1000000", "LOG_LEVEL=warn")
	return command
}
