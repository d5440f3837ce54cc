package source

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

	"airport-content/internal/content"
)

const rss = `<?xml version="1.0" encoding="ISO-8859-1"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Airport</title><link>https://airport.example/</link><language>pt-br</language>
<item><title>Caf` + "\xe9" + ` &amp;amp; bar</title><link>/news/1?utm_source=rss</link><guid isPermaLink="false">n1</guid>
 <description>Short &lt;b&gt;text&lt;/b&gt;</description><content:encoded><![CDATA[<p>Long <img src="/a.jpg"> text</p>]]></content:encoded>
 <category>Food</category><pubDate>Sun, 01 Mar 2026 10:30:00 +0100</pubDate></item>
<item><title>Second</title><link>https://airport.example/faq/2?utm_source=rss&amp;x=1#top</link><description>&lt;p&gt;Only this&lt;/p&gt;</description></item>
<item><link>https://airport.example/3</link></item><item><title>Old</title><link>/old/4</link></item>
</channel></rss>`

const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Airport</title>
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
		w.Header().Set("ETag", `"`+hashed(text.Load().(string))+`"`)
		http.ServeContent(w, r, "feed.xml", time.Time{}, strings.NewReader(text.Load().(string)))
	}))
	t.Cleanup(server.Close)
	return content.Source{Name: "f", Kind: "feed", URL: server.URL + "/feed.xml",
		Settings: content.SourceSettings{AllowPrivate: true, Rate: 1000, Map: []content.Mapping{{From: "/faq/", To: "faq"}}, Exclude: []string{"/old/"}}}, text, asked
}

// pull runs a source as it is, after another run.
func pull(t *testing.T, s content.Source, last *ran) *ran {
	t.Helper()
	m := remember(last)
	found, err := Read(t.Context(), s, Options{Records: m.records()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(found.Close)
	return m.after(found)
}

func decodedLines(t *testing.T, r *ran) (items []line) {
	t.Helper()
	for _, text := range lines(t, r) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		items = append(items, l)
	}
	return items
}

func TestFeeds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       []line
		skipped    int
	}{
		{"rss", rss, []line{
			{ID: "f:" + hashed("n1"), ContentType: "news", Title: "Café & bar", URL: ptr("SITE/news/1?utm_source=rss"), Excerpt: ptr("Short text"),
				Content: `<p>Long <img src="SITE/a.jpg"/> text</p>`, Thumbnail: ptr("SITE/a.jpg"), Language: "pt-BR",
				LastModified: ptr(time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)), Metadata: map[string]any{"categories": []any{"Food"}}},
			{ID: "f:" + hashed("https://airport.example/faq/2?x=1"), ContentType: "faq", Title: "Second", URL: ptr("https://airport.example/faq/2?utm_source=rss&x=1#top"),
				Content: "<p>Only this</p>", Language: "pt-BR"},
		}, 1},
		{"atom", atom, []line{{ID: "f:" + hashed("tag:airport.example,2026:1"), ContentType: "news", Title: "Café", URL: ptr("https://airport.example/1"),
			Excerpt: ptr("Short"), Content: "<p>Long</p>", Language: "de", LastModified: ptr(time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC))}}, 0},
		{"json", jsonFeed, []line{{ID: "f:" + hashed("https://airport.example/1"), ContentType: "news", Title: "One", URL: ptr("https://airport.example/1"),
			Content: "<p>Text</p>", Thumbnail: ptr("https://airport.example/a.jpg"), Language: "en",
			LastModified: ptr(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)), Metadata: map[string]any{"categories": []any{"Food"}}}}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s, text, _ := feedServer(t)
			text.Store(test.text)
			found := pull(t, s, nil)
			site := strings.TrimSuffix(s.URL, "/feed.xml")
			got, err := json.Marshal(decodedLines(t, found))
			if err != nil {
				t.Fatal(err)
			}
			want, _ := json.Marshal(test.want)
			if diff := cmp.Diff(string(want), strings.ReplaceAll(string(got), site, "SITE")); diff != "" || found.Skipped != test.skipped || !found.KeepAll {
				t.Errorf("skipped %d, %q: %s", found.Skipped, found.Notes, diff)
			}
		})
	}
}

func ptr[T any](v T) *T { return &v }

// An unchanged feed costs a 304; an entry that differs is found; one that the feed no longer shows stays.
func TestFeedAgain(t *testing.T) {
	t.Parallel()
	s, text, asked := feedServer(t)
	text.Store(rss)
	first := pull(t, s, nil)
	second := pull(t, s, first)
	if second.Items != 0 || len(remembered(second)) != len(remembered(first)) || asked.Load() != 2 {
		t.Errorf("an unchanged feed: %+v", second)
	}
	text.Store(strings.Replace(strings.Replace(rss, "Second", "2nd", 1), ">n1<", ">n4<", 1))
	third := pull(t, s, second)
	if got := decodedLines(t, third); len(got) != 2 || got[1].Title != "2nd" || !third.KeepAll || len(remembered(third)) != len(remembered(first))+1 {
		t.Errorf("a changed feed: %+v, %+v", got, third)
	}
	text.Store("<!DOCTYPE html><title>Sign in</title>")
	if _, err := Read(t.Context(), s, Options{}); err == nil || !strings.Contains(err.Error(), "no feed") {
		t.Errorf("a login page: %v", err)
	}
}

func FuzzFeed(f *testing.F) {
	for _, text := range []string{rss, atom, jsonFeed, "<rdf:RDF/>", "{}"} {
		f.Add([]byte(text))
	}
	base, _ := url.Parse("https://airport.example/feed")
	v := &Crawl{Source: content.Source{URL: base.String()}}
	f.Fuzz(func(t *testing.T, text []byte) {
		feed, err := parseFeed(text)
		if err != nil {
			return
		}
		for _, entry := range feed.Items {
			if _, _, err := v.encode(content.PageRecord{Key: entryKey(entry.GUID, base), ItemID: "f:1"}, feedItem(feed, entry, base, content.SourceSettings{})); err != nil {
				t.Error(err)
			}
		}
	})
}
