package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"airport-content/internal/db"
	"airport-content/internal/schema"
)

const defaultShards = 32

func (p *program) distributeCommand() *cobra.Command {
	shards, dryRun := defaultShards, false
	cmd := &cobra.Command{
		Use:   "distribute",
		Short: "Distribute the content over a Citus cluster",
		RunE: p.onDirectURL(func(ctx context.Context, url string, pool *db.Pool) error {
			return p.distribute(ctx, url, pool, shards, dryRun)
		}),
	}
	usage := fmt.Sprintf("the `number` of parts of each table; it limits how many nodes there can be (default %d)", defaultShards)
	cmd.Flags().Func("shards", usage, wholeNumber(&shards))
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "say what would be done, and do nothing")
	return cmd
}

func (p *program) distribute(ctx context.Context, url string, pool *db.Pool, shards int, dryRun bool) error {
	if err := schema.Check(ctx, pool); err != nil {
		return err
	}
	if err := schema.CheckCitus(ctx, pool); err != nil {
		return err
	}
	before, err := schema.ReadCitus(ctx, pool)
	if err != nil {
		return err
	}
	if dryRun && len(before.Plain) == 0 {
		return p.done(before, nil, "all is distributed already")
	}
	if dryRun {
		return p.done(before, nil, "would distribute %s, in %s each, over %s", strings.Join(before.Plain, ", "), count(shards, "shard"), addresses(before))
	}
	if err := schema.Distribute(ctx, url, shards); err != nil {
		return err
	}
	after, err := schema.ReadCitus(ctx, pool)
	return p.done(after, err, "distributed %s, in %s each, over %s", strings.Join(after.Distributed, ", "), count(after.Shards, "shard"), addresses(after))
}

func addresses(c schema.Citus) string {
	var list []string
	for _, node := range c.Nodes {
		list = append(list, node.Address)
	}
	return strings.Join(list, ", ")
}
