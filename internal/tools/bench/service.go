package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"airport-content/internal/embedded"
)

// fill migrates the database, makes 16 partners with a key each, and imports the airports.
func (b *bench) fill(ctx context.Context) {
	fmt.Fprintf(os.Stderr, "bench: import of %d airports\n", b.airports+2)
	b.run(ctx, "", program, "migrate", "up")
	for n := range 16 {
		name := fmt.Sprintf("Partner %d", n)
		b.run(ctx, "", program, "partner", "add", name)
		b.keys = append(b.keys, b.run(ctx, "", program, "key", "create", "--partner", name, "--all-airports"))
	}
	var group errgroup.Group
	group.SetLimit(2)
	fillAirport := func(airport, items int, languages ...string) {
		group.Go(func() error { b.importAirport(ctx, airport, items, languages...); return nil })
	}
	fillAirport(bigAirport, bigAirport)
	fillAirport(twoLanguages, bigAirport, "en", "de")
	for n := 0; n < b.airports && ctx.Err() == nil; n++ {
		fillAirport(firstAirport+n, airportItems)
	}
	_ = group.Wait()
	statements := "CREATE TABLE bench_query (n integer PRIMARY KEY, two text, ten text, beginning text);\n"
	for n, s := range makeSearches() {
		statements += fmt.Sprintf("INSERT INTO bench_query VALUES (%d, '%s', '%s', '%s');\n", n+1, s.two, strings.ReplaceAll(s.ten, " ", " or "), s.beginning)
	}
	// Vacuumed and written to the disk now, not while something is measured.
	b.sql(ctx, "BEGIN;"+statements+"COMMIT; VACUUM ANALYZE; CHECKPOINT")
	if b.citus {
		b.distribute(ctx)
	}
}

func (b *bench) distribute(ctx context.Context) {
	fmt.Fprintln(os.Stderr, "bench: distribute")
	started := time.Now()
	b.run(ctx, "", program, "distribute")
	fmt.Fprintf(os.Stderr, "bench: distributed in %.1f s\n", time.Since(started).Seconds())
	b.sql(ctx, "SELECT create_reference_table('bench_query'); SELECT * FROM run_command_on_all_nodes('CHECKPOINT')")
}

// importAirport adds an airport, imports items of its own, and returns how long the import takes.
func (b *bench) importAirport(ctx context.Context, airport, count int, languages ...string) time.Duration {
	code := strconv.Itoa(airport)
	b.run(ctx, "", program, "airport", "add", code, "Airport "+code)
	b.run(ctx, "", program, "airport", "set", code, "--time-zone", "UTC")
	items := newCorpus(uint64(airport)).items(count, languages...)
	started := time.Now()
	b.run(ctx, items, program, "import", code, "-")
	return time.Since(started)
}

// service is a running `airport-content serve`.
type service struct {
	command *exec.Cmd
	start   time.Duration // until it was healthy
	stop    func()
}

// serve starts the service and waits until it is healthy.
func (b *bench) serve(ctx context.Context) *service {
	port, err := embedded.FreePort()
	if err != nil {
		b.fail(err)
	}
	b.address = fmt.Sprintf("127.0.0.1:%d", port)
	serveCtx, cancel := context.WithCancel(ctx)
	s := &service{command: b.command(serveCtx, program, "serve")}
	s.command.Cancel = func() error { return s.command.Process.Signal(syscall.SIGTERM) }
	s.command.Stderr = os.Stderr
	s.stop = func() { cancel(); _ = s.command.Wait() }
	started := time.Now()
	if err := s.command.Start(); err != nil {
		b.fail(fmt.Errorf("start serve: %w", err))
	}
	for ctx.Err() == nil && s.start < 10*time.Second {
		body, _ := b.get(ctx, "/health")
		s.start = time.Since(started)
		if strings.Contains(body, `"healthy"`) {
			return s
		}
		time.Sleep(time.Millisecond)
	}
	b.fail(errors.New("serve is not healthy after 10 seconds"))
	return s
}

// memory is the resident memory in MB; 0 where the system does not tell, as only Linux does.
func (s *service) memory() int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	var kib int
	_, _ = fmt.Sscan(rest, &kib)
	return kib / 1024
}

// get asks for one page, with the first key. It returns the body and the ETag; both are empty when
// there is no answer.
func (b *bench) get(ctx context.Context, path string) (body, etag string) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.address+"/api/v1/partner"+path, nil)
	if err != nil {
		return "", ""
	}
	request.Header.Set("x-partner-api-key", b.keys[0])
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", ""
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return string(text), answer.Header.Get("ETag")
}

// lastCursor follows the changes of all airports to their end.
func (b *bench) lastCursor(ctx context.Context) (cursor string) {
	for ctx.Err() == nil {
		var page struct {
			NextCursor string
			HasMore    bool
		}
		path := "/changes?size=100"
		if cursor != "" {
			path += "&cursor=" + url.QueryEscape(cursor)
		}
		body, _ := b.get(ctx, path)
		if err := json.Unmarshal([]byte(body), &page); err != nil {
			b.fail(fmt.Errorf("changes of all airports: %w in %q", err, body))
		}
		if cursor = page.NextCursor; !page.HasMore {
			break
		}
	}
	return cursor
}

// checkSearch makes sure that the service and the plain SQL find as many items for two words as
// there are.
func (b *bench) checkSearch(ctx context.Context, r request) {
	two, want := makeSearches()[0].two, strconv.Itoa(airportItems/topics)
	body, _ := b.get(ctx, "/1000/content?size=1&q="+url.QueryEscape(two))
	plain := strings.NewReplacer(":airport", "'1000'", ":size", "1", ":query", "1").Replace(b.plainSQL(r))
	count := b.sql(ctx, "SELECT count FROM ("+plain+") AS page")
	if count != want || !strings.Contains(body, `"total":`+want+",") {
		b.fail(fmt.Errorf("search for %q: want %s items; SQL finds %s, the service says %s", two, want, count, body))
	}
}
