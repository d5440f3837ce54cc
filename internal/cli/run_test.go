package cli_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/cli"
	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// outcome is what one run of the program did.
type outcome struct {
	code           int
	stdout, stderr string
}

// run runs the program to its end. The environment is given as name=value.
func run(ctx context.Context, env []string, args ...string) outcome {
	return feed(ctx, env, "", args...)
}

// feed runs the program with a stdin.
func feed(ctx context.Context, env []string, stdin string, args ...string) outcome {
	var stdout, stderr strings.Builder
	code := cli.Run(ctx, args, env, strings.NewReader(stdin), &stdout, &stderr)
	return outcome{code, stdout.String(), stderr.String()}
}

// must runs a command that has to succeed, and returns stdout without the last newline.
func must(t *testing.T, env []string, args ...string) string {
	t.Helper()
	got := run(t.Context(), env, args...)
	if got.code != 0 {
		t.Fatalf("%q: %+v", args, got)
	}
	return strings.TrimSuffix(got.stdout, "\n")
}

// fails checks a run that prints one line, on stderr.
func fails(t *testing.T, env []string, args []string, code int, says string) {
	t.Helper()
	got := run(t.Context(), env, args...)
	if got.code != code || got.stdout != "" || !strings.Contains(got.stderr, says) || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("%q: %+v; want exit code %d and %s", args, got, code, says)
	}
}

// Wrong usage exits with 2 and wrong values with 1, before the database is asked.
func TestWrongCommandLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		line string
		code int
		says string
	}{
		{"", 2, "which command? known: airport, completion"},
		{"airprt", 2, `no command "airprt"; known: airport, `},
		{"key", 2, "which command? known: create, list"},
		{"key lst", 2, `no command "lst"; known: list, `},
		{"help sevre", 2, `no command "sevre"; known: serve, `},
		{"completion tcsh", 1, `no shell "tcsh"; known: bash, `},
		{"key list --partnr x", 2, `no flag "--partnr"; known: --partner, `},
		{"-x", 2, `no flag "-x"; known: --help, --json; see airport-content --help`},
		{"key list --partner", 2, "flag needs an argument: --partner"},
		{"airport add SFO", 2, "missing: NAME; usage: airport-content airport add CODE NAME [flags] (more with --help)"},
		{"airport list x", 2, `one argument too many: "x"`},
		{"serve --rate-limt 5", 2, `no flag "--rate-limt"; known: --rate-limit, `},
		{"key take-over old-system-key-0001 --partner Acme --all-airports", 2, "one argument too many, not shown because it may hold a secret"},
		{"reindex SFO JFK", 2, `one argument too many: "JFK"; usage: airport-content reindex [AIRPORT]`},
		{"synonym add", 2, "missing: WORD…; usage: airport-content synonym add WORD…"},
		{"import SFO", 2, "missing: FILE|-"},
		{"partner set Acme", 2, `required flag(s) "rate-limit" not set`},
		{"key create --airport SFO", 2, `required flag(s) "partner" not set`},
		{"key create --partner Acme", 2, "at least one of the flags in the group [airport all-airports] is required"},
		{"key create --partner Acme --airport SFO --all-airports", 2, "if any flags in the group [airport all-airports] are set none of the others can be"},
		{"key set x", 2, "at least one of the flags in the group [add-airport remove-airport scope expires label] is required"},
		{"partner add Acme --id -1", 1, `--id "-1": want a whole number, 1 or more`},
		{"partner add Acme --rate-limit x", 1, `--rate-limit "x": want a whole number, 1 or more, or default`},
		{"partner set Acme --rate-limit many", 1, `--rate-limit "many": want a whole number, 1 or more, or default`},
		{"key create --partner Acme --all-airports --expires soon", 1, `--expires "soon": want a date`},
		{"key rotate x --overlap -1h", 1, `--overlap "-1h": want a duration`},
		{"import SFO - --prune=perhaps", 1, `--prune "perhaps": want true or false`},
		{"usage --since lately", 1, `--since "lately": want a date`},
		{"healthcheck --url example", 1, `--url "example": want one such as http://`},
		{"airport list", 1, "DATABASE_URL: required"},
	} {
		fails(t, nil, strings.Fields(tt.line), tt.code, tt.says)
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"--help", "help", "help key create", "key create --help", "import -h"} {
		if got := must(t, nil, strings.Fields(line)...); !strings.Contains(got, "Usage:\n") || !strings.Contains(got, "Examples:\n") {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// fullDisk is a writer that fails.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
}

// A key that cannot be printed is not stored, and its rotation changes nothing.
func TestKeysThatCannotBeShown(t *testing.T) {
	t.Parallel()
	env := []string{"DATABASE_URL=" + testenv.Database(t)}
	must(t, env, "partner", "add", "Acme")
	key := must(t, env, "key", "create", "--partner", "Acme", "--all-airports")
	before := must(t, env, "key", "list", "--json")
	for _, args := range [][]string{{"create", "--partner", "Acme", "--all-airports", "--json"}, {"rotate", strings.Split(key, "_")[1], "--overlap", "0"}} {
		var stderr strings.Builder
		code := cli.Run(t.Context(), append([]string{"key"}, args...), env, strings.NewReader(""), fullDisk{}, &stderr)
		if code != 1 || !strings.HasSuffix(stderr.String(), "nothing was changed: print: write /dev/stdout: no space left on device\n") {
			t.Errorf("%q: exit code %d, %s", args, code, &stderr)
		}
	}
	check.Same(t, before, must(t, env, "key", "list", "--json"), "keys")
}

func TestCompletions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		typed []string
		want  string
	}{
		{[]string{"key", "ro"}, "rotate"},
		{[]string{"key", "create", "--scope", "content:read:d"}, "content:read:dining"},
		{[]string{"completion", "z"}, "zsh"},
		{[]string{"partner", "disable", ""}, ":4"}, // nothing, not even files
		{[]string{"import", "SFO", ""}, ":0"},      // files
	} {
		offered := must(t, nil, append([]string{"__complete"}, tt.typed...)...)
		if !slices.Contains(strings.Fields(offered), tt.want) {
			t.Errorf("%q: %s", tt.typed, offered)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if got := must(t, nil, "completion", shell); !strings.Contains(got, "airport-content") {
			t.Errorf("%s: %s", shell, got)
		}
	}
}
