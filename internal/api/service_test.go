package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"airport-content/internal/access"
	"airport-content/internal/admin"
	"airport-content/internal/api"
	"airport-content/internal/db"
	"airport-content/internal/health"
	"airport-content/internal/importer"
	"airport-content/internal/insight"
	"airport-content/internal/partner"
	"airport-content/internal/ratelimit"
	"airport-content/internal/store"
	"airport-content/internal/testenv"
	"airport-content/internal/testlog"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

const (
	base     = "/api/v1/partner/"
	patience = time.Minute // enough for a search on a busy machine
)

// service is the interface over a database of its own, behind an HTTP server.
type service struct {
	*httptest.Server
	admin.DB
	pool     *db.Pool
	database string // its URL
	log      testlog.Log
	stopping chan struct{}

	searches *insight.Recorder

	statements atomic.Int64 // statements that reached the database, without the batches that read states
}

func (s *service) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	s.statements.Add(1)
	return ctx
}
func (s *service) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// serve starts a service with a partner Acme.
func serve(t *testing.T) *service {
	t.Helper()
	s := &service{database: testenv.Database(t), stopping: make(chan struct{})}
	var err error
	s.pool, err = db.Open(t.Context(), db.Options{URL: s.database, MaxConns: 4, Timeout: patience, Tracer: s})
	check(t, err)
	s.DB = admin.New(s.pool)
	address, prefix := testenv.Redis(t)
	redis, err := ratelimit.NewClient(address)
	check(t, err)
	log := slog.New(slog.NewJSONHandler(&s.log, nil))
	limits := ratelimit.New(ratelimit.Options{Redis: redis, Prefix: prefix, PartnerLimit: 1_000_000, FailureLimit: 1_000_000, Logger: log})
	content := store.New(s.pool, nil, store.Options{Timeout: patience, Log: log})
	probes := health.Probes{Database: content.Probe, Elasticsearch: content.ProbeSearch,
		Redis: func(ctx context.Context) error { return ratelimit.Probe(ctx, redis, prefix) }}
	s.searches = insight.NewRecorder(s.DB, 3, log)
	s.Server = httptest.NewServer(api.New(api.Options{Store: content, Limits: limits, Searches: s.searches, Health: health.New(probes, log), RequestTimeout: patience,
		Version: "test", Logger: log, BodyMemory: 64 << 20, Stopping: s.stopping, Observe: func(context.Context, access.Record) {}, Mount: func(chi.Router) {}}))
	t.Cleanup(func() {
		s.Close()
		limits.Close()
		_ = redis.Close()
		s.pool.Close()
	})
	_, err = s.AddPartner(t.Context(), "Acme", 0, nil)
	check(t, err)
	return s
}

// airport adds an airport with items.
func (s *service) airport(t *testing.T, code string, items ...item) {
	t.Helper()
	_, err := s.AddAirport(t.Context(), code, "Airport of "+code)
	check(t, err)
	s.load(t, code, items...)
}

// load imports items, and deletes all others of the airport.
func (s *service) load(t *testing.T, airport string, items ...item) {
	t.Helper()
	var file bytes.Buffer
	for _, i := range items {
		check(t, json.NewEncoder(&file).Encode(i))
	}
	_, err := importer.Run(t.Context(), s.database, airport, &file, importer.Options{Prune: true, Force: true, Retention: time.Hour})
	check(t, err)
}

// key makes a key of Acme for all airports.
func (s *service) key(t *testing.T, scopes ...string) string {
	t.Helper()
	return s.keyFor(t, nil, scopes...)
}

// keyFor makes a key of Acme for some airports; nil stands for all.
func (s *service) keyFor(t *testing.T, airports []string, scopes ...string) string {
	t.Helper()
	key, id := partner.NewKey()
	_, err := s.AddKey(t.Context(), partner.Key{ID: id, Partner: "Acme", AllAirports: airports == nil, Airports: airports, Scopes: scopes}, partner.DigestOf(key), nil)
	check(t, err)
	return key
}

// sql runs a statement as the database's owner.
func (s *service) sql(t *testing.T, statement string) {
	t.Helper()
	_, err := s.pool.Exec(t.Context(), statement)
	check(t, err)
}

// item is an item of an import, with what it must have.
type item struct {
	ID           string         `json:"id"`
	ContentType  string         `json:"contentType"`
	Title        string         `json:"title"`
	Content      string         `json:"content"`
	Language     string         `json:"language"`
	LastModified string         `json:"lastModified,omitempty"`
	Metadata     map[string]any `json:"metadata"`
}

func newItem(id string) item {
	return item{ID: id, ContentType: "page", Title: "Title of " + id, Content: "<p>Text of " + id + "</p>", Language: "en"}
}

// answer is what came back.
type answer struct {
	asked  string
	status int
	header http.Header
	body   []byte
}

// get asks for a path below the base. Headers are name, value, …
func (s *service) get(t *testing.T, key, path string, headers ...string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+base+path, nil)
	check(t, err)
	request.Header.Set("x-partner-api-key", key)
	for n := 0; n < len(headers); n += 2 {
		request.Header.Add(headers[n], headers[n+1])
	}
	response, err := s.Client().Do(request)
	check(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(t, err)
	return answer{path, response.StatusCode, response.Header, body}
}

// is checks the status, and the code of a failure; "" for a success.
func (a answer) is(t *testing.T, status int, code string) {
	t.Helper()
	var failure struct{ Error struct{ Code string } }
	if a.status == status && a.status >= http.StatusBadRequest {
		check(t, json.Unmarshal(a.body, &failure))
	}
	if a.status != status || failure.Error.Code != code {
		t.Errorf("%s: status %d, want %d %s: %.300s", a.asked, a.status, status, code, a.body)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
