package testenv

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/ory/dockertest/v3"
	"github.com/ory/dockertest/v3/docker"
)

const readyTimeout = time.Minute

// container is a server in a container.
type container struct {
	pool     *dockertest.Pool
	resource *dockertest.Resource
	image    string
	address  *url.URL
	ready    func(ctx context.Context, address string) error
}

func (c *container) URL() string { return c.address.String() }

func (c *container) String() string { return "container of " + c.image }

// Stop removes the container and its data.
func (c *container) Stop(context.Context) error {
	if err := c.pool.Purge(c.resource); err != nil {
		return fmt.Errorf("remove %s: %w", c, err)
	}
	return nil
}

// Kill ends the server at once; its data stays.
func (c *container) Kill() error {
	err := c.pool.Client.KillContainer(docker.KillContainerOptions{ID: c.resource.Container.ID})
	if stopped := (*docker.ContainerNotRunning)(nil); err != nil && !errors.As(err, &stopped) {
		return fmt.Errorf("kill %s: %w", c, err)
	}
	return nil
}

// Restart starts the server again, under the same address, ending it first if it runs.
func (c *container) Restart(ctx context.Context) error {
	if err := c.Kill(); err != nil {
		return err
	}
	if err := c.pool.Client.StartContainerWithContext(c.resource.Container.ID, nil, ctx); err != nil {
		return fmt.Errorf("restart %s: %w", c, err)
	}
	return c.await(ctx)
}

// await waits until the server answers, and has the engine end the container in case that we cannot.
func (c *container) await(ctx context.Context) error {
	if err := c.resource.Expire(containerExpiry); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	for {
		err := c.ready(ctx, c.URL())
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready in time: %w; its log:\n%s", c, err, c.log())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// log is the end of what the server has written.
func (c *container) log() string {
	var out bytes.Buffer
	err := c.pool.Client.Logs(docker.LogsOptions{
		Container: c.resource.Container.ID, OutputStream: &out, ErrorStream: &out,
		Stdout: true, Stderr: true, Tail: "20",
	})
	if err != nil {
		return err.Error()
	}
	return out.String()
}
