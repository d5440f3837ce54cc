package api

import (
	"airport-content/internal/content"
	"airport-content/internal/store"
)

// list answers GET /{airport}/content.
func (c *call) list() error {
	p, err := parseList(c.r.URL.RawQuery)
	if err != nil {
		return c.refuse(err)
	}
	if !c.grant.mayRead(p.types...) {
		return c.refuse(scopeForbidden())
	}
	return c.onOneRevision(func(view *store.View) error { return c.sendList(view, p) })
}

func (c *call) sendList(view *store.View, p listParams) error {
	request := p.canonical()
	tag := c.etag(&view.State, request, p.search != "")
	if c.notModified(tag, listAge) {
		return nil
	}
	key := pageKey{c.airport, c.grant.rights, request}
	kept := c.pages.get(key, &view.State)
	if kept == nil {
		page, release, err := c.readList(view, p)
		if err != nil {
			return err
		}
		defer release()
		if kept = c.pages.keep(key, &view.State, &page); kept == nil {
			head := c.listHead(&view.State, p, page.Total, page.Search)
			return c.send(listAge, tag, head, len(page.Items), func(b []byte, i int) []byte { return appendItem(b, &page.Items[i]) }, "]}")
		}
	}
	head := c.listHead(&view.State, p, kept.total, kept.search)
	return c.send(listAge, tag, head, 1, func(b []byte, _ int) []byte { return append(b, kept.results...) }, "]}")
}

// readList reads a page. The caller calls release once the page is sent, to give back the memory of its bodies.
func (c *call) readList(view *store.View, p listParams) (page content.Page, release func(), err error) {
	defer view.Close()
	page, err = view.List(c.r.Context(), content.Query{Allowed: c.grant.types, Types: p.types, Languages: p.languages,
		ModifiedSince: p.modifiedSince, Search: p.search, Size: p.size, From: p.from})
	if err != nil || !p.includeBody {
		return page, func() {}, err
	}
	items := make([]*content.Item, len(page.Items))
	for i := range page.Items {
		items[i] = &page.Items[i]
	}
	release, err = c.readBodies(view, items, page.BodySizes)
	return page, release, err
}

func (c *call) listHead(st *content.State, p listParams, total int, search *content.Search) []byte {
	return appendPagination(c.appendMeta(nil, st, search), p.size, p.from, total)
}
