package server

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/health"
	"airport-content/internal/partner"
)

const (
	overviewFor     = 10 * time.Second // how long a page is served again
	overviewTimeout = 3 * time.Second  // for all queries of a page
	overviewDays    = 14               // days in the chart of requests
	overviewRows    = 20               // most partners, and most queries, on the page
)

// overview is the page for operators. While the server's condition stays, the numbers are read at most
// once in ten seconds, however many operators look.
type overview struct {
	*server
	started time.Time

	mu   sync.Mutex // held while the page is made; other requests wait for the page
	made time.Time
	page []byte
	says condition // on the page
}

// condition is how this server is. A page that says another one is made anew.
type condition struct {
	ready     bool
	readiness string // what /readyz says
	health    health.Status
}

// overviewData is the content of the page.
type overviewData struct {
	Now, Started time.Time
	Version      string
	Ready        bool
	Readiness    string // what /readyz says
	Health       health.Report
	Problems     []string // of the parts that are unknown, each once
	Errors       map[string]int64

	// Why a part is unknown; empty if it is known.
	AirportsUnknown, KeysUnknown, RequestsUnknown, SearchesUnknown string

	Airports  []airportData // by code
	MostItems int64         // items of the largest airport

	Keys []partner.Key // that end soon, the first first

	Days         []dayData // the last is today
	MostRequests int64     // of a day
	Partners     []*partnerData
	OtherCount   int // partners beyond overviewRows

	Counted  bool               // whether searches are counted
	Searches admin.SearchCount  // today and yesterday
	Missing  []admin.QueryCount // queries without results, most frequent first
}

type airportData struct {
	admin.Airport
	Sources []content.SourceStatus
}

type dayData struct {
	Day      string // in UTC, such as 2026-03-01
	Requests int64
}

// partnerData counts the requests of a partner today and yesterday, by days in UTC.
type partnerData struct {
	Name             string
	Today, Yesterday admin.PartnerUsage
}

//go:embed overview.css
var overviewStyle string

// overviewPolicy allows the page its own style, and nothing else.
var overviewPolicy = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(overviewStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
})

// span writes a duration with one unit.
func span(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	default:
		return fmt.Sprintf("%d days", int(d.Hours()/24))
	}
}

func ago(t time.Time) string { return span(time.Since(t)) + " ago" }

func agoOrNever(t *time.Time) string {
	if t == nil {
		return "never"
	}
	return ago(*t)
}

func lastGood(s content.SourceStatus) string {
	if s.GoodAt == nil {
		return "no good run yet"
	}
	return "last good run " + ago(*s.GoodAt)
}

func troubled(s content.SourceStatus) bool {
	state := s.State(time.Now())
	return state == content.SourceLate || state == content.SourceFailed
}

// goodIf is the class of a verdict.
func goodIf(good bool) string {
	if good {
		return "good"
	}
	return "bad"
}

// share is a part of 100.
func share(part, whole int64) int64 { return part * 100 / max(whole, 1) }

func percent(part, whole int64) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(whole, 1)))
}

func (o *overview) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	page, err := o.current()
	if err != nil {
		o.Log.Error("the page for operators cannot be made", "error", err)
		answer(w, http.StatusInternalServerError, "the page cannot be made; the log says why")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Refresh", "30") // seconds
	h.Set("Content-Security-Policy", overviewPolicy())
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(page) // fails only if the caller has left
}

func (o *overview) current() ([]byte, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	// Not the caller's context, because other callers may wait for the same page.
	ctx, cancel := context.WithTimeout(context.Background(), overviewTimeout)
	defer cancel()
	report := o.health.Check(ctx)
	now := condition{health: report.Status}
	now.ready, now.readiness = o.ready(ctx)
	if time.Since(o.made) < overviewFor && now == o.says {
		return o.page, nil
	}
	data := o.read(ctx, now, report)
	var page bytes.Buffer
	if err := overviewPage(data).Render(context.Background(), &page); err != nil { // the time of ctx may be over
		return nil, err
	}
	o.page, o.made, o.says = page.Bytes(), time.Now(), now
	return o.page, nil
}

func (o *overview) read(ctx context.Context, now condition, report health.Report) *overviewData {
	d := &overviewData{Now: time.Now().UTC(), Started: o.started, Version: o.Version, Health: report, Errors: o.metrics.Errors(),
		Counted: o.config.SearchInsights, Ready: now.ready, Readiness: now.readiness}
	db, down := admin.New(o.primary), ""
	for _, part := range []struct {
		unknown *string
		read    func(context.Context, admin.DB) error
	}{
		{&d.AirportsUnknown, d.readAirports},
		{&d.KeysUnknown, d.readKeys},
		{&d.RequestsUnknown, d.readUsage},
		{&d.SearchesUnknown, d.readSearches},
	} {
		if down != "" { // the next query would fail in the same way
			*part.unknown = down
			continue
		}
		err := part.read(ctx, db)
		if err == nil {
			continue
		}
		d.Problems = append(d.Problems, err.Error())
		switch {
		case errors.Is(err, content.ErrUnavailable):
			down = "the database does not answer"
		case errors.Is(err, content.ErrTimeout):
			down = "the database is too slow"
		default:
			*part.unknown = "the database does not tell"
			continue
		}
		*part.unknown = down
	}
	return d
}

func (d *overviewData) yesterday() time.Time { return d.Now.AddDate(0, 0, -1) }

func (d *overviewData) readKeys(ctx context.Context, db admin.DB) (err error) {
	d.Keys, err = db.ListExpiringKeys(ctx)
	return err
}

func (d *overviewData) readSearches(ctx context.Context, db admin.DB) (err error) {
	if !d.Counted {
		return nil
	}
	if d.Searches, err = db.SumSearches(ctx, d.yesterday(), nil); err != nil {
		return err
	}
	d.Missing, err = db.ListSearches(ctx, d.yesterday(), nil, true, overviewRows)
	return err
}

func (d *overviewData) readAirports(ctx context.Context, db admin.DB) error {
	airports, err := db.ListAirports(ctx)
	if err != nil {
		return err
	}
	sources, err := db.ListSources(ctx, nil)
	if err != nil {
		return err
	}
	of := map[string][]content.SourceStatus{}
	for _, s := range sources {
		of[s.Airport] = append(of[s.Airport], s)
	}
	for _, a := range airports {
		d.Airports = append(d.Airports, airportData{a, of[a.Code]})
		d.MostItems = max(d.MostItems, a.Items)
	}
	return nil
}

func (d *overviewData) readUsage(ctx context.Context, db admin.DB) error {
	first := d.Now.AddDate(0, 0, 1-overviewDays)
	uses, err := db.SumUsage(ctx, first)
	if err != nil {
		return err
	}
	requests, partners := map[string]int64{}, map[string]*partnerData{}
	today, yesterday := d.Now.Format(time.DateOnly), d.yesterday().Format(time.DateOnly)
	for _, u := range uses {
		requests[u.Day] += u.Requests
		if u.Day < yesterday {
			continue
		}
		if partners[u.Partner] == nil {
			partners[u.Partner] = &partnerData{Name: u.Partner}
		}
		if u.Day == today {
			partners[u.Partner].Today = u
		} else {
			partners[u.Partner].Yesterday = u
		}
	}
	for n := range overviewDays {
		day := first.AddDate(0, 0, n).Format(time.DateOnly)
		d.Days = append(d.Days, dayData{day, requests[day]})
		d.MostRequests = max(d.MostRequests, requests[day])
	}
	d.Partners = slices.SortedFunc(maps.Values(partners), func(a, b *partnerData) int {
		return cmp.Or(cmp.Compare(b.Today.Requests+b.Yesterday.Requests, a.Today.Requests+a.Yesterday.Requests), cmp.Compare(a.Name, b.Name))
	})
	named := min(len(d.Partners), overviewRows)
	d.OtherCount = len(d.Partners) - named
	d.Partners = d.Partners[:named]
	return nil
}
