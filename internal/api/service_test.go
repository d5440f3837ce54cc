package api_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/api"
	"airport-content/internal/check"
	"airport-content/internal/db"
	"airport-content/internal/gate"
	"airport-content/internal/health"
	"airport-content/internal/importer"
	"airport-content/internal/partner"
	"airport-content/internal/ratelimit"
	"airport-content/internal/requestlog"
	"airport-content/internal/searchcounts"
	"airport-content/internal/store"
	"airport-content/internal/testenv"
	"airport-content/internal/testitem"
	"airport-content/internal/testlog"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

const base = "/api/v1/partner/"

// service is the interface over a database of its own, behind an HTTP server.
type service struct {
	*httptest.Server
	admin.DB
	pool     *db.Pool
	database string // its URL
	log      testlog.Log
	stopping context.Context
	stop     func()
	waiting  func(key string) int // requests of a key that wait for changes
	memory   *gate.Gate           // of long answers

	searches *searchcounts.Recorder

	statements atomic.Int64 // statements that reached the database, without the batches that read states
}

func (s *service) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	s.statements.Add(1)
	return ctx
}
func (s *service) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// settings are what tests change. A zero value is a limit that no test reaches.
type settings struct {
	partnerLimit, failureLimit int // requests a minute
	timeout                    time.Duration
	memory                     int64 // bytes of long answers
	proxies                    string
	browserLimit               int // requests a minute
}

func serve(t *testing.T) *service {
	t.Helper()
	return serveWith(t, settings{})
}

// serveWith starts a service with a partner Acme.
func serveWith(t *testing.T, o settings) *service {
	t.Helper()
	o.partnerLimit, o.failureLimit = cmp.Or(o.partnerLimit, 1_000_000), cmp.Or(o.failureLimit, 1_000_000)
	o.browserLimit = cmp.Or(o.browserLimit, 1_000_000)
	o.timeout, o.memory = cmp.Or(o.timeout, check.Patience), cmp.Or(o.memory, 80<<20)
	var proxies []netip.Prefix
	if o.proxies != "" {
		proxies = append(proxies, netip.MustParsePrefix(o.proxies))
	}
	s := &service{database: testenv.Database(t)}
	s.stopping, s.stop = context.WithCancel(context.Background())
	s.pool = check.Must(db.Open(t.Context(), db.Options{URL: s.database, MaxConns: 4, Timeout: o.timeout, Tracer: s}))(t)
	s.DB = admin.New(s.pool)
	address, prefix := testenv.Redis(t)
	redis := check.Must(ratelimit.NewClient(address))(t)
	log := slog.New(slog.NewJSONHandler(&s.log, nil))
	limits := ratelimit.New(ratelimit.Options{Redis: redis, Prefix: prefix, PartnerLimit: o.partnerLimit, FailureLimit: o.failureLimit, BrowserLimit: o.browserLimit, Logger: log})
	content := store.New(s.pool, nil, store.Options{Timeout: o.timeout, Log: log})
	probes := health.Probes{Database: content.Probe, Elasticsearch: content.ProbeSearch,
		Redis: limits.Probe}
	s.searches = searchcounts.NewRecorder(s.DB, 3, log)
	handler, waiting, memory := api.NewWatched(api.Options{Store: content, Limits: limits, Searches: s.searches, Health: health.New(probes, log), RequestTimeout: o.timeout,
		TrustedProxies: proxies, Version: "test", Logger: log, BodyMemory: o.memory, Stopping: s.stopping,
		Observe: func(context.Context, requestlog.Record) {}, Mount: func(chi.Router) {}})
	s.Server, s.waiting, s.memory = httptest.NewServer(handler), waiting, memory
	s.Client().Transport.(*http.Transport).DisableCompression = true
	t.Cleanup(func() {
		s.Close()
		limits.Close()
		_ = redis.Close()
		s.pool.Close()
	})
	check.Must(s.AddPartner(t.Context(), "Acme", 0, nil))(t)
	return s
}

// airport adds an airport with items.
func (s *service) airport(t *testing.T, code string, items ...item) {
	t.Helper()
	check.Must(s.AddAirport(t.Context(), code, "Airport of "+code))(t)
	s.load(t, code, items...)
}

// load imports items, and deletes all others of the airport.
func (s *service) load(t *testing.T, airport string, items ...item) {
	t.Helper()
	file := strings.NewReader(testitem.NDJSON(t, items...))
	check.Must(importer.Run(t.Context(), s.database, airport, file, importer.Options{Prune: true, Force: true, Retention: time.Hour}))(t)
}

// key makes a key of Acme for all airports.
func (s *service) key(t *testing.T, scopes ...string) string {
	t.Helper()
	return s.add(t, partner.Key{AllAirports: true, Scopes: scopes})
}

// keyFor makes a key of Acme for some airports.
func (s *service) keyFor(t *testing.T, airports []string, scopes ...string) string {
	t.Helper()
	return s.add(t, partner.Key{Airports: airports, Scopes: scopes})
}

// add makes a key. It is of Acme, and reads every type, if k names no others.
func (s *service) add(t *testing.T, k partner.Key) (key string) {
	t.Helper()
	key, k.ID = partner.NewKey()
	k.Partner = cmp.Or(k.Partner, "Acme")
	if k.Scopes == nil {
		k.Scopes = []string{partner.ReadAll}
	}
	check.Must(s.AddKey(t.Context(), k, partner.DigestOf(key), nil))(t)
	return key
}

// keyID is the public part of a key.
func keyID(key string) string { return strings.Split(key, "_")[1] }

type item = testitem.Item

var newItem, titled, assorted = testitem.New, testitem.Titled, testitem.Assorted

// page is a page of items or of changes.
type page struct {
	Meta struct {
		Partner, Airport, AirportName, Timestamp string
		PartnerID, ResponseTimeMs                int
		Search                                   *struct {
			Match, Query string
			AllWords     int
			Corrected    map[string]string
		}
	}
	Pagination struct {
		Size, From, Total, Pages int
		HasMore                  bool
	}
	Results []struct {
		item
		Change    string
		Item      *item
		DeletedAt string
	}
	NextCursor string
	HasMore    bool
}

// page reads the body of a success.
func (a answer) page(t *testing.T) (p page) {
	t.Helper()
	a.is(t, 200, "")
	check.NoError(t, json.Unmarshal(a.body, &p))
	return p
}

func (p page) ids() []string {
	ids := []string{}
	for _, r := range p.Results {
		ids = append(ids, r.ID)
	}
	return ids
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
	return s.ask(t, http.MethodGet, key, base+path, headers...)
}

// ask sends the path as it stands. The OpenAPI document has to have the answer.
func (s *service) ask(t *testing.T, method, key, path string, headers ...string) answer {
	t.Helper()
	a := check.Must(s.try(t.Context(), method, key, path, headers...))(t)
	if method != http.MethodHead {
		a.isDocumented(t, path)
	}
	return a
}

func (s *service) try(ctx context.Context, method, key, path string, headers ...string) (a answer, err error) {
	request, err := http.NewRequestWithContext(ctx, method, s.URL, nil)
	if err != nil {
		return a, err
	}
	request.URL.Opaque = path
	if key != "" {
		request.Header.Set("x-partner-api-key", key)
	}
	for n := 0; n < len(headers); n += 2 {
		request.Header.Add(headers[n], headers[n+1])
	}
	response, err := s.Client().Do(request)
	if err != nil {
		return a, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return answer{fmt.Sprintf("%s %.100s %.200q", method, path, headers), response.StatusCode, response.Header, body}, err
}

// problem is the error of a body.
type problem struct {
	Code, Message, RequestID string
	Parameter                *string
}

// is checks the status, and the code of a failure; "" for a success. Of a failure, is checks all
// that the contract says of each.
func (a answer) is(t *testing.T, status int, code string) problem {
	t.Helper()
	var body struct{ Error problem }
	if a.status == status && a.status >= http.StatusBadRequest {
		check.NoError(t, json.Unmarshal(a.body, &body))
	}
	e := body.Error
	if a.status != status || e.Code != code {
		t.Errorf("%s: status %d, want %d %s: %.300s", a.asked, a.status, status, code, a.body)
	} else if code != "" && (e.Message == "" || e.RequestID == "" || e.RequestID != a.header.Get("X-Request-Id") || a.header.Get("Cache-Control") != "no-store" ||
		(a.header.Get("WWW-Authenticate") != "") != (status == http.StatusUnauthorized) || (e.Parameter != nil) != (code == "invalid_parameter")) {
		t.Errorf("%s: headers %v: %s", a.asked, a.header, a.body)
	}
	return e
}

// number is the value of a header.
func (a answer) number(t *testing.T, header string) int {
	t.Helper()
	n, err := strconv.Atoi(a.header.Get(header))
	if err != nil {
		t.Fatalf("%s: status %d, %s: %q", a.asked, a.status, header, a.header.Get(header))
	}
	return n
}
