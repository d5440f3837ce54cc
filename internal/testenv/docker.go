package testenv

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/ory/dockertest/v3"
	"github.com/ory/dockertest/v3/docker"
	"github.com/redis/go-redis/v9"

	"airport-content/internal/embedded"
)

const (
	defaultPostgresImage = "postgres:15.13-alpine"
	defaultRedisImage    = "valkey/valkey:8.1.1-alpine"

	pingTimeout     = 30 * time.Second
	pullTimeout     = 5 * time.Minute
	awaitTimeout    = 5 * time.Minute // for a server that starts
	containerExpiry = 3600            // seconds; the engine ends containers that a killed test run has left behind
)

// dockerBackend starts containers. An image must take the same environment and arguments as the official one.
type dockerBackend struct {
	pool                      *dockertest.Pool
	postgresImage, redisImage string
}

// newDockerBackend fails if no engine answers, or if the engine can not get the images.
func newDockerBackend() (*dockerBackend, error) {
	pool, err := dockertest.NewPool("")
	if err != nil {
		return nil, fmt.Errorf("find Docker engine: %w", err)
	}
	pool.MaxWait = awaitTimeout
	ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
	defer cancel()
	if err := pool.Client.PingWithContext(ctx); err != nil {
		return nil, fmt.Errorf("no Docker engine answers at %s: %w", pool.Client.Endpoint(), err)
	}
	b := &dockerBackend{
		pool:          pool,
		postgresImage: cmp.Or(os.Getenv("TEST_POSTGRES_IMAGE"), defaultPostgresImage),
		redisImage:    cmp.Or(os.Getenv("TEST_REDIS_IMAGE"), defaultRedisImage),
	}
	return b, errors.Join(b.needImage(b.postgresImage), b.needImage(b.redisImage))
}

func (b *dockerBackend) name() string { return "docker" }

// needImage pulls an image if the engine does not have it.
func (b *dockerBackend) needImage(image string) error {
	_, err := b.pool.Client.InspectImage(image)
	if !errors.Is(err, docker.ErrNoSuchImage) {
		return err
	}
	fmt.Fprintf(os.Stderr, "testenv: pulling %s\n", image)
	ctx, cancel := context.WithTimeout(context.Background(), pullTimeout)
	defer cancel()
	repository, tag := docker.ParseRepositoryTag(image)
	options := docker.PullImageOptions{Repository: repository, Tag: cmp.Or(tag, "latest"), Context: ctx}
	if err := b.pool.Client.PullImage(options, docker.AuthConfiguration{}); err != nil {
		return fmt.Errorf("pull image %s: %w", image, err)
	}
	return nil
}

func (b *dockerBackend) startPostgres(ctx context.Context) (embedded.Server, error) {
	password := rand.Text()
	var args []string
	for name, value := range postgresSettings() {
		args = append(args, "-c", name+"="+value)
	}
	c := &container{
		pool: b.pool,
		address: &url.URL{
			Scheme: "postgres", User: url.UserPassword("postgres", password), Path: "/postgres", RawQuery: "sslmode=disable",
		},
		ping: func(ctx context.Context, address string) error {
			conn, err := pgx.Connect(ctx, address)
			if err != nil {
				return err
			}
			return conn.Close(ctx)
		},
	}
	return c, c.run(ctx, b.postgresImage, "5432/tcp", []string{"POSTGRES_USER=postgres", "POSTGRES_PASSWORD=" + password}, args)
}

func (b *dockerBackend) startRedis(ctx context.Context) (embedded.Server, error) {
	c := &container{
		pool:    b.pool,
		address: &url.URL{Scheme: "redis", Path: "/0"},
		ping: func(ctx context.Context, address string) error {
			options, err := redis.ParseURL(address)
			if err != nil {
				return err
			}
			client := redis.NewClient(options)
			defer client.Close()
			return client.Ping(ctx).Err()
		},
	}
	return c, c.run(ctx, b.redisImage, "6379/tcp", nil, []string{"--save", "", "--appendonly", "no", "--protected-mode", "no"})
}

// container is a server in a container.
type container struct {
	pool     *dockertest.Pool
	resource *dockertest.Resource
	address  *url.URL
	ping     func(ctx context.Context, address string) error
}

// run starts the container. Its port on the host stays the same when it is restarted.
func (c *container) run(ctx context.Context, image string, port docker.Port, env, args []string) error {
	hostPort, err := embedded.FreePort()
	if err != nil {
		return err
	}
	host, bindIP := "127.0.0.1", "127.0.0.1"
	if u, err := url.Parse(c.pool.Client.Endpoint()); err == nil && u.Scheme != "unix" && u.Hostname() != "localhost" {
		host, bindIP = u.Hostname(), "0.0.0.0" // the engine is elsewhere
	}
	c.address.Host = net.JoinHostPort(host, strconv.Itoa(hostPort))
	repository, tag := docker.ParseRepositoryTag(image)
	c.resource, err = c.pool.RunWithOptions(&dockertest.RunOptions{
		Repository:   repository,
		Tag:          tag,
		Env:          env,
		Cmd:          args,
		Labels:       map[string]string{"airport-content": "test"},
		PortBindings: map[docker.Port][]docker.PortBinding{port: {{HostIP: bindIP, HostPort: strconv.Itoa(hostPort)}}},
	})
	if err != nil {
		return fmt.Errorf("run image %s: %w", image, err)
	}
	if err := c.await(ctx); err != nil {
		return errors.Join(err, c.Stop(ctx))
	}
	return nil
}

// await waits until the server answers.
func (c *container) await(ctx context.Context) error {
	if err := c.resource.Expire(containerExpiry); err != nil {
		return err
	}
	err := c.pool.Retry(func() error {
		ctx, cancel := context.WithTimeout(ctx, pingTimeout)
		defer cancel()
		return c.ping(ctx, c.URL())
	})
	if err == nil {
		return nil
	}
	var log bytes.Buffer
	logErr := c.pool.Client.Logs(docker.LogsOptions{
		Context: ctx, Container: c.resource.Container.ID, OutputStream: &log, ErrorStream: &log, Stdout: true, Stderr: true, Tail: "20",
	})
	return errors.Join(fmt.Errorf("%s does not answer: %w; its log:\n%s", c, err, &log), logErr)
}

func (c *container) URL() string { return c.address.String() }

func (c *container) String() string { return "container of " + c.resource.Container.Config.Image }

func (c *container) Stop(context.Context) error {
	if err := c.pool.Purge(c.resource); err != nil {
		return fmt.Errorf("remove %s: %w", c, err)
	}
	return nil
}

func (c *container) Kill() error {
	err := c.pool.Client.KillContainer(docker.KillContainerOptions{ID: c.resource.Container.ID})
	if stopped := (*docker.ContainerNotRunning)(nil); err != nil && !errors.As(err, &stopped) {
		return fmt.Errorf("kill %s: %w", c, err)
	}
	return nil
}

func (c *container) Restart(ctx context.Context) error {
	if err := c.Kill(); err != nil {
		return err
	}
	if err := c.pool.Client.StartContainerWithContext(c.resource.Container.ID, nil, ctx); err != nil {
		return fmt.Errorf("restart %s: %w", c, err)
	}
	return c.await(ctx)
}
