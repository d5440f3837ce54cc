package e2e_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// refusal is a run that fails with one line on stderr and nothing on stdout.
type refusal struct {
	args string // separated by blanks
	code int
	says []string // parts of the line
}

func (i installation) refuses(t *testing.T, want refusal, key string) (got outcome) {
	t.Helper()
	args := strings.Fields(strings.ReplaceAll(want.args, "KEYID", keyID(key)))
	got = i.run(t, "", args...)
	if got.code != want.code || got.stdout != "" || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("want exit code %d, one line on stderr, none on stdout: %+v", want.code, got)
	}
	for _, part := range want.says {
		if !strings.Contains(got.stderr, strings.ReplaceAll(part, "KEYID", keyID(key))) {
			t.Errorf("does not say %q: %s", part, got.stderr)
		}
	}
	return got
}

// Unknown names and bad values are failures, which tell what is known; a command written wrong is
// told its usage.
func TestRefusals(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	i.do(t, "partner", "add", "Globex", "--id", "7")
	before := i.state(t)
	for _, want := range []refusal{
		{"airport remove JFK", 1, []string{"JFK", "SFO"}},
		{"airport remove SFO", 1, []string{"--with-content"}},
		{"partner set Acne --rate-limit 5", 1, []string{"Acne", "Acme", "Globex"}},
		{"key create --partner Acme --airport SFO --airport JFK", 1, []string{"JFK", "SFO"}},
		{"key set unknown --label x", 1, []string{"unknown", "KEYID"}},
		{"key set KEYID --add-airport JFK --label half", 1, []string{"JFK", "SFO"}},
		{"key list --partner Acne", 1, []string{"Acne", "Acme"}},
		{"import JFK -", 1, []string{"JFK", "SFO"}},
		{"import SFO /nowhere/items.ndjson", 1, []string{"/nowhere/items.ndjson"}},
		{"import SFO - --source=", 1, []string{"lower-case"}}, // as of an empty variable
		{"reindex JFK", 1, []string{"JFK", "SFO"}},
		{"usage --partner Acne", 1, []string{"Acne", "Acme"}},
		{"serve --database-url postgres://x", 2, nil}, // URLs never come from flags
	} {
		t.Run(want.args, func(t *testing.T) { i.refuses(t, want, key) })
	}
	same(t, before, i.state(t), "something is half done")
}

// state is all that commands change.
func (i installation) state(t *testing.T) (state [4]string) {
	t.Helper()
	for n, table := range []string{"airport", "partner", "api_key", "content_item"} {
		i.sql(t, fmt.Sprintf("SELECT coalesce(string_agg(x::text, E'\\n' ORDER BY x::text), '') FROM %s AS x", table), &state[n])
	}
	return state
}

// What is printed is data: with --json one JSON value, of lists an array, an empty one too.
func TestCommands(t *testing.T) {
	t.Parallel()
	i := install(t)
	list := func(t *testing.T, args string) (rows []json.RawMessage) {
		t.Helper()
		text := i.do(t, append(strings.Fields(args), "--json")...)
		if err := json.Unmarshal([]byte(text), &rows); err != nil || rows == nil {
			t.Errorf("%s: no array, error %v: %s", args, err, text)
		}
		i.do(t, strings.Fields(args)...) // and as a table
		return rows
	}
	for _, args := range []string{"airport list", "partner list", "key list", "usage"} {
		t.Run("empty "+args, func(t *testing.T) {
			if rows := list(t, args); len(rows) != 0 {
				t.Errorf("%s", rows)
			}
		})
	}
	key := i.fill(t, newItem("a"))
	parsed[page](t, i.serve(t).get(t, key, "SFO/content"))
	for _, args := range []string{"airport list", "partner list", "key list", "key list --partner Acme", "synonym list", "migrate status", "doctor"} {
		t.Run(args, func(t *testing.T) {
			if rows := list(t, args); len(rows) == 0 {
				t.Error("nothing")
			}
		})
	}
	var made struct{ ID, Key string }
	for _, args := range []string{"airport add JFK York", "airport rename JFK NewYork", "airport set JFK --time-zone America/New_York", "airport reset-sync JFK", "airport remove JFK",
		"partner add Beta", "partner set Beta --rate-limit 7", "partner disable Beta", "partner enable Beta",
		"key create --partner Beta --all-airports", "key set KEYID --label x", "key rotate KEYID --overlap 1h", "key revoke KEYID",
		"import SFO - --dry-run", "reindex", "reindex SFO", "synonym add gizmo gadget", "synonym remove gizmo", "migrate up", "migrate version", "version"} {
		t.Run(args, func(t *testing.T) {
			text := i.feed(t, ndjson(t, newItem("b")), append(strings.Fields(strings.ReplaceAll(args, "KEYID", made.ID)), "--json")...)
			if !json.Valid([]byte(text)) || strings.Contains(text, "\n") {
				t.Errorf("no JSON value: %s", text)
			}
			if strings.HasPrefix(args, "key ") && json.Unmarshal([]byte(text), &made) == nil && made.Key != "" && keyID(made.Key) != made.ID {
				t.Errorf("%s", text)
			}
		})
	}
}

// Without prepared statements, as behind a pooler, commands do the same.
func TestWithoutPreparedStatements(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	i = i.with("DB_PREPARED_STATEMENTS=false")
	for _, args := range []string{"airport rename SFO York", "airport reset-sync SFO", "partner add Globex --rate-limit 5", "partner set Globex --rate-limit default",
		"key create --partner Globex --airport SFO --expires 1h", "key set KEYID --label x --add-airport SFO", "key rotate KEYID", "key list", "usage",
		"synonym add gizmo gadget", "synonym remove gizmo", "source add SFO www sitemap https://www.example.com --no-check --map /shops/=shopping",
		"source set SFO www --every 5m", "source pause SFO www", "source show SFO www", "source remove SFO www"} {
		i.do(t, strings.Fields(strings.ReplaceAll(args, "KEYID", keyID(key)))...)
	}
}

var keyForm = regexp.MustCompile(`^acp_[0-9A-Za-z]+_[0-9A-Za-z]{27,}$`) // 27 of these hold 160 bits

// A key stands alone on stdout, once, and is shown nowhere else.
func TestKeysAreShownOnce(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	created := i.run(t, "", "key", "create", "--partner", "Acme", "--airport", "SFO")
	key := strings.TrimSuffix(created.stdout, "\n")
	rotated := i.run(t, "", "key", "rotate", keyID(key))
	for _, got := range []outcome{created, rotated} {
		if got.code != 0 || !keyForm.MatchString(strings.TrimSuffix(got.stdout, "\n")) || strings.Contains(got.stderr, strings.TrimSpace(got.stdout)) {
			t.Errorf("%+v", got)
		}
	}
	const old = "an-older-system's-key"
	takeOver := []string{"key", "take-over", "--partner", "Acme", "--airport", "SFO"}
	if got := i.run(t, old+"\n", takeOver...); got.code != 0 || strings.Contains(got.stdout+got.stderr, old) {
		t.Errorf("take-over: %+v", got)
	}
	if got := i.run(t, old, takeOver...); got.code != 1 || got.stdout != "" || strings.Count(got.stderr, "\n") != 1 || strings.Contains(got.stderr, old) {
		t.Errorf("taken over again: %+v", got)
	}
	for input, says := range map[string]string{"another-older-key-1\nshort\n": "line 2", "another-older-key-1\n" + old: "key 2 of 2 exists already", "\n": "no key"} {
		if got := i.run(t, input, takeOver...); got.code != 1 || !strings.Contains(got.stderr, says) {
			t.Errorf("%q: %+v, want %s", input, got, says)
		}
	}
	// Nothing of the refused ones was stored.
	if got := i.run(t, "another-older-key-1\r\n\n another-older-key-2", append(takeOver, "--json")...); got.code != 0 || strings.Count(got.stdout, `"id"`) != 2 {
		t.Errorf("two keys: %+v", got)
	}
}

// keyRow is a key as it is listed.
func (i installation) keyRow(t *testing.T, key string) map[string]any {
	t.Helper()
	for _, row := range parse[[]map[string]any](t, []byte(i.do(t, "key", "list", "--json"))) {
		if row["id"] == keyID(key) {
			return row
		}
	}
	t.Fatalf("key %s is not listed", keyID(key))
	return nil
}

// What partners ask is noted at the end: the log names keys, and tells once of one that expires
// soon.
func TestUsage(t *testing.T) {
	t.Parallel()
	i, used := sfo(t, newItem("a"))
	expiring, revoked := i.key(t, "Acme", "--airport", "SFO", "--expires", "48h"), i.key(t, "Acme", "--airport", "SFO")
	i.do(t, "key", "revoke", keyID(revoked))
	for since, want := range map[string]int{"1h": 1, "2100-01-01": 0} {
		list := i.do(t, "key", "list", "--revoked-since", since)
		if n := strings.Count(list, "revoked"); n != want || strings.Contains(list, keyID(used)) {
			t.Errorf("revoked since %s: %s", since, list)
		}
	}
	s := i.serve(t)
	s.get(t, used, "SFO/content").is(t, 200)
	for range 3 {
		s.get(t, expiring, "SFO/content").is(t, 200)
	}
	s.get(t, revoked, "SFO/content").fails(t, 401, "invalid_api_key")
	s.stop()
	if i.keyRow(t, used)["lastUsedAt"] == nil || i.keyRow(t, revoked)["lastUsedAt"] != nil {
		t.Errorf("last used: %v, and the revoked one: %v", i.keyRow(t, used), i.keyRow(t, revoked))
	}
	var requests map[string]int
	i.sql(t, "SELECT jsonb_object_agg(key_id, requests) FROM usage_day", &requests)
	same(t, map[string]int{keyID(used): 1, keyID(expiring): 3}, requests)
	if text := i.do(t, "usage", "--json"); !strings.Contains(text, keyID(used)) {
		t.Errorf("usage: %s", text)
	}
	if n := strings.Count(s.log.String(), "expires soon"); n != 1 || !s.log.Has(`"key_id":"`+keyID(used)+`"`) {
		t.Errorf("%d warnings of keys that expire soon, want one: %s", n, s.log)
	}
}
