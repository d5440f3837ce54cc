package api_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/gate"
	"airport-content/internal/testenv"
)

const slack = 20 * time.Second // for a busy machine

// waitFor asks for changes after a cursor, in the background. Parameters are those besides the
// cursor.
func (s *service) waitFor(t *testing.T, ctx context.Context, key, airport, cursor, parameters string) (answers chan answer) {
	return s.waitAt(t, ctx, key, afterCursor(airport, cursor, parameters))
}

// waitAt asks for a path, in the background, and returns when the request waits or is answered. No
// other request of the key may end its wait meanwhile.
func (s *service) waitAt(t *testing.T, ctx context.Context, key, path string) (answers chan answer) {
	t.Helper()
	answers = make(chan answer, 1)
	before := s.waiting(key)
	go func() {
		a, err := s.try(ctx, http.MethodGet, key, base+path)
		if err != nil && ctx.Err() == nil {
			t.Error(err)
		}
		answers <- a
	}()
	check.Eventually(t, "the request waits", func() bool { return len(answers) > 0 || s.waiting(key) > before })
	return answers
}

func afterCursor(airport, cursor, parameters string) string {
	return airport + "/changes?cursor=" + url.QueryEscape(cursor) + "&" + parameters
}

func within(t *testing.T, limit time.Duration, answers chan answer) (a answer) {
	t.Helper()
	select {
	case a = <-answers:
	case <-time.After(limit):
		t.Fatalf("no answer within %s", limit)
	}
	return a
}

// A request waits until something changes that its key may read, or until its time is over.
func TestWait(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", titled("a", "dining", "1"))
	all, news := s.key(t, "content:read"), s.key(t, "content:read:news")
	_, cursor := s.follow(t, all, "SFO", "")
	_, ofNews := s.follow(t, news, "SFO", "")
	path := afterCursor("SFO", cursor, "wait=1")
	tag := s.get(t, all, path).header.Get("ETag")
	for method, header := range map[string][]string{http.MethodGet: nil, http.MethodHead: nil, "if none match": {"If-None-Match", tag}} {
		began, want := time.Now(), 200
		if header != nil {
			method, want = http.MethodGet, 304
		}
		a := s.ask(t, method, all, base+path, header...)
		if took := time.Since(began); a.status != want || took < time.Second || a.header.Get("ETag") != tag {
			t.Errorf("%s: %d after %s, ETag %s", method, a.status, took, a.header.Get("ETag"))
		}
		if method == http.MethodGet && want == 200 {
			if p := a.page(t); len(p.Results) > 0 || p.NextCursor != cursor || p.HasMore {
				t.Errorf("%s", a.body)
			}
		}
	}
	waitingAll, waitingNews := s.waitFor(t, t.Context(), all, "SFO", cursor, "wait=30"), s.waitFor(t, t.Context(), news, "SFO", ofNews, "wait=30")
	s.load(t, "SFO", titled("a", "dining", "2"))
	check.Same(t, []string{"+a 2"}, within(t, slack, waitingAll).page(t).told(t))
	s.load(t, "SFO", titled("a", "dining", "2"), titled("b", "news", "1"))
	check.Same(t, []string{"+b 1"}, within(t, slack, waitingNews).page(t).told(t))

	began := time.Now() // what has changed already is told at once
	check.Same(t, []string{"+a 2", "+b 1"}, s.get(t, all, afterCursor("SFO", cursor, "wait=30")).page(t).told(t))
	s.get(t, all, afterCursor("SFO", cursor, "wait=30"), "If-None-Match", "*").is(t, 304, "")
	s.get(t, all, "SFO/changes?wait=30").is(t, 200, "")
	if took := time.Since(began); took > slack {
		t.Errorf("answered after %s", took)
	}

	_, cursor = s.follow(t, all, "SFO", "")
	waiting := s.waitFor(t, t.Context(), all, "SFO", cursor, "wait=30")
	s.stop() // a server that stops answers all
	check.Same(t, cursor, within(t, slack, waiting).page(t).NextCursor)
}

// A wait ends when the key ends or changes, and when the airport is removed or begins anew. No
// import is needed.
func TestWhatEndsAWait(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, test := range []struct {
		airport string
		status  int
		code    string
		do      func(key string)
	}{
		{"AAA", 401, "invalid_api_key", func(key string) { s.revoke(t, key) }},
		{"BBB", 410, "cursor_expired", func(key string) { s.setKey(t, key, admin.KeyChange{Scopes: []string{"content:read:news"}}) }},
		{"CCC", 403, "airport_forbidden", func(key string) { s.setKey(t, key, admin.KeyChange{RemoveAirports: []string{"CCC"}}) }},
		{"DDD", 410, "cursor_expired", func(string) {
			check.Must(s.ResetAirportSync(t.Context(), "DDD"))(t)
		}},
		{"EEE", 404, "airport_not_found", func(string) {
			check.Must(s.RemoveAirport(t.Context(), "EEE", true, true))(t)
		}},
	} {
		t.Run(test.airport+" "+test.code, func(t *testing.T) {
			t.Parallel()
			s.airport(t, test.airport, titled("a", "page", "1"))
			key := s.keyFor(t, []string{test.airport}, "content:read")
			if test.status == 404 {
				key = s.key(t, "content:read")
			}
			_, cursor := s.follow(t, key, test.airport, "")
			waiting := s.waitFor(t, t.Context(), key, test.airport, cursor, "wait=30")
			test.do(key)
			within(t, slack, waiting).is(t, test.status, test.code)
		})
	}
}

// A key gains or loses an airport. A request that waits at the feed of all airports tells so within
// five seconds.
func TestFeedWaitsWithRights(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, code := range []string{"AAA", "BBB"} {
		s.airport(t, code, titled("a", "page", "1"))
	}
	key := s.keyFor(t, []string{"AAA"}, "content:read")
	for _, step := range []struct {
		change admin.KeyChange
		want   []string
	}{
		{admin.KeyChange{AddAirports: []string{"BBB"}}, []string{"*BBB", "+BBB/a 1"}},
		{admin.KeyChange{RemoveAirports: []string{"AAA"}}, []string{"!AAA"}},
		{admin.KeyChange{Scopes: []string{"content:read:news"}}, []string{"*BBB"}},
	} {
		_, cursor := s.followFeed(t, key, "")
		waiting := s.waitAt(t, t.Context(), key, feedPath(cursor, "wait=30"))
		s.setKey(t, key, step.change)
		check.Same(t, step.want, within(t, slack, waiting).feedPage(t).told(t))
	}
}

// Five requests of a key wait at once. They take no part of the time limit, and hold no connection.
func TestFiveOfAKeyWait(t *testing.T) {
	t.Parallel()
	s := serveWith(t, settings{timeout: time.Second})
	s.airport(t, "SFO", titled("a", "page", "1"))
	key := s.key(t, "content:read")
	_, cursor := s.follow(t, key, "SFO", "")
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	quiet := s.waitFor(t, t.Context(), key, "SFO", cursor, "wait=3")
	for range 4 {
		s.waitFor(t, ctx, key, "SFO", cursor, "wait=30")
	}
	s.get(t, key, "SFO/content").is(t, 200, "")
	waits := func() bool {
		began := time.Now()
		s.get(t, key, afterCursor("SFO", cursor, "wait=1")).is(t, 200, "")
		return time.Since(began) >= time.Second
	}
	if waits() {
		t.Error("a sixth request waits")
	}
	within(t, slack, quiet).is(t, 200, "")
	leave()
	check.Eventually(t, "those who leave make room", waits)
	check.Eventually(t, "all have left", func() bool { return s.waiting(key) == 0 })
	late := s.waitFor(t, t.Context(), key, "SFO", cursor, "wait=30")
	unlock := testenv.Hold(t, s.database, "LOCK TABLE content_item")
	testenv.Exec(t, s.database, "UPDATE airport_state SET revision = revision + 1") // as an import does
	within(t, slack, late).is(t, 500, "timeout")
	unlock()
}

// takeMemory takes all memory of long answers.
func (s *service) takeMemory(t *testing.T) (release func()) {
	t.Helper()
	var taken []gate.Share
	for _, units := range []int64{40 << 20, 30 << 20, 10 << 20} { // a half, and what others leave of the rest
		share := gate.Share{Partner: int64(-1 - len(taken)), Units: units}
		if !s.memory.TryAcquire(share) {
			t.Fatalf("no %d bytes are free", units)
		}
		taken = append(taken, share)
	}
	return func() {
		for _, share := range taken {
			s.memory.Release(share)
		}
	}
}

// A request that waited, and then waits for memory, goes on at its place.
func TestFeedWaitsForMemory(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "AAA", titled("a", "page", "1"))
	s.airport(t, "BBB")
	s.setOffline(t, "BBB", true) // so that no pages are shared
	key := s.key(t, "content:read")
	_, cursor := s.followFeed(t, key, "")
	ended := s.waitAt(t, t.Context(), key, feedPath(cursor, "wait=30"))
	release := s.takeMemory(t)
	long := titled("long", "page", "1")
	long.Content = new(strings.Repeat("A long way. ", 10_000))
	s.load(t, "AAA", titled("a", "page", "1"), long)
	check.Eventually(t, "the request waits for memory", func() bool {
		waits, _ := s.memory.Waits()
		return waits > 0 || len(ended) > 0
	})
	release()
	check.Same(t, []string{"+AAA/long 1"}, within(t, slack, ended).feedPage(t).told(t))
}

// An airport that goes offline while the feed is read keeps its place.
func TestOfflineWhileTheFeedIsRead(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, code := range []string{"AAA", "BBB"} {
		s.airport(t, code, titled("a", "page", "1"))
	}
	key := s.key(t, "content:read:news")
	_, cursor := s.followFeed(t, key, "")
	s.load(t, "AAA", titled("a", "page", "2"))
	s.load(t, "BBB", titled("b", "news", "1"))
	unlock := testenv.Hold(t, s.database, "LOCK TABLE content_item")
	ended := make(chan answer, 1)
	go func() {
		a, err := s.try(t.Context(), http.MethodGet, key, base+feedPath(cursor, "wait=30"))
		if err != nil {
			t.Error(err)
		}
		ended <- a
	}()
	check.Eventually(t, "the changes of AAA are read", func() bool {
		return testenv.Value[int](t, s.database, "SELECT count(*) FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())") > 0
	})
	s.setOffline(t, "BBB", true)
	unlock()
	check.Eventually(t, "the request waits", func() bool { return s.waiting(key) > 0 || len(ended) > 0 })
	s.setOffline(t, "BBB", false)
	check.Same(t, []string{"+BBB/b 1"}, within(t, slack, ended).feedPage(t).told(t))
}
