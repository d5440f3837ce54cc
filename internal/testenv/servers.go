package testenv

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
)

// Names of the variables through which a test run hands its servers to the test binaries.
const (
	backendVariable  = "TEST_BACKEND"
	databaseVariable = "TEST_DATABASE_URL"
	redisVariable    = "TEST_REDIS_URL"
	templateVariable = "TEST_TEMPLATE_DATABASE" // a migrated database on the server of TEST_DATABASE_URL, to be cloned
)

// Servers are what one process started for tests, each at first need. Its methods may be called concurrently.
type Servers struct {
	mu       sync.Mutex
	backend  backend // nil until something has to be started
	running  []server
	database shared
	redis    shared
	template string
}

// shared is a server for all tests; the zero value has not been looked for yet.
type shared struct {
	url, description string
}

// Database returns the URL of a Postgres and the name of the migrated database on it to clone.
func (s *Servers) Database(ctx context.Context) (adminURL, template string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.template != "" {
		return s.database.url, s.template, nil
	}
	if s.database, err = s.find(ctx, databaseVariable, backend.postgres); err != nil {
		return "", "", err
	}
	if s.template = os.Getenv(templateVariable); s.template == "" {
		s.template, err = createTemplate(ctx, s.database.url)
	}
	return s.database.url, s.template, err
}

// Redis returns the URL of a Redis-compatible store.
func (s *Servers) Redis(ctx context.Context) (address string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.redis.url == "" {
		s.redis, err = s.find(ctx, redisVariable, backend.redis)
	}
	return s.redis.url, err
}

// find takes the server that the environment names, or starts one.
func (s *Servers) find(ctx context.Context, variable string, start func(backend, context.Context) (server, error)) (shared, error) {
	if given := os.Getenv(variable); given != "" {
		return shared{url: given, description: "the server of " + variable}, nil
	}
	started, err := s.start(ctx, start)
	if err != nil {
		return shared{}, err
	}
	return shared{url: started.URL(), description: started.String()}, nil
}

// start has the backend start one more server. The lock is held.
func (s *Servers) start(ctx context.Context, start func(backend, context.Context) (server, error)) (server, error) {
	if s.backend == nil {
		chosen, err := chooseBackend(ctx)
		if err != nil {
			return nil, err
		}
		s.backend = chosen
	}
	started, err := start(s.backend, ctx)
	if err != nil {
		return nil, err
	}
	s.running = append(s.running, started)
	return started, nil
}

// private starts a server that is not shared, for stopPrivate; Stop ends it too, in case that its test does not.
func (s *Servers) private(ctx context.Context, start func(backend, context.Context) (server, error)) (server, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.start(ctx, start)
}

// stopPrivate ends a server that private started.
func (s *Servers) stopPrivate(ctx context.Context, started server) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.running, started)
	if i < 0 {
		return nil // Stop was faster
	}
	s.running = slices.Delete(s.running, i, i+1)
	return started.Stop(ctx)
}

// Environ tells the test binaries of a run, as NAME=value, to use these servers.
func (s *Servers) Environ() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	environ := []string{
		databaseVariable + "=" + s.database.url,
		redisVariable + "=" + s.redis.url,
		templateVariable + "=" + s.template,
	}
	if s.backend != nil {
		environ = append(environ, backendVariable+"="+s.backend.name())
	}
	return environ
}

// String says what the tests run on.
func (s *Servers) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	started := "nothing started"
	if s.backend != nil {
		started = "backend " + s.backend.name()
	}
	return fmt.Sprintf("%s; Postgres: %s; Redis: %s", started, s.database.description, s.redis.description)
}

// Stop drops the template that was made here and ends every server that was started here.
func (s *Servers) Stop(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	if s.template != "" && s.template != os.Getenv(templateVariable) {
		errs = append(errs, dropDatabase(ctx, s.database.url, s.template))
	}
	for _, server := range s.running {
		errs = append(errs, server.Stop(ctx))
	}
	s.running, s.template = nil, ""
	return errors.Join(errs...)
}
