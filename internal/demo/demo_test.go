package demo_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/demo"
	"airport-content/internal/sample"
	"airport-content/internal/testenv"
	"airport-content/internal/testlog"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// running is a demo that is ready.
type running struct {
	stdout string
	stop   func() error
}

func start(t *testing.T, dir string) running {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background())
	stdout, stderr, ended := &testlog.Log{}, &testlog.Log{}, make(chan error, 1)
	go func() {
		ended <- demo.Run(ctx, demo.Options{Listen: "127.0.0.1:0", DataDir: dir, Stdout: stdout, Stderr: stderr})
	}()
	for deadline := time.Now().Add(3 * time.Minute); !strings.Contains(stdout.String(), "Ctrl-C"); time.Sleep(20 * time.Millisecond) {
		if len(ended) > 0 || time.Now().After(deadline) {
			interrupt()
			t.Fatalf("%v; stderr: %s", <-ended, stderr)
		}
	}
	return running{stdout.String(), func() error { interrupt(); return <-ended }}
}

var curl = regexp.MustCompile(`(?m)^curl -H 'x-partner-api-key: (\S+)' '(http://\S+)'$`)

// try makes the requests that the demo prints, and returns the key in them.
func (r running) try(t *testing.T) (key string) {
	t.Helper()
	requests := curl.FindAllStringSubmatch(r.stdout, -1)
	if len(requests) != 3 {
		t.Errorf("%d requests to try: %s", len(requests), r.stdout)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for _, try := range requests {
		key = try[1]
		request := check.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, try[2], nil))(t)
		request.Header.Set("x-partner-api-key", key)
		response := check.Must(client.Do(request))(t)
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != 200 || strings.Contains(string(body), `"results":[]`) {
			t.Errorf("%s: %d %s", try[0], response.StatusCode, body)
		}
	}
	return key
}

// showsOperators opens the page for operators.
func (r running) showsOperators(t *testing.T) {
	t.Helper()
	found := regexp.MustCompile(`(?m)page for operators is at (\S+)$`).FindStringSubmatch(r.stdout)
	if found == nil {
		t.Fatal(r.stdout)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response := check.Must(client.Get(found[1]))(t)
	defer response.Body.Close()
	body := check.Must(io.ReadAll(response.Body))(t)
	if !strings.Contains(string(body), sample.Airports()[0].Name) {
		t.Errorf("%s: %d %s", found[1], response.StatusCode, body)
	}
}

// fails is for a demo that does not start.
func fails(t *testing.T, listen, dir, says string) {
	t.Helper()
	err := demo.Run(t.Context(), demo.Options{Listen: listen, DataDir: dir, Stdout: io.Discard, Stderr: io.Discard})
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("error %v, want %s", err, says)
	}
}

func TestDemo(t *testing.T) {
	t.Parallel()
	dir := check.ReachableDir(t)
	first := start(t, dir)
	key := first.try(t)
	first.showsOperators(t)
	for _, a := range sample.Airports() {
		if !strings.Contains(first.stdout, a.Name) {
			t.Errorf("%s is not named: %s", a.Name, first.stdout)
		}
	}
	urlFile := filepath.Join(dir, "database-url")
	if text, err := os.ReadFile(urlFile); err != nil || !strings.HasPrefix(string(text), "postgres://") || !strings.Contains(first.stdout, urlFile) {
		t.Errorf("the database's URL: %s, %v", text, err)
	}
	fails(t, "127.0.0.1:0", dir, "another demo runs on the data in "+dir)
	check.NoError(t, first.stop())
	second := start(t, dir)
	check.Same(t, key, second.try(t), "the key the second time")
	check.NoError(t, second.stop())
}

func TestRefusesToStart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	check.NoError(t, os.WriteFile(file, nil, 0o600))
	fails(t, "127.0.0.1:0", filepath.Join(file, "demo"), "(choose another place with --data-dir): mkdir "+file+": not a directory")
	taken := check.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	fails(t, taken.Addr().String(), check.ReachableDir(t), "bind: address already in use; choose another address with --listen")
}
