package metrics_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"airport-content/internal/access"
	"airport-content/internal/admin"
	"airport-content/internal/metrics"
)

func read(m *metrics.Metrics) string {
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	body, _ := io.ReadAll(answer.Body)
	return string(body)
}

const route = "/api/v1/partner/{airport}/content"

// Whatever callers send, the series stay few.
func TestLabelsAreBounded(t *testing.T) {
	t.Parallel()
	m := metrics.New("1.2.3")
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for range 100 {
				m.Observe(access.Record{Route: route, Method: "GET", Status: 200, PartnerID: 7, Duration: time.Millisecond})
				m.Observe(access.Record{Method: "other", Status: 405, Code: "method_not_allowed"})
			}
		})
	}
	callers.Wait()
	text := read(m)
	if n := strings.Count(text, "airport_content_http_requests_total{"); n != 2 {
		t.Errorf("%d series for one partner and many methods", n)
	}
	for _, want := range []string{
		`airport_content_http_requests_total{method="GET",partner_id="7",route="` + route + `",status="200"} 800`,
		`airport_content_http_requests_total{method="other",partner_id="none",route="none",status="405"} 800`,
		`airport_content_http_request_duration_seconds_count{route="` + route + `"} 800`,
		`airport_content_http_errors_total{code="method_not_allowed"} 800`,
		`airport_content_build_info{go="go1.`,
		`version="1.2.3"} 1`,
		"go_goroutines ",
		"process_resident_memory_bytes ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing", want)
		}
	}
}

// The database is asked at most every 15 seconds, waited for two, and not forgotten while it is down.
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
		m.WatchAirports(func(ctx context.Context) ([]admin.Airport, error) { asked++; return answer(ctx) },
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
				`airport_content_last_import_timestamp_seconds{airport="SFO"} 1.7000000005e+09`)
			time.Sleep(500 * time.Millisecond)
		}
		if strings.Contains(read(m), `last_import_timestamp_seconds{airport="NEW"}`) || strings.Contains(read(m), "last_change_timestamp_seconds{") {
			t.Error("times are told that there are none of")
		}
		if asked != 1 {
			t.Errorf("asked %d times within ten seconds", asked)
		}
		works := answer
		answer = func(ctx context.Context) ([]admin.Airport, error) { <-ctx.Done(); return nil, ctx.Err() }
		for range 3 {
			time.Sleep(20 * time.Second)
			began := time.Now()
			says(`airport_content_items{airport="SFO"} 7`)
			if took := time.Since(began); took != 2*time.Second {
				t.Errorf("a database that does not answer is waited for %v", took)
			}
		}
		answer, items = works, 8
		time.Sleep(20 * time.Second)
		says(`airport_content_items{airport="SFO"} 8`)
		answer = func(context.Context) ([]admin.Airport, error) { return nil, errors.New("gone again") }
		time.Sleep(20 * time.Second)
		says(`airport_content_items{airport="SFO"} 8`)
		if n := strings.Count(log.String(), "level=WARN"); n != 2 {
			t.Errorf("%d warnings for two losses:\n%s", n, log.String())
		}
	})
}

// What a request pays for being counted.
func BenchmarkObserve(b *testing.B) {
	m := metrics.New("")
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			m.Observe(access.Record{Route: route, Method: "GET", Status: 200, PartnerID: 7, Duration: 3 * time.Millisecond})
		}
	})
}
