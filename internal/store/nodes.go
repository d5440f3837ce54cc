package store

import (
	"context"
	"sync/atomic"
	"time"

	"airport-content/internal/db"
	"airport-content/internal/schema"
)

// nodes know on which node of a distributed database each airport is, so that a node that does not
// answer delays no airports of others. It does no harm if they are wrong. Without Citus all
// airports are on node 0; so are those that are not known yet.
type nodes struct {
	on *db.Pool
	of atomic.Pointer[map[string]int32] // by airport
}

// patience is how long a statement of the store waits for a node. Requests that wait for it leave
// before. Where a node of a cluster hangs, the coordinator may not even be able to cancel its part:
// then the connection stays in use after the timeout, so there should be few.
func patience(node int32, timeout time.Duration) time.Duration {
	const least = time.Minute
	if node == 0 {
		return timeout
	}
	return max(timeout, least)
}

// node is where an airport is.
func (n *nodes) node(airport string) int32 {
	if known := n.of.Load(); known != nil {
		return (*known)[airport]
	}
	return 0
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

// update asks for the airports of each node.
func (n *nodes) update(ctx context.Context) {
	list, err := schema.AirportsByNode(ctx, n.on)
	if err != nil {
		return // health says it if the database does not answer
	}
	of := map[string]int32{}
	for node, airports := range list {
		for _, airport := range airports {
			of[airport] = node
		}
	}
	n.of.Store(&of)
}

// FollowNodes keeps knowing where the airports are, until ctx ends.
func (s *Store) FollowNodes(ctx context.Context) {
	const every, timeout = 10 * time.Second, 5 * time.Second
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for ctx.Err() == nil {
		asking, cancel := context.WithTimeout(ctx, timeout)
		s.nodes.update(asking)
		cancel()
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
}
