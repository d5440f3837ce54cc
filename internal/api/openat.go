package api

import (
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // the same time zones on every machine

	"airport-content/internal/content"
	"airport-content/internal/timestamp"
)

// openNow is the value of openAt that stands for the time of the request.
const openNow = "now"

// parseOpenAt reads a time, to the minute. isNow reports whether it is the time of the request.
func parseOpenAt(sent parameter) (at time.Time, isNow bool, err error) {
	at = time.Now().UTC()
	if isNow = sent.value == openNow; !isNow {
		if at, err = timestamp.Parse(sent.value); err != nil {
			return at, false, badParameter(sent.name, fmt.Sprintf("Parameter %q: %v; or %s.", sent.name, err, openNow))
		}
	}
	if at = at.Truncate(time.Minute); at.IsZero() { // the zero time stands for no filter
		at = at.Add(time.Minute)
	}
	return at, isNow, nil
}

// checkClocks refuses openAt where the time zone of an airport is not known.
func (p *params) checkClocks(states ...content.State) error {
	if p.OpenAt.IsZero() {
		return nil
	}
	var without []string
	for _, st := range states {
		if st.TimeZone == nil {
			without = append(without, st.Code)
		}
	}
	if without == nil {
		return nil
	}
	return badParameter("openAt", fmt.Sprintf("Parameter \"openAt\": the time zone of %s is not known here, so we cannot tell what is open there. "+
		"Leave openAt out for it, or ask us to set the time zone; timeZone in %s/airports has those that are known.", strings.Join(without, ", "), base))
}

// setClock puts openAt on the clock of an airport. So the canonical request has the time zone.
func (p *params) setClock(st *content.State) error {
	if p.OpenAt.IsZero() {
		return nil
	}
	zone, err := time.LoadLocation(*st.TimeZone)
	if err != nil {
		return fmt.Errorf("time zone of %s: %w", st.Code, err)
	}
	p.OpenAt = p.OpenAt.In(zone)
	return nil
}

// cacheControl is the Cache-Control of a list.
func (p *params) cacheControl() string {
	if p.openNow {
		return openNowCacheControl
	}
	return listCacheControl
}

// metaOf is what meta says of a page. cut names the facets that lack values.
func (p *params) metaOf(page *content.Page, cut []string) pageMeta {
	of := pageMeta{Search: page.Search, FacetsCut: cut, WithoutKey: page.WithoutKey, total: page.Total}
	if !p.OpenAt.IsZero() {
		of.HoursUnknown = new(page.HoursUnknown)
	}
	return of
}

// isWhole reports whether a page has all that was asked for. Else the count of the items without a key
// took too long, and a later request may get it.
func (p *params) isWhole(page *content.Page) bool {
	return p.Metadata == nil || page.WithoutKey != nil
}
