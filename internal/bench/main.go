// Command bench measures the service against the plainest SQL that gives the same answers, on servers of its own, and
// prints a table; see docs/performance.md. Run it by `make bench`.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"syscall"
	"time"

	"airport-content/internal/bench/corpus"
	"airport-content/internal/embedded"
)

func main() {
	embedded.DownloadIfAsked()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one run.
type bench struct {
	airports, bigItems int
	seconds            int // of each measurement
	dir                string
	program            string // the built service
	pgbench            string
	database           string
	environ            []string
	url                string
	keyFile, firstKey  string
}

// settings of Postgres, as docs/operations/tuning.md advises: a quarter of the memory for itself, three with the system's cache.
func settings() map[string]string {
	megabytes := memory() >> 20
	return map[string]string{
		"shared_buffers":       strconv.FormatInt(megabytes/4, 10) + "MB",
		"effective_cache_size": strconv.FormatInt(megabytes*3/4, 10) + "MB",
		"work_mem":             "16MB",
		"maintenance_work_mem": "256MB",
		"max_wal_size":         "4GB",
		"random_page_cost":     "1.1",
		"jit":                  "off",
	}
}

// memory is the machine's, in bytes; taken for 2 GB where the system does not tell.
func memory() int64 {
	text, _ := os.ReadFile("/proc/meminfo")
	if m := regexp.MustCompile(`MemTotal:\s+(\d+) kB`).FindSubmatch(text); m != nil {
		kib, _ := strconv.ParseInt(string(m[1]), 10, 64)
		return kib << 10
	}
	return 2 << 30
}

func run(ctx context.Context) error {
	asJSON := flag.Bool("json", false, "print the figures as JSON")
	flag.Parse()
	b := &bench{}
	var err error
	if b.airports, err = number("BENCH_AIRPORTS", 10); err != nil {
		return err
	}
	if b.seconds, err = number("BENCH_SECONDS", 1); err != nil {
		return err
	}
	if b.bigItems, err = number("BENCH_BIG_ITEMS", 20_000); err != nil {
		return err
	}
	large, err := number("BENCH_IMPORT_ITEMS", 20_000)
	if err != nil {
		return err
	}
	if err := b.findTools(); err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp("", "airport-content-bench"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	report, err := b.measure(ctx, large)
	b.progress("")
	if err != nil {
		return err
	}
	if *asJSON {
		return json.NewEncoder(os.Stdout).Encode(report)
	}
	return report.print(os.Stdout)
}

// number reads a positive number from the environment.
func number(name string, otherwise int) (int, error) {
	text := os.Getenv(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%s=%q: want a positive number", name, text)
	}
	return n, nil
}

// findTools looks for wrk and pgbench, which make the load.
func (b *bench) findTools() error {
	if _, err := exec.LookPath("wrk"); err != nil {
		return fmt.Errorf("wrk makes the load and is missing; on Debian: apt-get install wrk")
	}
	if path, err := exec.LookPath("pgbench"); err == nil {
		b.pgbench = path
		return nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench")
	if len(found) == 0 {
		return fmt.Errorf("pgbench runs the reference queries and is missing; on Debian: apt-get install postgresql")
	}
	b.pgbench = found[len(found)-1]
	return nil
}

// measure does the whole run.
func (b *bench) measure(ctx context.Context, large int) (*Report, error) {
	postgres, err := embedded.StartPostgres(ctx, embedded.PostgresOptions{Settings: settings()})
	if err != nil {
		return nil, err
	}
	defer postgres.Stop(context.WithoutCancel(ctx))
	redis, err := embedded.StartRedis(ctx, embedded.RedisOptions{})
	if err != nil {
		return nil, err
	}
	defer redis.Stop(context.WithoutCancel(ctx))
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	b.database, b.url = postgres.URL(), "http://"+address
	b.environ = append(os.Environ(), "DATABASE_URL="+b.database, "REDIS_URL="+redis.URL(), "LOG_LEVEL=warn")
	b.progress("building the program")
	if err := b.build(ctx); err != nil {
		return nil, err
	}
	if err := b.prepare(ctx); err != nil {
		return nil, err
	}
	c := corpus.New(0)
	two, ten, common := queries(c, 2), queries(c, 10), query{c.Word(0)}
	if err := b.storeQueries(ctx, two, ten, []query{common}); err != nil {
		return nil, err
	}
	report := newReport(b)
	all := cases(b.airports, b.bigItems, two, ten, common[0])
	if err := b.fill(ctx, report, two, ten, common[0]); err != nil {
		return nil, err
	}
	server, start, err := b.serve(ctx, b.database)
	if err != nil {
		return nil, err
	}
	report.Start = start
	err = b.compare(ctx, report, server, all)
	server.stop()
	if err != nil {
		return nil, err
	}
	report.Import, err = b.measureImport(ctx, 10_000, large)
	return report, err
}

// fill imports all airports. If there are many it keeps a copy of the database from when there were fewer, and measures how
// requests fare as more is stored.
func (b *bench) fill(ctx context.Context, report *Report, two, ten []query, common string) error {
	const first = 10 // airports, which are asked at every stage
	var stages []stage
	loaded := 0
	for _, airports := range []int{first, 220, b.airports} {
		if airports <= loaded || airports > b.airports {
			continue
		}
		if err := b.loadAirports(ctx, loaded, airports); err != nil {
			return err
		}
		loaded = airports
		database := b.database
		if airports < b.airports {
			var err error
			if database, err = b.copyDatabase(ctx, fmt.Sprintf("of_%d", airports)); err != nil {
				return err
			}
		}
		stages = append(stages, stage{items: airports * airportItems, database: database})
	}
	if len(stages) > 1 {
		growing := slices.DeleteFunc(cases(first, b.bigItems, two, ten, common), func(c benchCase) bool { return !c.grows })
		if err := b.measureGrowth(ctx, report, growing, stages); err != nil {
			return err
		}
	}
	b.progress("importing the airport of %d items", b.bigItems)
	if err := b.load(ctx, bigAirport, b.bigItems, bigAirportSeed); err != nil {
		return err
	}
	stages[len(stages)-1].items += b.bigItems
	for _, s := range stages {
		for _, list := range [][]query{two, ten} {
			cost, err := b.measureSearchCost(ctx, s, min(b.airports, s.items/airportItems), list)
			if err != nil {
				return fmt.Errorf("cost of a search: %w", err)
			}
			report.Search = append(report.Search, cost)
		}
	}
	return nil
}

// compare measures every case against its reference query, in turn.
func (b *bench) compare(ctx context.Context, report *Report, server *service, all []benchCase) error {
	etag, err := b.etag(ctx)
	if err != nil {
		return err
	}
	for _, c := range all {
		row := Row{Case: c.Name, Reference: c.reference}
		header := ""
		if c.header != "" {
			header = etag
		}
		for _, clients := range []int{1, 16} {
			b.progress("%s, %d clients", c.Name, clients)
			sql, err := b.loadSQL(ctx, c, clients)
			if err != nil {
				return err
			}
			server.forgetPeak()
			before, started := server.processor(), time.Now()
			http, err := b.loadHTTP(ctx, c, clients, header)
			if err != nil {
				return err
			}
			row.Runs = append(row.Runs, Run{Clients: clients, HTTP: http, SQL: sql, Ratio: http.PerSecond / sql.PerSecond,
				Processor: (server.processor() - before) / time.Since(started).Seconds(), PeakBytes: server.peak()})
		}
		report.Rows = append(report.Rows, row)
	}
	return nil
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// progress says on a terminal what is going on; in a pipe, nothing.
func (b *bench) progress(format string, args ...any) {
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		fmt.Fprintf(os.Stderr, "\r\033[K"+format, args...)
	}
}
