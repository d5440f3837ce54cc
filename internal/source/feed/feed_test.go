package feed

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/crawltest"
	"airport-content/internal/source/web"
)

const rss = `<?xml version="1.0" encoding="ISO-8859-1"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Airport</title><link>https://airport.example/</link><language>pt-br</language>
<item><title>Caf` + "\xe9" + ` &amp;amp; bar</title><link>/news/1?utm_source=rss</link><guid isPermaLink="false">n1</guid>
 <description>Short &lt;b&gt;text&lt;/b&gt;</description><content:encoded><![CDATA[<p>Long <img src="/a.jpg"> text</p>]]></content:encoded>
 <category>Food</category><pubDate>Sun, 01 Mar 2026 10:30:00 +0100</pubDate></item>
<item><title>Second</title><link>https://airport.example/faq/2?utm_source=rss&amp;x=1#top</link><description>&lt;p&gt;Only this&lt;/p&gt;</description></item>
<item><description>No link</description></item><item><title>Old</title><link>/old/4</link></item>
</channel></rss>`

const atomFeed = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Airport</title>
<entry><id>tag:airport.example,2026:1</id><title type="html">Caf&amp;eacute;</title><link rel="alternate" href="https://airport.example/1"/>
<updated>2026-03-02T00:00:00Z</updated><published>2026-03-01T00:00:00Z</published><summary>Short</summary><content type="html">&lt;p&gt;Long&lt;/p&gt;</content></entry></feed>`

const jsonFeed = `{"version":"https://jsonfeed.org/version/1.1","title":"Airport","language":"english","items":[
{"id":"https://airport.example/1","title":"One","content_html":"<p>Text</p>","image":"https://airport.example/a.jpg","tags":["Food"],"date_modified":"2026-03-01T00:00:00Z"}]}`

// feedServer serves what text says, under an ETag of its own.
func feedServer(t *testing.T) (s content.Source, text *atomic.Value, asked *atomic.Int64) {
	t.Helper()
	text, asked = &atomic.Value{}, &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		w.Header().Set("ETag", `"`+crawl.ItemIDOf("", text.Load().(string))+`"`)
		http.ServeContent(w, r, "feed.xml", time.Time{}, strings.NewReader(text.Load().(string)))
	}))
	t.Cleanup(server.Close)
	return content.Source{Name: "f", Kind: "feed", URL: server.URL + "/feed.xml",
		Settings: content.SourceSettings{AllowPrivate: true, Rate: 1000, Map: []content.Mapping{{From: "/faq/", To: "faq"}}, Exclude: []string{"/old/"}}}, text, asked
}

var readKind = crawl.Kind{Read: Read, BareTitles: true}

func crawlFeed(t *testing.T, s content.Source, last *crawltest.Found) *crawltest.Found {
	t.Helper()
	found := check.Must(crawltest.After(t, last, s, false, readKind))(t)
	return found
}

func TestFeeds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       []crawl.Item
		skipped    int
	}{
		{"rss", rss, []crawl.Item{
			{ID: crawl.ItemIDOf("f", "n1"), Type: "news", Title: "Café & bar", URL: "SITE/news/1?utm_source=rss", Excerpt: "Short text",
				Content: `<p>Long <img src="SITE/a.jpg"/> text</p>`, Thumbnail: "SITE/a.jpg", Language: "pt-BR",
				LastModified: time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC), Metadata: map[string]any{"categories": []any{"Food"}}},
			{ID: crawl.ItemIDOf("f", "https://airport.example/faq/2?x=1"), Type: "faq", Title: "Second", URL: "https://airport.example/faq/2?utm_source=rss&x=1#top",
				Content: "<p>Only this</p>", Language: "pt-BR"},
		}, 1},
		{"atom", atomFeed, []crawl.Item{{ID: crawl.ItemIDOf("f", "tag:airport.example,2026:1"), Type: "news", Title: "Café", URL: "https://airport.example/1",
			Excerpt: "Short", Content: "<p>Long</p>", Language: "de", LastModified: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)}}, 0},
		{"json", jsonFeed, []crawl.Item{{ID: crawl.ItemIDOf("f", "https://airport.example/1"), Type: "news", Title: "One", URL: "https://airport.example/1",
			Content: "<p>Text</p>", Thumbnail: "https://airport.example/a.jpg", Language: "en",
			LastModified: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Metadata: map[string]any{"categories": []any{"Food"}}}}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s, text, _ := feedServer(t)
			text.Store(test.text)
			found := crawlFeed(t, s, nil)
			site := strings.TrimSuffix(s.URL, "/feed.xml")
			got := check.Must(json.Marshal(found.Decoded(t)))(t)
			want, _ := json.Marshal(test.want)
			if diff := cmp.Diff(string(want), strings.ReplaceAll(string(got), site, "SITE")); diff != "" || found.Skipped != test.skipped || !found.DeleteNothing {
				t.Errorf("skipped %d, %q: %s", found.Skipped, found.Notes, diff)
			}
		})
	}
}

// An unchanged feed is a 304. A changed entry is found. An entry that the feed no longer lists
// stays.
func TestFeedAgain(t *testing.T) {
	t.Parallel()
	s, text, asked := feedServer(t)
	text.Store(rss)
	first := crawlFeed(t, s, nil)
	second := crawlFeed(t, s, first)
	if second.Items != 0 || len(second.Stored) != len(first.Stored) || asked.Load() != 2 {
		t.Errorf("an unchanged feed: %+v", second)
	}
	text.Store(strings.Replace(strings.Replace(rss, "Second", "2nd", 1), ">n1<", ">n4<", 1))
	third := crawlFeed(t, s, second)
	if got := third.Decoded(t); len(got) != 1 || got[0].Title != "2nd" || !third.DeleteNothing || len(third.Stored) != len(first.Stored) {
		t.Errorf("a changed entry, and another guid: %+v, %+v", got, third)
	}
	text.Store("<!DOCTYPE html><title>Sign in</title>")
	if _, err := crawltest.After(t, nil, s, false, readKind); err == nil || !strings.Contains(err.Error(), "no feed") {
		t.Errorf("a login page: %v", err)
	}
}

func FuzzFeed(f *testing.F) {
	for _, text := range []string{rss, atomFeed, jsonFeed, "<rdf:RDF/>", "{}", "\xff\xfe<\x00r\x00s\x00s\x00>\x00",
		`{"version":"https://jsonfeed.org/version/1","authors":[null],"items":[null,{"id":1,"authors":[null],"tags":7,"attachments":[null]}]}`,
		`<rss><channel><item><title>One</title></item><item><title><![CD`} {
		f.Add([]byte(text))
	}
	base, _ := url.Parse("https://airport.example/feed")
	f.Fuzz(func(t *testing.T, text []byte) {
		read, err := parseFeed(&web.Answer{URL: base, Body: text})
		if err != nil {
			return
		}
		keysOf(&crawl.Crawl{}, []*feed{read})
		for n := range read.entries {
			if read.entries[n] != nil {
				item := feedItem(read, read.entries[n], base, "news")
				_, _ = markup.Clean(item.Content, base.String())
			}
		}
	})
}
