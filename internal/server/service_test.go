package server_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/config"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/partner"
	"airport-content/internal/schema"
	"airport-content/internal/server"
	"airport-content/internal/testenv"
	"airport-content/internal/testlog"
)

const (
	base = "/api/v1/partner/"
)

// service is a running server on a database of its own, with an airport SFO that has one item, a.
type service struct {
	admin.DB
	pool       *db.Pool
	database   string // URL
	url, ops   string // http://host:port of the API and of the ops endpoints
	key, keyID string // of Acme, for SFO; the key expires in an hour
	client     *http.Client
	log        *testlog.Log
	stop       func() error // ends the server, and gives its error; may be called again
}

// serve starts a server with these settings, as NAME=value, and waits until it listens.
func serve(t *testing.T, settings ...string) *service {
	t.Helper()
	database := testenv.Database(t)
	pool := testenv.Pool(t, database)
	s := &service{DB: admin.New(pool), pool: pool, database: database, log: &testlog.Log{}, client: &http.Client{Transport: &http.Transport{}, Timeout: check.Patience}}
	check.Must(s.AddAirport(t.Context(), "SFO", "San Francisco"))(t)
	check.Must(importer.Run(t.Context(), database, "SFO", strings.NewReader(`{"id":"a","contentType":"page","title":"A","content":"Text"}`),
		importer.Options{Retention: time.Hour}))(t)
	check.Must(s.AddPartner(t.Context(), "Acme", 0, nil))(t)
	s.key, s.keyID = partner.NewKey()
	check.Must(s.AddKey(t.Context(), partner.Key{ID: s.keyID, Partner: "Acme", Airports: []string{"SFO"}, Scopes: []string{partner.ReadAll},
		ExpiresAt: new(time.Now().Add(time.Hour))}, partner.DigestOf(s.key), nil))(t)
	listener := check.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	s.url = "http://" + listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	s.stop = sync.OnceValue(begin(ctx, cancel, configure(t, database, settings...), s.log, listener))
	t.Cleanup(func() {
		s.client.CloseIdleConnections()
		check.NoError(t, s.stop())
	})
	check.Eventually(t, "the server listens", func() bool { return s.log.Has(`"msg":"listening on `) })
	s.ops = opsURL(s.log)
	return s
}

func configure(t *testing.T, database string, settings ...string) config.Config {
	t.Helper()
	redis, prefix := testenv.Redis(t)
	c := check.Must(config.Load(config.ParseEnv(append([]string{"DATABASE_URL=" + database, "REDIS_URL=" + redis, "REDIS_PREFIX=" + prefix,
		"OPS_ADDR=127.0.0.1:0", "DRAIN_DELAY=0s", "REQUEST_TIMEOUT=1m", "SHUTDOWN_TIMEOUT=1m"}, settings...)), nil))(t)
	return c
}

// begin runs a server. stop ends the server, and gives its error.
func begin(ctx context.Context, cancel func(), c config.Config, log *testlog.Log, listener net.Listener) (stop func() error) {
	ended := make(chan error, 1)
	go func() {
		ended <- server.Run(ctx, c, server.Options{Log: server.NewLogger(log, c.LogLevel, c.LogFormat), Version: "test", Listener: listener})
	}()
	return func() error {
		cancel()
		return <-ended
	}
}

var opsAddress = regexp.MustCompile(`"ops_addr":"([^"]+)"`)

func opsURL(log *testlog.Log) string {
	return "http://" + opsAddress.FindStringSubmatch(log.String())[1]
}

// get asks for a URL. Headers are name, value, …
func (s *service) get(t *testing.T, url string, headers ...string) (status int, header http.Header, body string) {
	t.Helper()
	return s.ask(t, http.MethodGet, url, headers...)
}

func (s *service) ask(t *testing.T, method, url string, headers ...string) (status int, header http.Header, body string) {
	t.Helper()
	request := check.Must(http.NewRequestWithContext(t.Context(), method, url, nil))(t)
	for n := 0; n < len(headers); n += 2 {
		request.Header.Add(headers[n], headers[n+1])
	}
	response := check.Must(s.client.Do(request))(t)
	defer response.Body.Close()
	text := check.Must(io.ReadAll(response.Body))(t)
	return response.StatusCode, response.Header, string(text)
}

// open connects from an address of this machine.
func (s *service) open(t *testing.T, from string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn := check.Must(dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(s.url, "http://")))(t)
	t.Cleanup(func() { conn.Close() })
	check.NoError(t, conn.SetDeadline(time.Now().Add(check.Patience)))
	return conn
}

// served reports whether a connection gets an answer, and stays open.
func served(conn net.Conn) bool {
	if _, err := io.WriteString(conn, "GET "+base+"health HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		return false
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err == nil
}

// Refused requests are counted at the airport that was asked for.
func TestUsageOfRefusals(t *testing.T) {
	t.Parallel()
	s := serve(t)
	check.Must(s.AddAirport(t.Context(), "LAX", "Los Angeles"))(t)
	for _, airport := range []string{"SFO", "LAX", "ZZZ"} {
		s.get(t, s.url+base+airport+"/content", "x-partner-api-key", s.key)
	}
	check.NoError(t, s.stop())
	check.Same(t, " 403, LAX 403, SFO 200", testenv.Value[string](t, s.database, "SELECT string_agg(airport || ' ' || status, ', ' ORDER BY airport) FROM usage_hour"))
}

// A server that cannot work ends with an error that names the cause.
func TestRunFails(t *testing.T) {
	t.Parallel()
	taken := check.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	newer := testenv.Database(t)
	testenv.Exec(t, newer, "INSERT INTO schema_support (version, oldest_program) SELECT max(version) + 1, max(version) + 1 FROM schema_support")
	for name, test := range map[string]struct{ database, setting, says string }{
		"the API's address is taken": {testenv.Database(t), "LISTEN_ADDR=" + taken.Addr().String(), "LISTEN_ADDR: listen tcp"},
		"the ops address is taken":   {testenv.Database(t), "OPS_ADDR=" + taken.Addr().String(), "OPS_ADDR: listen tcp"},
		"a newer schema":             {newer, "OPS_ADDR=", "install a newer airport-content"},
	} {
		err := server.Run(t.Context(), configure(t, test.database, test.setting), server.Options{Log: server.NewLogger(io.Discard, slog.LevelInfo, config.Text)})
		if err == nil || !strings.Contains(err.Error(), test.says) || errors.Is(err, schema.ErrUnfit) != (name == "a newer schema") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNewLogger(t *testing.T) {
	for format, want := range map[config.LogFormat]string{config.Text: "level=ERROR msg=told\n", config.JSON: `"level":"ERROR","msg":"told"}` + "\n"} {
		var out strings.Builder
		log := server.NewLogger(&out, slog.LevelError, format)
		log.Warn("hidden")
		log.Error("told")
		if !strings.HasSuffix(out.String(), want) || strings.Contains(out.String(), "hidden") {
			t.Errorf("%s: %s", format, &out)
		}
	}
}

// While the database does not answer, the server lives and is not ready.
func TestStartWithoutDatabase(t *testing.T) {
	t.Parallel()
	log := &testlog.Log{}
	ctx, cancel := context.WithCancel(t.Context())
	stop := begin(ctx, cancel, configure(t, "postgres://127.0.0.1:1/none"), log, nil)
	s := &service{client: &http.Client{Transport: &http.Transport{}}}
	defer s.client.CloseIdleConnections()
	check.Eventually(t, "the server waits", func() bool { return log.Has("waiting for the database") })
	for path, want := range map[string]string{"/livez": "200 alive\n", "/readyz": "503 starting\n"} {
		status, _, body := s.get(t, opsURL(log)+path)
		check.Same(t, want, fmt.Sprint(status, " ", body), path)
	}
	check.Error(t, context.Canceled, stop(), "interrupted")
	check.Same(t, 1, strings.Count(log.String(), "waiting for the database"), "the same error is logged again: ", log)
}

// What was counted is written at the end. A key that expires soon is logged once.
func TestUse(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, path := range []string{"SFO/content?q=text", "SFO/content/none"} {
		s.get(t, s.url+base+path, "x-partner-api-key", s.key)
	}
	check.NoError(t, s.stop())
	uses, err := s.ListUsage(t.Context(), time.Now().AddDate(0, 0, -1), nil)
	if err != nil || len(uses) != 1 || uses[0].KeyID != s.keyID || uses[0].Requests != 2 || uses[0].Refused != 1 {
		t.Errorf("%+v, %v", uses, err)
	}
	searches, err := s.SumSearches(t.Context(), time.Now().AddDate(0, 0, -1), nil)
	if err != nil || searches.Searches != 1 {
		t.Errorf("%+v, %v", searches, err)
	}
	if strings.Count(s.log.String(), "a key in use expires soon") != 1 || !s.log.Has(`"key_id":"`+s.keyID+`"`) {
		t.Errorf("the log: %s", s.log)
	}
}
