package e2e_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// slack is what a busy machine may need beyond the second and a half of the contract.
const slack = 10 * time.Second

// waitFor asks for changes after a cursor, in the background. Parameters are those besides the
// cursor.
func (s *server) waitFor(t *testing.T, key, airport, cursor, parameters string, headers ...string) (answers chan answer) {
	t.Helper()
	answers = make(chan answer, 1)
	go func() {
		a, err := s.try(t, http.MethodGet, key, changesAfter(airport, cursor, parameters), headers...)
		if err != nil {
			t.Error(err)
		}
		answers <- a
	}()
	return answers
}

func changesAfter(airport, cursor, parameters string) string {
	return base + airport + "/changes?cursor=" + url.QueryEscape(cursor) + "&" + parameters
}

// within waits for an answer, and tells how long that took.
func within(t *testing.T, limit time.Duration, answers chan answer) (a answer, took time.Duration) {
	t.Helper()
	began := time.Now()
	select {
	case a = <-answers:
	case <-time.After(limit):
		t.Fatalf("no answer within %s", limit)
	}
	return a, time.Since(began)
}

func testWait(t *testing.T, f *fixture) {
	cursorOf := func(t *testing.T, key, airport string) string {
		t.Helper()
		_, cursor := f.follow(t, key, airport, "")
		return cursor
	}
	for name, test := range map[string]func(t *testing.T){
		"until something changes": func(t *testing.T) {
			f.airport(t, "WAA", typed("a", "page", "1"))
			answers := f.waitFor(t, f.all, "WAA", cursorOf(t, f.all, "WAA"), "wait=30")
			time.Sleep(2500 * time.Millisecond)
			f.load(t, "WAA", []item{typed("a", "page", "2")})
			a, took := within(t, slack, answers)
			t.Logf("%s after the import's end", took)
			same(t, []string{"+a 2"}, parsed[changes](t, a).told(t))
		},
		"until the time is over": func(t *testing.T) {
			f.airport(t, "WAB", typed("a", "page", "1"))
			cursor := cursorOf(t, f.all, "WAB")
			tag := f.get(t, f.all, strings.TrimPrefix(changesAfter("WAB", cursor, ""), base)).header.Get("ETag")
			for method, header := range map[string][]string{http.MethodGet: nil, http.MethodHead: nil, "if none match": {"If-None-Match", tag}} {
				t.Run(method, func(t *testing.T) {
					t.Parallel()
					began, want := time.Now(), 200
					if header != nil {
						method, want = http.MethodGet, 304
					}
					a := f.ask(t, method, f.all, changesAfter("WAB", cursor, "wait=2"), header...)
					a.is(t, want)
					if took := time.Since(began); took < 2*time.Second || took > 2*time.Second+slack || a.header.Get("ETag") != tag {
						t.Errorf("answered after %s, ETag %s", took, a.header.Get("ETag"))
					}
					if method == http.MethodGet && want == 200 {
						if page := parsed[changes](t, a); len(page.Results) > 0 || page.NextCursor != cursor || page.HasMore {
							t.Errorf("%s", a.body)
						}
					}
				})
			}
		},
		"not where something has changed already, nor without a cursor": func(t *testing.T) {
			f.airport(t, "WAC")
			cursor := cursorOf(t, f.all, "WAC")
			f.get(t, f.all, "WAC/changes?wait=30").is(t, 200)
			f.load(t, "WAC", []item{typed("a", "page", "1")})
			began := time.Now()
			same(t, []string{"+a 1"}, parsed[changes](t, f.ask(t, http.MethodGet, f.all, changesAfter("WAC", cursor, "wait=30"))).told(t))
			f.ask(t, http.MethodGet, f.all, changesAfter("WAC", cursor, "wait=30"), "If-None-Match", "*").is(t, 304)
			if took := time.Since(began); took > slack {
				t.Errorf("answered after %s", took)
			}
		},
		"for what the key may read": func(t *testing.T) {
			f.airport(t, "WAD", typed("a", "dining", "1"))
			news := f.key(t, "Acme", "--airport", "WAD", "--scope", "content:read:news")
			answers := f.waitFor(t, news, "WAD", cursorOf(t, news, "WAD"), "wait=30")
			time.Sleep(time.Second)
			f.load(t, "WAD", []item{typed("a", "dining", "2")})
			time.Sleep(2 * time.Second)
			f.load(t, "WAD", []item{typed("b", "news", "1")})
			a, _ := within(t, slack, answers)
			same(t, []string{"+b 1"}, parsed[changes](t, a).told(t))
		},
		"five of a key": func(t *testing.T) {
			f.airport(t, "WAE")
			key := f.key(t, "Acme", "--airport", "WAE")
			cursor := cursorOf(t, key, "WAE")
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			for range 5 {
				go func() {
					request, _ := http.NewRequestWithContext(ctx, http.MethodGet, f.url+changesAfter("WAE", cursor, "wait=30"), nil)
					request.Header.Set("x-partner-api-key", key)
					if response, err := f.client.Do(request); err == nil {
						response.Body.Close()
						t.Error("answered")
					}
				}()
			}
			time.Sleep(time.Second) // until they wait
			waits := func() bool {
				began := time.Now()
				parsed[changes](t, f.ask(t, http.MethodGet, key, changesAfter("WAE", cursor, "wait=1")))
				return time.Since(began) >= time.Second
			}
			eventually(t, "the sixth is answered at once", func() bool { return !waits() })
			leave()
			eventually(t, "those who leave make room", waits)
		},
		"key revoked": func(t *testing.T) { f.waitThrough(t, "WAF", 401, "invalid_api_key", "key", "revoke", "KEY") },
		"other scopes": func(t *testing.T) {
			f.waitThrough(t, "WAH", 410, "cursor_expired", "key", "set", "KEY", "--scope", "content:read:news")
		},
		"reset-sync": func(t *testing.T) { f.waitThrough(t, "WAI", 410, "cursor_expired", "airport", "reset-sync", "WAI") },
		"airport removed": func(t *testing.T) {
			f.waitThrough(t, "WAJ", 404, "airport_not_found", "airport", "remove", "WAJ", "--with-content")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
}

// waitThrough expects what a waiting request is answered after a command and, if that is about the
// key, a new item.
func (f *fixture) waitThrough(t *testing.T, airport string, status int, code string, command ...string) {
	t.Helper()
	f.airport(t, airport, typed("a", "page", "1"))
	key := f.key(t, "Acme", "--all-airports")
	if command[0] == "key" {
		key = f.key(t, "Acme", "--airport", airport)
	}
	_, cursor := f.follow(t, key, airport, "")
	answers := f.waitFor(t, key, airport, cursor, "wait=30")
	time.Sleep(time.Second)
	if n := slices.Index(command, "KEY"); n >= 0 {
		command[n] = keyID(key)
	}
	f.do(t, command...)
	if command[0] == "key" {
		time.Sleep(5 * time.Second) // so long old rights may be used
		f.load(t, airport, []item{typed("a", "page", "2")})
	}
	a, _ := within(t, slack, answers)
	a.fails(t, status, code)
}

// REQUEST_TIMEOUT does not count the wait, and holds after it.
func TestWaitIsNoPartOfTheTimeLimit(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, typed("a", "page", "1"))
	s := i.serve(t, "REQUEST_TIMEOUT=1s", "DB_MAX_CONNS=3")
	_, cursor := s.follow(t, key, "SFO", "")
	quiet := s.waitFor(t, key, "SFO", cursor, "wait=3")
	for range 4 { // they hold no connection
		s.waitFor(t, key, "SFO", cursor, "wait=4")
	}
	time.Sleep(500 * time.Millisecond)
	s.get(t, key, "SFO/content").is(t, 200)
	a, took := within(t, 3*time.Second+slack, quiet)
	if a.is(t, 200); took < 2*time.Second {
		t.Errorf("answered after %s", took)
	}
	late := s.waitFor(t, key, "SFO", cursor, "wait=30")
	time.Sleep(2 * time.Second)
	i.load(t, "SFO", []item{typed("a", "page", "2")})
	unlock := i.hold(t, "BEGIN; LOCK TABLE content_item")
	a, _ = within(t, slack, late)
	unlock()
	if a.status != 200 { // the import's end may have been seen before the lock
		a.fails(t, 500, "timeout")
	}
}

// A server that stops answers all that wait, as soon as it takes no more requests.
func TestStopWithThoseWhoWait(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, typed("a", "page", "1"))
	s := i.serve(t, "DRAIN_DELAY=2s")
	_, cursor := s.follow(t, key, "SFO", "")
	var all []chan answer
	for range 5 {
		all = append(all, s.waitFor(t, key, "SFO", cursor, "wait=30"))
	}
	time.Sleep(time.Second)
	began := time.Now()
	check(t, s.Process.Signal(syscall.SIGTERM))
	eventually(t, "not ready", func() bool {
		a, err := (&server{url: s.ops, client: s.client}).try(t, http.MethodGet, "", "/readyz")
		return err == nil && a.status == 503
	})
	for _, answers := range all {
		a, _ := within(t, 2*time.Second+slack, answers)
		if page := parsed[changes](t, a); page.NextCursor != cursor || a.header.Get("X-RateLimit-Limit") == "" {
			t.Errorf("%s", a.body)
		}
	}
	if took := time.Since(began); took < 2*time.Second {
		t.Errorf("answered after %s, before DRAIN_DELAY was over", took)
	}
	code := s.code()
	if took := time.Since(began); code != 0 || took > 2*time.Second+slack {
		t.Errorf("ended with %d after %s", code, took)
	}
}

// 2,000 requests that wait cost one small statement a second, and little memory.
func TestManyWait(t *testing.T) {
	t.Parallel()
	const waiting, ofKey, seconds = 2000, 5, 4
	i, first := sfo(t, typed("a", "page", "1"))
	i.sql(t, fmt.Sprintf(`WITH made AS (
			INSERT INTO api_key (id, partner_id, digest, scopes, all_airports)
			SELECT 'wait' || n, (SELECT id FROM partner), sha256(('key-of-many-who-wait-' || n)::bytea), '{content:read}', true
			FROM generate_series(1, %d) AS n RETURNING id)
		SELECT count(*) FROM made`, waiting/ofKey))
	s := i.serve(t, "MAX_CONNECTIONS_PER_ADDRESS=4000", "LOG_LEVEL=warn")
	_, cursor := s.follow(t, first, "SFO", "")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	uses := func(m samples) float64 { return m.of("db_pool_acquires_total")["read"] } // of connections: one for each statement
	var others sync.WaitGroup
	for range 100 { // as in a server that is in use
		others.Go(func() { s.get(t, first, "SFO/content").is(t, 200) })
	}
	others.Wait()
	read := func() samples {
		s.metrics(t) // asks the database what the metrics need, perhaps after it has counted
		return s.metrics(t)
	}
	before := read()
	time.Sleep(seconds * time.Second)
	idle := uses(read()) - uses(before)
	var all sync.WaitGroup
	var mu sync.Mutex
	var ends []time.Time
	for n := range waiting {
		all.Go(func() {
			request, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.url+changesAfter("SFO", cursor, "wait=30"), nil)
			request.Header.Set("x-partner-api-key", fmt.Sprint("key-of-many-who-wait-", 1+n/ofKey))
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
			mu.Lock()
			defer mu.Unlock()
			ends = append(ends, time.Now())
		})
	}
	eventually(t, "not all wait", func() bool { return s.metrics(t)["go_goroutines"] >= 2*waiting }) // a request has two
	time.Sleep(2 * time.Second)
	began, begin := read(), time.Now()
	time.Sleep(seconds * time.Second)
	ended, passed := read(), time.Since(begin).Seconds() // longer than the sleep where the machine is busy
	statements := uses(ended) - uses(began) - idle
	more := (ended["process_resident_memory_bytes"] - before["process_resident_memory_bytes"]) / 1e6
	t.Logf("%g statements in %d seconds, %.1f MB more for %g goroutines (heap %.1f MB, stacks %.1f MB)", statements, seconds, more,
		ended["go_goroutines"], ended["go_memstats_heap_inuse_bytes"]/1e6, ended["go_memstats_stack_inuse_bytes"]/1e6)
	if statements > passed+5 || !raceDetector() && more > 60 {
		t.Errorf("%g statements in %d seconds, %.1f MB more", statements, seconds, more)
	}
	i.load(t, "SFO", []item{typed("a", "page", "2")})
	committed := time.Now()
	all.Wait()
	slices.SortFunc(ends, time.Time.Compare)
	t.Logf("answered from %s to %s after the import's end", ends[0].Sub(committed), ends[len(ends)-1].Sub(committed))
}

// airport-sync --follow has a change in its copy soon after the import.
func TestAirportSyncFollows(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, typed("a", "page", "0"))
	s, dir := i.serve(t), t.TempDir()
	following := begin(t, s.syncing(t.Context(), key, dir, "--follow"))
	defer following.end(syscall.SIGTERM)
	eventually(t, "the first run", func() bool { return following.log.Has("added 1,") })
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "items.db")+"?_pragma=busy_timeout(10000)")
	check(t, err)
	defer db.Close()
	for n := 1; n <= 2; n++ {
		version := fmt.Sprint(n)
		time.Sleep(time.Duration(n) * 370 * time.Millisecond)
		i.load(t, "SFO", []item{typed("a", "page", version)})
		ended := time.Now()
		eventually(t, "the copy has version "+version, func() bool {
			title := ""
			check(t, db.QueryRow(`SELECT "title" FROM item`).Scan(&title))
			return title == version
		})
		took := time.Since(ended)
		t.Logf("%s from the import's end to the row", took)
		if took > slack {
			t.Errorf("version %d took %s", n, took)
		}
	}
	eventually(t, "it has told of each change", func() bool { return strings.Count(following.log.String(), "updated 1,") == 2 })
	if code := following.end(syscall.SIGTERM); code != 0 {
		t.Errorf("ended with %d:\n%s", code, following.log)
	}
}
