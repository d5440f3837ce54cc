package admin

import (
	"context"
	"fmt"
	"net/url"
	"time"
	_ "time/tzdata" // so that a machine without time zones knows the same ones
	"unicode/utf8"

	"airport-content/internal/db"
)

// Place is what partners learn of an airport besides its name. Texts may be nil: not known.
type Place struct {
	Website  *string `json:"website"`  // an http or https URL, which the paths of items continue
	TimeZone *string `json:"timeZone"` // an IANA name, such as America/Los_Angeles
}

// SetPlace changes what is told of an airport, visible at once. Where change has nil, nothing
// changes; an empty text clears.
func (d DB) SetPlace(ctx context.Context, code string, change Place) (Airport, error) {
	airport, err := d.Airport(ctx, code)
	if err != nil {
		return Airport{}, err
	}
	if err := change.check(); err != nil {
		return Airport{}, err
	}
	if change.Website == nil {
		change.Website = airport.Website
	}
	if change.TimeZone == nil {
		change.TimeZone = airport.TimeZone
	}
	err = d.pool.SetPlace(ctx, db.SetPlaceParams{Code: airport.Code, Website: change.Website, TimeZone: change.TimeZone})
	if err != nil {
		return Airport{}, fmt.Errorf("set airport %s: %w", airport.Code, db.Classify(err))
	}
	return d.Airport(ctx, airport.Code)
}

// check refuses what is neither empty nor of the right form.
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

// isTimeZone leaves out what systems have beside the names of IANA, all in lower case: localtime,
// posix/UTC.
func isTimeZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && name != "Local" && name[0] >= 'A' && name[0] <= 'Z'
}
