package e2e_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/health"
	"airport-content/internal/testitem"
)

// base is the path of the interface.
const base = "/api/v1/partner/"

// server is a running `serve`.
type server struct {
	*process
	url, ops string // http://host:port of the API and for operators
	client   *http.Client
	killed   bool
}

// serve starts a server and waits until it answers.
func (i installation) serve(t *testing.T, settings ...string) *server {
	t.Helper()
	s := i.start(t, settings...)
	s.awaitAnswer(t)
	return s
}

// start starts a server, which has to end well with the test, if not before.
func (i installation) start(t *testing.T, settings ...string) *server {
	t.Helper()
	env := i.with("LISTEN_ADDR="+freeAddress(t), "OPS_ADDR="+freeAddress(t)).with(settings...)
	transport := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 32}
	cmd := exec.Command(env.command(t).Path, "serve") // without the test's context, which ends before its cleanup
	cmd.Env = env
	s := &server{process: begin(t, cmd), url: "http://" + env.value("LISTEN_ADDR"), ops: "http://" + env.value("OPS_ADDR"),
		client: &http.Client{Transport: transport, Timeout: 2 * check.Patience,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if code := s.stop(); code != 0 && !s.killed || s.log.Has("DATA RACE") {
			t.Errorf("serve ended with %s:\n%s", s.ProcessState, s.log)
		}
	})
	return s
}

// serveSample serves the sample airport QLB.
func serveSample(t *testing.T) (s *server, key string) {
	t.Helper()
	i := installSample(t)
	return i.serve(t), i.key(t, "Example", "--all-airports")
}

// installSample has the sample airport QLB, and the partner Example.
func installSample(t *testing.T) installation {
	t.Helper()
	i := install(t)
	i.do(t, "airport", "add", "QLB", "Quillan")
	i.do(t, "airport", "set", "QLB", "--website", "https://www.example.com/", "--time-zone", "Europe/Berlin")
	i.do(t, "import", "QLB", "../sample/qlb.ndjson")
	i.do(t, "partner", "add", "Example")
	return i
}

// kill ends the server as a crash would.
func (s *server) kill() {
	s.killed = true
	s.end(syscall.SIGKILL)
}

// stop interrupts the server, and may be called more than once.
func (s *server) stop() (exitCode int) { return s.end(syscall.SIGTERM) }

// awaitAnswer waits until the server answers anything.
func (s *server) awaitAnswer(t *testing.T) {
	t.Helper()
	check.Eventually(t, "serve answers", func() bool {
		select {
		case <-s.ended:
			t.Fatalf("serve ended:\n%s", s.log)
		default:
		}
		_, err := s.try(t, http.MethodGet, "", base+"health")
		return err == nil
	})
}

var lastPort atomic.Int64

// freeAddress is below the ports that outgoing connections take, above those of embedded.FreePort,
// and given only once: its server may begin to listen much later.
func freeAddress(t *testing.T) string {
	t.Helper()
	lastPort.CompareAndSwap(0, rand.Int64N(2700))
	for range 100 {
		address := "127.0.0.1:" + strconv.FormatInt(30_000+lastPort.Add(1)%2700, 10)
		if listener, err := net.Listen("tcp", address); err == nil {
			listener.Close()
			return address
		}
	}
	t.Fatal("no free port")
	return ""
}

// answer is what came back.
type answer struct {
	asked  string // what, for messages
	status int
	header http.Header
	body   []byte
}

// get asks for a path below the base, with a key or without one when it is empty. Headers are name,
// value, …
func (s *server) get(t *testing.T, key, path string, headers ...string) answer {
	t.Helper()
	return s.ask(t, http.MethodGet, key, base+path, headers...)
}

// ask sends the path as it is written. A search that is out of time is tried again.
func (s *server) ask(t *testing.T, method, key, path string, headers ...string) answer {
	t.Helper()
	for deadline := time.Now().Add(check.Patience); ; {
		a := check.Must(s.try(t, method, key, path, headers...))(t)
		if !a.outOfTime() || time.Now().After(deadline) {
			return a
		}
	}
}

// watch asks the address for operators.
func (s *server) watch(t *testing.T, path string) answer {
	t.Helper()
	return (&server{url: s.ops, client: s.client}).ask(t, http.MethodGet, "", path)
}

// try is ask where no answer may come.
func (s *server) try(t *testing.T, method, key, path string, headers ...string) (answer, error) {
	request, err := http.NewRequestWithContext(t.Context(), method, s.url, nil)
	if err != nil {
		return answer{}, err
	}
	request.URL.Opaque = path
	if key != "" {
		request.Header.Set("x-partner-api-key", key)
	}
	for n := 0; n < len(headers); n += 2 {
		request.Header.Add(headers[n], headers[n+1])
	}
	response, err := s.client.Do(request)
	if err != nil {
		return answer{}, err
	}
	return read(response, fmt.Sprintf("%s %.100s %.200q", method, path, headers))
}

func read(response *http.Response, asked string) (answer, error) {
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return answer{asked, response.StatusCode, response.Header, body}, err
}

// outOfTime reports whether a search took longer than the two seconds that it has, as it may on a
// busy machine.
func (a answer) outOfTime() bool {
	return strings.Contains(a.asked, "q=") && strings.Contains(string(a.body), `"timeout"`)
}

// is checks the status alone.
func (a answer) is(t *testing.T, status int) {
	t.Helper()
	if a.status != status {
		t.Errorf("%s: status %d, want %d: %.300s", a.asked, a.status, status, a.body)
	}
}

// health is the status of the health report, which has to agree with itself.
func (s *server) health(t *testing.T) health.Status {
	t.Helper()
	a := s.get(t, "", "health")
	r := parse[health.Report](t, a.body)
	want, status := health.Healthy, http.StatusOK
	if r.Services.Redis.Status == health.Down || r.Services.Elasticsearch.Status == health.Down {
		want = health.Degraded
	}
	if r.Services.Database.Status == health.Down {
		want, status = health.Unhealthy, http.StatusServiceUnavailable
	}
	if r.Status != want || a.status != status || r.Version != "v1" || !testitem.TimeForm.MatchString(r.Timestamp) || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v %s", a.status, a.header, a.body)
	}
	return r.Status
}

// awaitHealthy waits until all is up: on a busy machine, a probe can be too slow.
func (s *server) awaitHealthy(t *testing.T) {
	t.Helper()
	check.Eventually(t, "healthy", func() bool { return s.health(t) == "healthy" })
}
