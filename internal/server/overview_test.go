package server

import (
	"context"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"airport-content/internal/access"
	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/health"
	"airport-content/internal/insight"
	"airport-content/internal/metrics"
	"airport-content/internal/partner"
	"airport-content/internal/testenv"
	"airport-content/internal/usage"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// The page shows airports, sources, requests and errors. The page is made once for concurrent
// requests, and works without the database.
func TestOverview(t *testing.T) {
	t.Parallel()
	pool := testenv.Pool(t, testenv.Database(t))
	works := func(context.Context) error { return nil }
	s := &server{primary: pool, metrics: metrics.New("v1"), health: health.New(health.Probes{Database: works, Redis: works, Elasticsearch: works}, nil)}
	s.phase.Store(serving)
	o := &overview{server: s, started: time.Now()}
	look := func() string {
		t.Helper()
		w := httptest.NewRecorder()
		o.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if policy := w.Header().Get("Content-Security-Policy"); w.Code != 200 || !strings.HasPrefix(policy, "default-src 'none'; style-src 'sha256-") {
			t.Errorf("%d, policy %q", w.Code, policy)
		}
		return w.Body.String()
	}

	admins := admin.New(pool)
	check.Must(admins.AddAirport(t.Context(), "sfo", "San <b>Francisco</b>"))(t)
	check.Must(admins.AddSource(t.Context(), content.Source{Airport: "SFO", Name: "news", Kind: "feed", URL: "https://www.example.com/feed",
		Settings: content.SourceSettings{Every: 15 * time.Minute}}))(t)
	check.Must(admins.AddPartner(t.Context(), "Acme", 0, nil))(t)
	text, id := partner.NewKey()
	check.Must(admins.AddKey(t.Context(), partner.Key{ID: id, Partner: "Acme", Scopes: []string{partner.ReadAll}}, partner.DigestOf(text), nil))(t)
	now := time.Now().UTC()
	check.NoError(t, admins.AddUsage(t.Context(), []usage.Use{
		{Day: now.Format(time.DateOnly), KeyID: id, Requests: 71, Refused: 4, RateLimited: 11, Failed: 2},
		{Day: now.AddDate(0, 0, -1).Format(time.DateOnly), KeyID: id, Requests: 650},
	}))
	s.config.SearchInsights = true
	today := now.Format(time.DateOnly)
	check.NoError(t, admins.AddSearches(t.Context(), []insight.Day{{Day: today, Airport: "SFO", Counts: insight.Counts{Searches: 8, WithoutResults: 4}}},
		[]insight.Query{{Key: insight.Key{Day: today, Airport: "SFO", Words: "pet <relief>"}, Counts: insight.Counts{Searches: 4, WithoutResults: 4}}}))
	s.metrics.Observe(access.Record{Code: "unavailable"})

	page := look()
	for _, want := range []string{"<span class=\"good\">healthy</span>", "SFO <span class=\"note\">San &lt;b&gt;Francisco&lt;/b&gt;</span>",
		"no good run yet <span class=\"note\">every 15 min</span>", ">71<br><span class=\"note\">4 refused</span><br><span class=\"note\">11 over the limit</span><br><span class=\"bad\">2 failed</span>",
		">650<", "<code>unavailable</code></td><td class=\"number\">1<", "the highest day has 650 requests",
		"8 today and yesterday (days in UTC): 50.0 % found nothing", "<td class=\"text\">pet &lt;relief&gt;</td><td>SFO</td>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Count(page, "<rect") != 1+overviewDays || strings.Contains(page, "ZgotmplZ") {
		t.Errorf("charts: %s", page)
	}
	pool.Close()
	if look() != page {
		t.Error("the page was made again at once")
	}
	o.made = time.Time{}
	if page := look(); !strings.Contains(page, "The database did not tell everything") || !strings.Contains(page, "<code>unavailable</code>") {
		t.Errorf("without the database: %s", page)
	}
}
