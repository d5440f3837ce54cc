package metrics_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/metrics"
	"airport-content/internal/partner"
)

// lists has airports, a source and a key.
type lists func(context.Context) ([]admin.Airport, error)

func (l lists) ListAirports(ctx context.Context) ([]admin.Airport, error) { return l(ctx) }

func (lists) ListSources(context.Context, *string) ([]content.SourceStatus, error) {
	return []content.SourceStatus{
		{Source: content.Source{Airport: "SFO", Name: "news"}, Last: &content.SourceRun{Error: new("no answer")}},
		{Source: content.Source{Airport: "SFO", Name: "www"}, Last: &content.SourceRun{}},
		{Source: content.Source{Airport: "SFO", Name: "old"}, Last: &content.SourceRun{Error: new("no answer")}, Paused: true},
	}, nil
}

func (lists) ListExpiringKeys(context.Context) ([]partner.Key, error) {
	return []partner.Key{{ID: "aB3", PartnerID: 7, ExpiresAt: new(time.UnixMilli(1_700_000_000_500))}}, nil
}

func read(m *metrics.Metrics) string {
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	body, _ := io.ReadAll(answer.Body)
	return string(body)
}

// The database is asked at most every 15 seconds, with a timeout of two seconds. The last values
// stay while it is down.
func TestAirportsAreAskedSparingly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		asked, items := 0, int64(7)
		answer := func(context.Context) ([]admin.Airport, error) {
			now := time.UnixMilli(1_700_000_000_500)
			return []admin.Airport{{Code: "SFO", Items: items, Revision: 3, ImportedAt: &now}, {Code: "NEW"}}, nil
		}
		m := metrics.New("")
		m.WatchContent(lists(func(ctx context.Context) ([]admin.Airport, error) { asked++; return answer(ctx) }),
			slog.New(slog.NewTextHandler(&log, nil)))
		says := func(what ...string) {
			t.Helper()
			text := read(m)
			for _, w := range what {
				if !strings.Contains(text, w) {
					t.Errorf("%s is missing of\n%s", w, text)
				}
			}
		}
		for range 20 { // 0 to 9.5 s
			says(`airport_content_items{airport="SFO"} 7`, `airport_content_items{airport="NEW"} 0`, `airport_content_revision{airport="SFO"} 3`,
				`airport_content_last_import_timestamp_seconds{airport="SFO"} 1.7000000005e+09`,
				`airport_content_source_failed{airport="SFO",source="news"} 1`, `airport_content_source_failed{airport="SFO",source="www"} 0`,
				`airport_content_key_expiry_timestamp_seconds{key_id="aB3",partner_id="7"} 1.7000000005e+09`)
			time.Sleep(500 * time.Millisecond)
		}
		if strings.Contains(read(m), `last_import_timestamp_seconds{airport="NEW"}`) || strings.Contains(read(m), "last_change_timestamp_seconds{") {
			t.Error("times are told that there are none of")
		}
		if strings.Contains(read(m), `source="old"`) {
			t.Error("a paused source has metrics")
		}
		check.Same(t, 1, asked, "questions within ten seconds")
		works := answer
		answer = func(ctx context.Context) ([]admin.Airport, error) { <-ctx.Done(); return nil, ctx.Err() }
		for range 3 {
			time.Sleep(20 * time.Second)
			began := time.Now()
			says(`airport_content_items{airport="SFO"} 7`)
			check.Same(t, 2*time.Second, time.Since(began), "a database that does not answer is waited for")
		}
		answer, items = works, 8
		time.Sleep(20 * time.Second)
		says(`airport_content_items{airport="SFO"} 8`)
		answer = func(context.Context) ([]admin.Airport, error) { return nil, errors.New("gone again") }
		time.Sleep(20 * time.Second)
		says(`airport_content_items{airport="SFO"} 8`)
		check.Same(t, 2, strings.Count(log.String(), "level=WARN"), "warnings for two losses:\n", log.String())
	})
}
