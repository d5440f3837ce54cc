package cli_test

import (
	"encoding/json"
	"fmt"
	"os/user"
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// Every change is noted with who made it, in the words of the command, and without a secret.
func TestHistory(t *testing.T) {
	t.Parallel()
	url := testenv.Database(t)
	env := []string{"DATABASE_URL=" + url, "OPERATOR=Alice Ängström"}
	if got := run(t.Context(), env, "history"); got.code != 0 || got.stdout != "" || !strings.Contains(got.stderr, "nothing was changed since 20") {
		t.Errorf("%+v", got)
	}
	secrets := []string{"an-older-system's-key"}
	var ids []string
	for _, step := range []struct{ stdin, command, want string }{
		{"", "airport add SFO York", "airport add SFO: York"},
		{"", "airport rename SFO Francisco", `airport rename SFO: name: "York" → "Francisco"`},
		{"", "airport set SFO --time-zone UTC", `airport set SFO: timeZone: null → "UTC"`},
		{"", "airport set SFO --time-zone UTC", ""}, // nothing changed
		{"", "airport set SFO --read-texts=false", "airport set SFO: readTexts: false, items: 0"},
		{"", "airport offline SFO", "airport offline SFO: offlineAt: null → "},
		{"", "airport offline SFO", ""},
		{"", "airport online SFO", "airport online SFO: offlineAt: "},
		{"", "airport reset-sync SFO", "airport reset-sync SFO: "},
		{"", "partner add Acme", "partner add Acme: id: 1"},
		{"", "partner set Acme --rate-limit 7", "partner set Acme: rateLimit: null → 7"},
		{"", "partner disable Acme", "partner disable Acme: disabledAt: null → "},
		{"", "partner enable Acme", "partner enable Acme: disabledAt: "},
		{"", "partner rename Acme Beta", `partner rename Beta: name: "Acme" → "Beta"`},
		{"", "key create --partner Beta --airport SFO --label desk", `key create ID0: airports: ["SFO"], label: "desk", partner: "Beta", scopes: ["content:read"]`},
		{"", "key set ID0 --scope content:read:news --expires 2999-01-01", `key set ID0: expiresAt: null → "2999-01-01T00:00:00Z", scopes: ["content:read"] → ["content:read:news"]`},
		{"", "key rotate ID0 --overlap 0", "key rotate ID1: "},
		{"", "key revoke ID1", "key revoke ID1: revokedAt: null → "},
		{"", "key revoke ID1", ""},
		{"an-older-system's-key\n", "key take-over --partner Beta --all-airports", "key take-over "},
		{"", "source add SFO www sitemap https://www.example.com --no-check --every 1h", `source add SFO www: every: "1h0m0s", kind: "sitemap", name: "www", rate: 5, timeLimit: "2h0m0s", url: "https://www.example.com"`},
		{"", "source set SFO www --every 5m --exclude /a/", `source set SFO www: every: "1h0m0s" → "5m0s", exclude: [] → ["/a/"]`},
		{"", "source pause SFO www", "source pause SFO www: "},
		{"", "source pause SFO www", ""},
		{"", "source resume SFO www", "source resume SFO www: "},
		{"", "source remove SFO www", "source remove SFO www: items: 0"},
		{"", "synonym add gizmo gadget", "synonym add gizmo, gadget: group: gadget, gizmo"},
		{"", "synonym remove gizmo", "synonym remove gizmo: removed: gadget, gizmo"},
		{fmt.Sprintf(anItem, "a"), "import SFO - --dry-run", ""},
		{fmt.Sprintf(anItem, "a"), "import SFO - --source shop", "import SFO: added 1, updated 0, unchanged 0, deleted 0, skipped 0, source shop"},
		{"", "import SFO /dev/null --source shop --prune --force", "import SFO: added 0, updated 0, unchanged 0, deleted 1, skipped 0, source shop, from /dev/null, by --force"},
		{fmt.Sprintf(anItem, "a"), "import SFO -", "import SFO: added 1, updated 0, unchanged 0, deleted 0, skipped 0"},
		{"{}", "import SFO -", ""}, // refused
		{"", "item hide SFO a", "item hide SFO a: "},
		{"", "item hide SFO a", ""},
		{"", "item unhide SFO a", "item unhide SFO a: "},
		{"", "airport remove SFO --with-content", "airport remove SFO: Francisco, items: 1, sources: 0, keys: 0"},
		{"", "partner disable Beta", "partner disable Beta: "},
		{"", "partner remove Beta", "partner remove Beta: id: 1, keys: 3"},
	} {
		before := history(t, env)
		command := step.command
		for n, id := range ids {
			command, step.want = strings.ReplaceAll(command, fmt.Sprintf("ID%d", n), id), strings.ReplaceAll(step.want, fmt.Sprintf("ID%d", n), id)
		}
		got := feed(t.Context(), env, step.stdin, strings.Fields(command)...)
		if key := strings.TrimSpace(got.stdout); strings.HasPrefix(key, "acp_") {
			ids, secrets = append(ids, keyID(key)), append(secrets, key)
			step.want = strings.ReplaceAll(step.want, fmt.Sprintf("ID%d", len(ids)-1), keyID(key))
		}
		after := history(t, env)
		switch noted := after[len(before):]; {
		case step.want == "" && len(noted) > 0:
			t.Errorf("%s: %+v", command, noted)
		case step.want != "" && (len(noted) == 0 || noted[0].Operator != "Alice Ängström" || time.Since(noted[0].At) > time.Hour ||
			!strings.HasPrefix(noted[0].Change+" "+noted[0].Subject+": "+noted[0].Details, step.want)):
			t.Errorf("%s: %+v, want %s\n%s", command, noted, step.want, got.stderr)
		}
	}
	whole := must(t, env, "history") + must(t, env, "history", "--json") + testenv.Value[string](t, url, "SELECT string_agg(history::text, ' ') FROM history")
	for _, secret := range secrets {
		if parts := strings.Split(secret, "_"); strings.Contains(whole, parts[len(parts)-1]) {
			t.Error("the history has a secret")
		}
	}

	current := check.Must(user.Current())(t)
	env = env[:1]
	must(t, env, "partner", "add", "Gamma")
	if list := history(t, env); list[len(list)-1].Operator != current.Username {
		t.Errorf("%+v", list[len(list)-1])
	}
	fails(t, append(env, "OPERATOR=a\tb"), []string{"partner", "list"}, 1, "OPERATOR: want a name")
	testenv.Exec(t, url, "UPDATE history SET at = now() - interval '401 days' WHERE id % 2 = 0; SELECT forget_old_counts()")
	check.Same(t, int64(0), testenv.Value[int64](t, url, "SELECT count(*) FROM history WHERE id % 2 = 0"), "old changes")
	if len(history(t, env)) == 0 {
		t.Error("newer changes are gone")
	}
}

// history lists all changes.
func history(t *testing.T, env []string) (list []admin.Change) {
	t.Helper()
	check.NoError(t, json.Unmarshal([]byte(must(t, env, "history", "--json")), &list))
	return list
}
