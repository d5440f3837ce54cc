package api

import (
	"errors"
	"net/http"

	"airport-content/internal/content"
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
	p.Allowed = c.grant.types
	request := suggestEndpoint.canonical(p)
	for try := 0; c.mayTry(try); try++ {
		st, err := c.state(p, refused)
		if err != nil {
			return err
		}
		tag := c.etag(&st, request, st.Synonyms)
		if c.notModified(tag, listCacheControl) {
			return nil
		}
		found, err := s.Store.Reader(c.grant.PartnerID, try).Suggest(r.Context(), &st, p.Query)
		if errors.Is(err, content.ErrOtherState) {
			continue
		}
		if err != nil {
			return err
		}
		return c.send(listCacheControl, tag, suggestAnswer{c.head(&st, pageMeta{}), found})
	}
	return c.disagreement()
}
