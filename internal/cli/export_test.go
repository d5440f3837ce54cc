package cli_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// odd has every field, with what a round trip could spoil.
const odd = `{"id":"a/ü 1","contentType":"shopping","title":"<b> & \\u2028 \"é\"","url":"/a?b=c&d","excerpt":"","content":"<p>1 < 2 &amp;\n</p>",` +
	`"thumbnail":null,"language":"pt-BR","lastModified":"2026-03-01T09:30:00.007Z","metadata":{"n":1230.0000000000000000001,"deep":{"list":[1,"x",true],"null":null},` +
	`"map_poi_id":41,"hours_of_operation":"Mon-Fri 6am-10pm"},"translationKey":"the shop 7"}` + "\n" +
	`{"id":"b","contentType":"page","title":"B","content":"","metadata":{}}` + "\n" +
	`{"id":"c","contentType":"page","title":"C","content":"x","metadata":null,"translationKey":"x y z"}` + "\n"

// import takes an export back, into the same airport without a change, and into another one as it
// was.
func TestExport(t *testing.T) {
	t.Parallel()
	env := []string{"DATABASE_URL=" + testenv.Database(t)}
	for _, code := range []string{"QLB", "ODD", "NEW"} {
		must(t, env, "airport", "add", code, code)
	}
	takes := func(airport, file, says string, flags ...string) {
		t.Helper()
		got := feed(t.Context(), env, file, append([]string{"import", airport, "-"}, flags...)...)
		if got.code != 0 || got.stdout != says {
			t.Errorf("import into %s: want %q: %+v", airport, says, got)
		}
	}
	sample := string(check.Must(os.ReadFile("../sample/qlb.ndjson"))(t))
	must(t, env, "import", "QLB", "../sample/qlb.ndjson")
	exported := must(t, env, "export", "qlb")
	lines := strings.Count(sample, "\n")
	check.Same(t, lines, strings.Count(exported, "\n")+1, "lines")
	takes("QLB", exported, strings.ReplaceAll("added 0, updated 0, unchanged N, deleted 0, skipped 0\n", "N", strconv.Itoa(lines)), "--prune")

	takes("ODD", odd, "added 3, updated 0, unchanged 0, deleted 0, skipped 0\n")
	exported = must(t, env, "export", "ODD")
	takes("ODD", exported, "added 0, updated 0, unchanged 3, deleted 0, skipped 0\n", "--prune")
	takes("NEW", exported, "added 3, updated 0, unchanged 0, deleted 0, skipped 0\n")
	check.Same(t, exported, must(t, env, "export", "NEW"), "the export of the copy")
	check.Same(t, strings.Split(odd, "\n")[0], strings.Split(exported, "\n")[0], "an item")

	for _, id := range []string{"a/ü 1", "b"} {
		must(t, env, "item", "hide", "ODD", id)
	}
	check.Same(t, exported, must(t, env, "export", "ODD"), "the export with hidden items")
	for _, id := range []string{"a/ü 1", "b"} {
		must(t, env, "item", "unhide", "ODD", id)
	}
	takes("ODD", strings.Replace(odd, "a/ü 1", "other", 1)[:strings.Index(odd, "\n")]+"\n", "added 1, updated 0, unchanged 0, deleted 0, skipped 0\n", "--source", "shops")
	got := run(t.Context(), env, "export", "ODD")
	if got.code != 0 || strings.Count(got.stdout, "\n") != 4 || !strings.Contains(got.stderr, "the sources import (3), shops (1)") {
		t.Errorf("two sources: %+v", got)
	}
	check.Same(t, 1, strings.Count(must(t, env, "export", "ODD", "--source", "shops"), `"id":"other"`), "one source")
	fails(t, env, []string{"export", "ODD", "--source", "none"}, 1, `no source of ODD "none"; known: shops, import`)
	fails(t, env, []string{"export", "JFK"}, 1, `no airport "JFK"`)
}
