package api

import (
	"context"
	"net/http"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/searchcounts"
	"airport-content/internal/store"
)

type listAnswer struct {
	Head       *head          `json:",inline"` // nil for the answer cache
	Pagination pagination     `json:"pagination"`
	Facets     content.Facets `json:"facets,omitzero"`
	Results    []content.Item `json:"results"`
}

type pagination struct {
	Size    int  `json:"size"`
	From    int  `json:"from"`
	Total   int  `json:"total"`
	Pages   int  `json:"pages"`
	HasMore bool `json:"hasMore"`
}

func paginationOf(size, from, total int) pagination {
	return pagination{Size: size, From: from, Total: total, Pages: (total + size - 1) / size, HasMore: from+size < total}
}

// facetsOf makes the requested facets, and lists those that lack values; nil without any.
func facetsOf(p *params, page *content.Page) (facets content.Facets, cut []string) {
	if p.facets == nil {
		return nil, nil
	}
	facets = make(content.Facets, len(p.facets))
	for i, name := range p.facets {
		facets[i].Name = name
		switch name {
		case facetTypes:
			facets[i].Value = p.CountTypes(page.Counts)
		case facetLanguages:
			counts := page.Counts
			if page.LanguageCounts != nil {
				counts = page.LanguageCounts
			}
			facets[i].Value = p.CountLanguages(counts)
		default:
			facet := page.Metadata[strings.TrimPrefix(name, metadataPrefix)]
			facets[i].Value = facet.Facet
			if facet.Cut {
				cut = append(cut, name)
			}
		}
	}
	return facets, cut
}

// list answers GET /{airport}/content.
func (s *server) list(w http.ResponseWriter, r *http.Request) error {
	c, err := s.admit(w, r)
	if err != nil {
		return err
	}
	defer c.releaseMemory()
	p, refused := listEndpoint.parse(r.URL.RawQuery)
	if refused != nil {
		return c.refuse(refused)
	}
	p.Allowed = c.grant.types
	return c.retry(func(reader store.Reader) error { return c.answerList(p, reader) })
}

func (c *call) answerList(p *params, reader store.Reader) error {
	st, err := c.state(p)
	if err != nil {
		return err
	}
	request := listEndpoint.canonical(p)
	key := answerKey{c.airport, c.grant.rights, request}
	synonyms := noSynonyms
	if p.Search != "" {
		synonyms = st.Synonyms
	}
	tag := c.etag(&st, request, synonyms)
	if c.notModified(tag, p.cacheControl()) {
		return nil
	}
	cached := c.answers.get(key, &st)
	if cached == nil {
		page, err := c.readList(&st, p, reader)
		if err != nil {
			return err
		}
		facets, cut := facetsOf(p, &page)
		answer := listAnswer{Pagination: paginationOf(p.Size, p.From, page.Total), Facets: facets, Results: page.Items}
		counted, ofPage := c.searched(p, &st, &page), p.metaOf(&page, cut)
		if p.isWhole(&page) {
			cached = c.answers.add(key, &st, ofPage, counted, answer)
		}
		if cached == nil {
			c.countSearch(counted)
			answer.Head = c.head(&st, ofPage)
			return c.send(p.cacheControl(), tag, answer)
		}
	}
	c.countSearch(cached.counted)
	return c.sendCached(p.cacheControl(), tag, c.head(&st, cached.meta), cached.body)
}

// searched describes a search for its count; nil for a list without q, and for a further page.
func (c *call) searched(p *params, st *content.State, page *content.Page) *searchcounts.Search {
	search := page.Search
	if search == nil || p.From > 0 {
		return nil
	}
	return &searchcounts.Search{Airport: st.Code, Words: searchcounts.Read(p.Search), Found: page.Total > 0,
		SomeWords: search.Match == "any" && search.AllWords == 0, Corrected: search.Corrected, Languages: st.InLanguages(p.Languages)}
}

// countSearch counts an answered search.
func (c *call) countSearch(search *searchcounts.Search) {
	if search != nil {
		c.Searches.Count(*search)
	}
}

// readList reads a page, with bodies if includeBody is set.
func (c *call) readList(st *content.State, p *params, reader store.Reader) (content.Page, error) {
	page, err := c.listItems(c.r.Context(), st, p, reader)
	if err != nil {
		return page, err
	}
	sizes, items := make([]int, len(page.Items)), make([]*content.Item, len(page.Items))
	for i := range page.Items {
		items[i], sizes[i] = &page.Items[i], p.bodySize(page.Items[i].BodySize)
	}
	if err := c.acquireMemory(sizes, textSize(items)+facetSize(&page)); err != nil {
		return content.Page{}, err
	}
	return page, c.readBodies(st, p, page.Items, reader)
}

// listItems reads a page without bodies.
func (c *call) listItems(ctx context.Context, st *content.State, p *params, reader store.Reader) (content.Page, error) {
	page, err := reader.List(ctx, st, p.Query)
	if err == nil {
		err = reader.ReadTranslations(ctx, st, p.Query, page.Items)
	}
	return page, err
}

// readBodies gives items their bodies if includeBody is set.
func (c *call) readBodies(st *content.State, p *params, list []content.Item, reader store.Reader) error {
	if !p.includeBody {
		return nil
	}
	items := make([]*content.Item, len(list))
	for i := range list {
		items[i] = &list[i]
	}
	if err := reader.ReadBodies(c.r.Context(), st, items); err != nil {
		return err
	}
	return c.format(st, p, items)
}
