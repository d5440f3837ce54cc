package cli_test

import (
	"strings"
	"testing"
)

// Wrong usage is found before anything is asked of the database, and exits with 2; wrong values exit with 1.
func TestWrongUsage(t *testing.T) {
	t.Parallel()
	environ{}.refuses(t, []refusal{
		{args: nil, code: 2, says: "which command? known: airport"},
		{args: []string{"airprt"}, code: 2, says: `no command "airprt"; known: airport, `},
		{args: []string{"key"}, code: 2, says: "which command? known: create, list"},
		{args: []string{"key", "lst"}, code: 2, says: `no command "lst"; known: list, `},
		{args: []string{"help", "sevre"}, code: 2, says: `no command "sevre"; known: serve, `},
		{args: []string{"key", "list", "--partnr", "x"}, code: 2, says: `no flag "--partnr"; known: --partner, `},
		{args: []string{"-x"}, code: 2, says: `no flag "-x"; known: --help, --json; see airport-content --help`},
		{args: []string{"key", "list", "-xy"}, code: 2, says: `no flag "-xy"; known: --`},
		{args: []string{"key", "list", "--partner"}, code: 2, says: "flag needs an argument: --partner"},
		{args: []string{"airport", "add", "SFO"}, code: 2, says: "missing: NAME; usage: airport-content airport add CODE NAME [flags] (more with --help)"},
		{args: []string{"airport", "list", "x"}, code: 2, says: `one argument too many: "x"`},
		{args: []string{"key", "take-over", "old-system-key-0001"}, code: 2, says: "one argument too many, not shown because it may be a key"},
		{args: []string{"airport", "remove"}, code: 2, says: "missing: CODE"},
		{args: []string{"partner", "set", "Acme"}, code: 2, says: "missing: --rate-limit"},
		{args: []string{"partner", "add", "Acme", "--id", "x"}, code: 1, says: `--id "x": want a whole number`},
		{args: []string{"partner", "add", "Acme", "--id", "0"}, code: 1, says: "--id 0: want 1 or more"},
		{args: []string{"partner", "set", "Acme", "--rate-limit", "many"}, code: 1, says: `--rate-limit "many": want a whole number or default`},
		{args: []string{"key", "create", "--airport", "SFO"}, code: 2, says: "missing: --partner"},
		{args: []string{"key", "create", "--partner", "Acme"}, code: 2, says: "missing: --airport CODE, as often as needed, or --all-airports"},
		{args: []string{"key", "create", "--partner", "Acme", "--airport", "SFO", "--all-airports"}, code: 2, says: "exclude each other"},
		{args: []string{"key", "create", "--partner", "Acme", "--all-airports", "--expires", "soon"}, code: 1, says: `--expires "soon": want a date`},
		{args: []string{"key", "create", "--partner", "Acme", "--all-airports", "--expires", "-1h"}, code: 1, says: `--expires "-1h": want a date`},
		{args: []string{"key", "create", "--partner", "Acme", "--all-airports", "--scope", "content:write"}, code: 1, says: `scope "content:write": want content:read`},
		{args: []string{"key", "create", "--partner", "Acme", "--all-airports", "--scope", "content:read:nwes"}, code: 1, says: `no content type "nwes"; known: news, `},
		{args: []string{"key", "create", "--partner", "Acme", "--all-airports", "--scope", ""}, code: 1, says: `scope "": want content:read`},
		{args: []string{"key", "set", "x"}, code: 2, says: "missing: what to change"},
		{args: []string{"key", "rotate", "x", "--overlap", "-1h"}, code: 1, says: `--overlap "-1h": want a duration`},
		{args: []string{"migrate", "down", "--to", "x"}, code: 1, says: `--to "x": want a whole number`},
		{args: []string{"migrate", "down", "--to", "-1"}, code: 1, says: "--to -1: want 0 to "},
		{args: []string{"import", "SFO"}, code: 2, says: "missing: FILE"},
		{args: []string{"reindex", "SFO", "JFK"}, code: 2, says: `one argument too many: "JFK"; usage: airport-content reindex [AIRPORT]`},
		{args: []string{"synonym", "add"}, code: 2, says: "missing: WORD…; usage: airport-content synonym add WORD…"},
		{args: []string{"completion", "tcsh"}, code: 1, says: `no shell "tcsh"; known: bash, `},
		{args: []string{"healthcheck", "--url", "example"}, code: 1, says: `--url "example": want one such as http://`},
		{args: []string{"airport", "list"}, code: 1, says: "DATABASE_URL: required"},
	})
}

func TestAllWrongValuesAreToldTogether(t *testing.T) {
	t.Parallel()
	got := environ{"DATABASE_URL=mysql://user:s3cret@db/x", "RATE_LIMIT=0", "LISTEN_ADDR=x"}.run(t.Context(), "", "serve", "--log-format=xml")
	if got.Code != 1 {
		t.Errorf("exit code %d, want 1", got.Code)
	}
	for _, name := range []string{"DATABASE_URL: ", "RATE_LIMIT=", "LISTEN_ADDR=", "--log-format="} {
		if !strings.Contains(got.Stderr, "airport-content: "+name) {
			t.Errorf("%s is not told of: %s", name, got.Stderr)
		}
	}
	if strings.Contains(got.Stderr, "s3cret") {
		t.Errorf("the password is shown: %s", got.Stderr)
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--help"}, {"help"}, {"help", "key", "create"}, {"key", "create", "--help"}, {"import", "-h"}} {
		if got := (environ{}).must(t, args...); !strings.Contains(got, "Usage:\n") || !strings.Contains(got, "Examples:\n") {
			t.Errorf("%q: %s", args, got)
		}
	}
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if got := (environ{}).must(t, "completion", shell); !strings.Contains(got, "airport-content") {
			t.Errorf("%s: %s", shell, got)
		}
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	if got := (environ{}).must(t, "version"); !strings.HasPrefix(got, "airport-content ") {
		t.Error(got)
	}
	var data struct {
		Version string
		Schema  int64
	}
	environ{}.mustDecode(t, &data, "version")
	if data.Version == "" || data.Schema < 1 {
		t.Errorf("got %+v", data)
	}
}
