// Package wordpress reads a website through the REST API of WordPress.
package wordpress

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/lenient"
)

// reader reads a website through the REST API of WordPress.
type reader struct {
	*crawl.Crawl
	api   *url.URL // of the REST API, once it is found
	heads heads
}

// postType is a type of entries: post, page, or one that a plugin adds.
type postType struct {
	slug   string
	target content.Type
	route  string // of its entries, below wp-json/
}

// entry is a published entry as a list shows it.
type entry struct {
	ID       lenient.Text `json:"id"`
	Modified lenient.Text `json:"modified_gmt"`
}

const (
	perList   = 100       // entries of a list, WordPress's most
	perFetch  = 25        // entries that are fetched together, with their content
	oldPages  = 3         // of a list, one after the other and without a new entry, that end the list
	maxPosts  = 32 << 20  // bytes of an answer
	maxValues = 1_000_000 // of an answer

	// settled is how old an entry's date must be before we trust that it tells versions apart. The
	// date counts whole seconds, and an editor saves in several requests.
	settled = 10 * time.Second
)

// errNoPage means that a list has fewer pages.
var errNoPage = errors.New("the list of entries has no such page")

func Read(ctx context.Context, c *crawl.Crawl) error {
	w := &reader{Crawl: c}
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

// types are the post types to read: posts, pages and mapped types.
func (w *reader) types(ctx context.Context) ([]postType, error) {
	general := w.Source.Settings.Type
	wanted := map[string]content.Type{"post": cmp.Or(general, "news"), "page": cmp.Or(general, "page")}
	for _, m := range slices.Backward(w.Source.Settings.Map) { // the first mapping of a type counts
		wanted[m.From] = m.To
	}
	there, err := w.find(ctx)
	if err != nil {
		return nil, err
	}
	if len(there) == 0 {
		return nil, errors.New("the REST API shows no post type; let the website's security plugin show /wp-json/wp/v2/types")
	}
	var types []postType
	for _, slug := range slices.Sorted(maps.Keys(wanted)) {
		shown, ok := there[slug]
		found := lenient.Decode[struct {
			Base      lenient.Text `json:"rest_base"`
			Namespace lenient.Text `json:"rest_namespace"` // since WordPress 5.9
		}](shown)
		switch {
		case ok:
			types = append(types, postType{slug, wanted[slug], string(cmp.Or(found.Namespace, "wp/v2") + "/" + cmp.Or(found.Base, lenient.Text(slug)))})
		case slug != "post" && slug != "page", len(w.knownIDs(slug)) > 0: // a website may never have had posts or pages
			return nil, fmt.Errorf("the REST API has no post type %q, only %s; WordPress shows a type with show_in_rest", slug,
				strings.Join(slices.Sorted(maps.Keys(there)), ", "))
		}
	}
	return types, nil
}

// read records all entries of a type.
func (w *reader) read(ctx context.Context, t postType) error {
	entries, err := w.list(ctx, t)
	if err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, e := range entries {
		listed[e.id()] = true
	}
	missing := slices.DeleteFunc(w.knownIDs(t.slug), func(id string) bool { return listed[id] })
	// While the list is read, an entry can move to a page that was read before. So ask for those
	// that seem to be gone.
	for ids := range slices.Chunk(missing, perList) {
		// A plugin may send fewer entries than were asked for.
		for asked := 0; len(ids) > 0 && len(ids) != asked; {
			asked = len(ids)
			again, _, err := getList[entry](ctx, w, t.route, url.Values{"_fields": {"id,modified_gmt"}, "include": {strings.Join(ids, ",")},
				"per_page": {strconv.Itoa(perList)}})
			if err != nil {
				return err
			}
			entries = append(entries, again...)
			ids = without(ids, again)
		}
	}
	var changed []string
	for _, e := range entries {
		if e.id() == "" {
			w.Record(content.PageRecord{Key: "an entry of " + t.slug}, crawl.BadPage("it has no id"))
		} else if p := w.RecordOf(e.key(t)); p.Modified != "" && p.Modified == string(e.Modified) {
			w.Record(p, crawl.Unchanged)
		} else {
			changed = append(changed, e.id())
		}
	}
	return w.fetch(ctx, t, changed)
}

// without leaves out the ids of entries.
func without(ids []string, entries []entry) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		return slices.ContainsFunc(entries, func(e entry) bool { return e.id() == id })
	})
}

// knownIDs are the ids of a type's entries that have a page record.
func (w *reader) knownIDs(slug string) (ids []string) {
	for p := range w.Known() {
		if id, has := strings.CutPrefix(p.Key, slug+"/"); has {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// list lists all entries of a type. A page may hold fewer entries than it could, since plugins hide
// some. A proxy may drop the header with the number of pages.
func (w *reader) list(ctx context.Context, t postType) (entries []entry, err error) {
	listed := map[lenient.Text]bool{}
	for n, old := 1, 0; old < oldPages; n++ {
		page, header, err := getList[entry](ctx, w, t.route, url.Values{"_fields": {"id,modified_gmt"}, "orderby": {"id"}, "order": {"asc"},
			"per_page": {strconv.Itoa(perList)}, "page": {strconv.Itoa(n)}})
		if errors.Is(err, errNoPage) && n > 1 {
			break
		}
		if err != nil {
			return nil, err
		}
		before := len(listed)
		for _, e := range page {
			listed[e.ID] = true
		}
		if old++; len(listed) > before {
			old = 0
		}
		if entries = append(entries, page...); len(entries) > crawl.MaxPages {
			return nil, crawl.ErrTooMany
		}
		if last, err := strconv.Atoi(header.Get("X-WP-TotalPages")); err == nil && n >= last {
			break
		}
	}
	return entries, nil
}

// id is the number of an entry; "" if it has none.
func (e *entry) id() string {
	if _, err := strconv.ParseUint(string(e.ID), 10, 64); err != nil {
		return ""
	}
	return string(e.ID)
}

// key is the key of the entry's page record.
func (e *entry) key(t postType) string { return t.slug + "/" + e.id() }

// fetch gets entries with their content. It asks again for entries that an answer leaves out. An
// entry that no answer has is gone. If a request for several entries fails, each entry gets a
// request of its own. So one broken entry does not hold up the rest.
func (w *reader) fetch(ctx context.Context, t postType, ids []string) error {
	for ids := range slices.Chunk(ids, perFetch) {
		var err error
		for asked := 0; err == nil && len(ids) > 0 && len(ids) != asked; {
			asked = len(ids)
			ids, err = w.fetchSome(ctx, t, ids)
		}
		if err == nil {
			continue
		}
		for _, id := range ids {
			_, err := w.fetchSome(ctx, t, []string{id})
			if err != nil && ctx.Err() == nil {
				w.Record(content.PageRecord{Key: t.slug + "/" + id}, crawl.UnreadPage(err))
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
func (w *reader) fetchSome(ctx context.Context, t postType, ids []string) (left []string, err error) {
	posts, header, err := getList[post](ctx, w, t.route, url.Values{"include": {strings.Join(ids, ",")}, "per_page": {strconv.Itoa(perFetch)},
		"_fields": {"id,link,modified_gmt,date_gmt,title,content,excerpt,acf,_links,_embedded," + translatedFields}, "_embed": {"wp:featuredmedia,wp:term"}})
	if err != nil {
		return ids, err
	}
	left = ids
	now, _ := http.ParseTime(header.Get("Date"))
	for _, p := range posts {
		if !slices.Contains(ids, p.id()) {
			continue // the website does not heed include
		}
		left = without(left, []entry{p.entry})
		page := content.PageRecord{Key: p.key(t), ItemID: w.Source.Name + ":" + p.id(), Modified: string(p.Modified)}
		if date := p.modified(); date.IsZero() || now.Sub(date) < settled {
			page.Modified = ""
		}
		link, err := url.Parse(string(p.Link))
		if p.protected() || err == nil && !w.Wants(link) {
			w.Record(page, crawl.MakesNone("it has a password, or the settings leave it out", ""))
			continue
		}
		if _, large := p.fields(); len(large) > 0 {
			w.Note(fmt.Sprintf("%s: fields of more than %d KB are left out: %s", page.Key, maxField>>10, strings.Join(large, ", ")))
		}
		var read bool
		item := p.item(t.target)
		if page.Links, item.Language, read = w.linksOf(ctx, &p, t); !read {
			page.Modified = "" // the next crawl tries again
		}
		item.Language = cmp.Or(item.Language, lenient.Language(w.Client.Origin.Query().Get("lang")))
		if item.Title == "" {
			w.Record(page, crawl.BadPage("it has neither a title nor a text"))
		} else {
			w.Record(page, crawl.Makes(item))
		}
	}
	return left, nil
}

func Look(ctx context.Context, c *crawl.Crawl) (string, error) {
	types, err := (&reader{Crawl: c}).types(ctx)
	if err != nil {
		return "", err
	}
	var names []string
	for _, t := range types {
		names = append(names, t.slug)
	}
	return "WordPress with " + strings.Join(names, ", "), nil
}
