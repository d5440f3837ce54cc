package operations_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/postgres"
	"airport-content/internal/testenv"
)

// A newer program has migrated, and this one is still to run beside it.
func TestOlderProgramOnNewerSchema(t *testing.T) {
	t.Parallel()
	known := postgres.ProgramVersion()

	t.Run("expanded: it goes on", func(t *testing.T) {
		t.Parallel()
		env := newEnviron(t)
		key := fill(t, env)
		supports(t, env, known+1, known)
		visit(t, serve(t, env).URL, key)
	})
	t.Run("contracted: it does not start", func(t *testing.T) {
		t.Parallel()
		env := newEnviron(t)
		supports(t, env, known+1, known)
		supports(t, env, known+2, known+1)
		got := clitest.Run(t.Context(), env.with("LISTEN_ADDR", "127.0.0.1:0", "OPS_ADDR", "").list(), "", "serve")
		if got.Code != 1 {
			t.Errorf("exit code %d, want 1", got.Code)
		}
		for _, said := range []string{fmt.Sprintf("has migration %d", known+2), fmt.Sprintf("knows migration %d", known+1), "install a newer"} {
			if !strings.Contains(got.Stderr, said) {
				t.Errorf("it does not say %q:\n%s", said, got.Stderr)
			}
		}
	})
}

// newEnviron is the environment of a program with a migrated database and a store of its own.
func newEnviron(t *testing.T) environ {
	t.Helper()
	redisURL, prefix := testenv.Redis(t)
	return environ{"DATABASE_URL": testenv.Database(t), "REDIS_URL": redisURL, "REDIS_PREFIX": prefix}
}

// supports does what a migration says of itself.
func supports(t *testing.T, env environ, version, oldestProgram int64) {
	t.Helper()
	execute(t, env["DATABASE_URL"], fmt.Sprintf("INSERT INTO schema_support (version, oldest_program) VALUES (%d, %d)", version, oldestProgram))
}

// execute runs statements on a connection of their own.
func execute(t *testing.T, databaseURL, sql string) {
	t.Helper()
	if err := try(t.Context(), databaseURL, sql); err != nil {
		t.Fatal(err)
	}
}

func try(ctx context.Context, databaseURL, sql string) error {
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.PgConn().Exec(ctx, sql).ReadAll()
	return err
}
