package integration_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testenv"
)

// installation is the environment of one installation's programs, as name=value; of two of a name the last counts.
type installation []string

// install has a migrated database and a Redis prefix of its own, and limits that tests do not reach.
func install(t *testing.T) installation {
	t.Helper()
	redisURL, prefix := testenv.Redis(t)
	return onServers(testenv.Database(t), redisURL).with("REDIS_PREFIX=" + prefix)
}

// onServers has given servers.
func onServers(databaseURL, redisURL string) installation {
	return installation{"DATABASE_URL=" + databaseURL, "REDIS_URL=" + redisURL, "LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR=127.0.0.1:0",
		"RATE_LIMIT=1000000", "AUTH_FAILURE_LIMIT=1000000"}
}

func (i installation) with(variables ...string) installation {
	return append(i[:len(i):len(i)], variables...)
}

// value is what a variable is set to.
func (i installation) value(name string) (value string) {
	for _, variable := range i {
		if v, ok := strings.CutPrefix(variable, name+"="); ok {
			value = v
		}
	}
	return value
}

func (i installation) run(ctx context.Context, stdin string, args ...string) clitest.Outcome {
	return clitest.Run(ctx, i, stdin, args...)
}

// must is for a run that has to succeed; it returns stdout without the last newline.
func (i installation) must(t *testing.T, args ...string) string {
	t.Helper()
	return clitest.Must(t, i, "", args...)
}

func (i installation) mustRead(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	return clitest.Must(t, i, stdin, args...)
}

// mustDecode is for a run with --json, whose stdout has to be JSON alone.
func (i installation) mustDecode(t *testing.T, data any, args ...string) {
	t.Helper()
	text := i.must(t, append(args, "--json")...)
	if err := json.Unmarshal([]byte(text), data); err != nil {
		t.Fatalf("%q: %v in %s", args, err, text)
	}
}

// refusal is a run that has to fail, with one line of stderr and none of stdout.
type refusal struct {
	name  string // empty: the arguments tell
	args  []string
	stdin string
	code  int
	says  []string // parts of stderr
}

func (i installation) refuses(t *testing.T, refusals []refusal) {
	t.Helper()
	for _, want := range refusals {
		name := want.name
		if name == "" {
			name = strings.Join(want.args, " ")
		}
		got := i.run(t.Context(), want.stdin, want.args...)
		if got.Code != want.code {
			t.Errorf("%s: exit code %d, want %d; stderr: %s", name, got.Code, want.code, got.Stderr)
		}
		for _, part := range want.says {
			if !strings.Contains(got.Stderr, part) {
				t.Errorf("%s: stderr lacks %q: %s", name, part, got.Stderr)
			}
		}
		if got.Stdout != "" {
			t.Errorf("%s: failed and still printed %q", name, got.Stdout)
		}
		if lines := strings.Count(got.Stderr, "\n"); lines != 1 {
			t.Errorf("%s: %d lines on stderr, want one: %s", name, lines, got.Stderr)
		}
	}
}

// sql runs a statement as the database's owner, or reads one value.
func (i installation) sql(t *testing.T, statement string, into ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), i.value("DATABASE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if len(into) == 0 {
		_, err = conn.Exec(t.Context(), statement)
	} else {
		err = conn.QueryRow(t.Context(), statement).Scan(into...)
	}
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// key makes a key of a partner; grants are the other arguments of `key create`.
func (i installation) key(t *testing.T, partner string, grants ...string) string {
	t.Helper()
	return i.must(t, append([]string{"key", "create", "--partner", partner}, grants...)...)
}

// keyID is the public part of one of our keys.
func keyID(key string) string {
	id, _, _ := strings.Cut(strings.TrimPrefix(key, "acp_"), "_")
	return id
}

// lock keeps everybody else from the items until it is undone.
func (i installation) lock(t *testing.T) (unlock func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), i.value("DATABASE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "BEGIN; LOCK TABLE content_item"); err != nil {
		t.Fatal(err)
	}
	unlock = sync.OnceFunc(func() { conn.Close(context.Background()) })
	t.Cleanup(unlock)
	return unlock
}
