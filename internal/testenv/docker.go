package testenv

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ory/dockertest/v3"
	"github.com/ory/dockertest/v3/docker"

	"airport-content/internal/embedded"
)

const (
	defaultPostgresImage = "postgres:15.13-alpine"
	defaultRedisImage    = "valkey/valkey:8.1.1-alpine"

	pingTimeout     = 3 * time.Second
	pullTimeout     = 5 * time.Minute
	containerExpiry = 3600 // seconds; the engine ends what a killed test run has left behind
)

// dockerBackend starts containers. Any image will do that takes the environment and arguments of the official ones.
type dockerBackend struct {
	pool          *dockertest.Pool
	postgresImage string
	redisImage    string
}

// newDockerBackend fails when no engine answers, or when it neither has nor gets the images.
func newDockerBackend(ctx context.Context) (*dockerBackend, error) {
	pool, err := dockertest.NewPool("")
	if err != nil {
		return nil, fmt.Errorf("find Docker engine: %w", err)
	}
	pingCtx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	if err := pool.Client.PingWithContext(pingCtx); err != nil {
		return nil, fmt.Errorf("no Docker engine answers at %s: %w", pool.Client.Endpoint(), err)
	}
	b := &dockerBackend{
		pool:          pool,
		postgresImage: cmp.Or(os.Getenv("TEST_POSTGRES_IMAGE"), defaultPostgresImage),
		redisImage:    cmp.Or(os.Getenv("TEST_REDIS_IMAGE"), defaultRedisImage),
	}
	return b, errors.Join(b.needImage(ctx, b.postgresImage), b.needImage(ctx, b.redisImage))
}

// needImage pulls an image that the engine does not have.
func (b *dockerBackend) needImage(ctx context.Context, image string) error {
	_, err := b.pool.Client.InspectImage(image)
	if !errors.Is(err, docker.ErrNoSuchImage) {
		return err
	}
	fmt.Fprintf(os.Stderr, "testenv: pulling %s\n", image)
	ctx, cancel := context.WithTimeout(ctx, pullTimeout)
	defer cancel()
	repository, tag := docker.ParseRepositoryTag(image)
	options := docker.PullImageOptions{Repository: repository, Tag: cmp.Or(tag, "latest"), Context: ctx}
	if err := b.pool.Client.PullImage(options, docker.AuthConfiguration{}); err != nil {
		return fmt.Errorf("pull image %s: %w", image, err)
	}
	return nil
}

func (b *dockerBackend) name() string { return "docker" }

func (b *dockerBackend) postgres(ctx context.Context) (server, error) {
	password := rand.Text()
	var args []string
	for name, value := range postgresSettings {
		args = append(args, "-c", name+"="+value)
	}
	address := &url.URL{
		Scheme: "postgres", User: url.UserPassword("postgres", password), Path: "/postgres", RawQuery: "sslmode=disable",
	}
	return b.start(ctx, &container{pool: b.pool, address: address, ready: pingPostgres}, b.postgresImage, "5432/tcp",
		[]string{"POSTGRES_USER=postgres", "POSTGRES_PASSWORD=" + password}, args)
}

func (b *dockerBackend) redis(ctx context.Context) (server, error) {
	address := &url.URL{Scheme: "redis", Path: "/0"}
	return b.start(ctx, &container{pool: b.pool, address: address, ready: pingRedis}, b.redisImage, "6379/tcp",
		nil, []string{"--save", "", "--appendonly", "no", "--protected-mode", "no"})
}

// start runs image as c, with its port published under a port that stays the same when the container is restarted.
func (b *dockerBackend) start(ctx context.Context, c *container, image string, port docker.Port, env, args []string) (server, error) {
	hostPort, err := embedded.FreePort()
	if err != nil {
		return nil, err
	}
	host, bindIP := b.reach()
	c.image = image
	c.address.Host = net.JoinHostPort(host, strconv.Itoa(hostPort))
	repository, tag := docker.ParseRepositoryTag(image)
	c.resource, err = b.pool.RunWithOptions(&dockertest.RunOptions{
		Name:       "airport-content-test-" + strings.ToLower(rand.Text()),
		Repository: repository,
		Tag:        tag,
		Env:        env,
		Cmd:        args,
		PortBindings: map[docker.Port][]docker.PortBinding{
			port: {{HostIP: bindIP, HostPort: strconv.Itoa(hostPort)}},
		},
	})
	if err != nil {
		return nil, fmt.Errorf("run image %s: %w", image, err)
	}
	if err := c.await(ctx); err != nil {
		return nil, errors.Join(err, c.Stop(ctx))
	}
	return c, nil
}

// reach is where containers of the engine are reached, and the address they listen on for that: this machine's own
// where the engine is on it.
func (b *dockerBackend) reach() (host, bindIP string) {
	u, err := url.Parse(b.pool.Client.Endpoint())
	if err == nil && slices.Contains([]string{"tcp", "http", "https"}, u.Scheme) && u.Hostname() != "localhost" {
		if ip := net.ParseIP(u.Hostname()); ip == nil || !ip.IsLoopback() {
			return u.Hostname(), "0.0.0.0"
		}
	}
	return "127.0.0.1", "127.0.0.1"
}
