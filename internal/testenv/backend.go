package testenv

import (
	"context"
	"fmt"
	"os"

	"airport-content/internal/embedded"
)

// server is a Postgres or Redis that this process started.
type server interface {
	URL() string
	String() string // what it is, for the line that says what the tests ran on
	Stop(context.Context) error
	Kill() error
	Restart(context.Context) error
}

// backend starts servers.
type backend interface {
	name() string // as in TEST_BACKEND
	postgres(context.Context) (server, error)
	redis(context.Context) (server, error)
}

// chooseBackend follows TEST_BACKEND: docker and local insist, auto takes Docker where it can.
func chooseBackend(ctx context.Context) (backend, error) {
	switch choice := os.Getenv("TEST_BACKEND"); choice {
	case "local":
		return localBackend{}, nil
	case "docker":
		b, err := newDockerBackend(ctx)
		if err != nil {
			return nil, fmt.Errorf("TEST_BACKEND=docker: %w; start a Docker engine that has or can pull the images, "+
				"or set TEST_BACKEND=local", err)
		}
		return b, nil
	case "", "auto":
		b, err := newDockerBackend(ctx)
		if err != nil {
			fmt.Fprintf(os.Stderr, "testenv: no containers (%v); taking local servers\n", err)
			return localBackend{}, nil
		}
		return b, nil
	default:
		return nil, fmt.Errorf("TEST_BACKEND=%s: known are auto, docker and local", choice)
	}
}

// postgresSettings give up what only a crash of the whole machine needs, and leave room for many tests at once.
// What was committed survives the server's own crash.
var postgresSettings = map[string]string{
	"fsync":            "off",
	"full_page_writes": "off",
	"max_connections":  "300",
}

// localBackend starts the servers of package embedded.
type localBackend struct{}

func (localBackend) name() string { return "local" }

func (localBackend) postgres(ctx context.Context) (server, error) {
	p, err := embedded.StartPostgres(ctx, embedded.PostgresOptions{Settings: postgresSettings})
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (localBackend) redis(ctx context.Context) (server, error) {
	r, err := embedded.StartRedis(ctx, embedded.RedisOptions{})
	if err != nil {
		return nil, err
	}
	return r, nil
}
