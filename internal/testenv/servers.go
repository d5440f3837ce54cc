package testenv

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
)

// Names of the variables through which a test run hands its servers to the test binaries.
const (
	backendVariable  = "TEST_BACKEND"
	databaseVariable = "TEST_DATABASE_URL"
	redisVariable    = "TEST_REDIS_URL"
	templateVariable = "TEST_TEMPLATE_DATABASE" // a migrated database on the server of TEST_DATABASE_URL, to be cloned
)

// Servers are what one process started for tests, each at first need. What could not be had once is not tried again.
// Its methods may be called concurrently.
type Servers struct {
	mu         sync.Mutex
	backend    backend // nil until something has to be started
	backendErr error
	running    []server
	database   shared
	redis      shared
	template   string
}

// shared is a server for all tests; the zero value has not been looked for yet.
type shared struct {
	url, description string
	err              error
}

// Database returns the URL of a Postgres and the name of the migrated database on it to clone.
func (s *Servers) Database(ctx context.Context) (adminURL, template string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.find(ctx, &s.database, databaseVariable, backend.postgres)
	if s.database.err == nil && s.template == "" {
		if s.template = os.Getenv(templateVariable); s.template == "" {
			s.template, s.database.err = createTemplate(ctx, s.database.url)
		}
	}
	return s.database.url, s.template, s.database.err
}

// Redis returns the URL of a Redis-compatible store.
func (s *Servers) Redis(ctx context.Context) (address string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.find(ctx, &s.redis, redisVariable, backend.redis)
	return s.redis.url, s.redis.err
}

// starter is the method of a backend that starts one kind of server.
type starter func(backend, context.Context) (server, error)

// find fills in found, at the first call, with the server that the environment names, or else with a new one.
func (s *Servers) find(ctx context.Context, found *shared, variable string, start starter) {
	if found.url != "" || found.err != nil {
		return
	}
	if given := os.Getenv(variable); given != "" {
		*found = shared{url: given, description: "the server of " + variable}
		return
	}
	started, err := s.start(ctx, start)
	if err != nil {
		found.err = err
		return
	}
	*found = shared{url: started.URL(), description: started.String()}
}

// start has the backend start one more server. The lock is held.
func (s *Servers) start(ctx context.Context, start starter) (server, error) {
	if s.backend == nil && s.backendErr == nil {
		s.backend, s.backendErr = chooseBackend(ctx)
	}
	if s.backendErr != nil {
		return nil, s.backendErr
	}
	started, err := start(s.backend, ctx)
	if err != nil {
		return nil, err
	}
	s.running = append(s.running, started)
	return started, nil
}

// private starts a server that is not shared, for stopPrivate; Stop ends it too, in case that its test does not.
func (s *Servers) private(ctx context.Context, start starter) (server, error) {
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

// used tells whether any server was looked for.
func (s *Servers) used() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.backend != nil || s.database.url != "" || s.redis.url != ""
}

// Describe says in one line what the tests run on.
func (s *Servers) Describe(raceDetector bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	race := "off"
	if raceDetector {
		race = "on"
	}
	parts := []string{"race detector " + race}
	if s.database.url != "" {
		parts = append(parts, "Postgres: "+s.database.description)
	}
	if s.redis.url != "" {
		parts = append(parts, "Redis: "+s.redis.description)
	}
	if s.backend != nil {
		parts = append(parts, "backend "+s.backend.name())
	}
	return "testenv: " + strings.Join(parts, "; ")
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
