package api

import (
	"airport-content/internal/content"
	"airport-content/internal/postgres"
)

// list answers GET /{airport}/content.
func (c *call) list() error {
	p, err := parseList(c.r.URL.RawQuery)
	if err != nil {
		return c.refuse(err)
	}
	if !c.grant.mayRead(p.contentType) {
		return c.refuse(scopeForbidden())
	}
	return c.onOneRevision(func(view *postgres.View) error { return c.sendList(view, p) })
}

func (c *call) sendList(view *postgres.View, p listParams) error {
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

// readList reads a page and gives the connection back. release gives back the memory of a long page once it is sent.
func (c *call) readList(view *postgres.View, p listParams) (page content.Page, release func(), err error) {
	q := content.Query{Allowed: c.grant.types, Types: p.types(), ModifiedSince: p.modifiedSince, Search: p.search,
		IncludeBody: p.includeBody, BodyLimit: smallBodies, Size: p.size, From: p.from}
	defer view.Close()
	release = func() {}
	if page, err = view.List(c.r.Context(), q); err != nil || !p.includeBody || !isLong(page.BodySizes) {
		return page, release, err
	}
	if release, err = c.takeMemory(page.BodySizes); err != nil {
		return page, nil, err
	}
	q.BodyLimit = maxBodies
	if page, err = view.List(c.r.Context(), q); err != nil {
		release()
	}
	return page, release, err
}

func (c *call) listHead(st *content.State, p listParams, total int, search *content.Search) []byte {
	return appendPagination(c.appendMeta(nil, st, search), p.size, p.from, total)
}
