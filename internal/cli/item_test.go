package cli_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// item lists, explains, hides and shows items; exports have hidden ones too.
func TestItems(t *testing.T) {
	t.Parallel()
	env := []string{"DATABASE_URL=" + testenv.Database(t)}
	must(t, env, "airport", "add", "SFO", "San Francisco")
	check.Same(t, "[]", must(t, env, "item", "list", "SFO", "--json"), "no items")
	file := `{"id":"cafe","contentType":"dining","title":"Corner Café","content":"Espresso and more espresso","url":"https://www.example.com/cafe","lastModified":"2026-03-01T09:30:00Z"}` + "\n" +
		fmt.Sprintf(anItem, "plain")
	takes := func(stdout, stderr string) {
		t.Helper()
		got := feed(t.Context(), env, file, "import", "SFO", "-", "--prune")
		if got.code != 0 || got.stdout != stdout+"\n" || !strings.Contains(got.stderr, stderr) {
			t.Errorf("%+v", got)
		}
	}
	takes("added 2, updated 0, unchanged 0, deleted 0, skipped 0", "")
	must(t, env, "partner", "add", "Acme")
	keys := map[string]string{}
	for label, args := range map[string]string{"all": "--all-airports", "news": "--airport SFO --scope content:read:news", "ended": "--all-airports --expires 2020-01-01"} {
		keys[label] = keyID(must(t, env, append([]string{"key", "create", "--partner", "Acme", "--label", label}, strings.Fields(args)...)...))
	}
	shows := func(args string, want ...string) {
		t.Helper()
		text := must(t, env, append([]string{"item", "show", "sfo"}, strings.Fields(args)...)...)
		for _, says := range want {
			if !strings.Contains(text, says) {
				t.Errorf("item show %s lacks %q:\n%s", args, says, text)
			}
		}
	}
	shows("cafe", "item      SFO cafe", "title     Corner Café", "source    import", "state     shown", "2026-03-01T09:30:00Z by its source",
		"title has corner cafe", "rest has  espresso", keys["all"]+` of "Acme" sees it`,
		keys["news"]+` of "Acme" does not see it: the key is only for content:read:news`, keys["ended"]+` of "Acme" does not see it: the key has expired`)
	shows("https://www.example.com/cafe", "SFO cafe")
	must(t, env, "airport", "set", "SFO", "--website", "https://www.example.com/en/")
	shows("/cafe", "SFO cafe")
	testenv.Exec(t, strings.TrimPrefix(env[0], "DATABASE_URL="), "UPDATE content_item SET url = '/plain' WHERE id = 'plain'")
	shows("https://www.example.com/plain", "SFO plain")
	testenv.Exec(t, strings.TrimPrefix(env[0], "DATABASE_URL="), "UPDATE content_item SET url = NULL WHERE id = 'plain'")
	must(t, env, "airport", "set", "SFO", "--website", "")
	var shown struct {
		Keys []struct {
			KeyID string
			Reads bool
		}
	}
	check.NoError(t, json.Unmarshal([]byte(must(t, env, "item", "show", "SFO", "cafe", "--key", keys["all"], "--json")), &shown))
	if len(shown.Keys) != 1 || shown.Keys[0].KeyID != keys["all"] || !shown.Keys[0].Reads {
		t.Errorf("%+v", shown)
	}

	exported := must(t, env, "export", "SFO")
	got := run(t.Context(), env, "item", "hide", "SFO", "cafe", "--json")
	if got.code != 0 || got.stdout != `{"airport":"SFO","id":"cafe","hidden":true}`+"\n" || !strings.Contains(got.stderr, "partners get its deletion") {
		t.Errorf("%+v", got)
	}
	if got := run(t.Context(), env, "item", "hide", "SFO", "cafe"); got.code != 0 || !strings.Contains(got.stderr, "was hidden already") {
		t.Errorf("%+v", got)
	}
	shows("cafe", "state     hidden since 20", keys["all"]+` of "Acme" does not see it: the item is hidden`)
	if text := must(t, env, "item", "list", "SFO", "--source", "import"); strings.Count(text, "\n") != 2 || !strings.Contains(text, "Corner Café") {
		t.Error(text)
	}
	if items := must(t, env, "airport", "list", "--json"); !strings.Contains(items, `"items":1,`) {
		t.Error(items)
	}
	takes("added 0, updated 0, unchanged 2, deleted 0, skipped 0", "stay so and count as unchanged: 1")
	check.Same(t, exported, must(t, env, "export", "SFO"), "an export with a hidden item")

	file = fmt.Sprintf(anItem, "plain")
	takes("added 0, updated 0, unchanged 1, deleted 0, skipped 0", "")
	shows("cafe", "its source no longer has it")
	if got := run(t.Context(), env, "item", "unhide", "SFO", "cafe"); got.code != 0 || !strings.Contains(got.stderr, "its source does not have it") {
		t.Errorf("%+v", got)
	}
	fails(t, env, []string{"item", "show", "SFO", "cafe"}, 1, `SFO has no item with the id or the URL "cafe"; it was deleted at 20`)
	fails(t, env, []string{"item", "show", "SFO", "none"}, 1, "airport-content item list SFO lists all")
	fails(t, env, []string{"item", "hide", "SFO", "none"}, 1, `"none"`)
	fails(t, env, []string{"item", "unhide", "SFO", "plain"}, 1, "plain is not hidden")
	fails(t, env, []string{"item", "list", "SFO", "--source", "none"}, 1, `no source of SFO "none"; known: import`)
	fails(t, env, []string{"item", "list", "JFK"}, 1, `no airport "JFK"`)
	fails(t, env, []string{"item", "show", "SFO", "plain", "--key", "none"}, 1, `no key "none"`)
}
