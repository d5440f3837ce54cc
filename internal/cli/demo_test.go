package cli_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"airport-content/internal/cli"
	"airport-content/internal/sample"
	"airport-content/internal/testlog"
)

var curlLine = regexp.MustCompile(`(?m)^curl -H 'x-partner-api-key: (\S+)' '(http://\S+)'$`)

func TestDemo(t *testing.T) {
	t.Parallel()
	dir := demoDir(t)
	first := tryDemo(t, dir)
	second := tryDemo(t, dir)
	if first != second {
		t.Errorf("another key the second time: %s, then %s", first, second)
	}

	// Data of a build with fewer migrations is taken on, of one with others not.
	file := filepath.Join(dir, "migrations")
	list, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	older, _, _ := strings.Cut(string(list), "00008")
	for _, c := range []struct {
		list  string
		taken bool
	}{{older, true}, {strings.Replace(string(list), "search", "find", 1), false}, {"", false}} {
		if err := os.WriteFile(file, []byte(c.list), 0o600); err != nil {
			t.Fatal(err)
		}
		if c.taken {
			tryDemo(t, dir)
			continue
		}
		got := environ{}.run(t.Context(), "", "demo", "--listen", "127.0.0.1:0", "--data-dir", dir)
		if got.Code != 1 || !strings.Contains(got.Stderr, "delete that directory to start anew, or choose another with --data-dir") {
			t.Errorf("data made by %q: %+v", c.list, got)
		}
	}
}

// demoDir is a directory that an unprivileged account can enter too; t.TempDir is not, as root.
func demoDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "demo-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// tryDemo does what the demo proposes, ends it, and returns its key.
func tryDemo(t *testing.T, dir string) string {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	args := []string{"demo", "--listen", "127.0.0.1:0", "--data-dir", dir}
	stdout, stderr := &testlog.Log{}, &testlog.Log{}
	ended := make(chan int, 1)
	go func() { ended <- cli.Run(ctx, args, nil, strings.NewReader(""), stdout, stderr) }()
	eventually(t, startLimit, "the demo is ready", func() bool { return strings.Contains(stdout.String(), "Ctrl-C") || len(ended) > 0 })
	requests := curlLine.FindAllStringSubmatch(stdout.String(), -1)
	if len(requests) != 2 {
		t.Fatalf("stdout: %s\nstderr: %s", stdout, stderr)
	}
	for _, request := range requests {
		if got := get(t, request[2], request[1]); got.status != 200 || got.Pagination.Total == 0 {
			t.Errorf("%s: %d, %d items", request[0], got.status, got.Pagination.Total)
		}
	}
	for _, a := range sample.Airports() {
		if !strings.Contains(stdout.String(), a.Name) {
			t.Errorf("%s is not named: %s", a.Name, stdout)
		}
	}
	_, database, _ := strings.Cut(stdout.String(), "export DATABASE_URL_FILE=")
	database, _, _ = strings.Cut(database, "\n")
	operator := environ{"DATABASE_URL_FILE=" + strings.Trim(database, "'")}
	if got := operator.run(t.Context(), "", "airport", "list"); got.Code != 0 || !strings.Contains(got.Stdout, sample.Airports()[0].Name) {
		t.Errorf("airports, from another terminal: %+v", got)
	}
	again := environ{}.run(t.Context(), "", args...)
	if again.Code != 1 || !strings.Contains(again.Stderr, "another demo runs on the data in "+dir) {
		t.Errorf("a second demo beside it: %+v", again)
	}
	interrupt()
	if code := <-ended; code != 0 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	return requests[0][1]
}

func TestDemoWhereItsDataCannotBe(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	environ{}.refuses(t, []refusal{{args: []string{"demo", "--listen", "127.0.0.1:0", "--data-dir", filepath.Join(file, "demo")}, code: 1,
		says: "not a directory; choose another with --data-dir"}})
}

func TestDemoWhereSomethingElseListens(t *testing.T) {
	t.Parallel()
	server := newEnviron(t).serve(t)
	address := strings.TrimPrefix(server.URL, "http://")
	environ{}.refuses(t, []refusal{{args: []string{"demo", "--listen", address, "--data-dir", demoDir(t)}, code: 1,
		says: address + ": bind: address already in use; choose another address with --listen"}})
}
