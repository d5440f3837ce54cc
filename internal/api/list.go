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
	page := &listPage{call: c, params: p, request: p.canonical()}
	if done, err := page.sendKnown(); done || err != nil {
		return err
	}
	page.body = c.newBody(listAge)
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
	if err == nil && !page.body.long() {
		page.keep()
	}
	return page.body.end("]}", err)
}

// listPage takes a page from the store into an answer. It is a content.Sink.
type listPage struct {
	*call
	params  listParams
	request string // canonical
	head    content.Head
	body    *body
}

// sendKnown answers from the airport's state alone where that will do: the caller's copy is still good, or the results
// are kept here.
func (p *listPage) sendKnown() (done bool, err error) {
	kept, ok := p.api.results.Get(p.key())
	if !ok && !p.isConditional() {
		return false, nil
	}
	st, err := p.api.Store.State(p.r.Context(), p.airport)
	if err != nil {
		return false, err
	}
	if p.unchanged(&st, p.request, p.params.search != "", listAge) {
		return true, nil
	}
	if !ok || !kept.current(&st) {
		return false, nil
	}
	p.body = p.newBody(listAge)
	defer p.body.release()
	p.body.buf = append(p.body.buf, kept.items...)
	if err := p.Head(content.Head{State: st, Total: kept.total, Search: kept.search}); err != nil {
		return false, err
	}
	return true, p.body.end("]}", nil)
}

func (p *listPage) key() resultsKey { return resultsKey{p.airport, p.grant.rights, p.request} }

func (p *listPage) keep() {
	if kept := newResults(&p.head, p.body.buf); kept != nil {
		p.api.results.Add(p.key(), kept)
	}
}

func (p *listPage) Head(head content.Head) error {
	p.head = head
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
