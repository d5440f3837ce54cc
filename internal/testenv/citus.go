package testenv

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"airport-content/internal/embedded"
	"airport-content/internal/schema"
)

// CitusVariable names the variable with the URL of a coordinator. The workers must accept the
// coordinator's user and password, at the addresses that the coordinator has for them.
const CitusVariable = "TEST_CITUS_URL"

// citusSettings are the settings of each node. Citus needs a process for each database of a node.
var citusSettings = map[string]string{
	"fsync": "off", "full_page_writes": "off", "max_connections": "400", "max_worker_processes": "120", "wal_level": "logical",
	"shared_preload_libraries": "citus", "citus.node_conninfo": "sslmode=prefer",
}

const (
	citusWorkers = 2
	testShards   = 4
)

// cluster is a Citus cluster.
type cluster struct {
	coordinator string // URL
	password    string
	nodes       []node // the coordinator is the first
}

// node is a server of a cluster, at the address that the other nodes use.
type node struct {
	host string
	port int
}

// chooseCitus chooses how to start a node: in a container of TEST_CITUS_IMAGE, or with the
// installed Citus.
func chooseCitus() (starter, error) {
	if image := os.Getenv("TEST_CITUS_IMAGE"); image != "" {
		d, err := newDocker()
		if err != nil {
			return nil, err
		}
		return d.postgres(image, citusSettings), d.needImage(image)
	}
	libraries, _ := filepath.Glob("/usr/lib/postgresql/*/lib/citus.so") // the pattern is well formed
	if len(libraries) == 0 {
		return nil, errors.New("TEST_BACKEND=citus: set TEST_CITUS_URL or TEST_CITUS_IMAGE, or install Citus beside PostgreSQL")
	}
	major, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(libraries[len(libraries)-1]))))
	return func(ctx context.Context) (server, error) {
		return embedded.StartPostgres(ctx, embedded.PostgresOptions{Major: major, Settings: citusSettings})
	}, err
}

// startCluster starts a coordinator and its workers.
func (s *Servers) startCluster(ctx context.Context) (*cluster, error) {
	start, err := chooseCitus()
	if err != nil {
		return nil, err
	}
	c := &cluster{}
	for n := range 1 + citusWorkers {
		started, _, err := s.start(ctx, start)
		if err != nil {
			return nil, fmt.Errorf("start a node: %w", err)
		}
		address, err := url.Parse(started.URL())
		if err != nil {
			return nil, err
		}
		if n == 0 {
			c.coordinator, s.names = started.URL(), append(s.names, "Citus on "+started.String())
			c.password, _ = address.User.Password()
		}
		// The nodes connect to each other as the coordinator's user.
		if err := execute(ctx, started.URL(), "ALTER ROLE postgres PASSWORD '"+c.password+"'"); err != nil {
			return nil, err
		}
		port, err := strconv.Atoi(address.Port())
		if err != nil {
			return nil, err
		}
		reached := node{address.Hostname(), port}
		if in, ok := started.(*container); ok {
			reached = node{in.resource.Container.NetworkSettings.IPAddress, 5432}
		}
		c.nodes = append(c.nodes, reached)
	}
	return c, c.connect(ctx, "postgres")
}

// openCluster asks a coordinator for its workers.
func openCluster(ctx context.Context, coordinator string) (c *cluster, err error) {
	c = &cluster{coordinator: coordinator}
	address, err := url.Parse(coordinator)
	if err != nil {
		return c, errors.New(CitusVariable + " is not a URL") // the error would show the URL, with the password
	}
	c.password, _ = address.User.Password()
	conn, err := pgx.Connect(ctx, coordinator)
	if err != nil {
		return c, err
	}
	defer conn.Close(ctx)
	rows, err := conn.Query(ctx, "SELECT nodename, nodeport FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid")
	if err != nil {
		return c, err
	}
	c.nodes, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (n node, err error) {
		return n, row.Scan(&n.host, &n.port)
	})
	if err == nil && len(c.nodes) < 2 {
		err = errors.New("it has no workers, or citus_set_coordinator_host was not run")
	}
	return c, err
}

// url is the URL of a database on node n; node 0 is the coordinator.
func (c *cluster) url(n int, database string) (string, error) {
	address, err := url.Parse(c.coordinator)
	if err != nil {
		return "", err
	}
	address.Path = "/" + database
	if n > 0 {
		address.Host = c.nodes[n].host + ":" + strconv.Itoa(c.nodes[n].port)
	}
	return address.String(), nil
}

// each runs statements in a database of every node.
func (c *cluster) each(ctx context.Context, database string, statements ...string) error {
	var nodes errgroup.Group
	for n := range c.nodes {
		nodes.Go(func() error {
			address, err := c.url(n, database)
			if err != nil {
				return err
			}
			for _, statement := range statements {
				if err := execute(ctx, address, statement); err != nil {
					return fmt.Errorf("node %d: %w", n, err)
				}
			}
			return nil
		})
	}
	return nodes.Wait()
}

// connect makes the Citus extension in a database of every node, and adds the nodes to the
// coordinator.
func (c *cluster) connect(ctx context.Context, database string) error {
	statements := []string{"CREATE EXTENSION IF NOT EXISTS citus"}
	if c.password != "" {
		statements = append(statements, "INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo) VALUES (0, current_user, 'password="+c.password+"')")
	}
	if err := c.each(ctx, database, statements...); err != nil {
		return err
	}
	address, err := c.url(0, database)
	if err != nil {
		return err
	}
	nodes := fmt.Sprintf("SELECT citus_set_coordinator_host('%s', %d);", c.nodes[0].host, c.nodes[0].port)
	for _, worker := range c.nodes[1:] {
		nodes += fmt.Sprintf("SELECT citus_add_node('%s', %d);", worker.host, worker.port)
	}
	return execute(ctx, address, nodes)
}

// MakeOnCitus makes a migrated database on a coordinator's cluster. The database can be
// distributed. remove drops the database.
func MakeOnCitus(ctx context.Context, coordinator string) (address string, remove func() error, err error) {
	c, err := openCluster(ctx, coordinator)
	if err != nil {
		return "", nil, err
	}
	return c.make(ctx)
}

// make makes a migrated database that can be distributed. remove drops the database.
func (c *cluster) make(ctx context.Context) (address string, remove func() error, err error) {
	name := uniqueName()
	remove = func() error { return c.drop(context.Background(), name) }
	address, err = c.url(0, name)
	if err == nil {
		err = c.create(ctx, name, address)
	}
	if err != nil {
		return "", nil, errors.Join(err, remove())
	}
	return address, remove, nil
}

// create creates a database on all nodes, adds the nodes to the coordinator, and migrates the
// database.
func (c *cluster) create(ctx context.Context, name, address string) error {
	conn, err := pgx.Connect(ctx, c.coordinator)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	// One database at a time, also of other test programs: adding a node changes the node's roles.
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(1)"); err != nil {
		return err
	}
	if err := c.each(ctx, "postgres", "CREATE DATABASE "+name+" TEMPLATE template0"); err != nil {
		return err
	}
	if err := c.connect(ctx, name); err != nil {
		return err
	}
	_, err = schema.Migrate(ctx, address)
	return err
}

// makeTemplate makes a distributed database to clone: to distribute takes seconds, to clone none.
// The database accepts no connections, not even those of processes of Citus.
func (c *cluster) makeTemplate(ctx context.Context, name string) error {
	address, err := c.url(0, name)
	if err != nil {
		return err
	}
	if err := c.create(ctx, name, address); err != nil {
		return err
	}
	if err := schema.Distribute(ctx, address, testShards); err != nil {
		return err
	}
	return c.each(ctx, "postgres", "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false",
		"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '"+name+"'")
}

// clone makes a distributed database for one test. The nodes find each other's databases by their
// name, which is the same on all.
func (c *cluster) clone(ctx context.Context, template string) (address string, drop func(context.Context) error, err error) {
	name := uniqueName()
	if address, err = c.url(0, name); err != nil {
		return "", nil, err
	}
	drop = func(ctx context.Context) error { return c.drop(ctx, name) }
	if err := c.each(ctx, "postgres", "CREATE DATABASE "+name+" STRATEGY file_copy TEMPLATE "+template); err != nil {
		return "", nil, errors.Join(err, drop(context.WithoutCancel(ctx)))
	}
	return address, drop, nil
}

// drop tries several times, since a process of Citus can connect again in between.
func (c *cluster) drop(ctx context.Context, name string) (err error) {
	for range 20 {
		if err = c.each(ctx, "postgres", "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err == nil {
			return nil
		}
		time.Sleep(500 * time.Millisecond)
	}
	return err
}
