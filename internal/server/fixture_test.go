package server_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/config"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/partner"
	"airport-content/internal/server"
	"airport-content/internal/testenv"
	"airport-content/internal/testlog"
)

const (
	base        = "/api/v1/partner"
	contentPath = base + "/SFO/content"
	patience    = 3 * time.Minute // on a very busy machine
)

// installation is a database with two airports of two items each, and the environment of a server on it.
type installation struct {
	databaseURL string
	env         []string
	db          *db.Pool
}

func install(t testing.TB) *installation {
	t.Helper()
	redisURL, prefix := testenv.Redis(t)
	return installOn(t, testenv.Database(t), "REDIS_URL="+redisURL, "REDIS_PREFIX="+prefix)
}

func installOn(t testing.TB, databaseURL string, env ...string) *installation {
	t.Helper()
	const items = `{"id":"a","contentType":"page","title":"A","url":null,"excerpt":null,"thumbnail":null,"content":"one","metadata":null}
{"id":"b","contentType":"news","title":"B","url":null,"excerpt":null,"thumbnail":null,"content":"two","metadata":null}
`
	db, err := db.Open(t.Context(), db.Options{URL: databaseURL, MaxConns: 2})
	check(t, err)
	t.Cleanup(db.Close)
	for _, code := range []string{"SFO", "JFK"} {
		_, err := admin.New(db).AddAirport(t.Context(), code, "Airport "+code)
		check(t, err)
		_, err = importer.Run(t.Context(), databaseURL, code, strings.NewReader(items), importer.Options{})
		check(t, err)
	}
	env = append(env, "DATABASE_URL="+databaseURL, "LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR=127.0.0.1:0", "REQUEST_TIMEOUT=1m")
	return &installation{databaseURL, env, db}
}

// newKey makes a key for SFO, of a partner of its own.
func (i *installation) newKey(t testing.TB, partnerName string, rateLimit *int, expires *time.Time) (key, id string) {
	t.Helper()
	_, err := admin.New(i.db).AddPartner(t.Context(), partnerName, 0, rateLimit)
	check(t, err)
	key, id = partner.NewKey()
	_, err = admin.New(i.db).AddKey(t.Context(), partner.Key{ID: id, Partner: partnerName, Airports: []string{"SFO"}, ExpiresAt: expires,
		Scopes: []partner.Scope{"content:read"}}, partner.DigestOf(key))
	check(t, err)
	return key, id
}

// running is a server that was started.
type running struct {
	api, ops string // http://host:port, once it listens
	log      *testlog.Log
	ended    chan struct{}
	stop     func() error // interrupts it and returns what Run does
}

// begin does not wait until the server listens.
func (i *installation) begin(t testing.TB, env ...string) *running {
	t.Helper()
	c, err := config.Load(config.Environ(append(i.env[:len(i.env):len(i.env)], env...)), nil)
	check(t, err)
	ctx, interrupt := context.WithCancel(context.Background())
	r := &running{log: &testlog.Log{}, ended: make(chan struct{})}
	go func() {
		defer close(r.ended)
		defer r.log.Close()
		err = server.Run(ctx, c, server.Options{Log: server.NewLogger(r.log, c.LogLevel, c.LogFormat), Version: "v1", Build: "1"})
	}()
	r.stop = func() error {
		interrupt()
		<-r.ended
		return err
	}
	t.Cleanup(func() { _ = r.stop() })
	return r
}

// wait is for a server that ends by itself.
func (r *running) wait(t *testing.T) error {
	t.Helper()
	select {
	case <-r.ended:
	case <-time.After(patience):
		t.Error("it does not end")
	}
	return r.stop()
}

func (i *installation) serve(t testing.TB, env ...string) *running {
	t.Helper()
	r := i.begin(t, env...)
	r.api = "http://" + r.log.Await(t, "listening on ")
	r.ops = "http://" + r.log.Await(t, "ops endpoints on ")
	return r
}

func (i *installation) execute(t *testing.T, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), i.databaseURL)
	check(t, err)
	defer conn.Close(context.Background())
	_, err = conn.Exec(t.Context(), sql)
	check(t, err)
}

// get returns status and body; key may be empty.
func get(t *testing.T, url, key string) (status int, body string) {
	t.Helper()
	response := send(t, http.MethodGet, url, key)
	text, err := io.ReadAll(response.Body)
	check(t, err)
	return response.StatusCode, string(text)
}

func send(t testing.TB, method, url, key string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	check(t, err)
	if key != "" {
		request.Header.Set("x-partner-api-key", key)
	}
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	check(t, err)
	t.Cleanup(func() { response.Body.Close() })
	return response
}

// eventually asks again and again.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Errorf("%s: not within %s", what, patience)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
