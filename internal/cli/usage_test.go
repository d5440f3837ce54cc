package cli_test

import (
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/testenv"
	"airport-content/internal/usage"
)

// usage says when a partner was limited, and airport list what content takes.
func TestHourlyUsageAndSizes(t *testing.T) {
	t.Parallel()
	url := testenv.Database(t)
	env := []string{"DATABASE_URL=" + url}
	must(t, env, "airport", "add", "SFO", "San Francisco")
	must(t, env, "airport", "add", "OAK", "Oakland")
	must(t, env, "partner", "add", "Acme")
	key := keyID(must(t, env, "key", "create", "--partner", "Acme", "--all-airports"))
	check.Same(t, "[]", must(t, env, "usage", "--hourly", "--json"), "before the first request")
	db := admin.New(testenv.Pool(t, url))
	hour := time.Now().UTC().Truncate(time.Hour)
	add := func(hours ...usage.Hour) {
		t.Helper()
		check.NoError(t, db.AddUsage(t.Context(), nil, hours))
	}
	add(usage.Hour{Hour: hour, KeyID: key, Airport: "SFO", Status: 200, Requests: 40}, usage.Hour{Hour: hour, KeyID: key, Airport: "SFO", Status: 429, Requests: 2},
		usage.Hour{Hour: hour, KeyID: key, Airport: "ZZZ", Status: 404, Requests: 3}, usage.Hour{Hour: hour, KeyID: key, Airport: "YYY", Status: 404, Requests: 4},
		usage.Hour{Hour: hour.AddDate(0, 0, -31), KeyID: key, Airport: "SFO", Status: 200, Requests: 1},
		usage.Hour{Hour: hour.Add(-time.Hour), KeyID: key, Airport: "OAK", Status: 200, Requests: 5}, usage.Hour{Hour: hour, KeyID: "gone", Airport: "OAK", Status: 200, Requests: 5})
	add(usage.Hour{Hour: hour, KeyID: key, Airport: "SFO", Status: 429, Requests: 5})
	rows := func(flags string) []string {
		t.Helper()
		var short []string
		for line := range strings.Lines(must(t, env, append([]string{"usage"}, strings.Fields(flags)...)...) + "\n") {
			short = append(short, strings.Join(strings.Fields(line)[1:], " "))
		}
		return short[1:]
	}
	now, before := hour.Format(time.RFC3339), hour.Add(-time.Hour).Format(time.RFC3339)
	limited := key + " " + now + " SFO 429 7"
	check.Same(t, []string{key + " " + before + " OAK 200 5", key + " " + now + " - 404 7", key + " " + now + " SFO 200 40", limited}, rows("--hourly"))
	check.Same(t, []string{limited}, rows("--status 429 --partner Acme --since 12h"))
	check.Same(t, []string{key + " " + before + " OAK 200 5"}, rows("--airport oak"))
	fails(t, env, []string{"usage", "--airport", "JFK"}, 1, `no airport "JFK"`)
	fails(t, env, []string{"usage", "--status", "4xx"}, 1, "want an HTTP status such as 429")
	testenv.Exec(t, url, "SELECT forget_old_counts()")
	check.Same(t, int64(4), testenv.Value[int64](t, url, "SELECT count(*) FROM usage_hour"), "after the old hours are swept")

	if got := feed(t.Context(), env, strings.Replace(`{"id":"a","contentType":"page","title":"T","content":"X"}`, "X", strings.Repeat("word ", 100_000), 1), "import", "SFO", "-"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	got := run(t.Context(), env, "airport", "list", "--sizes", "--json")
	if got.code != 0 || !strings.Contains(got.stdout, `"code":"OAK","items":0,"bodies":0,"search":0,"others":0}`) || !strings.Contains(got.stdout, `"code":"SFO","items":1,"bodies":`) ||
		!strings.Contains(got.stderr, "with dead rows: items 0.") || !strings.Contains(got.stderr, "search index 0.") {
		t.Errorf("%+v", got)
	}
}
