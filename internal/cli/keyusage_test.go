package cli_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
)

// usageRow is a day of a key as the program prints it.
type usageRow struct {
	Day, Partner, KeyID, Label                string
	PartnerID, Requests, Refused, RateLimited int64
}

// usage is what was asked with each key, on whatever days.
func (e environ) usage(t *testing.T, args ...string) map[string]usageRow {
	t.Helper()
	var rows []usageRow
	e.mustDecode(t, &rows, append([]string{"usage"}, args...)...)
	sums := map[string]usageRow{}
	for _, r := range rows {
		s := sums[r.KeyID]
		s.Partner, s.Label = r.Partner, r.Label
		s.Requests, s.Refused, s.RateLimited = s.Requests+r.Requests, s.Refused+r.Refused, s.RateLimited+r.RateLimited
		sums[r.KeyID] = s
	}
	return sums
}

func TestUsage(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	acme := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO", "--label", "web")
	beta := e.must(t, "key", "create", "--partner", "Beta", "--all-airports")
	e.must(t, "partner", "set", "Beta", "--rate-limit", "2")
	if rows := e.usage(t); len(rows) > 0 {
		t.Errorf("before any request: %v", rows)
	}

	server := e.serve(t)
	ask := func(path, key string, status int) {
		t.Helper()
		if got := get(t, server.URL+"/api/v1/partner"+path, key); got.status != status {
			t.Errorf("%s: %d %s, want %d", path, got.status, got.body, status)
		}
	}
	ask("/SFO/content", acme, 200)
	ask("/SFO/changes", acme, 200)
	ask("/SFO/content?size=0", acme, 400)
	ask("/JFK/content", acme, 403)
	ask("/SFO/content/none", acme, 404)
	ask("/SFO/content", beta, 200)
	ask("/LAX/content", beta, 404)
	for range 3 {
		ask("/SFO/content", beta, 429)
	}
	ask("/SFO/content", "unknown", 401)
	ask("/health", "", 200)
	// While it serves, and not only at its end.
	want := map[string]usageRow{
		keyID(acme): {Partner: "Acme", Label: "web", Requests: 5, Refused: 3},
		keyID(beta): {Partner: "Beta", Requests: 5, Refused: 1, RateLimited: 3},
	}
	eventually(t, time.Minute, "the usage is written", func() bool { return cmp.Equal(want, e.usage(t)) })
	ask("/SFO/content", acme, 200)
	server.Stop()
	want[keyID(acme)] = usageRow{Partner: "Acme", Label: "web", Requests: 6, Refused: 3}
	if diff := cmp.Diff(want, e.usage(t)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	only := map[string]usageRow{keyID(beta): want[keyID(beta)]}
	if diff := cmp.Diff(only, e.usage(t, "--partner", "Beta", "--since", "2d")); diff != "" {
		t.Errorf("--partner Beta (-want +got):\n%s", diff)
	}
	if rows := e.usage(t, "--since", "2126-01-01"); len(rows) > 0 {
		t.Errorf("from the future: %v", rows)
	}
	shown := e.run(t.Context(), "", "usage")
	if lines := strings.Split(shown.Stdout, "\n"); !strings.HasPrefix(lines[0], "PARTNER  KEY ") || !strings.HasPrefix(lines[1], "Acme     "+keyID(acme)) {
		t.Errorf("as a table:\n%s", shown.Stdout)
	}
	if strings.Contains(shown.Stdout, "█") || shown.Stderr != "" {
		t.Errorf("bars or warnings without reason:\n%s%s", shown.Stdout, shown.Stderr)
	}
	if none := e.run(t.Context(), "", "usage", "--since", "2126-01-01"); none.Code != 0 || !strings.Contains(none.Stderr, "nothing was asked since 2126-01-01") {
		t.Errorf("without rows: %+v", none)
	}
	e.refuses(t, []refusal{
		{args: []string{"usage", "--since", "lately"}, code: 1, says: `--since "lately": want a date`},
		{args: []string{"usage", "--since", "-1h"}, code: 1, says: `--since "-1h": want a date`},
		{args: []string{"usage", "--partner", "Acne"}, code: 1, says: `known: Acme`},
		{args: []string{"usage", "Acme"}, code: 2, says: "one argument too many"},
	})
}

// Several servers count the same key; no request is lost or counted twice.
func TestUsageOfSeveralServers(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	const servers, each = 3, 40
	var keys []string
	for range 3 {
		keys = append(keys, e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO"))
	}
	var all sync.WaitGroup
	for range servers {
		server := e.serve(t)
		all.Go(func() {
			for i := range each * len(keys) {
				if got := get(t, server.URL+contentPath, keys[i%len(keys)]); got.status != 200 && got.status != 429 {
					t.Errorf("%d %s", got.status, got.body)
				}
			}
			server.Stop()
		})
	}
	all.Wait()
	for id, u := range e.usage(t) {
		if u.Requests != servers*each || u.Refused != 0 {
			t.Errorf("key %s: %+v, want %d requests", id, u, servers*each)
		}
	}
	if n := len(e.usage(t)); n != len(keys) {
		t.Errorf("the usage of %d keys, want %d", n, len(keys))
	}
}

// Days of long ago are forgotten; a key that was deleted does not keep the others' usage from being written.
func TestUsageOfLongAgo(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	key := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	gone := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	ago := func(days int) string { return time.Now().UTC().AddDate(0, 0, -days).Format(time.DateOnly) }
	for _, days := range []int{402, 390} {
		e.execute(t, "INSERT INTO usage_day VALUES ($1::text::date, $2, 1, 0, 0)", ago(days), keyID(key))
	}
	server := e.serve(t)
	get(t, server.URL+contentPath, gone)
	get(t, server.URL+contentPath, key)
	e.execute(t, "DELETE FROM api_key WHERE id = $1", keyID(gone))
	server.Stop()
	var rows []usageRow
	e.mustDecode(t, &rows, "usage", "--since", "1000d")
	if len(rows) != 2 || rows[0].Day != ago(390) || rows[1].Requests != 1 {
		t.Errorf("got %+v, want the day %s and today", rows, ago(390))
	}
}

func (e environ) execute(t *testing.T, sql string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), e.databaseURL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// A key that ends soon is warned of in its answers, once in the log, and to whoever looks at the usage or the keys.
func TestKeysThatExpireSoon(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	end := time.Now().UTC().AddDate(0, 0, 10).Format(time.DateOnly)
	soon := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO", "--expires", end)
	later := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO", "--expires", "20d")
	revoked := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO", "--expires", "2d")
	e.must(t, "key", "revoke", keyID(revoked))

	server := e.serve(t)
	for key, want := range map[string]string{soon: end, later: ""} {
		for range 3 {
			if got := header(t, server.URL+contentPath, key).Get("X-API-Key-Expires"); got != want {
				t.Errorf("X-API-Key-Expires: %q, want %q", got, want)
			}
		}
	}
	server.Stop()
	if n := strings.Count(server.Log.String(), "expires soon"); n != 1 || !strings.Contains(server.Log.String(), keyID(soon)) {
		t.Errorf("%d warnings in the log:\n%s", n, server.Log)
	}

	for _, args := range [][]string{{"usage"}, {"usage", "--json"}, {"usage", "--partner", "Acme", "--since", "2126-01-01"}} {
		shown := e.run(t.Context(), "", args...)
		want := fmt.Sprintf("warning: key %s of \"Acme\" expires %sT00:00:00Z", keyID(soon), end)
		if !strings.Contains(shown.Stderr, want) || strings.Contains(shown.Stderr, keyID(later)) || strings.Contains(shown.Stderr, keyID(revoked)) {
			t.Errorf("%q: %s, want %s alone", args, shown.Stderr, want)
		}
	}
	if other := e.run(t.Context(), "", "usage", "--partner", "Beta"); strings.Contains(other.Stderr, "warning") {
		t.Errorf("a warning about another partner's key: %s", other.Stderr)
	}
	row := e.key(t, keyID(soon))
	if row.ExpiresAt == nil || !strings.HasPrefix(*row.ExpiresAt, end) || row.LastUsedAt == nil {
		t.Errorf("the list does not show the key's end and last use: %+v", row)
	}
}

// header is that of an answer.
func header(t *testing.T, url, key string) http.Header {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodHead, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("x-partner-api-key", key)
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.Header
}
