package e2e_test

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/check"
)

// systemd stands for systemd in a test: it has the socket of the API, and learns the states of the
// server.
type systemd struct {
	socket *net.TCPListener
	states *net.UnixConn
}

func newSystemd(t *testing.T) *systemd {
	t.Helper()
	s := &systemd{socket: check.Must(net.Listen("tcp", "127.0.0.1:0"))(t).(*net.TCPListener)}
	path := filepath.Join(t.TempDir(), "notify")
	s.states = check.Must(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"}))(t)
	t.Cleanup(func() { s.socket.Close(); s.states.Close() })
	return s
}

// start starts a server as a unit of Type=notify with a socket unit does, and waits until it is
// ready.
func (s *systemd) start(t *testing.T, i installation) *process {
	t.Helper()
	file := check.Must(s.socket.File())(t)
	defer file.Close()
	cmd := exec.Command("/bin/sh", "-c", "LISTEN_PID=$$ exec "+filepath.Join(programs, "airport-content")+" serve")
	cmd.Env = i.with("LISTEN_FDS=1", "LISTEN_ADDR=127.0.0.1:1", "NOTIFY_SOCKET="+s.states.LocalAddr().String())
	cmd.ExtraFiles = []*os.File{file}
	p := begin(t, cmd)
	t.Cleanup(func() { _ = p.Process.Kill(); <-p.ended })
	check.Same(t, "READY=1", s.state(t), p.log)
	return p
}

// state is what a server says next.
func (s *systemd) state(t *testing.T) string {
	t.Helper()
	check.NoError(t, s.states.SetReadDeadline(time.Now().Add(check.Patience)))
	text := make([]byte, 100)
	n, err := s.states.Read(text)
	check.NoError(t, err)
	return string(text[:n])
}

// load is what clients asked, and what came of it.
type load struct {
	asked, lost atomic.Int64
	first       atomic.Pointer[string] // the first loss
	stop        func()                 // ends the clients
}

// askOften has clients ask for a path until stop is called.
func askOften(t *testing.T, client *http.Client, clients int, url, key string) *load {
	t.Helper()
	l, stopping := &load{}, make(chan struct{})
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for {
				select {
				case <-stopping:
					return
				default:
				}
				l.asked.Add(1)
				a, err := (&server{url: url, client: client}).try(t, http.MethodGet, key, base+"SFO/content?size=3")
				if err != nil || a.status != http.StatusOK {
					l.lost.Add(1)
					text := fmt.Sprintf("%d %v %.200s", a.status, err, a.body)
					l.first.CompareAndSwap(nil, &text)
				}
				time.Sleep(5 * time.Millisecond)
			}
		})
	}
	l.stop = sync.OnceFunc(func() { close(stopping); all.Wait() })
	t.Cleanup(l.stop)
	return l
}

// nothingIsLost ends the clients.
func (l *load) nothingIsLost(t *testing.T) {
	t.Helper()
	l.stop()
	t.Logf("%d requests, %d not answered with 200", l.asked.Load(), l.lost.Load())
	if l.lost.Load() > 0 || l.asked.Load() < 10 {
		t.Errorf("%d of %d requests are lost, the first: %s", l.lost.Load(), l.asked.Load(), *l.first.Load())
	}
}

// more waits until so many more requests were sent.
func (l *load) more(t *testing.T, requests int64) {
	t.Helper()
	before := l.asked.Load()
	check.Eventually(t, "more requests", func() bool { return l.asked.Load() >= before+requests })
}

// With a socket unit, connections wait while the one server is replaced.
func TestRestartBehindASocket(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	units := newSystemd(t)
	s := units.start(t, i)
	client := &http.Client{Timeout: check.Patience, Transport: &http.Transport{DisableKeepAlives: true}}
	clients := askOften(t, client, 4, "http://"+units.socket.Addr().String(), key)
	for range 20 { // without care, one of ten restarts loses a request
		clients.more(t, 30)
		check.Same(t, 0, s.end(os.Interrupt), s.log)
		check.Same(t, "STOPPING=1", units.state(t))
		s = units.start(t, i)
	}
	clients.more(t, 50)
	clients.nothingIsLost(t)
	check.Same(t, 0, s.end(os.Interrupt), s.log)
}

// pull --watch tells systemd that it is ready, too.
func TestWatchIsReady(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	units := newSystemd(t)
	cmd := exec.Command(filepath.Join(programs, "airport-content"), "pull", "--watch")
	cmd.Env = i.with("NOTIFY_SOCKET=" + units.states.LocalAddr().String())
	p := begin(t, cmd)
	t.Cleanup(func() { _ = p.Process.Kill(); <-p.ended })
	check.Same(t, "READY=1", units.state(t), p.log)
	if code := p.end(os.Interrupt); code != 0 || strings.Contains(p.log.String(), "systemd cannot") {
		t.Errorf("exit code %d: %s", code, p.log)
	}
}
