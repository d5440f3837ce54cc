package source

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
	ID       int64  `json:"id"`
	Modified string `json:"modified_gmt"`
}

const (
	perList   = 100 // entries of a list, WordPress's most
	perFetch  = 25  // entries that are fetched together, with their content
	tries     = 3   // of a list that shrinks while it is read
	hopeless  = 10  // entries that fail in a row end the run
	postsSize = 32 << 20

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
	wanted := map[string]content.Type{"post": "news", "page": "page"}
	if general := w.Source.Settings.Type; general != "" {
		wanted = map[string]content.Type{"post": general, "page": general}
	}
	mapped := map[string]bool{}
	for _, m := range w.Source.Settings.Map {
		if !mapped[m.From] {
			mapped[m.From], wanted[m.From] = true, m.To
		}
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
		case mapped[slug], len(w.knownIDs(slug)) > 0: // a website may never have had posts
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
	listed := make(map[int64]bool, len(entries))
	for _, e := range entries {
		listed[e.ID] = true
	}
	missing := slices.DeleteFunc(w.knownIDs(t.slug), func(id int64) bool { return listed[id] })
	// While the list is read, an entry can move to a page that was read before. So ask for those that seem to be gone.
	for ids := range slices.Chunk(missing, perList) {
		var again []entry
		query := url.Values{"_fields": {"id,modified_gmt"}, "include": {join(ids)}, "per_page": {strconv.Itoa(perList)}}
		if _, err := w.get(ctx, t.route, query, &again); err != nil {
			return err
		}
		entries = append(entries, again...)
	}
	var changed []int64
	for _, e := range entries {
		if p := w.Known(t.key(e.ID)); p.Modified != "" && p.Modified == e.Modified {
			w.Keep(p)
		} else {
			changed = append(changed, e.ID)
		}
	}
	return w.fetch(ctx, t, changed)
}

// knownIDs are the entries of a type that earlier runs remembered.
func (w *wordpress) knownIDs(slug string) (ids []int64) {
	for _, key := range w.KnownKeys(slug + "/") {
		id, _ := strconv.ParseInt(key[len(slug)+1:], 10, 64)
		ids = append(ids, id)
	}
	return ids
}

// list lists all entries of a type. A page may hold fewer entries than it could: plugins hide some.
func (w *wordpress) list(ctx context.Context, t postType) (entries []entry, err error) {
	for range tries {
		if entries, err = w.pages(ctx, t); !errors.Is(err, errShrank) {
			break
		}
	}
	return entries, err
}

func (w *wordpress) pages(ctx context.Context, t postType) (entries []entry, err error) {
	for n, last := 1, 1; n <= last; n++ {
		var page []entry
		header, err := w.get(ctx, t.route, url.Values{"_fields": {"id,modified_gmt"}, "orderby": {"id"}, "order": {"asc"},
			"per_page": {strconv.Itoa(perList)}, "page": {strconv.Itoa(n)}}, &page)
		if err != nil {
			return nil, err
		}
		if last, err = strconv.Atoi(header.Get("X-WP-TotalPages")); err != nil {
			return nil, errors.New("the answer has no number in its header X-WP-TotalPages; a proxy or a cache before WordPress must let it through")
		}
		entries = append(entries, page...)
	}
	return entries, nil
}

// fetch gets entries with their content. If a request for several fails, each gets a request of its own, so that one broken entry
// does not hold up the others.
func (w *wordpress) fetch(ctx context.Context, t postType, ids []int64) error {
	failed := 0 // in a row
	for ids := range slices.Chunk(ids, perFetch) {
		err := w.fetchSome(ctx, t, ids)
		if err == nil {
			failed = 0
			continue
		}
		for _, id := range ids {
			switch err = w.fetchSome(ctx, t, []int64{id}); {
			case err == nil:
				failed = 0
			case ctx.Err() != nil, failed == hopeless-1:
				return err
			default:
				failed++
				w.Fail(t.key(id), err)
			}
		}
	}
	return nil
}

func (t postType) key(id int64) string { return t.slug + "/" + strconv.FormatInt(id, 10) }

func (w *wordpress) fetchSome(ctx context.Context, t postType, ids []int64) error {
	var posts []post
	header, err := w.get(ctx, t.route, url.Values{"include": {join(ids)}, "per_page": {strconv.Itoa(perFetch)},
		"_fields": {"id,link,modified_gmt,title,content,excerpt,acf,lang,_links,_embedded"}, "_embed": {"wp:featuredmedia,wp:term"}}, &posts)
	if err != nil {
		return err
	}
	now, _ := http.ParseTime(header.Get("Date"))
	for _, p := range posts {
		page := content.PageRecord{Key: t.key(p.ID), ItemID: w.Source.Name + ":" + strconv.FormatInt(p.ID, 10), Modified: p.Modified}
		if now.Sub(p.modified()) < settled {
			page.Modified = ""
		}
		link, err := url.Parse(p.Link)
		if p.Content.Protected || err == nil && !wants(w.Source.Settings, link) {
			page.ItemID = "" // not for partners, or not wanted by the operator
			w.Keep(page)
		} else {
			w.Put(page, p.item(t.target))
		}
	}
	return nil
}

func join(ids []int64) string {
	var list []string
	for _, id := range ids {
		list = append(list, strconv.FormatInt(id, 10))
	}
	return strings.Join(list, ",")
}
