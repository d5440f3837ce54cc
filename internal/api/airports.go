package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"airport-content/internal/content"
)

type airportsAnswer struct {
	Head       *head       `json:",inline"`
	Pagination pagination  `json:"pagination"`
	Results    []inAirport `json:"results"`
}

// inAirport is an airport with the content that a key may read there.
type inAirport struct {
	Airport      string         `json:"airport"`
	AirportName  string         `json:"airportName"`
	ContentTypes []content.Type `json:"contentTypes"`
	Languages    []string       `json:"languages"`
	Total        int            `json:"total"`
	LastModified *time.Time     `json:"lastModified,format:'2006-01-02T15:04:05.000Z'"`
	Website      *string        `json:"website"`
	TimeZone     *string        `json:"timeZone"`
	Offline      bool           `json:"offline,omitzero"`
}

// airports answers GET /airports.
func (s *server) airports(w http.ResponseWriter, r *http.Request) error {
	c, err := s.admitKey(w, r)
	if err != nil {
		return err
	}
	p, err := airportsEndpoint.parse(r.URL.RawQuery)
	if err != nil {
		return err
	}
	if err := c.checkScope(); err != nil {
		return err
	}
	page, err := s.Store.Airports(r.Context(), c.grant.Grant, p.Size, p.From)
	if err != nil {
		return err
	}
	tag := c.etag(&content.State{}, seenAirports(p, page), noSynonyms)
	if c.notModified(tag, listCacheControl) {
		return nil
	}
	answer := airportsAnswer{Head: c.head(&content.State{Timestamp: page.Timestamp}, pageMeta{}), Pagination: paginationOf(p.Size, p.From, page.Total)}
	for _, st := range page.List {
		answer.Results = append(answer.Results, inAirport{Airport: st.Code, AirportName: st.Name,
			ContentTypes: st.Present(c.grant.types), Languages: slices.Sorted(maps.Keys(st.Languages(c.grant.types))),
			Total: st.Total(c.grant.types), LastModified: st.LastModified(c.grant.types),
			Website: st.Website, TimeZone: st.TimeZone, Offline: st.Offline})
	}
	return c.send(listCacheControl, tag, answer)
}

// seenAirports is the input of the ETag: the request, and the states of the airports on the page.
func seenAirports(p *params, page content.Airports) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s of %d", airportsEndpoint.canonical(p), page.Total)
	for _, st := range page.List {
		place, _ := json.Marshal([]*string{st.Website, st.TimeZone}) // no error: strings always encode
		fmt.Fprintf(&text, "\n%s %s %q %s %t", st.Code, st.ID, st.Name, place, st.Offline)
	}
	return text.String()
}
