package source

import (
	"fmt"
	"strings"
	"testing"

	"airport-content/internal/check"
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

func TestSharedNames(t *testing.T) {
	for title, want := range map[string]string{
		"%s [Airport Handbook]": " [Airport Handbook]", "%s| Muster Airport": "| Muster Airport", "%s :: Muster": " :: Muster", "%s (Terminal 2)": "", "%s-Shop": "",
		"Muster Airport | %s": "Muster Airport | ", "Muster – %s – Info": " – Info", "Muster [%s]": "",
		"%s" + strings.Repeat(" | x", 245): " | x | x | x", // only the last three separators count
	} {
		titles := map[string]string{}
		for _, page := range []string{"Shops", "Taxis", "Hotels"} {
			titles[page] = fmt.Sprintf(title, page)
		}
		check.Same(t, want, sharedName(titles), title)
	}
}
