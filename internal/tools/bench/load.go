package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// load has the figures of a server under a number of clients.
type load struct {
	PerSecond float64
	P50       float64   // ms
	CPU       []float64 // of each server of PostgreSQL for a request, µs
}

// script makes the requests of wrk. Each of its threads draws other random numbers.
const script = `
local threads, random, keys, two, ten, beginning = 0, math.random, {}, {}, {}, {}
function setup(thread) threads = threads + 1; thread:set("seed", %d + threads) end
function init() math.randomseed(seed) end
%s
function request()
  return "GET /api/v1/partner%s HTTP/1.1\r\nHost: bench\r\n%sx-partner-api-key: " .. keys[random(#keys)] .. "\r\n\r\n"
end
`

// loadService has wrk send requests for b.seconds.
func (b *bench) loadService(ctx context.Context, r request, clients int) load {
	keys, header := b.keys, ""
	if r.etag {
		_, etag := b.get(ctx, r.path)
		keys, header = b.keys[:1], `If-None-Match: `+strings.ReplaceAll(etag, `"`, `\"`)+`\r\n`
	}
	path := strings.NewReplacer(":two", `" .. two[random(#two)] .. "`, ":ten", `" .. ten[random(#ten)] .. "`,
		":beginning", `" .. beginning[random(#beginning)] .. "`).Replace(r.path)
	for name, limits := range variables(b.airports) {
		path = strings.ReplaceAll(path, ":"+name, fmt.Sprintf(`" .. random(%d, %d) .. "`, limits[0], limits[1]))
	}
	lists := `keys = {"` + strings.Join(keys, `", "`) + "\"}\n"
	for n, s := range makeSearches() {
		lists += fmt.Sprintf("two[%[1]d] = %[2]q; ten[%[1]d] = %[3]q; beginning[%[1]d] = %[4]q\n", n+1, url.QueryEscape(s.two),
			url.QueryEscape(s.ten), s.beginning)
	}
	file := filepath.Join(b.dir, "load.lua")
	if err := os.WriteFile(file, fmt.Appendf(nil, script, rand.IntN(1_000_000), lists, path, header), 0o600); err != nil {
		b.fail(err)
	}
	before := b.processorTimes()
	out := b.run(ctx, "", "wrk", "--latency", fmt.Sprintf("--threads=%d", min(2, clients)), fmt.Sprintf("--connections=%d", clients),
		fmt.Sprintf("--duration=%ds", b.seconds), "--script="+file, "http://"+b.address)
	found := wrkFigures.FindStringSubmatch(out)
	if found == nil || strings.Contains(out, "Non-2xx") || strings.Contains(out, "Socket errors") {
		b.fail(fmt.Errorf("wrk: %s", out))
		return load{}
	}
	p50, _ := time.ParseDuration(found[1])
	return b.newLoad(float(found[2]), milliseconds(p50), before)
}

var wrkFigures = regexp.MustCompile(`(?s)50%\s+([\d.]+[mu]?s).*Requests/sec:\s+([\d.]+)`)

// loadSQL has pgbench run the plain SQL of a request, prepared, for b.seconds.
func (b *bench) loadSQL(ctx context.Context, r request, clients int) load {
	sql := b.plainSQL(r)
	script := sql + ";\n"
	for name, limits := range variables(b.airports) {
		if strings.Contains(sql, ":"+name) {
			script = fmt.Sprintf("\\set %s random(%d, %d)\n", name, limits[0], limits[1]) + script
		}
	}
	log := filepath.Join(b.dir, "log")
	before := b.processorTimes()
	out := b.run(ctx, script, "pgbench", "--no-vacuum", "--protocol=prepared", "--file=-", fmt.Sprintf("--jobs=%d", min(2, clients)),
		fmt.Sprintf("--client=%d", clients), fmt.Sprintf("--time=%d", b.seconds), "--log", "--log-prefix="+log, b.database)
	var micros []float64
	logs, _ := filepath.Glob(log + ".*") // one of each thread; a line is a transaction: client, number, microseconds, …
	for _, name := range logs {
		text, err := os.ReadFile(name)
		if err != nil {
			b.fail(err)
		}
		for line := range strings.Lines(string(text)) {
			micros = append(micros, float(strings.Fields(line)[2]))
		}
		os.Remove(name)
	}
	found := pgbenchFigure.FindStringSubmatch(out)
	if found == nil || len(micros) == 0 {
		b.fail(fmt.Errorf("pgbench: %s", out))
		return load{}
	}
	slices.Sort(micros)
	return b.newLoad(float(found[1]), micros[len(micros)/2]/1000, before)
}

var pgbenchFigure = regexp.MustCompile(`tps = ([\d.]+) \(without`)

// plainSQL is the SQL of a request. In a distributed database the SQL names the airport: without a
// condition on the column airport, Citus asks all nodes.
func (b *bench) plainSQL(r request) string {
	if b.citus {
		return strings.ReplaceAll(r.sql, "WHERE search", "WHERE airport = :airport AND search")
	}
	return r.sql
}

func float(text string) float64 { // the expressions take nothing but numbers
	number, _ := strconv.ParseFloat(text, 64)
	return number
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
