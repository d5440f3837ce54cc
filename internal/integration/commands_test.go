package integration_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every list is an array with --json, an empty one too, and nothing but data is on stdout.
func TestListsAsJSON(t *testing.T) {
	t.Parallel()
	empty := install(t)
	full, key := imported(t, assorted(9)...)
	full.must(t, "synonym", "add", "gizmo", "gadget")
	s := full.serve(t)
	s.get(t, key, "SFO/content")
	s.Stop()
	for _, test := range []struct {
		args       []string
		rowsAtOnce int // in the empty installation; -1: some, or none
	}{
		{[]string{"airport", "list"}, 0}, {[]string{"partner", "list"}, 0}, {[]string{"key", "list"}, 0}, {[]string{"usage"}, 0},
		{[]string{"migrate", "status"}, -1}, {[]string{"synonym", "list"}, -1}, {[]string{"doctor"}, -1},
	} {
		for name, i := range map[string]installation{"empty": empty, "full": full} {
			got := i.run(t.Context(), "", append(test.args, "--json")...)
			var rows []json.RawMessage
			if err := json.Unmarshal([]byte(got.Stdout), &rows); err != nil || rows == nil || got.Code != 0 {
				t.Errorf("%q, %s: %v: %+v", test.args, name, err, got)
				continue
			}
			if test.rowsAtOnce == 0 && (name == "empty") != (len(rows) == 0) {
				t.Errorf("%q, %s: %s", test.args, name, got.Stdout)
			}
			if table := i.run(t.Context(), "", test.args...); table.Code != 0 || json.Valid([]byte(table.Stdout)) && table.Stdout != "" {
				t.Errorf("%q, %s, as a table: %+v", test.args, name, table)
			}
		}
	}
}

// With --json every command that prints data prints one JSON value and no more.
func TestDataAsJSON(t *testing.T) {
	t.Parallel()
	i, _ := imported(t, newItem("a"))
	id := ""
	for _, args := range [][]string{
		{"airport", "add", "JFK", "New York"}, {"airport", "rename", "JFK", "Newer York"}, {"airport", "reset-sync", "JFK"}, {"airport", "remove", "JFK"},
		{"partner", "add", "Beta"}, {"partner", "set", "Beta", "--rate-limit", "7"}, {"partner", "disable", "Beta"}, {"partner", "enable", "Beta"},
		{"key", "create", "--partner", "Beta", "--all-airports"}, {"key", "set", "ID", "--label", "x"}, {"key", "rotate", "ID"}, {"key", "revoke", "ID"},
		{"reindex"}, {"synonym", "add", "gizmo", "gadget"}, {"synonym", "remove", "gizmo"}, {"migrate", "version"}, {"version"},
	} {
		for n, arg := range args {
			if arg == "ID" {
				args[n] = id
			}
		}
		got := i.run(t.Context(), "", append(args, "--json")...)
		if got.Code != 0 || !json.Valid([]byte(got.Stdout)) || strings.Count(got.Stdout, "\n") != 1 {
			t.Errorf("%q: %+v", args, got)
			continue
		}
		var key struct{ ID, Key string }
		if args[0] == "key" && json.Unmarshal([]byte(got.Stdout), &key) == nil {
			id = key.ID
			if made := args[1] == "create" || args[1] == "rotate"; made != keyForm.MatchString(key.Key) || made && keyID(key.Key) != key.ID {
				t.Errorf("%q: %s", args, got.Stdout)
			}
		}
	}
}

// The key stands alone on stdout, once.
func TestKeysArePrintedOnce(t *testing.T) {
	t.Parallel()
	i, _ := imported(t)
	created := i.run(t.Context(), "", "key", "create", "--partner", "Acme", "--airport", "SFO")
	line := regexp.MustCompile(`^acp_[0-9A-Za-z]+_[0-9A-Za-z]+\n$`)
	if created.Code != 0 || !line.MatchString(created.Stdout) || strings.Contains(created.Stderr, strings.TrimSpace(created.Stdout)) {
		t.Errorf("create: %+v", created)
	}
	key := strings.TrimSpace(created.Stdout)
	rotated := i.run(t.Context(), "", "key", "rotate", keyID(key))
	if rotated.Code != 0 || !line.MatchString(rotated.Stdout) || rotated.Stdout == created.Stdout {
		t.Errorf("rotate: %+v", rotated)
	}
	for _, args := range [][]string{{"key", "list"}, {"key", "list", "--json"}, {"key", "revoke", keyID(key)}, {"key", "list", "--partner", "Acme"}} {
		if got := i.run(t.Context(), "", args...); strings.Contains(got.Stdout+got.Stderr, key) || got.Code != 0 {
			t.Errorf("%q shows the key, or failed: %+v", args, got)
		}
	}
	old := "an-older-system's-key"
	if got := i.run(t.Context(), old+"\n", "key", "take-over", "--partner", "Acme", "--airport", "SFO"); got.Code != 0 || strings.Contains(got.Stdout+got.Stderr, old) {
		t.Errorf("take-over: %+v", got)
	}
	for name, text := range map[string]string{"short": "fifteen-letters", "long": strings.Repeat("x", 513), "empty": "", "blank": strings.Repeat(" ", 20), "two lines": old + "1\n" + old + "2",
		"control": "sixteen\aand-more-letters", "there already": old} {
		if got := i.run(t.Context(), text, "key", "take-over", "--partner", "Acme", "--airport", "SFO"); got.Code != 1 || got.Stdout != "" ||
			len(text) > 10 && strings.Contains(got.Stderr, text) || strings.Count(got.Stderr, "\n") != 1 {
			t.Errorf("take-over, %s: %+v", name, got)
		}
	}
}

// Exit codes, and errors of one line that say what is known.
func TestRefusals(t *testing.T) {
	t.Parallel()
	i, _ := imported(t, newItem("a"))
	i.must(t, "partner", "add", "Globex", "--id", "7")
	key := i.key(t, "Acme", "--airport", "SFO")
	before := i.state(t)
	grant := func(args ...string) []string { return append([]string{"key", "create", "--partner", "Acme"}, args...) }
	i.refuses(t, []refusal{
		{args: []string{"nothing"}, code: 2, says: []string{"nothing"}},
		{args: []string{"airport"}, code: 2, says: []string{"add", "list"}},
		{args: []string{"airport", "lst"}, code: 2, says: []string{"list"}},
		{args: []string{"airport", "add", "JFK"}, code: 2, says: []string{"NAME"}},
		{args: []string{"airport", "add"}, code: 2, says: []string{"CODE"}},
		{args: []string{"airport", "add", "JFK", "a", "b"}, code: 2, says: []string{`"b"`}},
		{args: []string{"airport", "list", "--jsn"}, code: 2, says: []string{"--json"}},
		{args: []string{"airport", "add", "SFO", "again"}, code: 1, says: []string{"SFO"}},
		{args: []string{"airport", "add", "sf", "x"}, code: 1, says: []string{`"sf"`}},
		{args: []string{"airport", "add", "SFOXX", "x"}, code: 1, says: []string{"SFOXX"}},
		{args: []string{"airport", "add", "JFK", ""}, code: 1},
		{args: []string{"airport", "rename", "JFK", "x"}, code: 1, says: []string{"JFK", "SFO"}},
		{args: []string{"airport", "remove", "JFK"}, code: 1, says: []string{"JFK", "SFO"}},
		{args: []string{"airport", "remove", "SFO"}, code: 1, says: []string{"--with-content"}},
		{args: []string{"airport", "reset-sync", "JFK"}, code: 1, says: []string{"JFK", "SFO"}},
		{args: []string{"partner", "add", "Acme"}, code: 1, says: []string{"Acme"}},
		{args: []string{"partner", "add", "Other", "--id", "7"}, code: 1, says: []string{"7", "Globex"}},
		{args: []string{"partner", "add", "Other", "--id", "-1"}, code: 1, says: []string{"-1"}},
		{args: []string{"partner", "add", "Other", "--id", "9007199254740992"}, code: 1, says: []string{"9007199254740992"}},
		{args: []string{"partner", "add", "Other", "--rate-limit", "0"}, code: 1, says: []string{"0"}},
		{args: []string{"partner", "add", ""}, code: 1},
		{args: []string{"partner", "add", "a\x00b"}, code: 1},
		{args: []string{"partner", "add"}, code: 2, says: []string{"NAME"}},
		{args: []string{"partner", "set", "Acme"}, code: 2, says: []string{"--rate-limit"}},
		{args: []string{"partner", "set", "Acme", "--rate-limit", "some"}, code: 1, says: []string{"some", "default"}},
		{args: []string{"partner", "set", "Acne", "--rate-limit", "5"}, code: 1, says: []string{"Acne", "Acme", "Globex"}},
		{args: []string{"partner", "disable", "Acne"}, code: 1, says: []string{"Acne", "Acme"}},
		{args: []string{"partner", "enable", "Acne"}, code: 1, says: []string{"Acne", "Acme"}},
		{args: []string{"key", "create", "--airport", "SFO"}, code: 2, says: []string{"--partner"}},
		{args: grant(), code: 2, says: []string{"--airport", "--all-airports"}},
		{args: grant("--airport", "SFO", "--all-airports"), code: 2, says: []string{"--airport", "--all-airports"}},
		{args: grant("--airport", "JFK"), code: 1, says: []string{"JFK", "SFO"}},
		{args: grant("--airport", "SFO", "--airport", "JFK"), code: 1, says: []string{"JFK", "SFO"}},
		{args: grant("--airport", "SFO", "--scope", "content:write"), code: 1, says: []string{"content:write", "content:read"}},
		{args: grant("--airport", "SFO", "--scope", "content:read:nws"), code: 1, says: []string{"nws", "news"}},
		{args: grant("--airport", "SFO", "--expires", "tomorrow"), code: 1, says: []string{"tomorrow"}},
		{args: grant("--airport", "SFO", "--expires", "2026-02-30"), code: 1, says: []string{"2026-02-30"}},
		{args: []string{"key", "create", "--partner", "Acne", "--airport", "SFO"}, code: 1, says: []string{"Acne", "Acme"}},
		{args: []string{"key", "set", keyID(key)}, code: 2},
		{args: []string{"key", "set", "unknown", "--label", "x"}, code: 1, says: []string{"unknown", keyID(key)}},
		{args: []string{"key", "set", keyID(key), "--add-airport", "JFK", "--label", "half"}, code: 1, says: []string{"JFK", "SFO"}},
		{args: []string{"key", "set", keyID(key), "--remove-airport", "SFO", "--scope", "content:read:x"}, code: 1, says: []string{`"x"`}},
		{args: []string{"key", "revoke", "unknown"}, code: 1, says: []string{"unknown", keyID(key)}},
		{args: []string{"key", "rotate", keyID(key), "--overlap", "soon"}, code: 1, says: []string{"soon"}},
		{args: []string{"key", "list", "--partner", "Acne"}, code: 1, says: []string{"Acne", "Acme"}},
		{args: []string{"import", "JFK", "-"}, code: 1, says: []string{"JFK", "SFO"}},
		{args: []string{"import", "SFO"}, code: 2, says: []string{"FILE"}},
		{args: []string{"import", "SFO", "/nowhere/items.ndjson"}, code: 1, says: []string{"/nowhere/items.ndjson"}},
		{args: []string{"import", "SFO", "-", "--prnue"}, code: 2, says: []string{"--prune"}},
		{args: []string{"reindex", "JFK"}, code: 1, says: []string{"JFK", "SFO"}},
		{args: []string{"synonym", "add", "alone"}, code: 1},
		{args: []string{"synonym", "remove", "unheardof"}, code: 1, says: []string{"unheardof"}},
		{args: []string{"usage", "--partner", "Acne"}, code: 1, says: []string{"Acne", "Acme"}},
		{args: []string{"usage", "--since", "ages"}, code: 1, says: []string{"ages"}},
		{args: []string{"migrate", "down", "--to", "9999"}, code: 1, says: []string{"9999"}},
		{args: []string{"migrate", "sideways"}, code: 2, says: []string{"down"}},
		{args: []string{"completion", "tcsh"}, code: 1, says: []string{"bash"}},
		{args: []string{"healthcheck", "--url", "nonsense"}, code: 1, says: []string{"nonsense"}},
		{args: []string{"serve", "--rate-limt", "5"}, code: 2, says: []string{"--rate-limit"}},
		{args: []string{"serve", "--database-url", "postgres://x"}, code: 2}, // never from flags
	})
	if diff := cmp.Diff(before, i.state(t)); diff != "" {
		t.Errorf("something is half done: %s", diff)
	}
}

// state is all that commands change, but for when keys were used.
func (i installation) state(t *testing.T) (state [4]string) {
	t.Helper()
	for n, table := range []string{"airport", "partner", "api_key", "content_item"} {
		i.sql(t, fmt.Sprintf("SELECT coalesce(string_agg(x::text, E'\\n' ORDER BY x::text), '') FROM %s x", table), &state[n])
	}
	return state
}

func TestSmallCommands(t *testing.T) {
	t.Parallel()
	i, _ := imported(t, newItem("a"))
	for _, args := range [][]string{{"version"}, {"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"--help"}, {"help", "import"}, {"key", "create", "--help"}, {"doctor"}} {
		if got := i.run(t.Context(), "", args...); got.Code != 0 || got.Stdout == "" {
			t.Errorf("%q: %+v", args, got)
		}
	}
	s := i.serve(t)
	if got := i.run(t.Context(), "", "healthcheck", "--url", s.URL); got.Code != 0 {
		t.Errorf("healthcheck: %+v", got)
	}
	degraded := i.with("REDIS_URL=redis://127.0.0.1:1").serve(t)
	if got := i.run(t.Context(), "", "healthcheck", "--url", degraded.URL); got.Code != 0 {
		t.Errorf("healthcheck of a degraded server: %+v", got)
	}
	s.Stop()
	if got := i.run(t.Context(), "", "healthcheck", "--url", s.URL); got.Code != 1 || strings.Count(got.Stderr, "\n") != 1 {
		t.Errorf("healthcheck of nobody: %+v", got)
	}
	if got := i.with("DATABASE_URL=postgres://u@127.0.0.1:1/none").run(t.Context(), "", "doctor"); got.Code != 1 || got.Stdout == "" {
		t.Errorf("doctor without a database: %+v", got)
	}
}
