package api_test

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var timeTaken = regexp.MustCompile(`"responseTimeMs":\d+`)

// steady replaces the time taken, which no test can know.
func steady(body string) string { return timeTaken.ReplaceAllString(body, `"responseTimeMs":0`) }

// To the letter: the order of fields is the document's.
func TestAnswers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const meta = `{"success":true,"meta":{"partner":"Wayfinder & Söhne","partnerId":7,"airport":"SFO","airportName":"San \"Francisco\" <Int'l>",` +
		`"timestamp":"2026-03-10T09:30:00.123Z","responseTimeMs":0`
	const shop = `{"id":"shop-1","contentType":"shopping","title":"Luggage & more","url":"/shop/1","excerpt":"Bags\nand \"bags\"",` +
		`"content":"<p>Bags &amp; ` + "\u2028" + ` bags\u0001</p>","thumbnail":"/t.png","language":"en","lastModified":"2026-03-05T09:30:00.123Z",` +
		`"metadata":{"map_poi_id": 12345678901234567890.10, "phone_number": "+1"}}`
	const cafe = `{"id":"cafe/50%","contentType":"dining","title":"Café Zürich","url":null,"excerpt":null,"content":"<p>Coffee</p>",` +
		`"thumbnail":null,"language":"en","lastModified":"2026-03-04T09:30:00.123Z","metadata":null}`
	const news = `{"id":"news 1","contentType":"news","title":"Runway opened","url":null,"excerpt":null,"content":"",` +
		`"thumbnail":null,"language":"en","lastModified":"2026-03-03T09:30:00.123Z","metadata":null}`

	for path, want := range map[string]string{
		"/sfo/content?size=2": meta + `},"pagination":{"size":2,"from":0,"total":3,"pages":2,"hasMore":true},"results":[` + shop + `,` + cafe + `]}`,
		"/sfo/content?size=2&from=2": meta + `},"pagination":{"size":2,"from":2,"total":3,"pages":2,"hasMore":false},"results":[` +
			news + `]}`,
		"/SFO/content?from=2147483647": meta + `},"pagination":{"size":20,"from":2147483647,"total":3,"pages":1,"hasMore":false},"results":[]}`,
		"/SFO/content?contentType=dining&includeBody=FALSE": meta + `},"pagination":{"size":20,"from":0,"total":1,"pages":1,"hasMore":false},"results":[` +
			strings.Replace(cafe, `"content":"<p>Coffee</p>",`, "", 1) + `]}`,
		"/SFO/content?q=Luggage": meta + `,"search":{"match":"any","query":"starbucks coffee","corrected":{"coffe":"coffee","starbuks":"starbucks"}}` +
			`},"pagination":{"size":20,"from":0,"total":1,"pages":1,"hasMore":false},"results":[` + shop + `]}`,
		"/SFO/content?q=+%09&size=1&from=2": meta + `},"pagination":{"size":1,"from":2,"total":3,"pages":3,"hasMore":false},"results":[` + news + `]}`,
		"/SFO/content?modifiedSince=2026-03-04T09:30:00.123Z": meta + `},"pagination":{"size":20,"from":0,"total":1,"pages":1,"hasMore":false},"results":[` +
			shop + `]}`,
		"/SFO/content/cafe%2F50%25": meta + `},"result":` + cafe + `}`,
		"/EMP1/content": `{"success":true,"meta":{"partner":"Wayfinder & Söhne","partnerId":7,"airport":"EMP1","airportName":"Empty",` +
			`"timestamp":"2026-03-10T09:30:00.123Z","responseTimeMs":0},"pagination":{"size":20,"from":0,"total":0,"pages":0,"hasMore":false},"results":[]}`,
	} {
		a := s.get(t, path, allKey)
		if d := cmp.Diff(want, steady(a.body)); a.StatusCode != 200 || d != "" {
			t.Errorf("%s: %d (-want +got):\n%s", path, a.StatusCode, d)
		}
		if !json.Valid([]byte(a.body)) {
			t.Errorf("%s: not JSON", path)
		}
		if a.ContentLength != int64(len(a.body)) {
			t.Errorf("%s: Content-Length %d, body %d", path, a.ContentLength, len(a.body))
		}
	}
}

// A key with some types sees those, and only those.
func TestScopedKeyList(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for path, want := range map[string][]string{
		"/SFO/content":                  {"cafe/50%", "news 1"},
		"/SFO/content?contentType=news": {"news 1"},
	} {
		var got struct{ Results []struct{ ID string } }
		a := s.get(t, path, diningKey)
		if err := json.Unmarshal([]byte(a.body), &got); err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, r := range got.Results {
			ids = append(ids, r.ID)
		}
		if d := cmp.Diff(want, ids); d != "" {
			t.Errorf("%s: %s", path, d)
		}
	}
}

type changesBody struct {
	Results []struct {
		Change, ID, ContentType, DeletedAt string
		Item                               *struct{ ID, Content string }
	}
	NextCursor string
	HasMore    bool
}

func (s *site) changes(t *testing.T, path, key string) changesBody {
	t.Helper()
	a := s.get(t, path, key)
	if a.StatusCode != 200 {
		t.Fatalf("%s: %d %s", path, a.StatusCode, a.body)
	}
	var b changesBody
	if err := json.Unmarshal([]byte(a.body), &b); err != nil {
		t.Fatalf("%s: %v in %s", path, err, a.body)
	}
	return b
}

func TestChangesAreFollowedToTheEnd(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var seen []string
	path := "/SFO/changes?size=2"
	for range 2 {
		b := s.changes(t, path, allKey)
		for _, r := range b.Results {
			if r.Change == "upsert" {
				seen = append(seen, "+"+r.Item.ID+r.Item.Content)
			} else {
				seen = append(seen, "-"+r.ID+" "+r.ContentType+" "+r.DeletedAt)
			}
		}
		path = "/SFO/changes?size=2&cursor=" + url.QueryEscape(b.NextCursor)
	}
	want := []string{"+shop-1<p>Bags &amp; \u2028 bags\x01</p>", "+cafe/50%<p>Coffee</p>", "+news 1", "-old/news news 2026-03-09T09:30:00.123Z"}
	if d := cmp.Diff(want, seen); d != "" {
		t.Error(d)
	}
	if b := s.changes(t, path, allKey); b.HasMore || len(b.Results) != 0 || b.NextCursor == "" || !strings.Contains(path, b.NextCursor) {
		t.Errorf("after the end: %+v", b)
	}
}

func TestCursorsOfOthers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	cursor := s.changes(t, "/SFO/changes?size=1", allKey).NextCursor
	s.store.airports["NEW"] = &memoryAirport{state: s.store.airports["SFO"].state}
	for name, c := range map[string]struct {
		path, key string
		status    int
		code      string
	}{
		"same rights, other key": {"/SFO/changes?cursor=" + cursor, sfoKey, 200, ""},
		"other airport":          {"/NEW/changes?cursor=" + cursor, allKey, 410, "cursor_expired"},
		"other scopes":           {"/SFO/changes?cursor=" + cursor, diningKey, 410, "cursor_expired"},
		"unknown airport":        {"/XXX/changes?cursor=" + cursor, allKey, 404, "airport_not_found"},
		"cut":                    {"/SFO/changes?cursor=" + cursor[:len(cursor)-1], allKey, 400, "invalid_parameter"},
		"changed":                {"/SFO/changes?cursor=B" + cursor[1:], allKey, 400, "invalid_parameter"},
		"longer":                 {"/SFO/changes?cursor=" + cursor + "AAAA", allKey, 400, "invalid_parameter"},
		"empty":                  {"/SFO/changes?cursor=", allKey, 400, "invalid_parameter"},
		"padded":                 {"/SFO/changes?cursor=" + cursor + "%3D", allKey, 400, "invalid_parameter"},
		"a number":               {"/SFO/changes?cursor=12345", allKey, 400, "invalid_parameter"},
		"from":                   {"/SFO/changes?from=0", allKey, 400, "invalid_parameter"},
		"size":                   {"/SFO/changes?size=101", allKey, 400, "invalid_parameter"},
	} {
		a := s.get(t, c.path, c.key)
		code := ""
		if a.StatusCode != 200 {
			f := a.failure(t)
			if code = f.Code; c.status == 400 && !strings.Contains(c.path, f.Parameter+"=") {
				t.Errorf("%s: parameter %q", name, f.Parameter)
			}
		}
		if a.StatusCode != c.status || code != c.code {
			t.Errorf("%s: %d %s, want %d %s", name, a.StatusCode, code, c.status, c.code)
		}
	}
	s.store.airports["SFO"].state.Epoch = "e9"
	if f := s.get(t, "/SFO/changes?cursor="+cursor, allKey).failure(t); f.Code != "cursor_expired" {
		t.Errorf("other epoch: %s", f.Code)
	}
}
