package sitemap

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/source/crawltest"
)

// Titles lose the suffix that most titles of a site share, also titles that did not change when the
// suffix was found.
func TestTitlesLoseTheSuffix(t *testing.T) {
	const name = " | Muster Airport"
	w := newWebsite(t, map[string]string{"/a": html("Parking" + name), "/b": html("Shops – Level 2" + name), "/sitemap.xml": lists("/a", "/b")})
	last, titles := w.pull(t, nil)
	check.Same(t, []string{"Parking" + name, "Shops – Level 2" + name}, titles, "too few to tell")
	for path, title := range map[string]string{"/c": "Taxis &quot;now&quot;" + name, "/d": "Muster Airport", "/e": name[3:] + " | News"} {
		w.files[path] = html(title)
	}
	w.files["/sitemap.xml"] = lists("/a", "/b", "/c", "/d", "/e")
	last, titles = w.pull(t, last)
	want := []string{"Muster Airport", "Muster Airport | News", "Taxis \"now\"" + name}
	check.Same(t, want, titles, "one of three new ones has it")
	w.files["/f"], w.files["/g"], w.files["/h"] = html("Hotels"+name), html("Trains"+name), html("Buses"+name)
	w.files["/sitemap.xml"] = lists("/a", "/b", "/c", "/f", "/g", "/h")
	last, titles = w.pull(t, last)
	check.Same(t, []string{"Buses", "Hotels", "Trains"}, titles, "new ones")
	last, titles = w.pull(t, last)
	check.Same(t, []string{"Parking", "Shops – Level 2", "Taxis \"now\""}, titles, "those of before")
	w.answers()
	w.files["/a"] = html("Car parks" + name)
	last, titles = w.pull(t, last)
	check.Same(t, []string{"Car parks"}, titles, "a changed one")
	check.Same(t, 5, w.answers()[304], "pages that are not read again")
	for path, title := range map[string]string{"/a": "A", "/b": "B", "/c": "C", "/f": "F", "/g": "G", "/h": "H"} {
		w.files[path] = html(title + " - New Airport")
	}
	_, titles = w.pull(t, last)
	check.Same(t, []string{"A", "B", "C", "F", "G", "H"}, titles, "a new name")
}

func TestTitlesLoseThePrefix(t *testing.T) {
	w := newWebsite(t, map[string]string{"/a": html("Muster Airport | Parking"), "/b": html("Muster Airport | Shops | Books"), "/c": html("Muster Airport | Taxis"), "/d": html("Muster Airport"),
		"/sitemap.xml": lists("/a", "/b", "/c", "/d")})
	_, titles := w.pull(t, nil)
	check.Same(t, []string{"Muster Airport", "Parking", "Shops | Books", "Taxis"}, titles, "titles")
}

// An item must have a title.
func TestTitleOfTheNameOnly(t *testing.T) {
	w := newWebsite(t, map[string]string{"/a": html("A|Muster"), "/b": html("B|Muster"), "/c": html("C|Muster"), "/d": html("|Muster"), "/sitemap.xml": lists("/a", "/b", "/c", "/d")})
	_, titles := w.pull(t, nil)
	check.Same(t, []string{"A", "B", "C", "|Muster"}, titles, "titles")
}

// Numbers that differ at every read are no content, wherever they are, and date no item anew. So
// the teasers before a counter go, too. Facts stay, also where they differ from page to page only
// in their numbers.
func TestNumbersThatMove(t *testing.T) {
	t.Parallel()
	const pages = 24
	text, phones := map[int]string{}, map[int]string{}
	for n := range pages {
		text[n], phones[n] = fmt.Sprintf("Much can be told about place %d, and about how it came to be.", n), fmt.Sprintf("Phone 555 01%02d", n)
	}
	w := newWebsite(t, map[string]string{})
	write := func(version string) {
		var paths []string
		for n := range pages {
			path, next := fmt.Sprintf("/%d", n), (n+1)%pages
			paths = append(paths, path)
			teaser := fmt.Sprintf(`<div><b><a href="/%d">Place %d</a></b><p>%s</p></div>`, next, next, text[next])
			w.files[path] = fmt.Sprintf(`<!-- %s --><title>Place %d</title><table><tr><td colspan=2>It is HITS seconds past midnight</td></tr><tr>`+
				`<td><h1>Place %d</h1><p>%s</p><p>Read HITS times</p><h2>Call us</h2><p>%s</p><p>From place %d it is not far to <a href="/%d">the next</a>.</p></td><td><h4>You may also like</h4>%s<p>Visitor HITS</p></td></tr></table>`,
				version, n, n, text[n], phones[n], n, next, teaser)
		}
		w.files["/sitemap.xml"] = lists(paths...)
	}
	pull := func(run string, last *crawltest.Found, want ...int) *crawltest.Found {
		t.Helper()
		write(run)
		found, _ := w.pull(t, last)
		check.Same(t, len(want), found.Items, run, ": new and changed items")
		for at, item := range found.Decoded(t) {
			if at >= len(want) {
				break
			}
			n := want[at]
			if got := strings.NewReplacer("<tbody>", "", "</tbody>", "", "<tr>", "", "</tr>", "").Replace(item.Content); n < 0 {
				_, _ = fmt.Sscanf(item.Title, "Place %d", &n)
				for _, part := range []string{"It is", "times", "Visitor", "also like", fmt.Sprintf("Place %d", (n+1)%pages)} {
					if strings.Contains(got, part+"<") || strings.Contains(got, part+" ") {
						t.Errorf("%s: page %d has %q: %s", run, n, part, got)
					}
				}
				if !strings.Contains(got, text[n]) || !strings.Contains(got, "Call us") || !strings.Contains(got, phones[n]) || !strings.Contains(got, "not far to") {
					t.Errorf("%s: page %d has lost something: %s", run, n, got)
				}
			} else if item.Title != fmt.Sprintf("Place %d", n) {
				t.Errorf("%s: %s is dated anew, want %d", run, item.Title, n)
			}
		}
		return found
	}
	all := make([]int, pages)
	for n := range all {
		all[n] = -1
	}
	found := pull("the first", nil, all...)
	check.Same(t, 2*pages+1, w.answers()[200], "every page is read twice, and the sitemap once")
	found = pull("another markup", found)
	check.Same(t, pages+1, w.answers()[200], "pages that have not changed are read once")
	text[7] = "Something else is told about place seven in these days."
	found = pull("a page changes", found, 7)
	maps.Copy(phones, map[int]string{3: "Phone 555 0999", 9: "Phone 555 0998"})
	pull("two numbers change", found, 3, 9)
}
