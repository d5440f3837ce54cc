package testenv

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	neturl "net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/ory/dockertest/v3"
	client "github.com/ory/dockertest/v3/docker"
	"github.com/redis/go-redis/v9"

	"airport-content/internal/embedded"
)

const (
	pingTimeout     = 30 * time.Second
	pullTimeout     = 5 * time.Minute
	startTimeout    = 5 * time.Minute
	containerExpiry = 3600 // seconds; the engine then ends containers of a killed test run
)

// docker starts containers. An image must accept the environment and the arguments of the official
// image.
type docker struct {
	pool                      *dockertest.Pool
	postgresImage, redisImage string
}

// newDocker fails if no engine answers.
func newDocker() (*docker, error) {
	pool, err := dockertest.NewPool("")
	if err != nil {
		return nil, fmt.Errorf("find Docker engine: %w", err)
	}
	pool.MaxWait = startTimeout
	ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
	defer cancel()
	if err := pool.Client.PingWithContext(ctx); err != nil {
		return nil, fmt.Errorf("no Docker engine answers at %s: %w", pool.Client.Endpoint(), err)
	}
	d := &docker{
		pool:          pool,
		postgresImage: cmp.Or(os.Getenv("TEST_POSTGRES_IMAGE"), "postgres:15.13-alpine"),
		redisImage:    cmp.Or(os.Getenv("TEST_REDIS_IMAGE"), "valkey/valkey:8.1.1-alpine"),
	}
	return d, nil
}

// needImage pulls an image if the engine does not have it.
func (d *docker) needImage(image string) error {
	_, err := d.pool.Client.InspectImage(image)
	if !errors.Is(err, client.ErrNoSuchImage) {
		return err
	}
	fmt.Fprintf(os.Stderr, "testenv: pulling %s\n", image)
	ctx, cancel := context.WithTimeout(context.Background(), pullTimeout)
	defer cancel()
	repository, tag := client.ParseRepositoryTag(image)
	options := client.PullImageOptions{Repository: repository, Tag: cmp.Or(tag, "latest"), Context: ctx}
	if err := d.pool.Client.PullImage(options, client.AuthConfiguration{}); err != nil {
		return fmt.Errorf("pull image %s: %w", image, err)
	}
	return nil
}

func (d *docker) postgres(image string, settings map[string]string) starter {
	return func(ctx context.Context) (server, error) {
		password := rand.Text()
		var args []string
		for name, value := range settings {
			args = append(args, "-c", name+"="+value)
		}
		return d.start(ctx, "postgres://postgres:"+password+"@%s/postgres?sslmode=disable", &dockertest.RunOptions{
			Repository:   image,
			Env:          []string{"POSTGRES_USER=postgres", "POSTGRES_PASSWORD=" + password},
			Cmd:          args,
			ExposedPorts: []string{"5432/tcp"},
		})
	}
}

func (d *docker) startRedis(ctx context.Context) (server, error) {
	return d.start(ctx, "redis://%s/0", &dockertest.RunOptions{
		Repository:   d.redisImage,
		Cmd:          []string{"--save", "", "--appendonly", "no", "--protected-mode", "no"},
		ExposedPorts: []string{"6379/tcp"},
	})
}

// start starts a container. The container keeps its port on the host when it restarts. url lacks
// the address.
func (d *docker) start(ctx context.Context, url string, options *dockertest.RunOptions) (server, error) {
	port, err := embedded.FreePort()
	if err != nil {
		return nil, err
	}
	host, bindIP := "127.0.0.1", "127.0.0.1"
	if u, err := neturl.Parse(d.pool.Client.Endpoint()); err == nil && u.Scheme != "unix" && u.Hostname() != "localhost" {
		host, bindIP = u.Hostname(), "0.0.0.0" // the engine is on another host
	}
	image := options.Repository
	options.Repository, options.Tag = client.ParseRepositoryTag(image)
	options.Labels = map[string]string{"airport-content": "test"}
	options.PortBindings = map[client.Port][]client.PortBinding{
		client.Port(options.ExposedPorts[0]): {{HostIP: bindIP, HostPort: strconv.Itoa(port)}},
	}
	resource, err := d.pool.RunWithOptions(options)
	if err != nil {
		return nil, fmt.Errorf("run image %s: %w", image, err)
	}
	c := &container{pool: d.pool, resource: resource, url: fmt.Sprintf(url, net.JoinHostPort(host, strconv.Itoa(port)))}
	if err := errors.Join(resource.Expire(containerExpiry), c.await(ctx)); err != nil {
		return nil, errors.Join(err, c.Stop())
	}
	return c, nil
}

// container is a server in a container.
type container struct {
	pool     *dockertest.Pool
	resource *dockertest.Resource
	url      string
}

func (c *container) URL() string { return c.url }

func (c *container) String() string { return "container of " + c.resource.Container.Config.Image }

// await waits until the server answers.
func (c *container) await(ctx context.Context) error {
	err := c.pool.Retry(func() error {
		ctx, cancel := context.WithTimeout(ctx, pingTimeout)
		defer cancel()
		return ping(ctx, c.url)
	})
	if err != nil {
		return fmt.Errorf("%s does not answer: %w", c, err)
	}
	return nil
}

func ping(ctx context.Context, url string) error {
	if strings.HasPrefix(url, "postgres:") {
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		return conn.Close(ctx)
	}
	options, err := redis.ParseURL(url)
	if err != nil {
		return err
	}
	store := redis.NewClient(options)
	defer store.Close()
	return store.Ping(ctx).Err()
}

func (c *container) Kill() error {
	err := c.pool.Client.KillContainer(client.KillContainerOptions{ID: c.resource.Container.ID})
	if stopped := (*client.ContainerNotRunning)(nil); errors.As(err, &stopped) {
		return nil
	}
	return err
}

func (c *container) Restart(ctx context.Context) error {
	if err := c.Kill(); err != nil {
		return err
	}
	if err := c.pool.Client.StartContainerWithContext(c.resource.Container.ID, nil, ctx); err != nil {
		return err
	}
	return c.await(ctx)
}

func (c *container) Stop() error { return c.pool.Purge(c.resource) }
