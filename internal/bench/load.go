package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Load is what a number of clients got out of a server.
type Load struct {
	PerSecond float64       `json:"perSecond"`
	P50       time.Duration `json:"p50Ns"`
	P99       time.Duration `json:"p99Ns"`
	Failed    int           `json:"failed"`
}

// script has each of wrk's threads walk through the paths, from a place of its own, with one partner's key after another.
const script = `
local threads = 0
function setup(thread) threads = threads + 1; thread:set("number", threads) end
local paths, keys, at = {}, {}, 0
function init()
  for line in io.lines("%s") do paths[#paths + 1] = line end
  for line in io.lines("%s") do keys[#keys + 1] = line end
  at = number * 1009
end
function request()
  at = at + 1
  local headers = {["x-partner-api-key"] = keys[at %% #keys + 1]}
  %s
  return wrk.format("GET", paths[at %% #paths + 1], headers)
end
`

// loadHTTP sends requests of a case from so many clients, for so long, with wrk.
func (b *bench) loadHTTP(ctx context.Context, c benchCase, clients int, header string) (Load, error) {
	rng := rand.New(rand.NewPCG(11, 11))
	var paths strings.Builder
	for range pathCount {
		paths.WriteString(c.path(rng) + "\n")
	}
	pathFile, luaFile := filepath.Join(b.dir, "paths"), filepath.Join(b.dir, "load.lua")
	if err := os.WriteFile(pathFile, []byte(paths.String()), 0o600); err != nil {
		return Load{}, err
	}
	extra := ""
	if header != "" {
		extra = fmt.Sprintf("headers[%q] = %q", c.header, header)
	}
	if header != "" { // the ETag is one partner's
		extra += "\n  headers[\"x-partner-api-key\"] = keys[1]"
	}
	if err := os.WriteFile(luaFile, fmt.Appendf(nil, script, pathFile, b.keyFile, extra), 0o600); err != nil {
		return Load{}, err
	}
	out, err := output(ctx, "wrk", "--latency", "-t", strconv.Itoa(min(2, clients)), "-c", strconv.Itoa(clients),
		"-d", strconv.Itoa(b.seconds)+"s", "-s", luaFile, b.url)
	if err != nil {
		return Load{}, err
	}
	return parseWrk(out)
}

var (
	wrkPerSecond = regexp.MustCompile(`Requests/sec:\s+([\d.]+)`)
	wrkQuantile  = regexp.MustCompile(`\s(50|99)%\s+([\d.]+)(us|ms|s)`)
	wrkFailed    = regexp.MustCompile(`Non-2xx or 3xx responses: (\d+)`)
)

func parseWrk(out string) (l Load, err error) {
	m := wrkPerSecond.FindStringSubmatch(out)
	if m == nil {
		return l, fmt.Errorf("wrk said no requests a second: %s", out)
	}
	l.PerSecond, _ = strconv.ParseFloat(m[1], 64)
	for _, m := range wrkQuantile.FindAllStringSubmatch(out, -1) {
		d, err := time.ParseDuration(m[2] + m[3])
		if err != nil {
			return l, fmt.Errorf("wrk's latency %q: %w", m[0], err)
		}
		if m[1] == "50" {
			l.P50 = d
		} else {
			l.P99 = d
		}
	}
	if m := wrkFailed.FindStringSubmatch(out); m != nil {
		l.Failed, _ = strconv.Atoi(m[1])
	}
	return l, nil
}

// loadSQL runs a case's reference query from so many clients, for so long, with pgbench's prepared statements.
func (b *bench) loadSQL(ctx context.Context, c benchCase, clients int) (Load, error) {
	text, err := reference.ReadFile("reference/" + c.reference + ".sql")
	if err != nil {
		return Load{}, err
	}
	dir, err := os.MkdirTemp(b.dir, "pgbench")
	if err != nil {
		return Load{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "query.sql")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return Load{}, err
	}
	logs := filepath.Join(dir, "log")
	out, err := output(ctx, b.pgbench, "-n", "-M", "prepared", "-c", strconv.Itoa(clients), "-j", strconv.Itoa(min(2, clients)),
		"-T", strconv.Itoa(b.seconds), "-f", file, "-l", "--log-prefix", logs,
		"-D", "airports="+strconv.Itoa(b.airports), "-D", "queries="+strconv.Itoa(queryCount),
		"-D", "deep="+strconv.Itoa(b.bigItems-200), b.database)
	if err != nil {
		return Load{}, err
	}
	return parsePgbench(out, logs)
}

var pgbenchPerSecond = regexp.MustCompile(`tps = ([\d.]+) \(without`)

func parsePgbench(out, logs string) (l Load, err error) {
	m := pgbenchPerSecond.FindStringSubmatch(out)
	if m == nil {
		return l, fmt.Errorf("pgbench said no transactions a second: %s", out)
	}
	l.PerSecond, _ = strconv.ParseFloat(m[1], 64)
	files, err := filepath.Glob(logs + ".*")
	if err != nil {
		return l, err
	}
	var micros []int
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return l, err
		}
		for line := range bytes.Lines(text) {
			if fields := bytes.Fields(line); len(fields) > 2 { // client, transaction, microseconds, …
				us, err := strconv.Atoi(string(fields[2]))
				if err != nil {
					return l, fmt.Errorf("pgbench's log %q: %w", line, err)
				}
				micros = append(micros, us)
			}
		}
	}
	if len(micros) == 0 {
		return l, fmt.Errorf("pgbench logged no transaction: %s", out)
	}
	slices.Sort(micros)
	l.P50 = time.Duration(micros[len(micros)/2]) * time.Microsecond
	l.P99 = time.Duration(micros[len(micros)*99/100]) * time.Microsecond
	return l, nil
}

// output runs a program and returns what it printed; its error carries that too.
func output(ctx context.Context, program string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, program, args...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", filepath.Base(program), err, bytes.TrimSpace(out))
	}
	return string(out), nil
}
