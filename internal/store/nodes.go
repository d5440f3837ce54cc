package store

import (
	"context"
	"sync/atomic"
	"time"

	"airport-content/internal/db"
	"airport-content/internal/schema"
)

// nodes maps each airport to its node in a distributed database. Reads are grouped by node, so that
// a hanging node delays no airport of another node. The map only groups reads and sets their
// timeouts, so a wrong node changes no answer. Without Citus all airports are on node 0; so is an
// airport that is not known yet.
type nodes struct {
	on *db.Pool
	of atomic.Pointer[map[string]int32] // by airport
}

// patience is the time that a statement waits for a node. Requests that wait for the statement
// leave earlier. If a node of a cluster hangs, the coordinator may be unable to cancel the
// statement. The connection then stays in use after the timeout, so there should be few such
// statements.
func patience(node int32, timeout time.Duration) time.Duration {
	const least = time.Minute
	if node == 0 {
		return timeout
	}
	return max(timeout, least)
}

// node is the node of an airport.
func (n *nodes) node(airport string) int32 {
	if known := n.of.Load(); known != nil {
		return (*known)[airport]
	}
	return 0
}

// distributed reports whether airports are on several nodes.
func (n *nodes) distributed() bool {
	known := n.of.Load()
	return known != nil && len(*known) > 0
}

// group groups airports by their node.
func (n *nodes) group(airports []string) map[int32][]string {
	groups := make(map[int32][]string, 1)
	for _, airport := range airports {
		node := n.node(airport)
		groups[node] = append(groups[node], airport)
	}
	return groups
}

// update reads the airports of each node.
func (n *nodes) update(ctx context.Context) {
	list, err := schema.AirportsByNode(ctx, n.on)
	if err != nil {
		return // health reports a database that does not answer
	}
	of := map[string]int32{}
	for node, airports := range list {
		for _, airport := range airports {
			of[airport] = node
		}
	}
	n.of.Store(&of)
}

// FollowNodes updates the nodes of airports every ten seconds, until ctx ends.
func (s *Store) FollowNodes(ctx context.Context) {
	const every, timeout = 10 * time.Second, 5 * time.Second
	ticks := time.Tick(every)
	for ctx.Err() == nil {
		asking, cancel := context.WithTimeout(ctx, timeout)
		s.nodes.update(asking)
		cancel()
		select {
		case <-ctx.Done():
		case <-ticks:
		}
	}
}
