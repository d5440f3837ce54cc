package feed

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"airport-content/internal/check"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/web"
)

// titlesOf are the titles of a feed's items; "-" for an entry that cannot be read.
func titlesOf(t *testing.T, contentType, body string) (titles []string) {
	t.Helper()
	for _, i := range itemsOf(t, contentType, body) {
		titles = append(titles, i.Title)
	}
	return titles
}

func itemsOf(t *testing.T, contentType, body string) (items []crawl.Item) {
	t.Helper()
	address, _ := url.Parse("https://airport.example/feeds/news.xml")
	f, err := parseFeed(&web.Answer{URL: address, Header: http.Header{"Content-Type": {contentType}}, Body: []byte(body)})
	if err != nil {
		t.Fatalf("%q: %v", body, err)
	}
	for _, entry := range f.entries {
		if entry == nil {
			items = append(items, crawl.Item{Title: "-"})
		} else {
			items = append(items, feedItem(f, entry, entryLink(entry, address), "news"))
		}
	}
	return items
}

// A feed in any charset, with any bytes, gives its entries: a fault costs a character or an entry.
func TestFeedsAsWritten(t *testing.T) {
	written := func(declaration string, titles ...string) string {
		return declaration + "<rss><channel><item><title>" + strings.Join(titles, "</title></item><item><title>") + "</title></item></channel></rss>"
	}
	in := func(charset encoding.Encoding, text string) string {
		out := check.Must(charset.NewEncoder().String(text))(t)
		return out
	}
	for _, test := range []struct{ name, contentType, body, want string }{
		{"bad byte", "", written(`<?xml version="1.0" encoding="utf-8"?>`, "Été", "Pier\xe9 \x81", "Lounge"), "Été|Pieré \ufffd|Lounge"},
		{"Windows-1252 that was read as Latin-1", "", written("", "Caf\u00e9 \u0096 the traveller\u0092\u009ds"), "Café – the traveller’s"},
		{"control characters", "", written("", "A\x00\x0b\x1fB", "C&#0;&#x1F;&#65;&#x42;&#xFFFFFFFF;&#;D"), "AB|CAB\ufffd&#;D"},
		{"charset of the header", "text/xml; charset=Shift_JIS", in(japanese.ShiftJIS, written("", "到着ロビー", "空港")), "到着ロビー|空港"},
		{"charset of the declaration", "text/xml; charset=utf-8", in(charmap.KOI8R, written(`<?xml version="1.0" encoding="KOI8-R"?>`, "Выход на посадку")), "Выход на посадку"},
		{"charset that is wrong", "text/xml; charset=iso-8859-1", written(`<?xml version="1.0" encoding="us-ascii"?>`, "Größe"), "Größe"},
		{"charset that nobody knows", "", written(`<?xml version="1.0" encoding="klingon"?>`, "Gr\xf6\xdfe"), "Größe"},
		{"no UTF-16 at all", "", written(`<?xml version="1.0" encoding="utf-16"?>`, "Gate"), "Gate"},
		{"UTF-16", "", "\xff\xfe" + in(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), written(`<?xml version="1.0" encoding="UTF-16"?>`, "到着")), "到着"},
		{"UTF-16 without mark", "", in(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), written(`<?xml version="1.0"?>`, "到着")), "到着"},
		{"XML 1.1", "", written("\ufeff\n<?xml version='1.1'?>", "One"), "One"},
		{"notice", "", written("<b>Notice</b>: Undefined index in /a.php &\n<?xml version=\"1.0\"?>", "One"), "One"},
		{"declaration in an entry", "", written("", "One", "<![CDATA[Write <?xml version='1.0'?> first]]>"), "One|Write first"},
		{"cut off", "", strings.TrimSuffix(written("", "One", "Two", "Three"), "ee</title></item></channel></rss>"), "One|Two|-"},
		{"broken entry", "", written("<?xml version='1.0'?>", "One", "<![CD", "Three"), "One|-|Three"},
		{"broken Atom", "", "<feed><entry><title>One</title></entry><entry><title a<='b'>Two</title></entry>", "One|-"},
		{"tags that HTML does not have", "", written("", "Gates &lt;B20 &amp;amp; up&gt; &lt;b&gt;reopen&lt;/b&gt;"), "Gates <B20 & up> reopen"},
		{"escaped twice or in CDATA", "", "<feed><entry><title>Food &amp;amp; drink</title></entry><entry><title>&lt;![CDATA[Gates &lt; B]]&gt;</title></entry></feed>", "Food & drink|Gates < B"},
		{"a tag that does not end", "", written("", "Bags &lt;b"), "Bags <b"},
		{"no title", "", "<rss><channel><item><guid>1</guid><description>&lt;p&gt;Bus 292 stops at level 1 from Monday on&lt;/p&gt;</description></item></channel></rss>",
			"Bus 292 stops at level 1 from Monday…"},
		{"JSON", "", "\ufeff" + `{"version":"https://jsonfeed.org/version/1.1","authors":[null],"items":[null,{"id":7,"title":"<b> & c","authors":[null]},
			"x",{"id":"8","title":9,"tags":{},"attachments":[null],"url":[]},{"id":"9","title":null,"content_text":"A < B\n\nC"}]}`, "-|<b> & c|-|9|A < B C"},
	} {
		check.Same(t, test.want, strings.Join(titlesOf(t, test.contentType, test.body), "|"), test.name)
	}
}

func TestFeedPictures(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`<media:thumbnail url="/t.jpg"/>`, "https://airport.example/t.jpg"},
		{`<media:content url="/film.mp4" medium="video"><media:thumbnail url="/still.jpg"/></media:content>`, "https://airport.example/still.jpg"},
		{`<media:group><media:content url="/a.mp3" type="audio/mpeg"/><media:content url="/g.webp"/></media:group>`, "https://airport.example/g.webp"},
		{`<enclosure url="/e.PNG?w=1" type=""/>`, "https://airport.example/e.PNG?w=1"},
		{`<enclosure url="/a.mp3" type="audio/mpeg"/><description>&lt;img width=1 height=1 src=/px.gif>&lt;img src=/real.jpg></description>`, "https://airport.example/real.jpg"},
		{`<description>&lt;img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/lazy.jpg"></description>`, "https://airport.example/lazy.jpg"},
		{`<media:content url="/film.mp4" medium="video"/>`, ""},
		{`<media:content url="/s.jpg" width="140"/><media:content url="/l.jpg" width="700"/>`, "https://airport.example/l.jpg"},
		{`<media:content url="https://1.gravatar.com/avatar/1ef0?s=96" medium="image"/><media:content url="/a.jpg" medium="image"/>`, "https://airport.example/a.jpg"},
		{`<enclosure url="/e.jpg" type="application/octet-stream"/>`, "https://airport.example/e.jpg"},
	} {
		body := `<rss xmlns:media="http://search.yahoo.com/mrss/"><channel><item><title>One</title><link>/1</link>` + test.in + `</item></channel></rss>`
		check.Same(t, test.want, itemsOf(t, "", body)[0].Thumbnail, test.in)
	}
}

// The link and the text of an entry may stand in elements of other vocabularies.
func TestFeedExtensions(t *testing.T) {
	t.Parallel()
	const origin = `<description>Short &lt;p>The post &lt;a href="https://airport.example/1">One&lt;/a> first appeared on &lt;a href="https://airport.example">Field&lt;/a>.&lt;/p></description>`
	if got := itemsOf(t, "", `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><item><link>/1</link>`+origin+`<content:encoded>x</content:encoded></item></channel></rss>`)[0]; got.Excerpt != "Short" {
		t.Errorf("excerpt: %q", got.Excerpt)
	}
	for _, test := range []struct{ in, url, body string }{
		{`<link>https://proxy.example/1</link><feedburner:origLink>/1</feedburner:origLink><description>x</description>`, "https://airport.example/1", "x"},
		{`<atom:link rel="self" href="/1.xml"/><atom:link href="/1"/><description>x</description>`, "https://airport.example/1", "x"},
		{`<link>/1</link><media:group><media:description>A film</media:description></media:group>`, "https://airport.example/1", "A film"},
		{`<link>/1</link><description>&amp;lt;p&amp;gt;x&amp;lt;/p&amp;gt;</description>`, "https://airport.example/1", "<p>x</p>"},
		{`<link>/1</link><description>&lt;p>x&lt;/p> &lt;p>Der Beitrag &lt;a href="/1/">One&lt;/a> erschien zuerst auf &lt;a href="/">Field&lt;/a>.&lt;/p></description>`, "https://airport.example/1", "<p>x</p>"},
		{`<link>/1</link><description>&lt;p>See &lt;a href="/2">Two&lt;/a> on &lt;a href="/">Field&lt;/a>.&lt;/p></description>`, "https://airport.example/1",
			`<p>See <a href="https://airport.example/2">Two</a> on <a href="https://airport.example/">Field</a>.</p>`},
		{`<link><![CDATA[/?a=1&amp;b=2&#038;copy=3]]></link><description>x</description>`, "https://airport.example/?a=1&b=2&copy=3", "x"},
		{`<link>/50%-off</link><description>x</description><content:encoded> </content:encoded>`, "https://airport.example/50%25-off", "x"},
		{`<link>/1</link><description>Write &amp;lt;p&amp;gt; first</description>`, "https://airport.example/1", "Write &lt;p&gt; first"},
	} {
		body := `<rss xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><item><title>One</title>` + test.in + `</item></channel></rss>`
		if got := itemsOf(t, "", body)[0]; got.URL != test.url || got.Content != test.body {
			t.Errorf("%s: got %+v", test.in, got)
		}
	}
}

// The page of an Atom entry is the alternate that is a page.
func TestAtomLinks(t *testing.T) {
	t.Parallel()
	for links, want := range map[string]string{
		`<link rel="alternate" type="application/json" href="/1.json"/><link rel="alternate" type="text/html" href="/1"/>`:             "https://airport.example/1",
		`<link type="application/pdf" href="/1.pdf"/><link href="/1"/><link href="/2"/><link type="application/xhtml+xml" href="/3"/>`: "https://airport.example/1",
		`<link rel="self" href="/1.xml"/><link type="application/pdf" href="/1.pdf"/>`:                                                 "https://airport.example/1.pdf",
	} {
		body := `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>One</title>` + links + `</entry></feed>`
		check.Same(t, want, itemsOf(t, "", body)[0].URL, links)
	}
}

// Entries with one guid or one link for all stay apart.
func TestFeedKeys(t *testing.T) {
	t.Parallel()
	at := check.Must(url.Parse("https://airport.example/feed.xml"))(t)
	for _, test := range []struct{ entries, want string }{
		{`<item><guid>a</guid><link>/1?utm_source=x</link></item><item><link>/2?utm_source=x</link></item>`, "a|https://airport.example/2"},
		{`<item><guid>a</guid><link>/1</link></item><item><guid>a</guid><link>/2</link></item>`, "https://airport.example/1|https://airport.example/2"},
		{`<item><title>A</title><link>/1</link></item><item><title>B</title><link>/1</link></item>`, "https://airport.example/1 A|https://airport.example/1 B"},
		{`<item><link>/1?utm_source=x&amp;gclid=2&amp;a=1&amp;FBCLID=3&amp;mc_cid=4</link></item>`, "https://airport.example/1?a=1"},
		{`<item><title>A</title><guid>a</guid><link>/1</link></item><item><title>B</title><guid>a</guid><link>/1</link></item>`, "a|a"},
	} {
		found := check.Must(parseFeed(&web.Answer{URL: at, Body: []byte("<rss><channel>" + test.entries + "</channel></rss>")}))(t)
		check.Same(t, test.want, strings.Join(keysOf(&crawl.Crawl{}, []*feed{found})[0], "|"), test.entries)
	}
}

func TestFeedCategories(t *testing.T) {
	t.Parallel()
	got := itemsOf(t, "", `<rss><channel><item><title>One</title><category>Food &amp;amp; drink</category><category><![CDATA[Food & drink]]></category><category/><category>News</category></item></channel></rss>`)[0]
	check.Same(t, "Food & drink|News", strings.Join(got.Metadata["categories"].([]string), "|"), "categories")
}

// A date that has two meanings does not count.
func TestFeedDates(t *testing.T) {
	for date, want := range map[string]string{"Tue, 17 Mar 2026 09:05 JST": "2026-03-17 00:05", "03/04/2026": "0001-01-01 00:00"} {
		body := "<rss><channel><item><title>One</title><link>/1</link><pubDate>" + date + "</pubDate></item></channel></rss>"
		check.Same(t, want, itemsOf(t, "", body)[0].LastModified.Format("2006-01-02 15:04"), date)
	}
}

// A relative address begins at the nearest xml:base, which may be relative itself.
func TestFeedBases(t *testing.T) {
	body := `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://cdn.example/a/"><entry xml:base="b/"><title>One</title><link href="one"/>` +
		`<content type="html" xml:base="c/">&lt;img src="p.jpg"></content></entry></feed>`
	got := itemsOf(t, "", body)[0]
	if got.URL != "https://cdn.example/a/b/one" || !strings.Contains(got.Content, `"https://cdn.example/a/b/c/p.jpg"`) {
		t.Errorf("got %+v", got)
	}
}

func TestJSONFeedText(t *testing.T) {
	got := itemsOf(t, "", `{"items":[{"id":"1","title":"One","content_text":"Bags < 20 kg\nonly\n\nEnd","summary":"a<b","language":"de","date_published":"2026-03-01T00:00:00Z",
		"attachments":[{"url":"https://airport.example/i.jpg","mime_type":"image/jpeg"}],"tags":["x",3]}]}`)[0]
	if got.Content != "<p>Bags &lt; 20 kg<br/>only</p><p>End</p>" || got.Excerpt != "a<b" || got.Language != "de" || got.Thumbnail != "https://airport.example/i.jpg" ||
		!slices.Equal(got.Metadata["categories"].([]string), []string{"x", "3"}) || got.LastModified.Year() != 2026 {
		t.Errorf("got %+v", got)
	}
	if got := itemsOf(t, "", `{"items":[{"id":"1","title":"Don&#8217;t &amp; a<b","summary":"It&#039;s &lt; 5"}]}`)[0]; got.Title != "Don’t & a<b" || got.Content != "It&#39;s &lt; 5" {
		t.Errorf("entities: got %+v", got)
	}
	if got := itemsOf(t, "", "{\"items\":[{\"id\":\"1\",\"external_url\":\"/1\",\"content_html\":\"a\nb\"},]}")[0]; got.URL != "https://airport.example/1" || got.Content != "a b" {
		t.Errorf("near-JSON: got %+v", got)
	}
	_, err := parseFeed(&web.Answer{Body: []byte(`{"error":"not found"}`)})
	check.Error(t, errNoFeed, err, "JSON that is no feed")
}

// A hostile feed is refused before it takes much memory.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"<rss><channel>" + strings.Repeat("<x:a>", 100_000),
		`{"version":"https://jsonfeed.org/version/1","items":[` + strings.Repeat("{},", 50_000) + "{}]}",
	} {
		if _, err := parseFeed(&web.Answer{Body: []byte(text)}); err == nil || err.Error() != "the feed has too many elements" {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}
