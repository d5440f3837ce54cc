package api

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/sync/errgroup"

	"airport-content/internal/content"
	"airport-content/internal/panics"
	"airport-content/internal/store"
)

const (
	maxAirports        = 50 // of a search
	airportsPerRequest = 10 // that count as one request
	searchesAtOnce     = 4  // of one request
)

type airportsFound struct {
	Head    *head          `json:",inline"`
	Results []airportFound `json:"results"`
}

// airportFound is what a search found in an airport.
type airportFound struct {
	Airport     string         `json:"airport"`
	AirportName string         `json:"airportName"`
	Found       jsontext.Value `json:",inline"` // a found, as the answer cache has it

	total    int
	allWords bool // an item holds every word
}

type found struct {
	Total   int             `json:"total"`
	Search  *content.Search `json:"search"`
	Results []content.Item  `json:"results"`
}

// searchAirports answers GET /content, a search in several airports.
func (s *server) searchAirports(w http.ResponseWriter, r *http.Request) error {
	c, err := s.admitKey(w, r)
	if err != nil {
		return err
	}
	defer c.releaseMemory()
	p, refused := searchEndpoint.parse(r.URL.RawQuery)
	if refused != nil {
		_, _, err := c.searchedAirports()
		return cmp.Or(err, refused)
	}
	p.Allowed = c.grant.types
	charged := false
	return c.retry(func(reader store.Reader) error { return c.answerSearchAirports(p, &charged, reader) })
}

// answerSearchAirports answers a search. Once in all tries, it counts the request by its airports.
func (c *call) answerSearchAirports(p *params, charged *bool, reader store.Reader) error {
	airports, offline, err := c.searchedAirports()
	if err == nil {
		err = cmp.Or(checkNumber(airports), p.checkLanguages(airports.List...), p.checkClocks(airports.List...), c.checkScope(p.Types...))
	}
	if more := (len(airports.List) - 1) / airportsPerRequest; err == nil && !*charged && more > 0 {
		*charged, err = true, c.countMore(more)
	}
	if err != nil {
		return err
	}
	tag := c.etag(&content.State{}, seenStates(p, airports.List, offline), noSynonyms)
	if c.notModified(tag, p.cacheControl()) {
		return nil
	}
	results, ofPage, err := c.readSearches(p, airports.List, reader)
	if err != nil {
		return err
	}
	ofPage.Offline = offline
	return c.send(p.cacheControl(), tag, airportsFound{c.head(&content.State{Timestamp: airports.Timestamp}, ofPage), results})
}

// countMore counts a search as so many more requests, and puts the rate limit into the headers of the
// answer.
func (c *call) countMore(more int) error {
	d := c.Limits.PartnerMore(c.grant.PartnerID, c.grant.RateLimit, more)
	c.showLimit(d)
	if d.Allowed {
		return nil
	}
	return tooMany(d, fmt.Sprintf("A search in so many airports counts as %d requests, which is over your rate limit now. "+
		"Wait as Retry-After says, then retry with backoff; or name fewer airports.", 1+more))
}

// checkNumber refuses to search in all airports of a key that covers too many.
func checkNumber(airports content.Airports) error {
	if airports.Total <= maxAirports {
		return nil
	}
	return badParameter("airport", fmt.Sprintf("Your key covers %d airports, and a search may have %d. "+
		"Name them in parameter \"airport\", joined by commas.", airports.Total, maxAirports))
}

// searchedAirports reads the states of the airports to search: those of the parameter, or all that
// the key reads. Offline airports are left out, and listed apart; if all are offline, that is an
// error.
func (c *call) searchedAirports() (page content.Airports, offline []string, err error) {
	asked := c.grant.Grant
	named := false
	for _, value := range c.r.URL.Query()["airport"] {
		for text := range strings.SplitSeq(value, ",") {
			code, ok := content.ParseAirport(text)
			if !ok {
				continue // parse refuses it
			}
			if !c.grant.MayReadAirport(code) {
				return content.Airports{}, nil, &failure{status: http.StatusForbidden, code: codeAirportForbidden,
					message: fmt.Sprintf("Your key does not cover the airport %s. %s/airports lists those of your key; to read more, ask us to add one.", code, base)}
			}
			if !named {
				named, asked.AllAirports, asked.Airports = true, false, nil
			}
			asked.Airports = append(asked.Airports, code)
		}
	}
	page, err = c.Store.Airports(c.r.Context(), asked, maxAirports, 0)
	if err != nil {
		return page, nil, err
	}
	for _, code := range asked.Airports {
		if named && len(asked.Airports) <= maxAirports && !slices.ContainsFunc(page.List, func(st content.State) bool { return st.Code == code }) {
			return page, nil, &failure{status: http.StatusNotFound, code: codeAirportNotFound,
				message: fmt.Sprintf("There is no airport %s here. %s/airports lists those of your key.", code, base)}
		}
	}
	page.List = slices.DeleteFunc(page.List, func(st content.State) bool {
		if st.Offline {
			offline = append(offline, st.Code)
		}
		return st.Offline
	})
	if len(page.List) == 0 && len(offline) > 0 {
		return page, offline, content.ErrAirportOffline
	}
	return page, offline, nil
}

// seenStates is the input of the ETag: the request, the states of the airports, and the offline
// ones.
func seenStates(p *params, states []content.State, offline []string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s %v", searchEndpoint.canonical(p), offline)
	for _, st := range states {
		fmt.Fprintf(&text, "\n%s %s %q %q %d", st.Code, st.ID, st.Name, value(st.Website), st.Synonyms)
		if st.TimeZone != nil { // decides what is open
			text.WriteString(" " + *st.TimeZone)
		}
	}
	return text.String()
}

// airportSearch is a search in one airport: a cached answer, or a page still without bodies.
type airportSearch struct {
	st     *content.State
	params params // on the clock of the airport
	key    answerKey
	cached *cachedAnswer // nil: page
	page   content.Page
}

// readSearches searches all airports, some at a time, and puts those with results into order: first
// those where an item holds every word, then by the number of results.
func (c *call) readSearches(p *params, states []content.State, reader store.Reader) (results []airportFound, ofPage pageMeta, err error) {
	searches, err := c.searchEach(p, states, reader)
	if err != nil {
		return nil, ofPage, err
	}
	var sizes []int
	var items []*content.Item
	for _, search := range searches {
		for i := range search.page.Items {
			item := &search.page.Items[i]
			items, sizes = append(items, item), append(sizes, p.bodySize(item.BodySize))
		}
	}
	if err := c.acquireMemory(sizes, textSize(items)); err != nil {
		return nil, ofPage, err
	}
	results, ofPage = []airportFound{}, p.metaOf(&content.Page{WithoutKey: map[string]int{}}, nil)
	countedIn := map[string]int{} // airports, by key
	for i := range searches {
		answer, err := c.finishSearch(&searches[i], reader)
		if err != nil {
			return nil, ofPage, err
		}
		c.countSearch(answer.counted)
		if unknown := answer.meta.HoursUnknown; unknown != nil {
			*ofPage.HoursUnknown += *unknown
		}
		for key, n := range answer.meta.WithoutKey {
			ofPage.WithoutKey[key] += n
			countedIn[key]++
		}
		if answer.meta.total > 0 {
			st := searches[i].st
			results = append(results, airportFound{Airport: st.Code, AirportName: st.Name, Found: answer.body,
				total: answer.meta.total, allWords: answer.meta.Search.AllWords > 0})
		}
	}
	maps.DeleteFunc(ofPage.WithoutKey, func(key string, _ int) bool { return countedIn[key] < len(searches) })
	slices.SortFunc(results, func(a, b airportFound) int {
		if a.allWords != b.allWords {
			return map[bool]int{true: -1, false: 1}[a.allWords]
		}
		return cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(a.Airport, b.Airport))
	})
	return results, ofPage, nil
}

// searchEach searches airports, unless the answer is cached. A blank search finds nothing.
func (c *call) searchEach(p *params, states []content.State, reader store.Reader) ([]airportSearch, error) {
	if p.Search == "" {
		return nil, nil
	}
	searches := make([]airportSearch, len(states))
	running, ctx := errgroup.WithContext(c.r.Context())
	running.SetLimit(searchesAtOnce)
	for i := range states {
		search := &searches[i]
		search.st, search.params = &states[i], *p
		if err := search.params.setClock(search.st); err != nil {
			return nil, err
		}
		search.key = answerKey{states[i].Code, c.grant.rights, searchEndpoint.canonical(&search.params)}
		if search.cached = c.answers.get(search.key, search.st); search.cached == nil {
			running.Go(func() (err error) {
				defer panics.Catch(&err)
				search.page, err = c.listItems(ctx, search.st, &search.params, reader)
				return err
			})
		}
	}
	return searches, running.Wait()
}

// finishSearch gives a page its bodies, and makes its answer, for the cache too.
func (c *call) finishSearch(search *airportSearch, reader store.Reader) (*cachedAnswer, error) {
	if search.cached != nil {
		return search.cached, nil
	}
	page, p := &search.page, &search.params
	if err := c.readBodies(search.st, p, page.Items, reader); err != nil {
		return nil, err
	}
	answer := found{Total: page.Total, Search: page.Search, Results: page.Items}
	counted, ofPage := c.searched(p, search.st, page), p.metaOf(page, nil)
	if p.isWhole(page) {
		if cached := c.answers.add(search.key, search.st, ofPage, counted, answer); cached != nil {
			return cached, nil
		}
	}
	body, err := json.Marshal(answer, asJSON)
	return &cachedAnswer{meta: ofPage, counted: counted, body: body}, err
}
