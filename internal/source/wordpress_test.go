package source

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/content"
)

// fullPost is as WordPress 6.1 sends it, with fields of ACF and Polylang.
const fullPost = `{"id":6,"modified_gmt":"2026-03-01T08:37:05","link":"http:\/\/airport.example\/p3-co\/","title":{"rendered":"Fish &#038; chips &#8217;26"},
"content":{"rendered":"<p>x<\/p>\n","protected":false},"excerpt":{"rendered":"<p>Short [&hellip;]<\/p>\n","protected":false},
"acf":{"terminal":"T1","map_poi_id":12345678901234567890},"lang":"pt_BR","_embedded":{
"wp:featuredmedia":[{"id":7,"source_url":"http:\/\/airport.example\/a.jpg"}],
"wp:term":[[{"id":1,"name":"Food &amp; drink","taxonomy":"category"},{"id":2,"name":"News","taxonomy":"category"}],[],
[{"id":3,"name":"coffee","taxonomy":"post_tag"}],[{"id":4,"name":"North","taxonomy":"pier"}]]}}`

// barePost is what is left of one where plugins hide and change much.
const barePost = `{"id":6,"modified_gmt":null,"title":{"rendered":"T"},"acf":[],"lang":false,
"_embedded":{"wp:featuredmedia":[{"code":"rest_forbidden","message":"No.","data":{"status":401}}],"wp:term":[{"code":"rest_forbidden"}]}}`

func TestPost(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"full", fullPost, `{"id":"s:6","contentType":"dining","title":"Fish & chips ’26","url":"http://airport.example/p3-co/","excerpt":"Short […]",` +
			`"content":"<p>x</p>","thumbnail":"http://airport.example/a.jpg","language":"pt-BR","lastModified":"2026-03-01T08:37:05Z",` +
			`"metadata":{"categories":["Food & drink","News"],"map_poi_id":12345678901234567890,"pier":["North"],"tags":["coffee"],"terminal":"T1"}}`},
		{"bare", barePost, `{"id":"s:6","contentType":"dining","title":"T","content":"","language":"fr"}`},
	} {
		var p post
		if err := json.Unmarshal([]byte(test.text), &p); err != nil {
			t.Fatal(err)
		}
		c := &Crawl{Source: content.Source{URL: "http://airport.example", Settings: content.SourceSettings{Language: "fr"}}}
		got, err := c.encode(content.PageRecord{ItemID: "s:6"}, p.item("dining"))
		if diff := cmp.Diff(test.want, string(got)); err != nil || diff != "" {
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
		{200, "<title>Home</title>", "is a web page where WordPress's REST API should be"},
	} {
		url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(test.status)
			fmt.Fprint(w, test.body)
		})
		if _, err := Read(t.Context(), local("wordpress", url), io.Discard, Options{}); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%d %s: got %v", test.status, test.body, err)
		}
	}
}

func FuzzPost(f *testing.F) {
	f.Add([]byte(fullPost))
	f.Add([]byte(barePost))
	c := &Crawl{Source: content.Source{URL: "http://airport.example"}}
	f.Fuzz(func(t *testing.T, text []byte) {
		var p post
		if json.Unmarshal(text, &p) != nil {
			return
		}
		_, _ = c.encode(content.PageRecord{Key: "post/1", ItemID: "s:1"}, p.item("news"))
	})
}
