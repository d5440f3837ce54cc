package cli_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testenv"
)

// families are what /metrics says, by name.
type families map[string]*dto.MetricFamily

func scrape(t *testing.T, s *clitest.Server) families {
	t.Helper()
	parser := expfmt.NewTextParser(model.LegacyValidation)
	found, err := parser.TextToMetricFamilies(strings.NewReader(get(t, s.Ops+"/metrics", "").body))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// has tells whether there is such a metric, also for the parts of a histogram.
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

// label tells whether any of our metrics has such a label.
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

// newBusyServer has been asked for this and that.
func newBusyServer(t *testing.T) *clitest.Server {
	t.Helper()
	e := newCatalogue(t)
	key := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	slow := e.must(t, "key", "create", "--partner", "Beta", "--airport", "SFO")
	e.must(t, "partner", "set", "Beta", "--rate-limit", "1")
	server := e.serve(t)
	for _, path := range []string{"/SFO/content", "/SFO/content?q=coffee", "/SFO/content/x%2Fy", "/SFO/changes?size=0", "/JFK/content"} {
		get(t, server.URL+"/api/v1/partner"+path, key)
	}
	for range 3 {
		get(t, server.URL+contentPath, slow)
	}
	get(t, server.URL+contentPath, "wrong")
	get(t, server.URL+contentPath, "")
	get(t, server.URL+"/nothing", "")
	get(t, server.URL+"/api/v1/partner/health", "")
	request(t, "BREW", server.URL+contentPath)
	request(t, "DELETE", server.URL+"/api/v1/partner/health")
	return server
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	server := newBusyServer(t)
	all := scrape(t, server)
	const base = " /api/v1/partner/{airport}"
	want := map[string]float64{ // by method, partner, route and status
		"GET 1" + base + "/content 200":       2,
		"GET 1" + base + "/content/{id} 404":  1,
		"GET 1" + base + "/changes 400":       1,
		"GET 1" + base + "/content 403":       1,
		"GET 2" + base + "/content 200":       1,
		"GET 2" + base + "/content 429":       2,
		"GET none" + base + "/content 401":    2,
		"GET none none 404":                   1,
		"GET none /api/v1/partner/health 200": 1,
		"other none none 405":                 1,
		"DELETE none none 405":                1,
	}
	if diff := cmp.Diff(want, all.values("airport_content_http_requests_total")); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	want = map[string]float64{"rate_limited": 2, "invalid_api_key": 1, "missing_api_key": 1, "airport_forbidden": 1,
		"invalid_parameter": 1, "item_not_found": 1, "route_not_found": 1, "method_not_allowed": 2}
	if diff := cmp.Diff(want, all.values("airport_content_http_errors_total")); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	if n := all.values("airport_content_http_request_duration_seconds")["/api/v1/partner/{airport}/content"]; n != 8 {
		t.Errorf("%g durations of lists, want 8", n)
	}
	want = map[string]float64{"database": 1, "redis": 1, "elasticsearch": 1}
	if diff := cmp.Diff(want, all.values("airport_content_service_up")); diff != "" {
		t.Errorf("services (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]float64{"SFO": 2, "JFK": 2}, all.values("airport_content_items")); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	now := float64(time.Now().Unix())
	for _, name := range []string{"airport_content_last_import_timestamp_seconds", "airport_content_last_change_timestamp_seconds"} {
		if at := all.values(name)["SFO"]; at < now-600 || at > now+60 {
			t.Errorf("%s is %g, and now it is %g", name, at, now)
		}
	}
	if pools := all.values("airport_content_db_pool_max_connections"); pools["read"] < 1 || pools["write"] != 1 {
		t.Errorf("pools and their sizes: %v", pools)
	}
	for name, family := range all {
		if n := len(family.Metric); n > 100 {
			t.Errorf("%s has %d series", name, n)
		}
	}
}

// What falls down is seen, and what is known of the airports stays.
func TestMetricsWhileServicesAreDown(t *testing.T) {
	t.Parallel()
	database, redis := testenv.OwnPostgres(t), testenv.OwnRedis(t)
	e := environ{"DATABASE_URL=" + database.URL(), "REDIS_URL=" + redis.URL(), "LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR=127.0.0.1:0"}
	e.must(t, "airport", "add", "SFO", "San Francisco")
	e.mustRead(t, twoItems, "import", "SFO", "-")
	e.must(t, "partner", "add", "Acme")
	key := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	server := e.serve(t)
	state := func() map[string]float64 {
		all := scrape(t, server)
		values := all.values("airport_content_service_up")
		values["shared"] = all.values("airport_content_rate_limits_shared")[""]
		values["items"] = all.values("airport_content_items")["SFO"]
		return values
	}
	becomes := func(what string, want map[string]float64) {
		t.Helper()
		eventually(t, startLimit, what, func() bool {
			get(t, server.URL+contentPath, key) // Redis is missed when it is needed
			return cmp.Equal(want, state())
		})
	}
	becomes("all up", map[string]float64{"database": 1, "redis": 1, "elasticsearch": 1, "shared": 1, "items": 2})
	redis.Kill()
	becomes("Redis down", map[string]float64{"database": 1, "redis": 0, "elasticsearch": 1, "shared": 0, "items": 2})
	database.Kill()
	becomes("both down", map[string]float64{"database": 0, "redis": 0, "elasticsearch": 0, "shared": 0, "items": 2})
	redis.Restart()
	database.Restart()
	becomes("all up again", map[string]float64{"database": 1, "redis": 1, "elasticsearch": 1, "shared": 1, "items": 2})
}
