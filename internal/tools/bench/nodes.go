package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// findNodes finds the processes of PostgreSQL's servers: those of a cluster that are on this
// machine, the coordinator first.
func (b *bench) findNodes(ctx context.Context) {
	const pid = `split_part(pg_read_file('postmaster.pid'), E'\n', 1)`
	found := "SELECT " + pid
	if b.citus {
		found = "SELECT result FROM run_command_on_all_nodes($$SELECT " + pid + `$$) JOIN pg_dist_node USING (nodeid)
			WHERE success AND nodename IN ('127.0.0.1', 'localhost') ORDER BY groupid`
	}
	for _, text := range strings.Fields(b.sql(ctx, found)) {
		number, _ := strconv.Atoi(text)
		b.nodes = append(b.nodes, number)
	}
}

// processorTimes are the processor times that the nodes have used so far. Only Linux tells them.
func (b *bench) processorTimes() []time.Duration {
	times := make([]time.Duration, len(b.nodes))
	for n, postmaster := range b.nodes {
		children, _ := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", postmaster))
		times[n] = processorTime(strconv.Itoa(postmaster))
		for _, child := range strings.Fields(string(children)) {
			times[n] += processorTime(child)
		}
	}
	return times
}

// processorTime is that of a process, and of its children that have ended.
func processorTime(pid string) (sum time.Duration) {
	const first, count, tick = 11, 4, 10 * time.Millisecond // utime, stime, cutime and cstime of proc(5), after the name
	text, _ := os.ReadFile("/proc/" + pid + "/stat")
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if len(fields) < first+count {
		return 0 // it has just ended
	}
	for _, field := range fields[first : first+count] {
		sum += time.Duration(float(field)) * tick
	}
	return sum
}

// newLoad adds the processor time that each node used for a request. before has the processor times
// of the nodes before the load.
func (b *bench) newLoad(perSecond, p50 float64, before []time.Duration) load {
	l := load{PerSecond: perSecond, P50: p50}
	for n, after := range b.processorTimes() {
		l.CPU = append(l.CPU, float64((after-before[n]).Microseconds())/(perSecond*float64(b.seconds)))
	}
	return l
}
