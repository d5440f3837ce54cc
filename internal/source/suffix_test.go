package source

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Titles lose the suffix that most titles of a site share, also titles that did not change when the
// suffix was found.
func TestTitlesLoseTheSuffix(t *testing.T) {
	const name = " | Muster Airport"
	w := newWebsite(t, map[string]string{"/a": html("Parking" + name), "/b": html("Shops – Level 2" + name), "/sitemap.xml": lists("/a", "/b")})
	last, titles := w.pull(t, nil)
	if want := []string{"Parking" + name, "Shops – Level 2" + name}; !slices.Equal(titles, want) {
		t.Errorf("too few to tell: %s", titles)
	}
	for path, title := range map[string]string{"/c": "Taxis &quot;now&quot;" + name, "/d": "Muster Airport", "/e": name[3:] + " | News"} {
		w.files[path] = html(title)
	}
	w.files["/sitemap.xml"] = lists("/a", "/b", "/c", "/d", "/e")
	last, titles = w.pull(t, last)
	if want := []string{"Muster Airport", "Muster Airport | News", "Taxis \"now\"" + name}; !slices.Equal(titles, want) {
		t.Errorf("one of three new ones has it: %s", titles)
	}
	w.files["/f"], w.files["/g"], w.files["/h"] = html("Hotels"+name), html("Trains"+name), html("Buses"+name)
	w.files["/sitemap.xml"] = lists("/a", "/b", "/c", "/f", "/g", "/h")
	last, titles = w.pull(t, last)
	if want := []string{"Buses", "Hotels", "Trains"}; !slices.Equal(titles, want) {
		t.Errorf("new ones: %s", titles)
	}
	last, titles = w.pull(t, last)
	if want := []string{"Parking", "Shops – Level 2", "Taxis \"now\""}; !slices.Equal(titles, want) {
		t.Errorf("those of before: %s", titles)
	}
	w.answers()
	w.files["/a"] = html("Car parks" + name)
	last, titles = w.pull(t, last)
	if !slices.Equal(titles, []string{"Car parks"}) {
		t.Errorf("a changed one: %s", titles)
	}
	if sent := w.answers(); sent[304] != 5 {
		t.Errorf("pages are read again: %v", sent)
	}
	for path, title := range map[string]string{"/a": "A", "/b": "B", "/c": "C", "/f": "F", "/g": "G", "/h": "H"} {
		w.files[path] = html(title + " - New Airport")
	}
	if _, titles = w.pull(t, last); !slices.Equal(titles, []string{"A", "B", "C", "F", "G", "H"}) {
		t.Errorf("a new name: %s", titles)
	}
}

func TestSuffixes(t *testing.T) {
	for title, want := range map[string]string{
		"%s [Airport Handbook]": " [Airport Handbook]", "%s| Muster Airport": "| Muster Airport", "%s :: Muster": " :: Muster", "%s (Terminal 2)": "", "%s-Shop": "",
	} {
		titles := map[string]string{}
		for _, page := range []string{"Shops", "Taxis", "Hotels"} {
			titles[page] = fmt.Sprintf(title, page)
		}
		if got := sharedSuffix(titles); got != want {
			t.Errorf("%s: got %q, want %q", title, got, want)
		}
	}
}

// Of a title with hundreds of separators, only the last three count.
func TestSuffixOfManySeparators(t *testing.T) {
	titles := map[string]string{}
	for _, title := range []string{"Shops", "Taxis", "Hotels"} {
		titles[title] = title + strings.Repeat(" | x", 245)
	}
	if got := sharedSuffix(titles); got != " | x | x | x" {
		t.Errorf("got %q", got)
	}
}
