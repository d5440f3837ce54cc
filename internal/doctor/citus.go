package doctor

import (
	"context"
	"fmt"
	"strings"

	"airport-content/internal/db"
	"airport-content/internal/schema"
)

// checkCitus warns of a node that holds more than skewed times its share, and at least skewedBytes.
const (
	skewed      = 1.5
	skewedBytes = 1 << 30
)

// checkCitus looks at the nodes of a cluster. Without Citus there is no finding.
func (d *doctor) checkCitus(ctx context.Context, pool *db.Pool) {
	has, err := schema.HasCitus(ctx, pool)
	if err == nil && !has {
		return
	}
	d.check(ctx, "citus", func(ctx context.Context) (string, error) {
		if err != nil {
			return "", err
		}
		return citus(ctx, pool)
	})
}

func citus(ctx context.Context, pool *db.Pool) (string, error) {
	c, err := schema.ReadCitus(ctx, pool)
	if err != nil {
		return "", err
	}
	if len(c.Plain) > 0 {
		return "", warn("not distributed: %s; run airport-content distribute", strings.Join(c.Plain, ", "))
	}
	var total, largest int64
	var nodes, down []string
	for _, n := range c.Nodes {
		total, largest = total+n.Bytes, max(largest, n.Bytes)
		nodes = append(nodes, fmt.Sprintf("%s %d shards, %d MB", n.Address, n.Shards, n.Bytes>>20))
		if !n.Active {
			down = append(down, n.Address)
		}
	}
	text := fmt.Sprintf("Citus %s: %s", c.Version, strings.Join(nodes, "; "))
	switch {
	case len(down) > 0:
		return "", warn("%s; not active: %s: run SELECT citus_activate_node for each", text, strings.Join(down, ", "))
	case largest > skewedBytes && float64(largest)*float64(len(c.Nodes)) > skewed*float64(total):
		return "", warn("%s; one node holds much more than the others: run SELECT citus_rebalance_start()", text)
	}
	return text, nil
}
