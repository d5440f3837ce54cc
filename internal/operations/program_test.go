package operations_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/sample"
	"airport-content/internal/testlog"
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
	return clitest.Must(t, env.list(), stdin, args...)
}

// serve starts the API on a free port and returns when it listens. It has to end well.
func serve(t *testing.T, env environ) *clitest.Server {
	t.Helper()
	s := clitest.Serve(t, env.with("LISTEN_ADDR", "127.0.0.1:0", "OPS_ADDR", "").list())
	t.Cleanup(func() {
		if code := s.Stop(); code != 0 {
			t.Errorf("airport-content serve: exit code %d\n%s", code, s.Log)
		}
	})
	return s
}

// complaints are the lines of a server's log that an operator would look at.
func complaints(log *testlog.Log) []string {
	var list []string
	for line := range strings.Lines(log.String()) {
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
