package e2e_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var wrongVariables = installation{"DATABASE_URL=mysql://user:s3cr3t-db@db/x", "REDIS_URL=http://:s3cr3t-redis@redis", "REDIS_PREFIX=a b", "LISTEN_ADDR=nowhere",
	"OPS_ADDR=:99999", "RATE_LIMIT=0", "AUTH_FAILURE_LIMIT=many", "TRUSTED_PROXIES=10.0.0.0/99", "DB_MAX_CONNS=-1", "DB_PREPARED_STATEMENTS=perhaps",
	"TOMBSTONE_RETENTION=ever", "DRAIN_DELAY=-1s", "REQUEST_TIMEOUT=10", "SHUTDOWN_TIMEOUT=soon", "LOG_LEVEL=loud", "LOG_FORMAT=xml",
	"MAX_CONNECTIONS_PER_ADDRESS=0"}

// All wrong values are reported together, and none is shown that may hold a password.
func TestWrongVariables(t *testing.T) {
	t.Parallel()
	got := wrongVariables.run(t, "", "serve")
	if lines := strings.Count(got.stderr, "\n"); got.code != 1 || got.stdout != "" || lines != len(wrongVariables) || strings.Contains(got.stderr, "s3cr3t") {
		t.Errorf("%d lines for %d variables: %+v", lines, len(wrongVariables), got)
	}
	for _, variable := range wrongVariables {
		if name, _, _ := strings.Cut(variable, "="); strings.Count(got.stderr, name) != 1 {
			t.Errorf("%s is not named once: %s", name, got.stderr)
		}
	}
}

func TestVariables(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	row(t, "a flag wins over its variable", func(t *testing.T) {
		s := i.serve(t, "RATE_LIMIT=7", "--rate-limit=9")
		if limit := s.get(t, key, "SFO/content").number(t, "X-RateLimit-Limit"); limit != 9 {
			t.Errorf("limit %d", limit)
		}
	})
	row(t, "URLs come from files too", func(t *testing.T) {
		dir := t.TempDir()
		write := func(name, text string) string {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}
		database := write("database", i.value("DATABASE_URL")+"\n")
		fromFiles := installation{"DATABASE_URL_FILE=" + database, "REDIS_URL_FILE=" + write("redis", i.value("REDIS_URL")+"\r\n"), "REDIS_PREFIX=" + i.value("REDIS_PREFIX")}
		fromFiles.serve(t).awaitHealthy(t)
	})
	row(t, "LOG_LEVEL and LOG_FORMAT", func(t *testing.T) {
		quiet, text := i.serve(t, "LOG_LEVEL=error"), i.serve(t, "LOG_FORMAT=text")
		quiet.stop()
		text.stop()
		if quiet.log.has("INFO") || quiet.log.has("WARN") || strings.HasPrefix(text.log.String(), "{") || text.log.String() == "" {
			t.Errorf("at level error:\n%s\nas text:\n%s", quiet.log, text.log)
		}
	})
}

// It does not wait for ever: 30 seconds, then it fails.
func TestServeGivesUpOnTheDatabase(t *testing.T) {
	t.Parallel()
	i := installation{"DATABASE_URL=postgres://nobody:hush@127.0.0.1:1/none", "LISTEN_ADDR=" + freeAddress(t), "OPS_ADDR="}
	began := time.Now()
	got := i.run(t, "", "serve")
	if took := time.Since(began); got.code != 1 || took < 25*time.Second || strings.Contains(got.stderr, "hush") {
		t.Errorf("after %s: %+v", took, got)
	}
}

// Passwords and keys are in no output and no log, whatever goes wrong.
func TestSecretsAreNotShown(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	const password = "hush-hush-password"
	address, err := url.Parse(i.value("DATABASE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword("nobody-such", password)
	wrong := i.with("DATABASE_URL="+address.String(), "REDIS_URL=redis://:"+password+"@127.0.0.1:1/0")
	var said strings.Builder
	for _, args := range [][]string{{"airport", "list"}, {"migrate", "up"}, {"doctor"}, {"doctor", "--json"}, {"key", "list"}} {
		got := wrong.run(t, "", args...)
		if got.code != 1 {
			t.Errorf("%q: %+v", args, got)
		}
		said.WriteString(got.stdout + got.stderr)
	}
	s := i.serve(t, "LOG_LEVEL=debug", "REDIS_URL=redis://:"+password+"@127.0.0.1:1/0")
	parsed[page](t, s.get(t, key, "SFO/content?q=text"))
	s.get(t, key+"x", "SFO/content").fails(t, 401, "invalid_api_key")
	for _, a := range []answer{s.watch(t, "/metrics"), s.watch(t, "/readyz"), s.get(t, "", "health")} {
		said.Write(a.body)
	}
	s.stop()
	said.WriteString(s.log.String())
	for _, secret := range []string{password, key, strings.TrimPrefix(key, "acp_"+keyID(key)+"_")} {
		if strings.Contains(said.String(), secret) {
			t.Errorf("%s is shown: %s", secret, &said)
		}
	}
}
