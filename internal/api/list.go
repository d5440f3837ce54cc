package api

import (
	"airport-content/internal/content"
)

// list answers GET /{airport}/content.
func (c *call) list() error {
	p, err := parseList(c.r.URL.RawQuery)
	if err != nil {
		return c.refuse(err)
	}
	types, ok := c.grant.mayRead(p.contentType)
	if !ok {
		return c.refuse(scopeForbidden())
	}
	request, searched := p.canonical(), p.search != ""
	if done, err := c.unchanged(request, searched, listAge); done || err != nil {
		return err
	}
	page := &listPage{call: c, params: p, body: c.newBody(listAge), request: request}
	defer page.body.release()
	err = c.api.Store.List(c.r.Context(), content.Query{
		Airport:       c.airport,
		Types:         types,
		ModifiedSince: p.modifiedSince,
		Search:        p.search,
		IncludeBody:   p.includeBody,
		Size:          p.size,
		From:          p.from,
	}, page)
	return page.body.end("]}", err)
}

// listPage takes a page from the store into an answer. It is a content.Sink.
type listPage struct {
	*call
	params  listParams
	request string
	body    *body
}

func (p *listPage) Head(head content.Head) error {
	p.body.tag = p.etag(&head.State, p.request, p.params.search != "")
	p.body.head = func(b []byte) []byte {
		b = p.appendMeta(b, &head.State, head.Search)
		return appendPagination(b, p.params.size, p.params.from, head.Total)
	}
	return nil
}

func (p *listPage) Item(it *content.Item) error {
	p.body.separate()
	p.body.buf = appendItem(p.body.buf, it)
	return p.body.grown()
}
