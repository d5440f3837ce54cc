package source

import (
	"encoding/json"
	"time"

	"airport-content/internal/content"
)

// post is an entry of WordPress, as its REST API shows it. The raw fields have different shapes with different plugins.
type post struct {
	entry
	Link  string `json:"link"`
	Title struct {
		Rendered string `json:"rendered"`
	} `json:"title"`
	Content struct {
		Rendered  string `json:"rendered"`
		Protected bool   `json:"protected"`
	} `json:"content"`
	Excerpt struct {
		Rendered string `json:"rendered"`
	} `json:"excerpt"`
	ACF      json.RawMessage `json:"acf"`  // an object, or [] if there are no fields
	Lang     json.RawMessage `json:"lang"` // of Polylang or WPML
	Embedded struct {
		Media []json.RawMessage `json:"wp:featuredmedia"`
		Terms []json.RawMessage `json:"wp:term"` // a list for each taxonomy
	} `json:"_embedded"`
}

// item is the entry for partners.
func (p *post) item(t content.Type) Item {
	i := Item{Type: t, Title: plain(p.Title.Rendered), URL: p.Link, Excerpt: plain(p.Excerpt.Rendered), Content: p.Content.Rendered,
		Metadata: p.metadata()}
	i.LastModified = p.modified()
	lang, _ := decodeAs[string](p.Lang)
	i.Language = locale(lang)
	for _, text := range p.Embedded.Media {
		media, _ := decodeAs[struct {
			URL string `json:"source_url"`
		}](text)
		i.Thumbnail = media.URL
	}
	return i
}

// modified is the entry's date; zero if it has none.
func (p *post) modified() time.Time {
	t, _ := time.Parse("2006-01-02T15:04:05", p.Modified) // in UTC
	return t
}

// metadata holds the fields of ACF, and the names of the entry's terms by taxonomy. It is nil if there are none.
func (p *post) metadata() map[string]any {
	fields, _ := decodeAs[map[string]json.RawMessage](p.ACF)
	all := map[string]any{}
	for name, value := range fields {
		all[name] = value
	}
	terms := map[string][]string{}
	for _, text := range p.Embedded.Terms {
		list, _ := decodeAs[[]struct {
			Name     string `json:"name"`
			Taxonomy string `json:"taxonomy"`
		}](text)
		for _, term := range list {
			terms[term.Taxonomy] = append(terms[term.Taxonomy], plain(term.Name))
		}
	}
	for taxonomy, names := range terms {
		switch taxonomy {
		case "category":
			taxonomy = "categories"
		case "post_tag":
			taxonomy = "tags"
		}
		all[taxonomy] = names
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// decodeAs reads JSON that may have another shape: then the value is zero and ok false.
func decodeAs[T any](text json.RawMessage) (value T, ok bool) {
	if err := json.Unmarshal(text, &value); err != nil {
		var zero T
		return zero, false
	}
	return value, true
}
