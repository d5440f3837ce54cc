package server_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/testenv"
)

// families are what /metrics says, by name.
type families map[string]*dto.MetricFamily

func scrape(t *testing.T, s *running) families {
	t.Helper()
	_, text := get(t, s.ops+"/metrics", "")
	parser := expfmt.NewTextParser(model.LegacyValidation)
	found, err := parser.TextToMetricFamilies(strings.NewReader(text))
	check(t, err)
	return found
}

// has reports whether there is such a metric, also for the parts of a histogram.
func (f families) has(name string) bool {
	if f[name] != nil {
		return true
	}
	for _, part := range []string{"_bucket", "_sum", "_count"} {
		if whole, ok := strings.CutSuffix(name, part); ok && f[whole] != nil {
			return f[whole].GetType() == dto.MetricType_HISTOGRAM || f[whole].GetType() == dto.MetricType_SUMMARY
		}
	}
	return false
}

// label reports whether any of our metrics has such a label.
func (f families) label(name string) bool {
	for _, family := range f {
		for _, m := range family.Metric {
			for _, pair := range m.Label {
				if pair.GetName() == name {
					return true
				}
			}
		}
	}
	return false
}

// values are those of a metric, by the values of its labels in the order of the labels' names.
func (f families) values(name string) map[string]float64 {
	values := map[string]float64{}
	for _, m := range f[name].GetMetric() {
		var labels []string
		for _, pair := range m.Label {
			labels = append(labels, pair.GetValue())
		}
		v := m.GetCounter().GetValue() + m.GetGauge().GetValue()
		if m.Histogram != nil {
			v = float64(m.Histogram.GetSampleCount())
		}
		values[strings.Join(labels, " ")] = v
	}
	return values
}

// busy is a server after some requests.
func busy(t *testing.T) *running {
	t.Helper()
	i, one := install(t), 1
	key, _ := i.newKey(t, "Acme", nil, nil)
	slow, _ := i.newKey(t, "Beta", &one, nil)
	_, err := admin.New(i.db).AddSource(t.Context(), content.Source{Airport: "SFO", Name: "news", Kind: "feed", URL: "https://example.com",
		Settings: content.SourceSettings{Every: time.Hour, Rate: 1}})
	check(t, err)
	server := i.serve(t)
	if left := time.Until(time.Now().Truncate(time.Minute).Add(time.Minute)); left < 20*time.Second {
		time.Sleep(left) // the end of the minute would change what is limited
	}
	for _, path := range []string{"/SFO/content", "/SFO/content?q=coffee", "/SFO/content/x%2Fy", "/SFO/changes?size=0", "/JFK/content"} {
		get(t, server.api+base+path, key)
	}
	for range 3 {
		get(t, server.api+contentPath, slow)
	}
	get(t, server.api+contentPath, "wrong")
	get(t, server.api+contentPath, "")
	get(t, server.api+"/nothing", "")
	get(t, server.api+base+"/health", "")
	send(t, "BREW", server.api+contentPath, "")
	send(t, "DELETE", server.api+base+"/health", "")
	return server
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	server := busy(t)
	var all families
	eventually(t, "all services are up", func() bool {
		all = scrape(t, server)
		return cmp.Equal(map[string]float64{"database": 1, "redis": 1, "elasticsearch": 1}, all.values("airport_content_service_up"))
	})
	const route = " /api/v1/partner/{airport}"
	for name, want := range map[string]map[string]float64{
		"http_requests_total": { // by method, partner, route and status
			"GET 1" + route + "/content 200":      2,
			"GET 1" + route + "/content/{id} 404": 1,
			"GET 1" + route + "/changes 400":      1,
			"GET 1" + route + "/content 403":      1,
			"GET 2" + route + "/content 200":      1,
			"GET 2" + route + "/content 429":      2,
			"GET none" + route + "/content 401":   2,
			"GET none none 404":                   1,
			"GET none /api/v1/partner/health 200": 1,
			"other none none 405":                 1,
			"DELETE none none 405":                1,
		},
		"http_errors_total": {"rate_limited": 2, "invalid_api_key": 1, "missing_api_key": 1, "airport_forbidden": 1,
			"invalid_parameter": 1, "item_not_found": 1, "route_not_found": 1, "method_not_allowed": 2},
		"items": {"SFO": 2, "JFK": 2},
	} {
		if diff := cmp.Diff(want, all.values("airport_content_"+name)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if n := all.values("airport_content_http_request_duration_seconds")["/api/v1/partner/{airport}/content"]; n != 8 {
		t.Errorf("%g durations of lists, want 8", n)
	}
	now := float64(time.Now().Unix())
	for _, name := range []string{"airport_content_last_import_timestamp_seconds", "airport_content_last_change_timestamp_seconds"} {
		if at := all.values(name)["SFO"]; at < now-600 || at > now+60 {
			t.Errorf("%s is %g, and now it is %g", name, at, now)
		}
	}
	if every := all.values("airport_content_source_interval_seconds"); every["SFO news"] != 3600 {
		t.Errorf("the sources' intervals: %v", every)
	}
	if pools := all.values("airport_content_db_pool_max_connections"); pools["read"] < 1 || pools["write"] != 1 {
		t.Errorf("pools and their sizes: %v", pools)
	}
}

// A lost service shows, and the last values of the airports stay.
func TestMetricsWhileServicesAreDown(t *testing.T) {
	t.Parallel()
	database, redis := testenv.OwnPostgres(t), testenv.OwnRedis(t)
	i := installOn(t, database.URL(), "REDIS_URL="+redis.URL())
	key, _ := i.newKey(t, "Acme", nil, nil)
	server := i.serve(t)
	becomes := func(what string, want map[string]float64) {
		t.Helper()
		eventually(t, what, func() bool {
			get(t, server.api+contentPath, key) // a request notices that Redis is lost
			all := scrape(t, server)
			got := all.values("airport_content_service_up")
			got["shared"] = all.values("airport_content_rate_limits_shared")[""]
			got["items"] = all.values("airport_content_items")["SFO"]
			return cmp.Equal(want, got)
		})
	}
	becomes("all up", map[string]float64{"database": 1, "redis": 1, "elasticsearch": 1, "shared": 1, "items": 2})
	redis.Kill()
	database.Kill()
	becomes("both down", map[string]float64{"database": 0, "redis": 0, "elasticsearch": 0, "shared": 0, "items": 2})
	redis.Restart()
	database.Restart()
	becomes("all up again", map[string]float64{"database": 1, "redis": 1, "elasticsearch": 1, "shared": 1, "items": 2})
}
