package schema

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/db"
)

// byAirport are the tables that Citus distributes, by their column airport. All others stay on the
// coordinator.
var byAirport = []string{"airport_state", "content_item", "content_deletion", "search_term", "search_word"}

const oldestCitus = 13

// Node is a server of a Citus cluster that may hold content.
type Node struct {
	Address string `json:"address"`
	Active  bool   `json:"active"`
	Shards  int    `json:"shards"` // of content_item
	Bytes   int64  `json:"bytes"`  // of all content
}

// Citus describes a cluster as its coordinator knows it.
type Citus struct {
	Version     string   `json:"version"`
	Nodes       []Node   `json:"nodes"`
	Shards      int      `json:"shards"`      // of each table; 0 where nothing is distributed
	Distributed []string `json:"distributed"` // tables
	Plain       []string `json:"plain"`       // tables of content that are not distributed
}

// HasCitus reports whether the database has the extension.
func HasCitus(ctx context.Context, tx db.DBTX) (has bool, err error) {
	err = tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_catalog.pg_extension WHERE extname = 'citus')").Scan(&has)
	return has, db.Classify(err)
}

// isWorker reports whether the server is a worker of a cluster.
func isWorker(ctx context.Context, tx db.DBTX) (worker bool, err error) {
	has, err := HasCitus(ctx, tx)
	if err != nil || !has {
		return false, err
	}
	err = tx.QueryRow(ctx, "SELECT groupid > 0 FROM pg_dist_local_group").Scan(&worker)
	return worker, db.Classify(err)
}

// ReadCitus reads the description of the cluster from the coordinator. The sizes come from all
// nodes.
func ReadCitus(ctx context.Context, pool *db.Pool) (c Citus, err error) {
	err = pool.QueryRow(ctx, `
		SELECT (SELECT extversion FROM pg_catalog.pg_extension WHERE extname = 'citus'),
			ARRAY(SELECT t FROM unnest($1::text[]) AS t WHERE EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = t::regclass)),
			ARRAY(SELECT t FROM unnest($1::text[]) AS t WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = t::regclass)),
			(SELECT count(*) FROM pg_dist_shard WHERE logicalrelid = 'content_item'::regclass)`, byAirport).
		Scan(&c.Version, &c.Distributed, &c.Plain, &c.Shards)
	if err != nil {
		return c, fmt.Errorf("read what is distributed: %w", db.Classify(err))
	}
	rows, err := pool.Query(ctx, `
		SELECT n.nodename || ':' || n.nodeport, n.isactive, count(s.shardid) FILTER (WHERE s.table_name = 'content_item'::regclass),
			coalesce(sum(s.shard_size), 0)::bigint
		FROM pg_dist_node AS n
		LEFT JOIN citus_shards AS s ON s.nodename = n.nodename AND s.nodeport = n.nodeport AND s.table_name = ANY ($1::text[]::regclass[])
		WHERE n.shouldhaveshards AND n.noderole = 'primary'
		GROUP BY n.nodename, n.nodeport, n.isactive
		ORDER BY n.nodename, n.nodeport`, byAirport)
	if err == nil {
		c.Nodes, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Node])
	}
	if err != nil {
		return c, fmt.Errorf("list the nodes: %w", db.Classify(err))
	}
	return c, nil
}

// AirportsByNode lists the codes of the airports on each node of a distributed database. It asks
// only the coordinator. Without Citus the map is empty.
func AirportsByNode(ctx context.Context, pool *db.Pool) (map[int32][]string, error) {
	has, err := HasCitus(ctx, pool)
	if err != nil || !has {
		return nil, err
	}
	rows, err := pool.Query(ctx, `
		SELECT p.groupid, array_agg(a.code ORDER BY a.code)
		FROM airport AS a
		JOIN pg_dist_shard AS s ON s.logicalrelid = 'airport_state'::regclass
			AND worker_hash(a.code) BETWEEN s.shardminvalue::integer AND s.shardmaxvalue::integer
		JOIN pg_dist_placement AS p ON p.shardid = s.shardid
		GROUP BY p.groupid`)
	nodes := map[int32][]string{}
	var node int32
	var airports []string
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&node, &airports}, func() error { nodes[node] = airports; return nil })
	}
	if err != nil {
		return nil, fmt.Errorf("find the airports of each node: %w", db.Classify(err))
	}
	return nodes, nil
}

// ProbeAirports lists airports to try requests with: the first airport by code that has items. In a
// distributed database, it is the first of each node. If no airport has items, the list has the
// first airport by code. Without any airport, the list has one empty code.
func ProbeAirports(ctx context.Context, pool *db.Pool) ([]string, error) {
	nodes, err := AirportsByNode(ctx, pool)
	if err != nil {
		return nil, err
	}
	if len(nodes) == 0 {
		first, err := pool.PickAirport(ctx)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return nil, db.Classify(err)
		}
		return []string{first}, nil
	}
	var list []string
	for _, airports := range nodes {
		first, err := pool.PickAirportOf(ctx, airports)
		if err != nil {
			return nil, db.Classify(err)
		}
		list = append(list, first)
	}
	return list, nil
}

// CheckCitus returns an error that names what a database lacks before it can be distributed.
func CheckCitus(ctx context.Context, pool *db.Pool) error {
	const install = "install it on every node, add citus to shared_preload_libraries, and restart them"
	var loaded bool
	var version string
	err := pool.QueryRow(ctx, `SELECT current_setting('citus.shard_count', true) IS NOT NULL,
		coalesce((SELECT extversion FROM pg_catalog.pg_extension WHERE extname = 'citus'), '')`).Scan(&loaded, &version)
	switch {
	case err != nil:
		return fmt.Errorf("look for Citus: %w", db.Classify(err))
	case !loaded:
		return fmt.Errorf("this server has no Citus; Citus %d or newer is needed: %s", oldestCitus, install)
	case version == "":
		return errors.New("this database has no Citus; run CREATE EXTENSION citus in it, and in the database of the same name on every worker")
	}
	major, _, _ := strings.Cut(version, ".")
	if number, err := strconv.Atoi(major); err != nil || number < oldestCitus {
		return fmt.Errorf("Citus %s is too old; Citus %d or newer is needed: %s", version, oldestCitus, install)
	}
	var nodes bool
	err = pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_dist_node WHERE isactive AND shouldhaveshards AND noderole = 'primary')").Scan(&nodes)
	switch {
	case err != nil:
		return fmt.Errorf("look for nodes: %w", db.Classify(err))
	case !nodes:
		return errors.New("Citus has no workers; run SELECT citus_set_coordinator_host('HOST', 5432), then SELECT citus_add_node('HOST', 5432) for each worker")
	}
	return nil
}
