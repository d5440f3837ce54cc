package feed

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/source/crawltest"
)

// entriesOf is an RSS feed of entries, with more in its head. An entry is "guid link title", without a
// guid if that is "-".
func entriesOf(head string, entries ...string) string {
	var b strings.Builder
	for _, entry := range entries {
		parts := strings.SplitN(entry, " ", 3)
		fmt.Fprintf(&b, "<item><title>%s</title><link>%s</link>", parts[2], parts[1])
		if parts[0] != "-" {
			fmt.Fprintf(&b, `<guid isPermaLink="false">%s</guid>`, parts[0])
		}
		b.WriteString("</item>")
	}
	return `<rss xmlns:a="http://www.w3.org/2005/Atom" xmlns:fh="http://purl.org/syndication/history/1.0" xmlns:at="http://purl.org/atompub/tombstones/1.0">` +
		"<channel>" + head + b.String() + "</channel></rss>"
}

// serveFiles serves files by path and query, and counts the requests.
func serveFiles(t *testing.T, files map[string]string) (s content.Source, asked *[]string) {
	t.Helper()
	asked = new([]string)
	home := crawltest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.URL.RequestURI())
		text, there := files[r.URL.RequestURI()]
		if !there {
			w.WriteHeader(http.StatusNotFound)
		}
		fmt.Fprint(w, text)
	})
	return crawltest.Local("feed", home+"/feed"), asked
}

func foundTitles(t *testing.T, found *crawltest.Found) (titles []string) {
	t.Helper()
	for _, item := range found.Decoded(t) {
		titles = append(titles, item.Title)
	}
	slices.Sort(titles)
	return titles
}

// A feed goes on in other parts, in each format. Parts that name each other end.
func TestFeedParts(t *testing.T) {
	t.Parallel()
	atom := func(next, id string) string {
		return `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="` + next + `"/><entry><id>` + id + `</id><title>` + id + `</title><link href="/` + id + `"/></entry></feed>`
	}
	for name, files := range map[string]map[string]string{
		"rss": {"/feed": entriesOf(`<a:link rel="next" href="/feed?page=2"/>`, "1 /1 A"), "/feed?page=2": entriesOf(`<a:link rel="next" href="/feed?page=3"/>`, "2 /2 B"),
			"/feed?page=3": entriesOf(`<a:link rel="self" href="/feed?page=4"/><a:link rel="previous" href="/feed?page=2"/>`, "1 /1 A", "3 /3 C")},
		"rss, in a circle": {"/feed": entriesOf(`<a:link rel="next" href="/feed?page=2"/>`, "1 /1 A"), "/feed?page=2": entriesOf(`<a:link rel="next" href="feed"/>`, "2 /2 B", "3 /3 C")},
		"atom":             {"/feed": atom("/2", "A"), "/2": atom("/3", "B"), "/3": atom("/3", "C")},
		"archive": {"/feed": strings.Replace(atom("/old", "A"), `rel="next"`, `rel="prev-archive"`, 1),
			"/old": entriesOf("", "2 /2 B", "3 /3 C")},
		"json": {"/feed": `{"version":"https://jsonfeed.org/version/1.1","next_url":"/2","items":[{"id":"1","title":"A"}]}`,
			"/2": `{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"2","title":"B"},{"id":"3","title":"C"}]}`},
	} {
		s, asked := serveFiles(t, files)
		found := crawlFeed(t, s, nil)
		check.Same(t, []string{"A", "B", "C"}, foundTitles(t, found), name)
		check.Same(t, len(files), len(*asked), name, "requests")
		check.Same(t, 0, len(found.Notes), name, "notes")
	}
}

// A part that cannot be read costs its entries only, and the next crawl reads the feed again.
func TestFeedPartsFail(t *testing.T) {
	t.Parallel()
	endless := map[string]string{}
	for n := range 60 {
		endless[fmt.Sprintf("/feed%d", n)] = entriesOf(fmt.Sprintf(`<a:link rel="next" href="/feed%d"/>`, n+1), fmt.Sprintf("%d /%d T", n, n))
	}
	endless["/feed"] = endless["/feed0"]
	for want, files := range map[string]map[string]string{
		"/gone, is not read: ":                     {"/feed": entriesOf(`<a:link rel="next" href="/gone"/>`, "1 /1 A")},
		"it is not of the source's site":           {"/feed": entriesOf(`<a:link rel="next" href="http://elsewhere.example.com/2"/>`, "1 /1 A")},
		"/page, is not read: this is no feed":      {"/feed": entriesOf(`<a:link rel="next" href="/page"/>`, "1 /1 A"), "/page": "<html><p>Home"},
		"the feed has more than 50 parts":          endless,
		"first path segment in URL cannot contain": {"/feed": entriesOf(`<a:link rel="next" href="x y:\\z"/>`, "1 /1 A")},
	} {
		s, asked := serveFiles(t, files)
		found := crawlFeed(t, s, nil)
		if len(found.Notes) != 1 || !strings.Contains(found.Notes[0], want) || found.Items == 0 || found.Memory.ETag != "" || !found.DeleteNothing || len(*asked) > maxParts {
			t.Errorf("%s: notes %q, %d items, %d requests", want, found.Notes, found.Items, len(*asked))
		}
	}
}

// An entry with another guid and the same link and title is the known one. Entries that share a link
// are not.
func TestGuidsThatChange(t *testing.T) {
	t.Parallel()
	files := map[string]string{"/feed": entriesOf("", "x1 /1?gclid=1 A", "y1 /2 B", "z1 /status Delay")}
	s, _ := serveFiles(t, files)
	first := crawlFeed(t, s, nil)
	check.Same(t, []string{"A", "B", "Delay"}, foundTitles(t, first), "first")
	files["/feed"] = entriesOf("", "x2 /1?gclid=2 A", "y2 /2 Other", "z2 /status Delay", "z3 /status Delay")
	second := crawlFeed(t, s, first)
	check.Same(t, []string{"Delay", "Delay", "Other"}, foundTitles(t, second), "other guids")
	files["/feed"] = entriesOf("", "x3 /1 A", "y1 /2 B")
	third := crawlFeed(t, s, second)
	check.Same(t, 0, third.Items, "other guids again, and a known one")
	full := check.Must(crawltest.After(t, third, s, true, readKind))(t)
	check.Same(t, len(third.Stored), len(full.Stored), "pages after a full crawl")
}

// What a complete feed does not list is gone, if all of it could be read.
func TestCompleteFeeds(t *testing.T) {
	t.Parallel()
	const complete = "<fh:complete/>"
	for text, whole := range map[string]bool{
		entriesOf(complete, "1 /1 A"): true,
		entriesOf("", "1 /1 A"):       false,
		entriesOf(complete+`<a:link rel="next" href="/gone"/>`, "1 /1 A"):                                                                false,
		strings.Replace(entriesOf(complete, "1 /1 A", "2 /2 B"), "<guid", "<gu<id", 1):                                                   false,
		`<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><itunes:complete>Yes</itunes:complete></channel></rss>`: false,
		`<feed xmlns="http://www.w3.org/2005/Atom" xmlns:h="http://purl.org/syndication/history/1.0"><h:complete/></feed>`:               true,
	} {
		s, _ := serveFiles(t, map[string]string{"/feed": text})
		check.Same(t, !whole, crawlFeed(t, s, nil).DeleteNothing, text)
	}
	s, text, _ := feedServer(t)
	text.Store(entriesOf(complete, "1 /1 A"))
	check.Same(t, true, crawlFeed(t, s, crawlFeed(t, s, nil)).DeleteNothing, "an unchanged complete feed")
}

// An entry that the feed says is deleted is withdrawn, once.
func TestTombstones(t *testing.T) {
	t.Parallel()
	files := map[string]string{"/feed": entriesOf("", "1 /1 A", "2 /2 B", "3 /3 C")}
	s, _ := serveFiles(t, files)
	first := crawlFeed(t, s, nil)
	files["/feed"] = entriesOf(`<at:deleted-entry ref="2" when="2026-03-01T00:00:00Z"/><at:deleted-entry ref="1"/><at:deleted-entry ref="never"/>`, "1 /1 A")
	second := crawlFeed(t, s, first)
	var withdrawn []string
	for _, p := range second.Records {
		if p.Withdrawn {
			withdrawn = append(withdrawn, p.Key+" "+p.ItemID)
		}
	}
	check.Same(t, []string{"2 " + first.Stored["2"].ItemID}, withdrawn, "withdrawn")
	check.Same(t, []string{"2 makes no item any more: the feed says that it was deleted"}, second.Notes, "notes")
	check.Same(t, 0, len(crawlFeed(t, s, second).Notes), "notes of the next crawl")
}
