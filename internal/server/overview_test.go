package server

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/health"
	"airport-content/internal/metrics"
	"airport-content/internal/partner"
	"airport-content/internal/requestlog"
	"airport-content/internal/searchcounts"
	"airport-content/internal/store"
	"airport-content/internal/testenv"
	"airport-content/internal/usage"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// The page shows airports, sources, requests and errors. The page is made once for concurrent
// requests, and works without the database.
func TestOverview(t *testing.T) {
	t.Parallel()
	database := testenv.Database(t)
	pool := testenv.Pool(t, database)
	works := func(context.Context) error { return nil }
	s := &server{primary: pool, store: store.New(pool, nil, store.Options{Timeout: check.Patience}), metrics: metrics.New("v1"),
		health: health.New(health.Probes{Database: works, Redis: works, Elasticsearch: works}, nil)}
	s.phase.Store(serving)
	o := &overview{server: s, started: time.Now()}
	look := func() string {
		t.Helper()
		w := httptest.NewRecorder()
		o.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		page := w.Body.String()
		_, style, _ := strings.Cut(page, "<style>")
		style, _, _ = strings.Cut(style, "</style>")
		sum := sha256.Sum256([]byte(style))
		allowed := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"
		if policy := w.Header().Get("Content-Security-Policy"); w.Code != 200 || style == "" || !strings.HasPrefix(policy, allowed) {
			t.Errorf("%d, policy %q, want %q", w.Code, policy, allowed)
		}
		return page
	}

	admins := admin.New(pool)
	check.Must(admins.AddAirport(t.Context(), "sfo", "San <b>Francisco</b>"))(t)
	check.Must(admins.AddSource(t.Context(), content.Source{Airport: "SFO", Name: "news", Kind: "feed", URL: "https://www.example.com/feed",
		Settings: content.SourceSettings{Every: 15 * time.Minute}}))(t)
	check.Must(admins.SetAirportOffline(t.Context(), "SFO", true))(t)
	check.Must(admins.AddPartner(t.Context(), "Acme", 0, nil))(t)
	text, id := partner.NewKey()
	now := time.Now().UTC()
	check.Must(admins.AddKey(t.Context(), partner.Key{ID: id, Partner: "Acme", Scopes: []string{partner.ReadAll}, ExpiresAt: new(now.Add(100 * time.Hour))},
		partner.DigestOf(text), nil))(t)
	check.NoError(t, admins.AddUsage(t.Context(), []usage.Use{
		{Day: now.Format(time.DateOnly), KeyID: id, Requests: 71, Refused: 4, RateLimited: 11, Failed: 2},
		{Day: now.AddDate(0, 0, -1).Format(time.DateOnly), KeyID: id, Requests: 650},
	}, nil))
	s.config.SearchInsights = true
	today := now.Format(time.DateOnly)
	check.NoError(t, admins.AddSearches(t.Context(), []searchcounts.Day{{Day: today, Airport: "SFO", Counts: searchcounts.Counts{Searches: 8, WithoutResults: 4}}},
		[]searchcounts.Query{{Key: searchcounts.Key{Day: today, Airport: "SFO", Words: "pet <relief>"}, Counts: searchcounts.Counts{Searches: 4, WithoutResults: 4}}}))
	s.metrics.Observe(requestlog.Record{Code: "unavailable"})

	page := look()
	for _, want := range []string{"<span class=\"good\">healthy</span>", "SFO <span class=\"note\">San &lt;b&gt;Francisco&lt;/b&gt;</span>",
		"<span class=\"bad\">offline</span>", "no good run yet <span class=\"note\">every 15 min</span>", ">71<br><span class=\"note\">4 refused</span><br><span class=\"note\">11 over the limit</span><br><span class=\"bad\">2 failed</span>",
		">650<", "<code>unavailable</code></td><td class=\"number\">1<", "the highest day has 650 requests",
		"This server: <span class=\"good\">ready</span>", "<code>" + id + "</code>", "<td class=\"age bad\">4 days</td>",
		"8 today and yesterday (days in UTC): 50.0 % found nothing", "<td class=\"text\">pet &lt;relief&gt;</td><td>SFO</td>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Count(page, "<rect") != 1+overviewDays {
		t.Errorf("charts: %s", page)
	}
	if look() != page {
		t.Error("the page was made again at once")
	}

	// In an outage, nothing is said to be missing, and the fault stands once.
	gone := check.Must(db.Open(t.Context(), db.Options{URL: "postgres://127.0.0.1:1/none", MaxConns: 1}))(t)
	defer gone.Close()
	s.primary, s.store = gone, store.New(gone, nil, store.Options{Timeout: check.Patience})
	page = look()
	check.Same(t, 4, strings.Count(page, "unknown: the database does not answer"), page)
	check.Same(t, 1, strings.Count(page, "connection refused"), page)
	if !strings.Contains(page, "<span class=\"bad\">the database does not answer requests</span>") || !strings.Contains(page, "<code>unavailable</code>") ||
		strings.Contains(page, "None yet") || strings.Contains(page, "No request") {
		t.Errorf("without the database: %s", page)
	}

	// A fault of one part leaves the others.
	testenv.Exec(t, database, "ALTER TABLE usage_day RENAME TO gone")
	s.primary, s.store = pool, store.New(pool, nil, store.Options{Timeout: check.Patience})
	o.made = time.Time{}
	page = look()
	if strings.Count(page, "unknown: ") != 1 || !strings.Contains(page, "usage_day") || !strings.Contains(page, "every 15 min") || !strings.Contains(page, "8 today and yesterday") {
		t.Errorf("without one table: %s", page)
	}
}
