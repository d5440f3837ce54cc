package admin

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"
	_ "time/tzdata" // the same time zones on every machine
	"unicode/utf8"

	"airport-content/internal/db"
)

// Place is what /airports shows of an airport besides its name. A nil text means unknown.
type Place struct {
	Website  *string `json:"website"`  // an http or https URL, the base of the paths of items
	TimeZone *string `json:"timeZone"` // an IANA name, such as America/Los_Angeles
}

// SetPlace changes the place of an airport. Partners see the change at once. A nil text changes
// nothing; an empty text clears the field.
func (d DB) SetPlace(ctx context.Context, code string, change Place) (Airport, error) {
	if err := change.check(); err != nil {
		return Airport{}, err
	}
	return d.changeAirport(ctx, "set", code, func(q *db.Queries, a db.ListAirportsRow) error {
		return q.SetPlace(ctx, db.SetPlaceParams{Code: a.Code, Website: change.Website, TimeZone: change.TimeZone})
	})
}

// check refuses a text that is neither empty nor of the right form.
func (p Place) check() error {
	if p.Website != nil && *p.Website != "" {
		const longest = 2048
		u, err := url.Parse(*p.Website)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || !printable(*p.Website) ||
			utf8.RuneCountInString(*p.Website) > longest {
			return fmt.Errorf("website %q: want an http or https URL such as https://www.flysfo.example, of at most %d characters", *p.Website, longest)
		}
	}
	if p.TimeZone != nil && *p.TimeZone != "" && !isTimeZone(*p.TimeZone) {
		return fmt.Errorf("time zone %q: want an IANA name such as America/Los_Angeles or Asia/Tokyo", *p.TimeZone)
	}
	return nil
}

// isTimeZone reports whether a name is in the IANA database. Systems have more names, all in lower
// case, such as localtime and posix/UTC.
func isTimeZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && name != "Local" && name[0] >= 'A' && name[0] <= 'Z'
}

// otherForm is the whole URL of a path on the airport's website, or the path of a whole URL. It is
// empty for other texts, and for an airport without a website.
func otherForm(website *string, address string) string {
	if website == nil {
		return ""
	}
	site, err := url.Parse(*website)
	given, wrong := url.Parse(address)
	switch {
	case err != nil || wrong != nil:
		return ""
	case strings.HasPrefix(address, "/"):
		return site.ResolveReference(given).String()
	case given.Host == site.Host && given.Host != "":
		return given.RequestURI()
	}
	return ""
}
