package wordpress

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/crawltest"
)

// fullPost is as WordPress 6.1 sends it, with fields of ACF and Polylang.
const fullPost = `{"id":6,"modified_gmt":"2026-03-01T08:37:05","link":"http:\/\/airport.example\/p3-co\/","title":{"rendered":"Fish &#038; chips &#8217;26"},
"content":{"rendered":"<p>x<\/p>\n","protected":false},"excerpt":{"rendered":"<p>Short [&hellip;]<\/p>\n","protected":false},
"acf":{"terminal":"T1","map_poi_id":12345678901234567890},"lang":"pt_BR","_embedded":{
"wp:featuredmedia":[{"id":7,"source_url":"\/a.jpg"}],
"wp:term":[[{"id":1,"name":"Food &amp; drink","taxonomy":"category"},{"id":2,"name":"News","taxonomy":"category"}],[],
[{"id":3,"name":"coffee","taxonomy":"post_tag"}],[{"id":4,"name":"North","taxonomy":"pier"}]]}}`

// barePost is what is left of a post if plugins hide and change much.
const barePost = `{"id":6,"modified_gmt":null,"title":{"rendered":"T"},"acf":[],"lang":false,
"_embedded":{"wp:featuredmedia":[{"code":"rest_forbidden","message":"No.","data":{"status":401}}],"wp:term":[{"code":"rest_forbidden"}]}}`

// oddPost has fields that plugins give other types.
const oddPost = `{"id":"6","modified_gmt":false,"date_gmt":"2026-03-01T08:37:05","link":null,"title":"Lost &amp;amp; found","content":{"rendered":null},"excerpt":{"rendered":false},"acf":"none",
"lang":[],"_embedded":{"wp:featuredmedia":{"code":"x"},"wp:term":{"0":[]}}}`

// builtPost is what is left of a post whose page builder is gone. The theme adds a link to the
// excerpt.
var builtPost = `{"id":6,"link":"https://airport.example/spa/","title":{"rendered":"[et_pb_title] Spa [new]"},
"content":{"rendered":"<p>[vc_row css=&#8221;.a{b:c}&#8221;][vc_column]The spa is on level 3 [sic].[/vc_column][/vc_row]</p>"},
"excerpt":{"rendered":"<p>[vc_row][vc_column]The spa is&hellip; <a class=\"x\" href=\"https://airport.example/spa/#more-6\">Continue reading <span>Spa</span></a></p>"},
"acf":{"related":"` + strings.Repeat("x", maxField) + `","gate":"B2"},
"_embedded":{"wp:featuredmedia":[{"media_details":{"sizes":{"thumbnail":{"source_url":"/t.jpg"},"full":{"source_url":"/f.jpg"}}}}]}}`

// hoursPost has opening hours of its own.
func hoursPost(fields string) string {
	return `{"id":6,"title":{"rendered":"T"},"content":{"rendered":""},"acf":` + fields + `}`
}

// itemsOf are the items that a crawl leaves in the database, by page.
func itemsOf(found *crawltest.Found) map[string]string {
	items := map[string]string{}
	for _, p := range found.Stored {
		if p.ItemID != "" {
			items[p.Key] = p.ItemID
		}
	}
	return items
}

var readKind = crawl.Kind{Read: Read, TooMany: 10}

func TestPost(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"full", fullPost, `{"id":"s:6","contentType":"dining","title":"Fish & chips ’26","url":"http://airport.example/p3-co/","excerpt":"Short […]",` +
			`"content":"<p>x</p>","thumbnail":"http://airport.example/a.jpg","language":"pt-BR","lastModified":"2026-03-01T08:37:05Z",` +
			`"metadata":{"categories":["Food & drink","News"],"map_poi_id":12345678901234567890,"pier":["North"],"tags":["coffee"],"terminal":"T1"}}`},
		{"untitled", `{"id":6,"title":{"rendered":" "},"content":{"rendered":"<p>The new <b>lounge</b> is open<br>from five to nine daily.</p>"}}`,
			`{"id":"s:6","contentType":"dining","title":"The new lounge is open from five to…",` +
				`"content":"<p>The new <b>lounge</b> is open<br/>from five to nine daily.</p>","language":"fr"}`},
		{"odd", oddPost, `{"id":"s:6","contentType":"dining","title":"Lost & found","content":"","language":"fr","lastModified":"2026-03-01T08:37:05Z"}`},
		{"built", builtPost, `{"id":"s:6","contentType":"dining","title":"Spa [new]","url":"https://airport.example/spa/","excerpt":"The spa is…",` +
			`"content":"<p>The spa is on level 3 [sic].</p>","thumbnail":"https://airport.example/f.jpg","language":"fr","metadata":{"gate":"B2"}}`},
		{"hours", hoursPost(`{"opening_hours":"Mo-Fr 06:00-22:00"}`), `{"id":"s:6","contentType":"dining","title":"T","content":"","language":"fr","metadata":{"opening_hours":"Mo-Fr 06:00-22:00"}}`},
		{"a text of hours", hoursPost(`{"opening_hours":"6h-22h"}`), `{"id":"s:6","contentType":"dining","title":"T","content":"","language":"fr","metadata":{"hours_of_operation":"6h-22h"}}`},
		{"two texts of hours", hoursPost(`{"opening_hours":"6h-22h","hours_of_operation":"24h"}`),
			`{"id":"s:6","contentType":"dining","title":"T","content":"","language":"fr","metadata":{"hours_of_operation":"24h","opening_hours_field":"6h-22h"}}`},
		{"hours as a list", hoursPost(`{"opening_hours":[{"day":1}]}`), `{"id":"s:6","contentType":"dining","title":"T","content":"","language":"fr","metadata":{"opening_hours_field":[{"day":1}]}}`},
		{"bare", barePost, `{"id":"s:6","contentType":"dining","title":"T","content":"","language":"fr"}`},
	} {
		var p post
		check.NoError(t, json.Unmarshal([]byte(test.text), &p))
		found, err := crawltest.After(t, nil, content.Source{Name: "s", URL: "http://airport.example", Settings: content.SourceSettings{Language: "fr"}}, false,
			crawl.Kind{Read: func(_ context.Context, c *crawl.Crawl) error {
				c.Record(content.PageRecord{Key: "6", ItemID: "s:6"}, crawl.Makes(p.item("dining")))
				return nil
			}})
		got := ""
		if err == nil {
			got = strings.TrimSpace(strings.Join(found.Lines, ""))
		}
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v: %s", test.name, err, diff)
		}
	}
}

// A website whose REST API is switched off or hidden says what to do.
func TestNoRESTAPI(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status     int
		body, says string
	}{
		{404, "<title>Not found</title>", "is no REST API of WordPress (404 Not Found): check the URL, and that no plugin switches the REST API off"},
		{404, `{"code":"rest_no_route","message":"No route was found."}`, "is no REST API of WordPress (404 rest_no_route: No route was found.)"},
		{403, `{"code":"rest_disabled","message":"Off &amp; out"}`, "refuses visitors (403 rest_disabled: Off & out): let the website's security plugin"},
		{401, `{"code":"rest_cannot_access","message":"DRA: Only authenticated users."}`, "refuses visitors (401 rest_cannot_access: DRA: Only authenticated users.)"},
		{401, "<title>Login</title>", "refuses visitors (401 Unauthorized)"},
		{200, "[]", "the REST API shows no post type"},
		{200, "<title>Home</title>", "is a web page where WordPress's REST API should be"},
	} {
		url := crawltest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(test.status)
			fmt.Fprint(w, test.body)
		})
		if _, err := crawltest.After(t, nil, crawltest.Local("wordpress", url), false, readKind); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%d %s: got %v", test.status, test.body, err)
		}
	}
}

// fakeWordPress answers as the REST API does: entries by id, with their titles.
type fakeWordPress struct {
	posts  map[int]string
	broken map[int]bool
	listed func(page int) // called before a page of the list is sent
	asked  int
	most   int // entries of an answer that is asked for by id; 0: any number
}

func (f *fakeWordPress) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	f.asked++
	if strings.HasSuffix(r.URL.Path, "/types") {
		fmt.Fprint(w, `{"post":{"rest_base":"posts"}}`)
		return
	}
	ids := slices.Sorted(maps.Keys(f.posts))
	if include := strings.Split(query.Get("include"), ","); query.Get("include") != "" { // an empty one is no filter
		ids = slices.DeleteFunc(ids, func(id int) bool { return !slices.Contains(include, strconv.Itoa(id)) })
		if f.most > 0 {
			ids = ids[:min(f.most, len(ids))]
		}
	} else {
		page := max(1, number(query.Get("page")))
		f.listed(page)
		ids = slices.Sorted(maps.Keys(f.posts))
		w.Header().Set("X-WP-TotalPages", strconv.Itoa((len(ids)+perList-1)/perList))
		if (page-1)*perList >= len(ids) {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"code":"rest_post_invalid_page_number"}`)
			return
		}
		ids = ids[(page-1)*perList : min(page*perList, len(ids))]
	}
	entries := []map[string]any{}
	for _, id := range ids {
		if f.broken[id] && query.Get("_embed") != "" {
			fmt.Fprint(w, "<b>Fatal error</b>")
			return
		}
		entries = append(entries, map[string]any{"id": id, "modified_gmt": "2026-03-01T08:37:05", "title": map[string]string{"rendered": f.posts[id]}})
	}
	_ = json.NewEncoder(w).Encode(entries)
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// The list moves while it is read, and an entry cannot be fetched. Existing entries stay, and
// removed entries go.
func TestWordPressPulls(t *testing.T) {
	t.Parallel()
	f := &fakeWordPress{posts: map[int]string{}, broken: map[int]bool{3: true}, listed: func(int) {}}
	for id := range 2*perList + 1 {
		f.posts[id] = fmt.Sprintf("Post %d", id)
	}
	s := crawltest.Local("wordpress", crawltest.Serve(t, f.ServeHTTP))
	first, err := crawltest.After(t, nil, s, false, readKind)
	if err != nil || first.Items != 200 || f.asked != 1+3+9+25 || first.Failed != 1 || !strings.HasPrefix(first.Notes[0], "post/3: ") {
		t.Fatalf("%v, %+v", err, first)
	}
	f.listed = func(page int) {
		switch page {
		case 2: // 100 moves to the first page, which was read before
			delete(f.posts, 1)
			f.posts[201] = "Post 201"
		case 3: // no third page is left
			delete(f.posts, 0)
		}
	}
	f.broken[3] = false
	second, err := crawltest.After(t, first, s, false, readKind)
	if err != nil || second.Items != 1 || second.Unchanged != 200 || itemsOf(second)["post/100"] != "web:100" {
		t.Errorf("a list that moves: %v, %d items, %d unchanged", err, second.Items, second.Unchanged)
	}
	f.listed = func(int) {}
	second, err = crawltest.After(t, second, s, false, readKind)
	if err != nil || second.Items != 1 || itemsOf(second)["post/0"] != "" || itemsOf(second)["post/201"] != "web:201" {
		t.Errorf("after the list has moved: %v, %d items", err, second.Items)
	}
	for id := range 20 {
		f.broken[id] = true
	}
	if _, err := crawltest.After(t, second, s, true, readKind); err == nil || !strings.Contains(err.Error(), "10 pages one after the other could not be read") {
		t.Errorf("many entries fail: %v", err)
	}
}

// A plugin may send fewer entries than were asked for. The missing entries are not gone.
func TestWordPressAnswersWithLessThanAsked(t *testing.T) {
	t.Parallel()
	f := &fakeWordPress{posts: map[int]string{}, listed: func(int) {}, most: 10}
	for id := range 60 {
		f.posts[id] = fmt.Sprintf("Post %d", id)
	}
	s := crawltest.Local("wordpress", crawltest.Serve(t, f.ServeHTTP))
	first, err := crawltest.After(t, nil, s, false, readKind)
	if err != nil || first.Items != 60 {
		t.Fatalf("%v, %+v", err, first)
	}
	delete(f.posts, 7)
	if second, err := crawltest.After(t, first, s, true, readKind); err != nil || second.Pages != 59 {
		t.Errorf("%v, %+v", err, second)
	}
}

// A list that promises pages without end, and has nothing on them, ends.
func TestWordPressOfEmptyPages(t *testing.T) {
	t.Parallel()
	asked := 0
	url := crawltest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-WP-TotalPages", "200000")
		switch {
		case strings.HasSuffix(r.URL.Path, "/types"):
			fmt.Fprint(w, `{"post":{"rest_base":"posts"}}`)
		case r.FormValue("page") == "2", r.FormValue("include") == "1":
			fmt.Fprint(w, `[{"id":1,"title":{"rendered":"T"}}]`)
		default:
			asked++
			fmt.Fprint(w, `[]`)
		}
	})
	if found, err := crawltest.After(t, nil, crawltest.Local("wordpress", url), false, readKind); err != nil || found.Items != 1 || asked > 5 {
		t.Errorf("%d empty pages, %+v, %v", asked, found, err)
	}
}

// The REST API is found wherever a website has it, with the parameters of the source's URL, and
// without the header that counts pages. PHP may write a list as an object.
func TestWordPressElsewhere(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, path, api, header, front string }{
		{"header Link", "/", "/api/", `<SITE/>; rel="shortlink", <SITE/api/>; rel="https://api.w.org/"`, ""},
		{"link of the page", "/", "/a/b/", "", `<link rel="https://api.w.org/" href="a/b/">`},
		{"index.php", "/", "/index.php/wp-json/", "", ""},
		{"no permalinks", "/", "/?rest_route=/", "", ""},
		{"the URL is of the API", "/wp-json/wp/v2/posts", "/wp-json/", "", ""},
	} {
		url := crawltest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
			route, is := strings.CutPrefix(r.URL.Path+"?rest_route="+r.FormValue("rest_route"), test.api)
			switch {
			case r.URL.Path == "/" && r.FormValue("rest_route") == "":
				w.Header().Set("Link", strings.ReplaceAll(test.header, "SITE", "http://"+r.Host))
				fmt.Fprint(w, "<title>Home</title>", test.front)
			case r.FormValue("lang") != "de" || !is:
				http.NotFound(w, r)
			case strings.Contains(route, "wp/v2/types"):
				fmt.Fprint(w, `{"post":{"rest_base":"posts"},"page":[]}`)
			default:
				fmt.Fprint(w, `{"0":{"id":1,"title":"One","modified_gmt":"2026-03-01T08:37:05"},"2":{"id":null,"title":"None"},"3":7}`)
			}
		})
		found, err := crawltest.After(t, nil, crawltest.Local("wordpress", url+test.path+"?lang=de"), false, readKind)
		if err != nil || found.Items != 1 || found.Decoded(t)[0].Language != "de" || !slices.Contains(found.Notes, "an entry of post: it has no id") {
			t.Errorf("%s: %+v, %v", test.name, found, err)
		}
	}
}

func TestJSONIn(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"\ufeff[1]": "[1]", " {}\n": "{}", "[1]<!-- kept by a cache -->": "[1]", "[1": "[1", "[1] and more": "[1] and more",
		"<b>Notice</b>: a[0] in /a.php on line <b>3</b><br />\n[{\"id\":1}]": `[{"id":1}]`, "PHP Warning: no {x}\n\n{\"a\":[]}": `{"a":[]}`,
		"<!DOCTYPE html><p>\n[1]": "", "<HTML>\n{}": "", "Nothing": "", "": "",
	} {
		check.Same(t, want, string(jsonIn([]byte(body))), body)
	}
}

func FuzzPost(f *testing.F) {
	f.Add([]byte(fullPost))
	f.Add([]byte(barePost))
	f.Add([]byte(oddPost))
	f.Add([]byte(`{"id":1,"content":{"rendered":"[a_b c=\"d\"]x[/a_b][/e][sic]<pre>[f_g]</pre>[vc_raw_js]"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var p post
		if json.Unmarshal(text, &p) != nil {
			return
		}
		item := p.item("news")
		_, _ = markup.Clean(item.Content, "http://airport.example")
	})
}
