package api

import (
	"net/http"

	"airport-content/internal/content"
	"airport-content/internal/store"
)

type suggestAnswer struct {
	Head    *head                `json:",inline"`
	Results []content.Suggestion `json:"results"`
}

// suggest answers GET /{airport}/suggest.
func (s *server) suggest(w http.ResponseWriter, r *http.Request) error {
	c, err := s.admit(w, r)
	if err != nil {
		return err
	}
	p, refused := suggestEndpoint.parse(r.URL.RawQuery)
	if refused != nil {
		return c.refuse(refused)
	}
	p.Allowed = c.grant.types
	return c.retry(func(reader store.Reader) error { return c.answerSuggest(p, reader) })
}

func (c *call) answerSuggest(p *params, reader store.Reader) error {
	st, err := c.state(p)
	if err != nil {
		return err
	}
	tag := c.etag(&st, suggestEndpoint.canonical(p), st.Synonyms)
	if c.notModified(tag, listCacheControl) {
		return nil
	}
	found, err := reader.Suggest(c.r.Context(), &st, p.Query)
	if err != nil {
		return err
	}
	return c.send(listCacheControl, tag, suggestAnswer{c.head(&st, pageMeta{}), found})
}
