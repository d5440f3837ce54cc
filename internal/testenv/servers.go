package testenv

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"airport-content/internal/embedded"
)

// Names of the variables through which a test run hands its servers to the test binaries.
const (
	backendVariable  = "TEST_BACKEND"
	databaseVariable = "TEST_DATABASE_URL"
	redisVariable    = "TEST_REDIS_URL"
	templateVariable = "TEST_TEMPLATE_DATABASE" // a migrated database on the server of TEST_DATABASE_URL, to be cloned

	// Of local servers.
	majorVariable   = "TEST_POSTGRES_MAJOR"
	programVariable = "TEST_REDIS_PROGRAM"
)

const (
	errandTimeout = 10 * time.Minute // for one piece of work for a test, such as starting a server, which may download it
	stopTimeout   = 5 * time.Minute
)

// backend starts servers.
type backend interface {
	name() string // as in TEST_BACKEND
	startPostgres(context.Context) (embedded.Server, error)
	startRedis(context.Context) (embedded.Server, error)
}

// postgresSettings make tests faster, and allow many at once. Committed data still survives a crash of the server, though not of
// the machine.
func postgresSettings() map[string]string {
	return map[string]string{"fsync": "off", "full_page_writes": "off", "max_connections": "300"}
}

// localBackend starts the servers of package embedded.
type localBackend struct{}

func (localBackend) name() string { return "local" }

func (localBackend) startPostgres(ctx context.Context) (embedded.Server, error) {
	major, err := strconv.Atoi(cmp.Or(os.Getenv(majorVariable), "0"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", majorVariable, err)
	}
	return embedded.StartPostgres(ctx, embedded.PostgresOptions{Major: major, Settings: postgresSettings()})
}

func (localBackend) startRedis(ctx context.Context) (embedded.Server, error) {
	return embedded.StartRedis(ctx, embedded.RedisOptions{Program: os.Getenv(programVariable)})
}

// chooseBackend follows TEST_BACKEND: docker and local are required, auto takes Docker if it can.
func chooseBackend() (backend, error) {
	choice := cmp.Or(os.Getenv(backendVariable), "auto")
	if choice == "local" {
		return localBackend{}, nil
	}
	if choice != "auto" && choice != "docker" {
		return nil, fmt.Errorf("TEST_BACKEND=%s: known are auto, docker and local", choice)
	}
	containers, err := newDockerBackend()
	if err == nil {
		return containers, nil
	}
	if choice == "docker" {
		return nil, fmt.Errorf("TEST_BACKEND=docker: %w; start a Docker engine that has or can pull the images, "+
			"or set TEST_BACKEND=local", err)
	}
	fmt.Fprintf(os.Stderr, "testenv: no containers (%v); taking local servers\n", err)
	return localBackend{}, nil
}

// Servers are what one process started for tests. Its methods may be called concurrently.
type Servers struct {
	backend  func() (backend, error)
	database database
	redis    string
	names    []string // of what all tests share

	mu      sync.Mutex
	running map[embedded.Server]bool
}

// Start starts the shared servers that the environment does not name. Call Stop afterwards, also after an error.
func Start(ctx context.Context) (*Servers, error) {
	ctx, cancel := context.WithTimeout(ctx, errandTimeout)
	defer cancel()
	s := &Servers{backend: sync.OnceValues(chooseBackend), running: map[embedded.Server]bool{}}
	var err error
	if s.database.server, err = s.find(ctx, "Postgres", databaseVariable, backend.startPostgres); err != nil {
		return s, err
	}
	if s.redis, err = s.find(ctx, "Redis", redisVariable, backend.startRedis); err != nil {
		return s, err
	}
	if s.database.template = os.Getenv(templateVariable); s.database.template == "" {
		err = s.database.makeTemplate(ctx)
	}
	return s, err
}

// find returns the URL of the server that the environment names, or else of a new one.
func (s *Servers) find(ctx context.Context, what, variable string, start func(backend, context.Context) (embedded.Server, error)) (url string, err error) {
	if url := os.Getenv(variable); url != "" {
		s.names = append(s.names, what+": the server of "+variable)
		return url, nil
	}
	started, err := s.start(ctx, start)
	if err != nil {
		return "", fmt.Errorf("no %s: %w", what, err)
	}
	s.names = append(s.names, what+": "+started.String())
	return started.URL(), nil
}

// start starts one more server.
func (s *Servers) start(ctx context.Context, start func(backend, context.Context) (embedded.Server, error)) (embedded.Server, error) {
	b, err := s.backend()
	if err != nil {
		return nil, err
	}
	started, err := start(b, ctx)
	if err != nil { // another process may have taken its port
		started, err = start(b, ctx)
	}
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[started] = true
	return started, nil
}

// stop ends one server, unless Stop has already ended it.
func (s *Servers) stop(ctx context.Context, started embedded.Server) error {
	s.mu.Lock()
	runs := s.running[started]
	delete(s.running, started)
	s.mu.Unlock()
	if !runs {
		return nil
	}
	return started.Stop(ctx)
}

// Stop ends every server that was started here.
func (s *Servers) Stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	var errs []error
	if s.database.made {
		errs = append(errs, s.database.drop(ctx, s.database.template))
	}
	s.mu.Lock()
	running := slices.Collect(maps.Keys(s.running))
	s.mu.Unlock()
	for _, started := range running {
		errs = append(errs, s.stop(ctx, started))
	}
	return errors.Join(errs...)
}

// Environ lists the variables, as NAME=value, that make test binaries use these servers.
func (s *Servers) Environ() ([]string, error) {
	b, err := s.backend()
	if err != nil {
		return nil, err
	}
	return []string{
		backendVariable + "=" + b.name(),
		databaseVariable + "=" + s.database.server,
		templateVariable + "=" + s.database.template,
		redisVariable + "=" + s.redis,
	}, nil
}

// Describe says in one line what the tests run on.
func (s *Servers) Describe(raceDetector bool) string {
	race := "race detector off"
	if raceDetector {
		race = "race detector on"
	}
	return "testenv: " + strings.Join(append(slices.Clone(s.names), race), "; ")
}
