package e2e_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"airport-content/internal/check"
)

// 2,000 requests that wait cost one small statement a second, and little memory.
func TestManyWait(t *testing.T) {
	t.Parallel()
	const waiting, ofKey, seconds = 2000, 5, 4
	i, first := sfo(t, titled("a", "page", "1"))
	i.sql(t, fmt.Sprintf(`WITH made AS (
			INSERT INTO api_key (id, partner_id, digest, scopes, all_airports)
			SELECT 'wait' || n, (SELECT id FROM partner), sha256(('key-of-many-who-wait-' || n)::bytea), '{content:read}', true
			FROM generate_series(1, %d) AS n RETURNING id)
		SELECT count(*) FROM made`, waiting/ofKey))
	s := i.serve(t, "MAX_CONNECTIONS_PER_ADDRESS=4000", "LOG_LEVEL=warn")
	path := base + "SFO/changes?wait=30&cursor=" + url.QueryEscape(s.changes(t, first, "SFO", "", 10).NextCursor)
	ctx, cancel := context.WithTimeout(t.Context(), check.Patience)
	defer cancel()
	uses := func(m samples) float64 { return m.of("db_pool_acquires_total")["read"] } // of connections: one for each statement
	var others sync.WaitGroup
	for range 100 { // as in a server that is in use
		others.Go(func() { s.get(t, first, "SFO/content").is(t, 200) })
	}
	others.Wait()
	for n := range waiting / ofKey { // keys that are not known yet are looked up one after the other
		s.get(t, keyThatWaits(n), "SFO/content?size=1").is(t, 200)
	}
	read := func() samples {
		s.metrics(t) // asks the database what the metrics need, perhaps after it has counted
		return s.metrics(t)
	}
	before := read()
	time.Sleep(seconds * time.Second)
	idle := uses(read()) - uses(before)
	var all sync.WaitGroup
	for n := range waiting {
		all.Go(func() {
			request, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
			request.Header.Set("x-partner-api-key", keyThatWaits(n/ofKey))
			response, err := s.client.Do(request)
			if err != nil {
				t.Error(err)
				return
			}
			body, err := io.ReadAll(response.Body)
			response.Body.Close()
			if err != nil || response.StatusCode != 200 || !strings.Contains(string(body), `"title":"2"`) {
				t.Errorf("%s: %.300s, %v", response.Status, body, err)
			}
		})
	}
	check.Eventually(t, "not all wait", func() bool { return s.metrics(t)["go_goroutines"] >= 2*waiting }) // a request has two
	check.Eventually(t, "not all keys are looked up", func() bool {
		looked := uses(read())
		time.Sleep(time.Second)
		return uses(read())-looked < idle+5 // idle is of four seconds, and the look-ups are hundreds a second
	})
	began := read()
	time.Sleep(seconds * time.Second)
	ended := read()
	statements := uses(ended) - uses(began) - idle
	more := (ended["process_resident_memory_bytes"] - before["process_resident_memory_bytes"]) / 1e6
	t.Logf("%g statements in %d seconds, %.1f MB more for %g goroutines (heap %.1f MB, stacks %.1f MB)", statements, seconds, more,
		ended["go_goroutines"], ended["go_memstats_heap_inuse_bytes"]/1e6, ended["go_memstats_stack_inuse_bytes"]/1e6)
	// All requests share one statement a second. Without that, they would make thousands. A request
	// that waits takes at most 35 KB: 10 KB of buffers in net/http, 10 KB of two stacks, and garbage.
	if statements > waiting/20 || more > 70 {
		t.Errorf("%g statements in %d seconds, %.1f MB more", statements, seconds, more)
	}
	i.load(t, "SFO", []item{titled("a", "page", "2")})
	all.Wait()
}

// keyThatWaits is the key of index n.
func keyThatWaits(n int) string { return fmt.Sprint("key-of-many-who-wait-", 1+n) }
