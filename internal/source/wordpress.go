package source

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/search"
)

// wordpress reads a website by WordPress's REST API.
type wordpress struct{ *Crawl }

// postType is a sort of entries: post, page or one that a plugin adds.
type postType struct {
	slug   string
	target content.Type
	route  string // of its entries, below wp-json/
}

// entry is a published entry as a list shows it.
type entry struct {
	ID       json.Number `json:"id"`
	Modified string      `json:"modified_gmt"`
}

const (
	perList    = 100 // entries of a list, WordPress's most
	perFetch   = 25  // entries that are fetched together, with their content
	listTries  = 3   // of a list that shrinks while it is read
	emptyPages = 3   // of a list, one after the other, that end it, however many pages it promises
	postsSize  = 32 << 20
	maxValues  = 1_000_000 // of an answer

	// settled is how old an entry's date must be before we trust that it tells versions apart. The date counts whole seconds, and an
	// editor saves in several requests.
	settled = 10 * time.Second
)

// errShrank means that the list lost an entry while it was read, so another entry may have been missed.
var errShrank = errors.New("the list of entries became shorter while it was read")

func readWordPress(ctx context.Context, c *Crawl) error {
	w := &wordpress{c}
	types, err := w.types(ctx)
	if err != nil {
		return err
	}
	for _, t := range types {
		if err := w.read(ctx, t); err != nil {
			return fmt.Errorf("%s: %w", t.slug, err)
		}
	}
	return nil
}

// types are those to read: posts, pages and what is mapped.
func (w *wordpress) types(ctx context.Context) ([]postType, error) {
	general := w.Source.Settings.Type
	wanted := map[string]content.Type{"post": cmp.Or(general, "news"), "page": cmp.Or(general, "page")}
	for _, m := range slices.Backward(w.Source.Settings.Map) { // the first one counts
		wanted[m.From] = m.To
	}
	var there map[string]struct {
		Base      string `json:"rest_base"`
		Namespace string `json:"rest_namespace"` // since WordPress 5.9
	}
	if _, err := w.get(ctx, "wp/v2/types", nil, &there); err != nil {
		return nil, err
	}
	var types []postType
	for _, slug := range slices.Sorted(maps.Keys(wanted)) {
		found, ok := there[slug]
		switch {
		case ok:
			types = append(types, postType{slug, wanted[slug], cmp.Or(found.Namespace, "wp/v2") + "/" + cmp.Or(found.Base, slug)})
		case slug != "post" && slug != "page", len(w.knownIDs(slug)) > 0: // a website may never have had these two
			return nil, fmt.Errorf("the REST API has no post type %q, only %s; WordPress shows a type with show_in_rest", slug,
				strings.Join(slices.Sorted(maps.Keys(there)), ", "))
		}
	}
	return types, nil
}

// read records all entries of a type.
func (w *wordpress) read(ctx context.Context, t postType) error {
	entries, err := w.list(ctx, t)
	if err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, e := range entries {
		listed[e.ID.String()] = true
	}
	missing := slices.DeleteFunc(w.knownIDs(t.slug), func(id string) bool { return listed[id] })
	// While the list is read, an entry can move to a page that was read before. So ask for those that seem to be gone.
	for ids := range slices.Chunk(missing, perList) {
		for asked := 0; len(ids) != asked; { // a plugin may let an answer have fewer entries than it could
			asked = len(ids)
			var again []entry
			query := url.Values{"_fields": {"id,modified_gmt"}, "include": {strings.Join(ids, ",")}, "per_page": {strconv.Itoa(perList)}}
			if _, err := w.get(ctx, t.route, query, &again); err != nil {
				return err
			}
			entries = append(entries, again...)
			ids = without(ids, again)
		}
	}
	var changed []string
	for _, e := range entries {
		if p := w.Known(e.key(t)); p.Modified != "" && p.Modified == e.Modified {
			w.record(p, unchanged)
		} else {
			changed = append(changed, e.ID.String())
		}
	}
	return w.fetch(ctx, t, changed)
}

// without leaves out the ids of entries.
func without(ids []string, entries []entry) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		return slices.ContainsFunc(entries, func(e entry) bool { return e.ID.String() == id })
	})
}

// knownIDs are the entries of a type that have a page record.
func (w *wordpress) knownIDs(slug string) (ids []string) {
	for key := range w.known {
		if id, is := strings.CutPrefix(key, slug+"/"); is {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// list lists all entries of a type. A page may hold fewer entries than it could: plugins hide some.
func (w *wordpress) list(ctx context.Context, t postType) (entries []entry, err error) {
	for range listTries {
		if entries, err = w.listPages(ctx, t); !errors.Is(err, errShrank) {
			break
		}
	}
	return entries, err
}

func (w *wordpress) listPages(ctx context.Context, t postType) (entries []entry, err error) {
	for n, last, empty := 1, 1, 0; n <= last && empty < emptyPages; n++ {
		var page []entry
		header, err := w.get(ctx, t.route, url.Values{"_fields": {"id,modified_gmt"}, "orderby": {"id"}, "order": {"asc"},
			"per_page": {strconv.Itoa(perList)}, "page": {strconv.Itoa(n)}}, &page)
		if err != nil {
			return nil, err
		}
		if last, err = strconv.Atoi(header.Get("X-WP-TotalPages")); err != nil {
			return nil, errors.New("the answer has no number in its header X-WP-TotalPages; a proxy or a cache before WordPress must let it through")
		}
		if empty++; len(page) > 0 {
			empty = 0
		}
		if entries = append(entries, page...); len(entries) > maxPages || last > maxPages {
			return nil, errTooMany
		}
	}
	return entries, nil
}

// key is that of the entry's page record.
func (e *entry) key(t postType) string { return t.slug + "/" + e.ID.String() }

// fetch gets entries with their content. What an answer leaves out is asked for again; what no answer has is gone. If a request for several
// fails, each gets a request of its own, so that one broken entry does not hold up the others.
func (w *wordpress) fetch(ctx context.Context, t postType, ids []string) error {
	for ids := range slices.Chunk(ids, perFetch) {
		var err error
		for asked := 0; err == nil && len(ids) != asked; {
			asked = len(ids)
			ids, err = w.fetchSome(ctx, t, ids)
		}
		if err == nil {
			continue
		}
		for _, id := range ids {
			_, err := w.fetchSome(ctx, t, []string{id})
			if err != nil && ctx.Err() == nil {
				w.record(content.PageRecord{Key: t.slug + "/" + id}, isUnread(err))
				err = nil
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// fetchSome gets entries, and returns the ids that the answer leaves out.
func (w *wordpress) fetchSome(ctx context.Context, t postType, ids []string) (left []string, err error) {
	var posts []post
	header, err := w.get(ctx, t.route, url.Values{"include": {strings.Join(ids, ",")}, "per_page": {strconv.Itoa(perFetch)},
		"_fields": {"id,link,modified_gmt,title,content,excerpt,acf,lang,_links,_embedded"}, "_embed": {"wp:featuredmedia,wp:term"}}, &posts)
	if err != nil {
		return ids, err
	}
	left = ids
	now, _ := http.ParseTime(header.Get("Date"))
	for _, p := range posts {
		left = without(left, []entry{p.entry})
		page := content.PageRecord{Key: p.key(t), ItemID: w.Source.Name + ":" + p.ID.String(), Modified: p.Modified}
		if now.Sub(p.modified()) < settled {
			page.Modified = ""
		}
		link, err := url.Parse(p.Link)
		if p.Content.Protected || err == nil && !wants(w.Source.Settings, link) {
			w.record(page, makesNone("it has a password, or the settings leave it out", ""))
		} else if item := p.item(t.target); item.Title == "" {
			w.record(page, isBad("it has neither a title nor a text"))
		} else {
			w.record(page, makes(item))
		}
	}
	return left, nil
}

// get asks the REST API and decodes its answer. For any other answer, the error says what to do.
func (w *wordpress) get(ctx context.Context, route string, query url.Values, into any) (http.Header, error) {
	address := strings.TrimRight(w.Source.URL, "/") + "/wp-json/" + route
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	answer, err := w.Client.Get(ctx, Request{URL: address, Accept: "application/json", Limit: postsSize})
	if err != nil {
		return nil, err
	}
	if answer.Status == http.StatusOK && isJSON(answer.Body) {
		if manyValues(answer.Body) {
			return nil, fmt.Errorf("%s sends JSON of more than %d values", answer.URL.Redacted(), maxValues)
		}
		err := json.Unmarshal(answer.Body, into)
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok { // its text names types of Go
			return nil, fmt.Errorf("%s sends an unexpected JSON %s, so it is not WordPress's REST API", answer.URL.Redacted(), wrong.Value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s sends JSON that cannot be read: %w", answer.URL.Redacted(), err)
		}
		return answer.Header, nil
	}
	return nil, w.explain(answer)
}

// manyValues reports whether JSON has more values than may be decoded: one of three bytes takes a hundred of memory.
func manyValues(body []byte) bool {
	d := jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	for range maxValues {
		if _, err := d.ReadToken(); err != nil {
			return false
		}
	}
	return true
}

func isJSON(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) > 0 && (body[0] == '{' || body[0] == '[')
}

// explain says why an answer is not what was asked for.
func (w *wordpress) explain(answer *Answer) error {
	said := decodeAs[struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}](answer.Body)
	what := fmt.Sprintf("%d %s", answer.Status, http.StatusText(answer.Status))
	if said.Code != "" {
		what = fmt.Sprintf("%d %s: %s", answer.Status, said.Code, markup.Plain(said.Message))
	}
	where := answer.URL.Redacted()
	switch {
	case said.Code == "rest_post_invalid_page_number":
		return errShrank
	case answer.Status == http.StatusOK:
		return fmt.Errorf("%s is a web page where WordPress's REST API should be: open it in a browser. A login or a check for "+
			"robots must leave /wp-json/wp/v2 open; permalinks must be anything but Plain (Settings, Permalinks in WordPress)", where)
	case (answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden) && w.Source.Settings.User != "":
		return fmt.Errorf("%s refuses user %q (%s): make an application password (Users, Profile in WordPress) and let the web server pass "+
			"the header Authorization on", where, w.Source.Settings.User, what)
	case answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden:
		return fmt.Errorf("%s refuses visitors (%s): let the website's security plugin or firewall leave /wp-json/wp/v2 open, or log in with "+
			"--user and an application password", where, what)
	case answer.Status == http.StatusNotFound, said.Code == "rest_disabled":
		return fmt.Errorf("%s is no REST API of WordPress (%s): check the URL, and that no plugin switches the REST API off", where, what)
	}
	return fmt.Errorf("%s answers %s", where, what)
}

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
	i := Item{Type: t, Title: markup.Plain(p.Title.Rendered), URL: p.Link, Excerpt: markup.Plain(p.Excerpt.Rendered), Content: p.Content.Rendered,
		Language: locale(decodeAs[string](p.Lang)), LastModified: p.modified(), Metadata: p.metadata()}
	if i.Title == "" {
		i.Title = firstWords(search.FromHTML(p.Content.Rendered))
	}
	for _, text := range p.Embedded.Media {
		media := decodeAs[struct {
			URL string `json:"source_url"`
		}](text)
		i.Thumbnail = media.URL
	}
	return i
}

// titleWords is how many words an entry without a title takes from its text.
const titleWords = 8

// firstWords are the first words of a text, as a title.
func firstWords(text string) string {
	words := strings.Fields(text)
	if len(words) <= titleWords {
		return fmt.Sprintf("%.200s", strings.Join(words, " "))
	}
	return fmt.Sprintf("%.200s", strings.Join(words[:titleWords], " ")) + "…"
}

// modified is the entry's date; zero if it has none.
func (p *post) modified() time.Time {
	t, _ := time.Parse("2006-01-02T15:04:05", p.Modified) // in UTC
	return t
}

// metadata holds the fields of ACF, and the names of the entry's terms by taxonomy.
func (p *post) metadata() map[string]any {
	fields := decodeAs[map[string]json.RawMessage](p.ACF)
	all := map[string]any{}
	for name, value := range fields {
		all[name] = value
	}
	terms := map[string][]string{}
	for _, text := range p.Embedded.Terms {
		for _, term := range decodeAs[[]struct {
			Name     string `json:"name"`
			Taxonomy string `json:"taxonomy"`
		}](text) {
			terms[term.Taxonomy] = append(terms[term.Taxonomy], markup.Plain(term.Name))
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
	return all
}

// looseText is a text in JSON that may have another type: a number counts as text, and so does the
// field rendered of an object, as WordPress has it. Anything else is "".
type looseText string

func (t *looseText) UnmarshalJSON(value []byte) error {
	switch *t = ""; value[0] {
	case '"':
		*t = looseText(decodeAs[string](value))
	case '{':
		*t = decodeAs[struct {
			Rendered looseText `json:"rendered"`
		}](value).Rendered
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		*t = looseText(value)
	}
	return nil
}

// decodeAs reads JSON that may have another shape: then the value is zero.
func decodeAs[T any](text json.RawMessage) (value T) {
	if json.Unmarshal(text, &value) != nil {
		var zero T
		return zero
	}
	return value
}
