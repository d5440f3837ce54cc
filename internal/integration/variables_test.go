package integration_test

import (
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testenv"
)

// All that is wrong is said at once, a line for each variable, and nothing starts.
func TestWrongVariables(t *testing.T) {
	t.Parallel()
	wrong := installation{"DATABASE_URL=mysql://user:s3cr3t-db@db/x", "REDIS_URL=http://:s3cr3t-redis@redis", "REDIS_PREFIX=a b", "LISTEN_ADDR=nowhere", "OPS_ADDR=:99999", "RATE_LIMIT=0", "AUTH_FAILURE_LIMIT=many",
		"TRUSTED_PROXIES=10.0.0.0/99", "DB_MAX_CONNS=-1", "REQUEST_TIMEOUT=10", "SHUTDOWN_TIMEOUT=soon", "LOG_LEVEL=loud", "LOG_FORMAT=xml"}
	got := wrong.run(t.Context(), "", "serve")
	if got.Code != 1 || got.Stdout != "" {
		t.Errorf("exit code %d, stdout %q", got.Code, got.Stdout)
	}
	for _, variable := range wrong {
		name, _, _ := strings.Cut(variable, "=")
		if n := strings.Count(got.Stderr, name); n != 1 {
			t.Errorf("%s is told of %d times: %s", name, n, got.Stderr)
		}
	}
	if lines := strings.Count(got.Stderr, "\n"); lines != len(wrong) {
		t.Errorf("%d lines for %d variables: %s", lines, len(wrong), got.Stderr)
	}
	if strings.Contains(got.Stderr, "s3cr3t") {
		t.Errorf("a secret is shown: %s", got.Stderr)
	}

	i := install(t)
	for _, variable := range wrong {
		name, _, _ := strings.Cut(variable, "=")
		if got := i.with(variable).run(t.Context(), "", "serve"); got.Code != 1 || !strings.Contains(got.Stderr, name) || strings.Contains(got.Stderr, "listening") {
			t.Errorf("%s: %+v", variable, got)
		}
	}
	for _, missing := range []installation{{}, {"DATABASE_URL="}} {
		if got := missing.run(t.Context(), "", "serve"); got.Code != 1 || !strings.Contains(got.Stderr, "DATABASE_URL") {
			t.Errorf("%q: %+v", missing, got)
		}
	}
	for flag, value := range map[string]string{"--rate-limit": "0", "--listen-addr": "x", "--log-level": "loud", "--trusted-proxies": "x", "--request-timeout": "-1s"} {
		if got := i.run(t.Context(), "", "serve", flag, value); got.Code == 0 || !strings.Contains(got.Stderr, flag) {
			t.Errorf("%s %s: %+v", flag, value, got)
		}
	}
}

// Secrets come from files too.
func TestVariablesFromFiles(t *testing.T) {
	t.Parallel()
	i := install(t)
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	database := write("database", i.value("DATABASE_URL")+"\n")
	redis := write("redis", i.value("REDIS_URL")+"\r\n")
	fromFiles := installation{"DATABASE_URL_FILE=" + database, "REDIS_URL_FILE=" + redis, "REDIS_PREFIX=" + i.value("REDIS_PREFIX"), "LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR="}
	fromFiles.must(t, "airport", "list")
	s := fromFiles.serve(t)
	if r := s.health(t); r.Status != "healthy" {
		t.Errorf("%+v", r)
	}
	for name, variables := range map[string]installation{
		"no such file":     {"DATABASE_URL_FILE=" + filepath.Join(dir, "none")},
		"an empty file":    {"DATABASE_URL_FILE=" + write("empty", "\n")},
		"a directory":      {"DATABASE_URL_FILE=" + dir},
		"a file of no URL": {"DATABASE_URL_FILE=" + write("bad", "s3cr3t-nonsense")},
		"both":             {"DATABASE_URL=" + i.value("DATABASE_URL"), "DATABASE_URL_FILE=" + database},
	} {
		if got := variables.run(t.Context(), "", "airport", "list"); got.Code != 1 || !strings.Contains(got.Stderr, "DATABASE_URL") || strings.Contains(got.Stderr, "s3cr3t") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Variables and flags do what they say.
func TestVariables(t *testing.T) {
	t.Parallel()
	i, key := imported(t, newItem("a"))
	s := i.with("RATE_LIMIT=7", "OPS_ADDR=", "LOG_FORMAT=text", "LOG_LEVEL=debug").serveText(t, "--rate-limit", "9")
	if limit := s.get(t, key, "SFO/content").number(t, "X-RateLimit-Limit"); limit != 9 {
		t.Errorf("limit %d; the flag wins over the variable", limit)
	}
	quiet := i.with("LOG_LEVEL=error", "OPS_ADDR=").begin(t)
	time.Sleep(time.Second)
	quiet.Stop()
	if quiet.Log.String() != "" {
		t.Errorf("at level error: %s", quiet.Log)
	}
	watched := i.serve(t)
	for _, path := range []string{"/livez", "/readyz", "/metrics"} {
		if a := watched.watch(t, path); a.status != 200 {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
		if a := watched.ask(t, "GET", "", path); a.status != 404 {
			t.Errorf("%s on the API's own address: %d", path, a.status)
		}
	}
}

// serveText serves with logs for people.
func (i installation) serveText(t *testing.T, args ...string) *server {
	t.Helper()
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := port.Addr().String()
	port.Close()
	s := i.with("LISTEN_ADDR="+address).begin(t, args...)
	s.URL = "http://" + address
	eventually(t, startLimit, "it listens", func() bool { return strings.Contains(s.Log.String(), "listening on") })
	return s
}

// watch asks the address for operators.
func (s *server) watch(t *testing.T, path string) answer {
	t.Helper()
	operators := &server{&clitest.Server{URL: s.Ops}, s.client}
	return operators.ask(t, "GET", "", path)
}

// Passwords and keys are in no output and no log, whatever goes wrong.
func TestSecretsAreNotShown(t *testing.T) {
	t.Parallel()
	database := testenv.OwnPostgres(t)
	const password = "hush-hush-password"
	i := onServers(database.URL(), "redis://:"+password+"@127.0.0.1:1/0").with("LOG_LEVEL=debug")
	i.sql(t, "CREATE ROLE app SUPERUSER LOGIN PASSWORD '"+password+"'")
	address, err := url.Parse(database.URL())
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword("app", password)
	i = i.with("DATABASE_URL=" + address.String())
	var outputs []string
	run := func(args ...string) clitest.Outcome {
		got := i.run(t.Context(), "", args...)
		outputs = append(outputs, got.Stderr)
		if args[0] != "key" {
			outputs = append(outputs, got.Stdout)
		}
		return got
	}
	run("airport", "add", "SFO", "San Francisco")
	run("partner", "add", "Acme")
	key := strings.TrimSpace(run("key", "create", "--partner", "Acme", "--airport", "SFO").Stdout)
	run("doctor")
	run("doctor", "--json")
	run("migrate", "status")
	s := i.serve(t)
	s.get(t, key, "SFO/content?q=text")
	s.get(t, key+"x", "SFO/content")
	s.get(t, key, "SFO/content?size=0&"+password)
	database.Kill()
	for _, args := range [][]string{{"airport", "list"}, {"migrate", "up"}, {"doctor"}, {"import", "SFO", "-"}, {"key", "list"}} {
		if got := run(args...); got.Code != 1 {
			t.Errorf("%q without a database: %+v", args, got)
		}
	}
	s.get(t, key, "SFO/content")
	outputs = append(outputs, string(s.watch(t, "/metrics").body), string(s.watch(t, "/readyz").body), string(s.get(t, "", "health").body))
	s.Stop()
	for _, line := range strings.Split(s.Log.String(), "\n") {
		if !strings.Contains(line, "size=0") { // what a caller writes into the URL is the caller's
			outputs = append(outputs, line)
		}
	}
	for _, text := range outputs {
		for _, secret := range []string{password, key, strings.TrimPrefix(key, "acp_"+keyID(key)+"_")} {
			if strings.Contains(text, secret) {
				t.Errorf("%s is shown: %s", secret, text)
			}
		}
	}
}
