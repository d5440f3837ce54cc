package assistant

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"airport-content/internal/place"
)

// snippetLength is in characters.
const snippetLength = 300

// airport is an airport of /airports.
type airport struct {
	Airport, AirportName string
	Languages            []string
	Total                int
	Website, TimeZone    *string
}

// matches reports whether the code is the name, or code or name hold the name in any letter case.
func (a *airport) matches(name string) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	return strings.Contains(strings.ToLower(a.Airport+" "+a.AirportName), name)
}

// item is an item of a list, with what an assistant shows of it.
type item struct {
	ID, ContentType, Title, Language, LastModified string
	URL, Excerpt, Content, OpenUntil               *string
	Highlight                                      *struct{ Snippet *string }
	Metadata                                       map[string]any
}

// finding is what a search found at one airport.
type finding struct {
	Airport, AirportName string
	Total                int
	HoursUnknown         int // items that may be open
	Search               search
	Results              []item
	Website              string `json:"-"`
	Places               string `json:"-"` // what the filters may have left out
}

// search is how the words were met.
type search struct {
	Match    string
	AllWords int // results that have every word
}

func renderAirports(list []airport, name string) string {
	if len(list) == 0 && name != "" {
		return fmt.Sprintf("No airport of this key has %q in its code or name. Call list_airports without a name for all.", name)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:\n", count(len(list), "airport"))
	for _, a := range list[:min(len(list), maxAirports)] {
		fmt.Fprintf(&b, "- %s: %s, %s in %s", a.Airport, oneLine(a.AirportName), count(a.Total, "item"), cmp.Or(strings.Join(a.Languages, ", "), "no language"))
		if a.TimeZone != nil {
			fmt.Fprintf(&b, ", time zone %s", *a.TimeZone)
		}
		if a.Website != nil {
			fmt.Fprintf(&b, ", %s", *a.Website)
		}
		b.WriteByte('\n')
	}
	if len(list) > maxAirports {
		fmt.Fprintf(&b, "These are the first %d. Narrow the list with a name.\n", maxAirports)
	}
	return b.String()
}

// renderFound writes what a search found. unknown counts the items that may be open.
func renderFound(list []finding, query string, unknown int) string {
	var b strings.Builder
	for i := range list {
		f := &list[i]
		if len(f.Results) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s, %s: %d of %s for %q.%s\n\n", f.Airport, oneLine(f.AirportName), len(f.Results), count(f.Total, "item"), query, f.Search.warning())
		for n := range f.Results {
			b.WriteString(f.entry(n))
		}
	}
	if b.Len() == 0 {
		fmt.Fprintf(&b, "Nothing was found for %q. Try other words, or fewer filters such as terminal, security, content_types and open_at.", query)
	}
	b.WriteString(renderUnknown(unknown))
	return b.String()
}

// warning says that no item has all that was asked for.
func (s search) warning() string {
	if s.Match == "any" && s.AllWords == 0 {
		return " None has every word: these have some of the words, and may be about something else."
	}
	return ""
}

// renderPlaces says what a filter by place leaves out, and which places there are.
func renderPlaces(places map[string]map[string]int) string {
	var known []string
	for _, part := range []place.Part{place.Terminal, place.Concourse} {
		if names := slices.Sorted(maps.Keys(places[metadata(part)])); len(names) > 0 {
			known = append(known, string(part)+" "+strings.Join(names, ", "))
		}
	}
	return fmt.Sprintf("\nLeft out: items whose place is not known; search without terminal and security for them. Known here: %s.\n",
		cmp.Or(strings.Join(known, "; "), "no terminal"))
}

func renderOpen(f *finding, at string) string {
	when := at
	if at != openNow {
		when = "at " + at
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %s open %s", f.Airport, oneLine(f.AirportName), count(f.Total, "item"), when)
	if len(f.Results) < f.Total {
		fmt.Fprintf(&b, ", %d shown", len(f.Results))
	}
	b.WriteString(".\n\n")
	for n := range f.Results {
		b.WriteString(f.entry(n))
	}
	b.WriteString(renderUnknown(f.HoursUnknown))
	return b.String()
}

// renderUnknown says how many items are left out because their hours are not known.
func renderUnknown(items int) string {
	if items == 0 {
		return ""
	}
	return fmt.Sprintf("\nLeft out: %s whose hours are not known.\n", count(items, "item"))
}

// entry writes the item at index n of the results.
func (f *finding) entry(n int) string {
	i := &f.Results[n]
	var b strings.Builder
	fmt.Fprintf(&b, "%d. %s (%s)\n", n+1, oneLine(i.Title), i.ContentType)
	for _, line := range i.facts(f.Website) {
		fmt.Fprintf(&b, "   %s\n", line)
	}
	fmt.Fprintf(&b, "   id: %s, language %s, of %s\n", i.ID, i.Language, i.day())
	if snippet := i.snippet(); snippet != "" {
		fmt.Fprintf(&b, "   > %s\n", snippet)
	}
	b.WriteByte('\n')
	return b.String()
}

func renderItem(i *item, code, name, website string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s at %s, %s. Language %s, of %s.\n", oneLine(i.Title), i.ContentType, code, oneLine(name), i.Language, i.day())
	for _, line := range i.facts(website) {
		fmt.Fprintf(&b, "%s\n", line)
	}
	b.WriteString("\nThe text of the website:\n\n")
	if i.Excerpt != nil {
		b.WriteString(quote(*i.Excerpt) + "\n>\n")
	}
	if i.Content != nil {
		b.WriteString(quote(*i.Content) + "\n")
	}
	return b.String()
}

// facts are the link, the place and the hours of an item, a line each.
func (i *item) facts(website string) []string {
	var lines []string
	if i.URL != nil {
		lines = append(lines, "link: "+absolute(*i.URL, website))
	}
	if place := i.join("location_detail", "terminal", "concourse", "gate", "level"); place != "" {
		lines = append(lines, "place: "+place)
	}
	if security := i.text("security"); security != "" {
		lines = append(lines, security+" the security check")
	}
	if begin := i.text("start_date"); begin != "" {
		lines = append(lines, strings.TrimSuffix("dates: "+begin+" to "+i.text("end_date"), " to "))
	}
	if i.OpenUntil != nil {
		lines = append(lines, "open until "+*i.OpenUntil)
	}
	if hours := cmp.Or(i.text("hours_of_operation"), i.text("opening_hours")); hours != "" {
		lines = append(lines, "hours: "+hours)
	}
	if phone := i.text("phone_number"); phone != "" {
		lines = append(lines, "phone: "+phone)
	}
	return lines
}

// join is the text of the first key; without one, the texts of the other keys with their names.
func (i *item) join(first string, others ...string) string {
	if text := i.text(first); text != "" {
		return text
	}
	var parts []string
	for _, key := range others {
		if text := i.text(key); text != "" {
			parts = append(parts, key+" "+text)
		}
	}
	return strings.Join(parts, ", ")
}

// text is a value of the metadata in one line.
func (i *item) text(key string) string {
	switch value := i.Metadata[key].(type) {
	case nil:
		return ""
	case string:
		return cut(oneLine(value))
	default:
		written, _ := json.Marshal(value) // no error: the value came from JSON
		return cut(string(written))
	}
}

// snippet is the text around the found words, or the excerpt.
func (i *item) snippet() string {
	if i.Highlight != nil && i.Highlight.Snippet != nil {
		text := strings.NewReplacer("<mark>", "", "</mark>", "").Replace(*i.Highlight.Snippet)
		return oneLine(html.UnescapeString(text))
	}
	if i.Excerpt != nil {
		return cut(oneLine(*i.Excerpt))
	}
	return ""
}

func (i *item) day() string { return i.LastModified[:min(len("2006-01-02"), len(i.LastModified))] }

// absolute is a link on the airport's website.
func absolute(link, website string) string {
	to, err := url.Parse(link)
	from, wrong := url.Parse(website)
	if err != nil || wrong != nil {
		return link
	}
	return from.ResolveReference(to).String()
}

// oneLine writes a text without line breaks.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// quote marks each line as the website's.
func quote(text string) string {
	return "> " + strings.ReplaceAll(strings.ReplaceAll(text, "\r", ""), "\n", "\n> ")
}

// cut shortens a text to the length of a snippet.
func cut(text string) string {
	if utf8.RuneCountInString(text) <= snippetLength {
		return text
	}
	return string([]rune(text)[:snippetLength-1]) + "…"
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
