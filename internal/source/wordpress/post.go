package wordpress

import (
	"cmp"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/hours"
	"airport-content/internal/markup"
	"airport-content/internal/reading"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/lenient"
)

// post is an entry of WordPress, in the form of the REST API. Plugins give some fields another
// shape. Such a field is read as empty, and the entry stays.
type post struct {
	entry
	translated
	Link      lenient.Text    `json:"link"`
	Published lenient.Text    `json:"date_gmt"`
	Title     lenient.Text    `json:"title"`
	Content   json.RawMessage `json:"content"`
	Excerpt   lenient.Text    `json:"excerpt"`
	ACF       json.RawMessage `json:"acf"` // an object, or [] if there are no fields
	Embedded  json.RawMessage `json:"_embedded"`
}

// protected reports whether the entry has a password.
func (p *post) protected() bool {
	return lenient.Decode[struct {
		Protected bool `json:"protected"`
	}](p.Content).Protected
}

// item makes the item of the entry.
func (p *post) item(t content.Type) crawl.Item {
	i := crawl.Item{Type: t, Title: lenient.Unescape(markup.Plain(withoutShortcodes(string(p.Title)))), URL: string(p.Link),
		Content: withoutShortcodes(string(lenient.Decode[lenient.Text](p.Content))), Language: p.language(), LastModified: p.modified()}
	i.Excerpt = excerpt(withoutShortcodes(string(p.Excerpt)), i.URL)
	if i.Title == "" {
		i.Title = lenient.FirstWords(markup.FromHTML(i.Content))
	}
	embedded := lenient.Decode[struct {
		Media json.RawMessage `json:"wp:featuredmedia"`
		Terms json.RawMessage `json:"wp:term"` // a list for each taxonomy
	}](p.Embedded)
	base, err := url.Parse(i.URL)
	for _, media := range lenient.Decode[[]json.RawMessage](embedded.Media) {
		i.Thumbnail = pictureOf(media)
		if err == nil {
			i.Thumbnail = markup.Resolve(base, i.Thumbnail)
		}
	}
	i.Metadata = p.metadata(lenient.Decode[[]json.RawMessage](embedded.Terms))
	return i
}

// pictureOf is the address of a medium in full size. Some media of other servers name only their
// sizes.
func pictureOf(media json.RawMessage) string {
	type file struct {
		URL lenient.Text `json:"source_url"`
	}
	m := lenient.Decode[struct {
		file
		Details json.RawMessage `json:"media_details"`
	}](media)
	details := lenient.Decode[struct {
		Sizes json.RawMessage `json:"sizes"`
	}](m.Details)
	full := lenient.Decode[struct {
		Full file `json:"full"`
	}](details.Sizes).Full
	return string(cmp.Or(m.URL, full.URL))
}

// readMore is the end of an excerpt that leads to the whole text.
var readMore = regexp.MustCompile(`(?i)(…|\.\.\.|\[…\])\s*(continue reading|read more)\b.{0,200}$`)

// excerpt is the text of an excerpt, without the link to the entry that themes add, such as
// Continue reading.
func excerpt(html, link string) string {
	doc, err := markup.Parse(html)
	if err != nil {
		return ""
	}
	doc.Find(".more-link, .link-more, .read-more, .readmore, .screen-reader-text").Remove()
	for _, a := range doc.Find("a[href]").EachIter() {
		if href, _, _ := strings.Cut(a.AttrOr("href", ""), "#"); link != "" && strings.TrimSuffix(href, "/") == strings.TrimSuffix(link, "/") {
			a.Remove()
		}
	}
	return readMore.ReplaceAllString(markup.Text(doc.Selection), "$1")
}

// modified is the date of the entry, in UTC. Entries from other systems may have only the date of
// publication. It is zero if there is no date.
func (p *post) modified() time.Time {
	return lenient.FirstDate(string(p.Modified), string(p.Published))
}

// maxField is how many bytes of JSON a field of ACF may have. Larger fields hold whole other
// entries, and all metadata together may have 64 KB.
const maxField = 32 << 10

// fields are the fields of ACF, and the names of those that are too large and left out.
func (p *post) fields() (all map[string]any, large []string) {
	all = map[string]any{}
	for name, value := range lenient.Decode[map[string]json.RawMessage](p.ACF) {
		if len(value) > maxField {
			large = append(large, name)
		} else {
			all[name] = value
		}
	}
	slices.Sort(large)
	renameHours(all)
	return all, large
}

// renameHours gives a field opening_hours another name if it is not in the syntax of OpenStreetMap,
// in which items have that key: a text is hours_of_operation.
func renameHours(fields map[string]any) {
	value, has := fields[reading.OpeningHours]
	if !has {
		return
	}
	raw, _ := value.(json.RawMessage)
	var text string
	if json.Unmarshal(raw, &text) == nil {
		if _, err := hours.Parse(text); err == nil {
			return
		}
	}
	delete(fields, reading.OpeningHours)
	key := "hours_of_operation"
	if _, taken := fields[key]; taken || text == "" {
		key = "opening_hours_field"
	}
	fields[key] = value
}

// taxonomies are the keys of metadata that differ from the names of WordPress.
var taxonomies = map[lenient.Text]string{"category": "categories", "post_tag": "tags"}

// metadata holds the fields of ACF, and the names of the entry's terms by taxonomy.
func (p *post) metadata(terms []json.RawMessage) map[string]any {
	all, _ := p.fields()
	names := map[string][]string{}
	for _, some := range terms {
		for _, term := range lenient.Decode[[]struct {
			Name     lenient.Text `json:"name"`
			Taxonomy lenient.Text `json:"taxonomy"`
		}](some) {
			if name := markup.Plain(string(term.Name)); name != "" {
				key := cmp.Or(taxonomies[term.Taxonomy], string(term.Taxonomy))
				names[key] = append(names[key], name)
				all[key] = names[key]
			}
		}
	}
	return all
}
