package cli_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/testenv"
)

func keyID(key string) string { return strings.Split(key, "_")[1] }

const anItem = `{"id":"%s","contentType":"page","title":"Title","content":"Text"}` + "\n"

// What is printed is data. With --json it is one JSON value, and of lists an array, an empty one
// too. All the same without prepared statements, as behind a pooler.
func TestCommands(t *testing.T) {
	t.Parallel()
	for _, prepared := range []string{"true", "false"} {
		t.Run("DB_PREPARED_STATEMENTS="+prepared, func(t *testing.T) {
			t.Parallel()
			_, prefix := testenv.Redis(t)
			env := []string{"DATABASE_URL=" + testenv.Database(t), "DB_PREPARED_STATEMENTS=" + prepared, "REDIS_PREFIX=" + prefix}
			lists := func(empty bool, commands ...string) {
				t.Helper()
				for _, command := range commands {
					args := strings.Fields(command)
					var rows []json.RawMessage
					text := must(t, env, append(args, "--json")...)
					if err := json.Unmarshal([]byte(text), &rows); err != nil || rows == nil || (len(rows) == 0) != empty {
						t.Errorf("%s: %v: %s", command, err, text)
					}
					must(t, env, args...) // and as a table
				}
			}
			lists(true, "airport list", "partner list", "key list", "usage", "searches", "source list")
			var made struct{ ID, Key string }
			for _, command := range []string{"airport add SFO York", "airport rename SFO NewYork", "airport set SFO --time-zone America/New_York --read-texts=false", "airport set SFO --read-texts", "airport reset-sync SFO", "airport offline SFO", "airport online SFO",
				"partner add Beta --rate-limit default", "partner set Beta --rate-limit 7", "partner disable Beta", "partner enable Beta", "partner rename Beta Gamma", "partner rename Gamma Beta",
				"key create --partner Beta --airport SFO --expires 1h", "key set KEYID --label x", "key rotate KEYID --overlap 1h", "key revoke KEYID",
				"import SFO - --dry-run", "import SFO -", "reindex", "reindex SFO", "synonym add gizmo gadget widget", "synonym remove gizmo", "migrate up", "migrate version", "version",
				"source add SFO www sitemap https://www.example.com --no-check --map /shops/=shopping", "source set SFO www --every 5m", "source pause SFO www", "source resume SFO www"} {
				args := append(strings.Fields(strings.ReplaceAll(command, "KEYID", made.ID)), "--json")
				got := feed(t.Context(), env, fmt.Sprintf(anItem, "b"), args...)
				if got.code != 0 || !json.Valid([]byte(got.stdout)) || strings.Count(got.stdout, "\n") != 1 {
					t.Errorf("%s: no JSON value: %+v", command, got)
				}
				if strings.HasPrefix(command, "key ") && json.Unmarshal([]byte(got.stdout), &made) == nil && made.Key != "" && keyID(made.Key) != made.ID {
					t.Errorf("%s: %s", command, got.stdout)
				}
			}
			lists(false, "item list SFO", "airport list", "partner list", "key list", "key list --partner Beta", "synonym list", "migrate status", "source list")
			for _, command := range []string{"source show SFO www", "source remove SFO www", "airport remove SFO --with-content --force", "partner disable Beta", "partner remove Beta"} {
				if text := must(t, env, append(strings.Fields(command), "--json")...); !json.Valid([]byte(text)) {
					t.Errorf("%s: no JSON value: %s", command, text)
				}
			}
		})
	}
}

var keyForm = regexp.MustCompile(`^acp_[0-9A-Za-z]+_[0-9A-Za-z]{27,}\n$`) // 27 of these hold 160 bits

// A key stands alone on stdout, once, and is shown nowhere else.
func TestKeysAreShownOnce(t *testing.T) {
	t.Parallel()
	env := []string{"DATABASE_URL=" + testenv.Database(t)}
	must(t, env, "partner", "add", "Acme")
	created := feed(t.Context(), env, "", "key", "create", "--partner", "Acme", "--all-airports")
	rotated := feed(t.Context(), env, "", "key", "rotate", keyID(created.stdout))
	for _, got := range []outcome{created, rotated} {
		if got.code != 0 || !keyForm.MatchString(got.stdout) || strings.Contains(got.stderr, strings.TrimSpace(got.stdout)) {
			t.Errorf("%+v", got)
		}
	}
	for _, step := range []struct {
		stdin string
		code  int
		says  string
	}{
		{"an-older-system's-key\n", 0, ""},
		{"an-older-system's-key", 1, "exists already"},
		{"another-older-key-1\nshort\n", 1, "line 2"},
		{"another-older-key-1\nan-older-system's-key", 1, "key 2 of 2 exists already"},
		{"\n", 1, "no key"},
		{"another-older-key-1\r\n\n another-older-key-2", 0, ""}, // nothing of the refused ones was stored
	} {
		got := feed(t.Context(), env, step.stdin, "key", "take-over", "--partner", "Acme", "--all-airports", "--json")
		if got.code != step.code || !strings.Contains(got.stderr, step.says) || strings.Contains(got.stdout+got.stderr, "older-") ||
			step.code == 0 && strings.Count(got.stdout, `"id"`) != len(strings.Fields(step.stdin)) {
			t.Errorf("%q: %+v", step.stdin, got)
		}
	}
}

// Each flag reaches the importer, bad items are shown, and the last line of stdout counts.
func TestImport(t *testing.T) {
	t.Parallel()
	env := []string{"DATABASE_URL=" + testenv.Database(t)}
	must(t, env, "airport", "add", "SFO", "San Francisco")
	zero, bad := fmt.Sprintf(anItem, "0"), strings.Replace(fmt.Sprintf(anItem, "2"), "page", "pge", 1)
	for _, step := range []struct{ stdin, args, stdout, stderr string }{
		{zero + fmt.Sprintf(anItem, "1") + fmt.Sprintf(anItem, "2"), "SFO -", "added 3, updated 0, unchanged 0, deleted 0, skipped 0\n", ""},
		{bad, "SFO -", "", "line 1 (id 2): contentType: "},
		{strings.Repeat("{}\n", 57), "SFO -", "", "57 bad items"},
		{zero, "SFO - --prune", "", "--force"},
		{zero + bad, "SFO - --prune --skip-invalid --dry-run", "added 0, updated 0, unchanged 1, deleted 1, skipped 1\n", "line 2 (id 2): "},
		{zero, "SFO - --source other", "", `"0" is an item of the source import`},
		{zero, "SFO - --source=", "", "lower-case"}, // as of an empty variable
		{zero, "SFO /nowhere/items.ndjson", "", "/nowhere/items.ndjson"},
		{zero, "JFK -", "", "SFO"},
		{strings.Replace(zero, "Text", "<script>x</script>", 1), "SFO - --clean-html --keep-dates", "added 0, updated 1, unchanged 0, deleted 0, skipped 0\n", ""},
		{strings.Replace(zero, "Text", "", 1), "SFO - --prune --force", "added 0, updated 0, unchanged 1, deleted 2, skipped 0\n", ""},
	} {
		got := feed(t.Context(), env, step.stdin, append([]string{"import"}, strings.Fields(step.args)...)...)
		if (step.stdout == "") != (got.code == 1) || got.stdout != step.stdout || !strings.Contains(got.stderr, step.stderr) {
			t.Errorf("%s: want %q and %q: %+v", step.args, step.stdout, step.stderr, got)
		}
	}
}

func TestSources(t *testing.T) {
	t.Parallel()
	env := []string{"DATABASE_URL=" + testenv.Database(t)}
	must(t, env, "airport", "add", "SFO", "San Francisco")
	source := func(line string) string {
		t.Helper()
		return must(t, env, append([]string{"source"}, strings.Fields(line)...)...)
	}
	for _, test := range []struct{ says, line string }{
		{"leave them out", "add SFO news sitemap https://editor:s3cret@example.com/"},
		{"leave them out", "add SFO news sitemap https://editor:s3/cret@example.com/"},
		{"the kind comes before the URL", "add SFO news https://editor:s3cret@example.com/ sitemap"},
		{"one such as https://", "add SFO news sitemap ftp://example.com/"},
		{"known: feed, sitemap, wordpress", "add SFO news drupal https://example.com/"},
		{"lower-case", "add SFO News sitemap https://example.com/"},
		{"items from files", "add SFO import sitemap https://example.com/"},
		{"--every 10s is too short: want 1m or more, such as 5m, 15m, 1h or 1d", "add SFO news sitemap https://example.com/ --every 10s"},
		{"--time-limit 59s is too short: want 1m or more", "add SFO news sitemap https://example.com/ --time-limit 59s"},
		{"requests a second", "add SFO news sitemap https://example.com/ --rate NaN"},
		{"language", "add SFO news sitemap https://example.com/ --language english"},
		{"no content type", "add SFO news sitemap https://example.com/ --map /shops/=shop"},
		{"--content is for sitemap", "add SFO news feed https://example.com/ --content main"},
		{"--render is for sitemap", "add SFO news feed https://example.com/ --render"},
		{"want a path", "add SFO news sitemap https://example.com/ --map shops=shopping"},
		{`no airport "OAK"`, "add OAK news sitemap https://example.com/"},
		{`no source of SFO "news"`, "set SFO news --every 1h"},
		{`no source of SFO "news"`, "pause SFO news"},
	} {
		got := run(t.Context(), env, append([]string{"source"}, strings.Fields(test.line)...)...)
		if got.code != 1 || !strings.Contains(got.stderr, test.says) || strings.Contains(got.stderr, "cret") {
			t.Errorf("%s: want %q: %+v", test.line, test.says, got)
		}
	}
	shows := func(parts ...string) {
		t.Helper()
		text := source("show SFO news --json")
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("want %s: %s", part, text)
			}
		}
	}
	source("add sfo news sitemap https://www.example.com/ --include /a,1/ --include /b/ --map /shops/=shopping --no-check")
	shows(`"state":"new"`, `"include":["/a,1/","/b/"]`)
	source("set SFO news --every 1h --include /c/")
	shows(`"url":"https://www.example.com/"`, `"every":"1h"`, `"include":["/c/"]`)
	source("set SFO news --include none")
	source("pause SFO news")
	shows(`"state":"paused"`, `"include":[]`)
	fails(t, env, []string{"pull", "SFO", "news"}, 1, "is paused")
	if got := run(t.Context(), env, "pull"); got.code != 0 || !strings.Contains(got.stderr, "nothing is due") {
		t.Errorf("a paused source: %+v", got)
	}
	source("resume SFO news")
	source("remove SFO news")
}

// Text of a website cannot command the operator's terminal. An address that cannot be pulled is
// found when its source is added.
func TestSourcesOfOddWebsites(t *testing.T) {
	t.Parallel()
	const evil, shown = `\u001b]0;evil\u0007`, " ]0;evil"
	w := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/closed"):
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, `{"code": "closed", "message": "`+evil+`"}`)
		case r.URL.Path == "/feed":
			fmt.Fprint(w, `{"version": "https://jsonfeed.org/version/1", "title": "News", "items": [{"title": "`+evil+`"}]}`)
		default:
			fmt.Fprint(w, `{"`+evil+`": {}}`)
		}
	}))
	defer w.Close()
	env := []string{"DATABASE_URL=" + testenv.Database(t), "GOMEMLIMIT=off"} // a pull limits the memory of its process
	must(t, env, "airport", "add", "SFO", "San Francisco")
	add := func(name, kind, path string, flags ...string) outcome {
		return run(t.Context(), env, slices.Concat([]string{"source", "add", "SFO", name, kind, w.URL + path, "--allow-private"}, flags)...)
	}
	for _, test := range []struct {
		got  outcome
		code int
		says []string
	}{
		{add("feed", "feed", "/feed"), 0, []string{"its address is a feed of 1 entry"}},
		{add("wordpress", "wordpress", "", "--map", "shop=shopping", "--no-check"), 0, []string{"its address was not read"}},
		{add("closed", "wordpress", "/closed"), 1, []string{"refuses visitors (403 closed: " + shown, "--no-check adds it all the same"}},
		{run(t.Context(), env, "pull"), 1, []string{"SFO feed: an entry without guid and link: " + shown, `has no post type "shop", only ` + shown}},
	} {
		for _, says := range test.says {
			if text := test.got.stdout + test.got.stderr; test.got.code != test.code || !strings.Contains(text, says) || strings.ContainsAny(text, "\x1b\x07") {
				t.Errorf("want %q: %+v", says, test.got)
			}
		}
	}
}
