package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// feedPage is a page of the feed of all airports.
type feedPage struct {
	Meta struct {
		Timestamp string
		Offline   []string
	}
	Results []struct {
		Change, Airport, ID, ContentType, DeletedAt string
		Item                                        *item
	}
	NextCursor string
	HasMore    bool
}

func (a answer) feedPage(t *testing.T) (p feedPage) {
	t.Helper()
	a.is(t, 200, "")
	check.NoError(t, json.Unmarshal(a.body, &p))
	return p
}

// told are the changes of a page in short: *SFO for an airport that begins, !SFO for one that was
// removed, +SFO/id title for an upsert, -SFO/id for a deletion.
func (p feedPage) told(t *testing.T) (told []string) {
	t.Helper()
	for _, r := range p.Results {
		switch {
		case r.Change == "airport" && r.Item == nil:
			told = append(told, "*"+r.Airport)
		case r.Change == "airport-removed" && r.Item == nil:
			told = append(told, "!"+r.Airport)
		case r.Change == "upsert" && r.Item != nil:
			told = append(told, "+"+r.Airport+"/"+r.Item.ID+" "+r.Item.Title)
		case r.Change == "delete" && r.DeletedAt != "":
			told = append(told, "-"+r.Airport+"/"+r.ID)
		default:
			t.Errorf("a change like %+v", r)
		}
	}
	return told
}

func feedPath(cursor, parameters string) string {
	if cursor != "" {
		parameters += "&cursor=" + url.QueryEscape(cursor)
	}
	return "changes?" + parameters
}

// followFeed reads all pages after a cursor.
func (s *service) followFeed(t *testing.T, key, cursor string) (told []string, next string) {
	t.Helper()
	for more := true; more; {
		p := s.get(t, key, feedPath(cursor, "size=3")).feedPage(t)
		told = append(told, p.told(t)...)
		cursor, more = p.NextCursor, p.HasMore
	}
	return told, cursor
}

// Airports come and go, by the register and by the key.
func TestFeed(t *testing.T) {
	t.Parallel()
	s := serve(t)
	one, two := titled("a", "page", "1"), titled("a", "page", "2")
	for _, code := range []string{"AAA", "BBB", "CCC1"} {
		s.airport(t, code, one, titled("b", "faq", "1"))
	}
	s.airport(t, "EEE")
	all, some := s.key(t), s.keyFor(t, []string{"BBB", "CCC1"}, "content:read")
	first, cursor := s.followFeed(t, all, "")
	check.Same(t, []string{"*AAA", "+AAA/a 1", "+AAA/b 1", "*BBB", "+BBB/a 1", "+BBB/b 1", "*CCC1", "+CCC1/a 1", "+CCC1/b 1", "*EEE"}, first)
	first, ofSome := s.followFeed(t, some, "")
	check.Same(t, []string{"*BBB", "+BBB/a 1", "+BBB/b 1", "*CCC1", "+CCC1/a 1", "+CCC1/b 1"}, first)
	next := func(name string, want ...string) {
		t.Helper()
		var told []string
		told, cursor = s.followFeed(t, all, cursor)
		check.Same(t, want, told, name)
	}
	nextOfSome := func(name string, want ...string) {
		t.Helper()
		var told []string
		check.Eventually(t, name, func() bool { // a grant is known for four seconds
			told, ofSome = s.followFeed(t, some, ofSome)
			return len(told) > 0
		})
		check.Same(t, want, told, name)
	}
	next("nothing")
	s.load(t, "CCC1", two)
	s.load(t, "AAA", one, titled("b", "faq", "1"), titled("c", "page", "1"))
	next("changes", "+AAA/c 1", "+CCC1/a 2", "-CCC1/b")
	nextOfSome("changes", "+CCC1/a 2", "-CCC1/b")

	s.airport(t, "DDD", one)
	check.Must(s.RemoveAirport(t.Context(), "AAA", true, true))(t)
	check.Must(s.ResetAirportSync(t.Context(), "EEE"))(t)
	next("one new, one removed, one reset", "!AAA", "*DDD", "+DDD/a 1", "*EEE")
	check.Must(s.RemoveAirport(t.Context(), "DDD", true, true))(t)
	s.airport(t, "DDD", two)
	next("removed and added again", "*DDD", "+DDD/a 2")

	s.setKey(t, some, admin.KeyChange{AddAirports: []string{"DDD"}, RemoveAirports: []string{"BBB"}})
	nextOfSome("other airports", "!BBB", "*DDD", "+DDD/a 2")
	s.setKey(t, some, admin.KeyChange{Scopes: []string{"content:read:page"}, RemoveAirports: []string{"DDD"}})
	nextOfSome("other types", "!DDD", "*CCC1", "+CCC1/a 2")

	s.load(t, "BBB", one)
	testenv.Exec(t, s.database, "UPDATE content_deletion SET deleted_at = now() - interval '2 hours'")
	s.load(t, "BBB", one)
	next("a deletion was forgotten", "*BBB", "+BBB/a 1")
	ofNobody := s.keyFor(t, []string{"EEE"}, "content:read:page")
	s.setKey(t, ofNobody, admin.KeyChange{RemoveAirports: []string{"EEE"}, AddAirports: []string{"BBB"}})
	told, _ := s.followFeed(t, ofNobody, "")
	check.Same(t, []string{"*BBB", "+BBB/a 1"}, told)
}

// What the feed refuses, and what it promises beside the changes.
func TestFeedRequests(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "AAA", titled("a", "page", "1"))
	s.airport(t, "BBB")
	key, news := s.key(t, "content:read"), s.key(t, "content:read:news")
	a := s.get(t, key, "changes")
	cursor := a.feedPage(t).NextCursor
	if a.header.Get("Cache-Control") != "no-cache" || strings.Contains(string(a.body), `"airportName"`) {
		t.Errorf("%v %s", a.header, a.body)
	}
	s.get(t, key, "changes", "If-None-Match", a.header.Get("ETag")).is(t, 304, "")
	level := s.get(t, key, feedPath(cursor, ""))
	check.Same(t, cursor, level.feedPage(t).NextCursor, "the same place")
	s.get(t, key, feedPath(cursor, ""), "If-None-Match", level.header.Get("ETag")).is(t, 304, "")
	for _, path := range []string{"changes?size=0", "changes?from=1", "changes?wait=31", "changes?cursor=", "changes?cursor=AAAA", feedPath(cursor+"A", ""),
		feedPath(cursor, "contentType=page"), feedPath(cursor, "includeBody=false"), feedPath(cursor, "language=de"), "changes?language=xx", "changes?airport=AAA"} {
		s.get(t, key, path).is(t, 400, "invalid_parameter")
	}
	s.get(t, news, "changes?contentType=page").is(t, 403, "scope_forbidden")
	s.get(t, key, "changes?language=de&bodyFormat=text").is(t, 200, "")
	_, ofAirport, _ := s.changes(t, key, "AAA", "", 10)
	s.get(t, key, feedPath(ofAirport, "")).is(t, 400, "invalid_parameter")
	s.get(t, key, "AAA/changes?cursor="+url.QueryEscape(cursor)).is(t, 400, "invalid_parameter")

	s.load(t, "AAA", titled("a", "page", "2"))
	if again := s.get(t, key, feedPath(cursor, ""), "If-None-Match", level.header.Get("ETag")); again.feedPage(t).told(t)[0] != "+AAA/a 2" {
		t.Errorf("%s", again.body)
	}
	testenv.Exec(t, s.database, "UPDATE airport_state SET import_mark = '2026-01-01T00:00:00Z' WHERE airport = 'BBB'")
	check.Same(t, "2025-12-31T23:59:59.999Z", s.get(t, key, "changes").feedPage(t).Meta.Timestamp, "before the mark of an import")
	ofA := s.keyFor(t, []string{"AAA"}, "content:read")
	if s.get(t, ofA, "changes").feedPage(t).Meta.Timestamp < "2026-01-02" {
		t.Error("the mark is of another airport")
	}
}

// A request for the feed waits for a change in any airport of its key, and for airports that come
// and go.
func TestFeedWaits(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, code := range []string{"AAA", "BBB"} {
		s.airport(t, code, titled("a", "page", "1"))
	}
	all, ofB, news := s.key(t, "content:read"), s.keyFor(t, []string{"BBB"}, "content:read"), s.key(t, "content:read:news")
	wait := func(key, seconds string) chan answer {
		_, cursor := s.followFeed(t, key, "")
		answers := make(chan answer, 1)
		go func() {
			a, err := s.try(t.Context(), http.MethodGet, key, base+feedPath(cursor, "wait="+seconds))
			if err != nil {
				t.Error(err)
			}
			answers <- a
		}()
		time.Sleep(500 * time.Millisecond)
		return answers
	}
	waiting, waitingB, waitingNews := wait(all, "30"), wait(ofB, "4"), wait(news, "30")
	s.load(t, "AAA", titled("a", "page", "2"))
	check.Same(t, []string{"+AAA/a 2"}, within(t, slack, waiting).feedPage(t).told(t))
	if p := within(t, slack, waitingB).feedPage(t); p.Results == nil || len(p.Results) > 0 || p.HasMore {
		t.Errorf("%+v", p)
	}
	waiting = wait(all, "30")
	s.airport(t, "CCC")
	check.Same(t, []string{"*CCC"}, within(t, slack, waiting).feedPage(t).told(t))
	check.Same(t, []string{"*CCC"}, within(t, slack, waitingNews).feedPage(t).told(t))
	waiting = wait(all, "30")
	check.Must(s.RemoveAirport(t.Context(), "CCC", true, true))(t)
	check.Same(t, []string{"!CCC"}, within(t, slack, waiting).feedPage(t).told(t))
	waiting, waitingNews = wait(all, "30"), wait(news, "30")
	s.revoke(t, news)
	time.Sleep(4500 * time.Millisecond) // so long old rights may be used
	s.load(t, "BBB", titled("a", "page", "2"))
	check.Same(t, []string{"+BBB/a 2"}, within(t, slack, waiting).feedPage(t).told(t))
	within(t, slack, waitingNews).is(t, 401, "invalid_api_key")
	waiting = wait(all, "30")
	s.stop()
	check.Same(t, []string(nil), within(t, slack, waiting).feedPage(t).told(t), "the server stops")
}

// For random contents, keys and filters, the copies of the feed of all airports are those of the
// lists of each, also after kills, while airports come and go, and while grants change.
func TestFeedAgainstLists(t *testing.T) {
	t.Parallel()
	s := serve(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	codes, types, languages := []string{"AAA", "BBB", "CCC", "DDD", "EEE1"}, []string{"dining", "faq", "news"}, []string{"de", "en"}
	for _, code := range codes {
		s.airport(t, code)
	}
	keys := []string{s.key(t, "content:read"), s.keyFor(t, codes[:3], "content:read"), s.keyFor(t, codes[1:], "content:read:faq", "content:read:news")}
	type follower struct {
		key, query, cursor string
		copies             map[string]map[string]item
		came               map[string]bool // airports since the follower began anew; nil: it has come to an end since
	}
	var followers []*follower
	for _, key := range keys {
		for _, query := range []string{"", "language=de", "contentType=news&includeBody=false"} {
			followers = append(followers, &follower{key: key, query: query, copies: map[string]map[string]item{}})
		}
	}
	added := 100 // the number in the code of the last airport that was added
	change := func() {
		code := codes[random.IntN(len(codes))]
		switch random.IntN(16) {
		case 0:
			check.Must(s.RemoveAirport(t.Context(), code, true, true))(t)
			if len(codes) == 1 || random.IntN(2) == 0 {
				s.airport(t, code)
				return
			}
			codes = slices.DeleteFunc(slices.Clone(codes), func(c string) bool { return c == code })
		case 1:
			added++
			code = fmt.Sprint("N", added)
			s.airport(t, code, titled("new", "news", "1"))
			codes = append(codes, code)
		case 2:
			check.Must(s.ResetAirportSync(t.Context(), code))(t)
		case 3:
			s.setKey(t, keys[1], admin.KeyChange{AddAirports: []string{code}})
		case 4:
			_, _ = s.SetKey(t.Context(), keyID(keys[1]), admin.KeyChange{RemoveAirports: []string{code}}) // an error if the key does not have it, or no other
		case 5:
			s.setKey(t, keys[2], admin.KeyChange{Scopes: []string{"content:read:" + types[random.IntN(3)], "content:read:news"}})
		case 6:
			s.setOffline(t, code, true)
		case 7:
			s.setOffline(t, code, false)
		case 8: // the next imports forget the deletions
			testenv.Exec(t, s.database, "UPDATE content_deletion SET deleted_at = now() - interval '2 hours'")
		default:
			var items []item
			for n := range random.IntN(7) {
				i := titled(fmt.Sprint(random.IntN(3), n), types[random.IntN(3)], fmt.Sprint(random.IntN(2)))
				i.Language, i.Content = languages[random.IntN(2)], new("<p>Text</p>")
				items = append(items, i)
			}
			s.load(t, code, items...)
		}
	}
	follow := func(f *follower) {
		if random.IntN(5) == 0 {
			f.cursor, f.came = "", map[string]bool{}
		}
		for more := true; more; {
			p := s.get(t, f.key, feedPath(f.cursor, fmt.Sprintf("size=%d&%s", 1+random.IntN(6), f.query))).feedPage(t)
			if random.IntN(4) == 0 { // killed before page and cursor were stored
				continue
			}
			for _, r := range p.Results {
				switch {
				case r.Change == "airport":
					f.copies[r.Airport] = map[string]item{}
					if f.came != nil {
						f.came[r.Airport] = true
					}
				case r.Change == "airport-removed":
					delete(f.copies, r.Airport)
				case r.Item != nil:
					f.copies[r.Airport][r.Item.ID] = *r.Item // panics for an airport that has not begun
				default:
					delete(f.copies[r.Airport], r.ID)
				}
			}
			f.cursor, more = p.NextCursor, p.HasMore
			if !more && f.came != nil {
				maps.DeleteFunc(f.copies, func(code string, _ map[string]item) bool {
					return !f.came[code] && !slices.Contains(p.Meta.Offline, code)
				})
				f.came = nil
			}
		}
	}
	for round := range 4 {
		for range 12 {
			change()
			if round < 3 {
				follow(followers[random.IntN(len(followers))])
			}
		}
		for _, code := range codes {
			s.setOffline(t, code, round%2 == 0 && random.IntN(2) == 0)
		}
		time.Sleep(4500 * time.Millisecond) // so long old rights may be used
		for _, f := range followers {
			before := maps.Clone(f.copies)
			follow(f)
			want := map[string]map[string]item{}
			var airports struct {
				Results []struct {
					Airport string
					Offline bool
				}
			}
			check.NoError(t, json.Unmarshal(s.get(t, f.key, "airports?size=100").body, &airports))
			for _, a := range airports.Results {
				if a.Offline { // its copy stays
					if kept, ok := before[a.Airport]; ok {
						want[a.Airport] = kept
					}
					continue
				}
				want[a.Airport] = map[string]item{}
				for _, i := range s.get(t, f.key, a.Airport+"/content?size=100&"+f.query).page(t).items() {
					want[a.Airport][i.ID] = i
				}
			}
			check.Same(t, want, f.copies, f.query, " ", slices.Sorted(maps.Keys(f.copies)))
		}
	}
}
