package operations_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"airport-content/internal/cli"
	"airport-content/internal/sample"
)

// environ is what the program is told, by name.
type environ map[string]string

// with is a copy with more variables, or others.
func (e environ) with(pairs ...string) environ {
	more := environ{}
	for name, value := range e {
		more[name] = value
	}
	for i := 0; i < len(pairs); i += 2 {
		more[pairs[i]] = pairs[i+1]
	}
	return more
}

func (e environ) list() []string {
	var list []string
	for name, value := range e {
		list = append(list, name+"="+value)
	}
	return list
}

// run does one command that must succeed, and returns what it printed.
func run(t *testing.T, env environ, args ...string) string {
	t.Helper()
	return runWith(t, env, "", args...)
}

func runWith(t *testing.T, env environ, stdin string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := cli.Run(t.Context(), args, env.list(), strings.NewReader(stdin), &stdout, &stderr); code != 0 {
		t.Fatalf("airport-content %s: exit code %d\n%s", strings.Join(args, " "), code, stderr.String())
	}
	return strings.TrimSpace(stdout.String())
}

// service is a running `airport-content serve`.
type service struct {
	t    *testing.T
	url  string
	log  *logBook
	stop func() // returns when it has ended; the test's end calls it too
}

// serve starts the API on a free port and returns when it listens.
func serve(t *testing.T, env environ) *service {
	t.Helper()
	s := &service{t: t, log: &logBook{listening: make(chan string, 1)}}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan int, 1)
	env = env.with("LISTEN_ADDR", "127.0.0.1:0", "OPS_ADDR", "")
	go func() { ended <- cli.Run(ctx, []string{"serve"}, env.list(), strings.NewReader(""), s.log, s.log) }()
	select {
	case addr := <-s.log.listening:
		s.url = "http://" + addr
	case code := <-ended:
		cancel()
		t.Fatalf("airport-content serve: exit code %d\n%s", code, s.log)
	case <-time.After(time.Minute):
		cancel()
		t.Fatalf("airport-content serve does not listen within a minute\n%s", s.log)
	}
	s.stop = sync.OnceFunc(func() {
		cancel()
		if code := <-ended; code != 0 {
			t.Errorf("airport-content serve: exit code %d\n%s", code, s.log)
		}
	})
	t.Cleanup(s.stop)
	return s
}

// logBook keeps a server's log, whose lines are JSON, and tells where it listens.
type logBook struct {
	mu        sync.Mutex
	text      bytes.Buffer
	listening chan string
}

func (l *logBook) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var entry struct{ Msg, Addr string }
	if json.Unmarshal(line, &entry) == nil && strings.HasPrefix(entry.Msg, "listening") {
		l.listening <- entry.Addr
	}
	return l.text.Write(line)
}

func (l *logBook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// complaints are the lines that an operator would look at.
func (l *logBook) complaints() []string {
	var list []string
	for line := range strings.Lines(l.String()) {
		if strings.Contains(line, `"level":"WARN"`) || strings.Contains(line, `"level":"ERROR"`) {
			list = append(list, line)
		}
	}
	return list
}

const airport = "LKX"

// fill migrates, imports the sample airport and returns a key that may read it.
func fill(t *testing.T, env environ) (key string) {
	t.Helper()
	run(t, env, "migrate", "up")
	run(t, env, "airport", "add", airport, "Larkhaven International Airport")
	runWith(t, env, sampleItems(t), "import", airport, "-")
	run(t, env, "partner", "add", "Acme")
	return run(t, env, "key", "create", "--partner", "Acme", "--airport", airport)
}

func sampleItems(t *testing.T) string {
	t.Helper()
	file, err := sample.Open(airport)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var items bytes.Buffer
	if _, err := items.ReadFrom(file); err != nil {
		t.Fatal(err)
	}
	return items.String()
}

// keySummary is a key as `key list` shows it.
type keySummary struct {
	ID, Partner, State string
	Airports           []string
	LastUsedAt         *string
}

func keys(t *testing.T, env environ) []keySummary {
	t.Helper()
	var list []keySummary
	if err := json.Unmarshal([]byte(run(t, env, "key", "list", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	return list
}
