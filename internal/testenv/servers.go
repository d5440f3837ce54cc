package testenv

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/alicebob/miniredis/v2"

	"airport-content/internal/embedded"
)

// postgresSettings make tests faster, and allow many tests at once. Committed data survive a crash
// of the server, but not a crash of the machine.
var postgresSettings = map[string]string{"fsync": "off", "full_page_writes": "off", "max_connections": "300"}

// server is a running Postgres or Redis.
type server interface {
	URL() string
	String() string
	Kill() error
	Restart(context.Context) error
	Stop() error
}

type starter func(context.Context) (server, error)

// backend starts servers.
type backend struct {
	name            string // as in TEST_BACKEND
	postgres, redis starter
}

// chooseBackend follows TEST_BACKEND. docker and local are requirements; auto takes Docker if an
// engine answers. With citus, databases come from a cluster, and the other servers are local.
func chooseBackend() (backend, error) {
	local := backend{"local", startLocalPostgres, startLocalRedis}
	choice := cmp.Or(os.Getenv("TEST_BACKEND"), "auto")
	if choice == "citus" {
		local.name = "citus"
	}
	if choice == "local" || choice == "citus" {
		return local, nil
	}
	if choice != "auto" && choice != "docker" {
		return local, fmt.Errorf("TEST_BACKEND=%s: known are auto, docker, local and citus", choice)
	}
	d, err := newDocker()
	if err == nil {
		err = errors.Join(d.needImage(d.postgresImage), d.needImage(d.redisImage))
	}
	if err == nil {
		return backend{"docker", d.postgres(d.postgresImage, postgresSettings), d.startRedis}, nil
	}
	if choice == "docker" {
		return local, fmt.Errorf("TEST_BACKEND=docker: %w; start a Docker engine that has or can pull the images, "+
			"or set TEST_BACKEND=local", err)
	}
	fmt.Fprintf(os.Stderr, "testenv: no containers (%v); taking local servers\n", err)
	return local, nil
}

func startLocalPostgres(ctx context.Context) (server, error) {
	major, err := strconv.Atoi(cmp.Or(os.Getenv("TEST_POSTGRES_MAJOR"), "0"))
	if err != nil {
		return nil, fmt.Errorf("TEST_POSTGRES_MAJOR: %w", err)
	}
	return embedded.StartPostgres(ctx, embedded.PostgresOptions{Major: major, Settings: postgresSettings})
}

func startLocalRedis(ctx context.Context) (server, error) {
	program := os.Getenv("TEST_REDIS_PROGRAM")
	s, err := embedded.StartRedis(ctx, program)
	if program == "" && errors.Is(err, exec.ErrNotFound) {
		m, err := miniredis.Run()
		if err != nil {
			return nil, err
		}
		return memoryStore{m, "redis://" + m.Addr() + "/0"}, nil
	}
	return s, err
}

// memoryStore is a store in memory, for machines without an installed Redis. Keys do not expire,
// because the store has no clock.
type memoryStore struct {
	*miniredis.Miniredis
	url string
}

func (m memoryStore) URL() string { return m.url }

func (m memoryStore) String() string { return "miniredis" }

func (m memoryStore) Kill() error { return m.Stop() }

func (m memoryStore) Restart(context.Context) error {
	m.Close()
	m.FlushAll()
	return m.Miniredis.Restart()
}

func (m memoryStore) Stop() error {
	m.Close()
	return nil
}

// Servers are the servers that one process started for tests.
type Servers struct {
	backend  backend
	database database
	citus    *cluster // with TEST_BACKEND=citus, instead of database
	redis    string   // URL
	names    []string // of the servers that all tests share

	starting sync.RWMutex // held to start a server; after Stop has taken it, none starts
	mu       sync.Mutex
	stops    []func() error // each may be called more than once
}

// Start starts the shared servers that the environment does not name. Call Stop afterwards, also
// after an error.
func Start(ctx context.Context) (s *Servers, err error) {
	s = &Servers{}
	if s.backend, err = chooseBackend(); err != nil {
		return s, err
	}
	if s.backend.name == "citus" {
		err = s.findCitus(ctx)
	} else {
		s.database.server, err = s.find(ctx, "TEST_DATABASE_URL", s.backend.postgres)
	}
	if err != nil {
		return s, fmt.Errorf("no Postgres: %w", err)
	}
	if s.redis, err = s.find(ctx, "TEST_REDIS_URL", s.backend.redis); err != nil {
		return s, fmt.Errorf("no Redis: %w", err)
	}
	if s.database.template = os.Getenv(templateVariable); s.database.template != "" {
		return s, nil
	}
	s.database.template = uniqueName()
	if s.citus != nil {
		s.stops = append(s.stops, func() error { return s.citus.drop(context.Background(), s.database.template) })
		return s, s.citus.makeTemplate(ctx, s.database.template)
	}
	s.stops = append(s.stops, func() error { return dropDatabase(context.Background(), s.database.server, s.database.template) })
	return s, s.database.makeTemplate(ctx)
}

func (s *Servers) findCitus(ctx context.Context) (err error) {
	coordinator := os.Getenv(CitusVariable)
	if coordinator == "" {
		s.citus, err = s.startCluster(ctx)
		return err
	}
	s.names = append(s.names, "the cluster of "+CitusVariable)
	if s.citus, err = openCluster(ctx, coordinator); err != nil {
		return fmt.Errorf("%s: %w", CitusVariable, err)
	}
	return nil
}

// find returns the URL of the server that the environment names. Without one, find starts a server.
func (s *Servers) find(ctx context.Context, variable string, start starter) (url string, err error) {
	if url := os.Getenv(variable); url != "" {
		s.names = append(s.names, "the server of "+variable)
		return url, nil
	}
	started, _, err := s.start(ctx, start)
	if err != nil {
		return "", err
	}
	s.names = append(s.names, started.String())
	return started.URL(), nil
}

func (s *Servers) start(ctx context.Context, start starter) (started server, stop func() error, err error) {
	s.starting.RLock()
	defer s.starting.RUnlock()
	if started, err = start(ctx); err != nil {
		return nil, nil, err
	}
	stop = sync.OnceValue(started.Stop)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stops = append(s.stops, stop)
	return started, stop, nil
}

// Stop ends every server that this process started, once.
func (s *Servers) Stop() (err error) {
	s.starting.Lock()
	for _, stop := range slices.Backward(s.stops) {
		err = errors.Join(err, stop())
	}
	return err
}

// Environ lists the variables that make test binaries use these servers, as NAME=value.
func (s *Servers) Environ() []string {
	environ := []string{
		"TEST_BACKEND=" + s.backend.name,
		"TEST_DATABASE_URL=" + s.database.server,
		templateVariable + "=" + s.database.template,
		"TEST_REDIS_URL=" + s.redis,
	}
	if s.citus != nil {
		environ = append(environ, CitusVariable+"="+s.citus.coordinator)
	}
	return environ
}

// String names the servers that all tests share.
func (s *Servers) String() string { return "testenv: " + strings.Join(s.names, "; ") }
