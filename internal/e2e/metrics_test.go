package e2e_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
)

// samples are what /metrics says, by name with labels.
type samples map[string]float64

func (s *server) metrics(t *testing.T) samples {
	t.Helper()
	values := samples{}
	for line := range strings.Lines(string(s.watch(t, "/metrics").body)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if number, err := strconv.ParseFloat(value, 64); err == nil {
			values[name] = number
		}
	}
	return values
}

var labelValue = regexp.MustCompile(`="([^"]*)"`)

// of are the values of one of our metrics, by the values of its labels in the order of the labels'
// names.
func (s samples) of(name string) map[string]float64 {
	values := map[string]float64{}
	for series, value := range s {
		if labels, is := strings.CutPrefix(series, "airport_content_"+name+"{"); is {
			var by []string
			for _, match := range labelValue.FindAllStringSubmatch(labels, -1) {
				by = append(by, match[1])
			}
			values[strings.Join(by, " ")] = value
		}
	}
	return values
}

// A server after some requests. What TestWithoutDatabase and TestWithoutRedis lose shows too.
func TestMetrics(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"), newItem("b"))
	i.do(t, "airport", "add", "JFK", "New York")
	i.do(t, "partner", "add", "Beta", "--rate-limit", "1")
	slow := i.key(t, "Beta", "--airport", "SFO", "--expires", "5d")
	feed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": [{"id": "1", "url": "/1", "title": "One", "content_html": "<p>One</p>"}]}`)
	}))
	t.Cleanup(feed.Close)
	i.do(t, "source", "add", "JFK", "news", "feed", feed.URL, "--every", "1h", "--allow-private")
	i.do(t, "pull", "JFK", "news")
	s := i.serve(t) // which is asked for its health once
	for _, path := range []string{"SFO/content", "SFO/content?q=coffee", "SFO/content/x%2Fy", "SFO/changes?size=0", "JFK/content"} {
		s.get(t, key, path)
	}
	for range 3 {
		s.get(t, slow, "SFO/content")
	}
	s.get(t, "wrong", "SFO/content")
	s.get(t, "", "SFO/content")
	s.ask(t, "GET", "", "/nothing")
	s.ask(t, "BREW", "", base+"SFO/content")
	s.ask(t, "DELETE", "", base+"health")
	var all samples
	check.Eventually(t, "all services are up", func() bool {
		all = s.metrics(t)
		return maps.Equal(map[string]float64{"database": 1, "redis": 1, "elasticsearch": 1}, all.of("service_up"))
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
		"items":                   {"SFO": 2, "JFK": 1},
		"source_interval_seconds": {"JFK news": 3600},
		"source_failed":           {"JFK news": 0},
		"source_pages":            {"JFK good news": 1, "JFK skipped news": 0, "JFK failed news": 0, "JFK other news": 0},
	} {
		check.Same(t, want, all.of(name), name)
	}
	durations := all.of("http_request_duration_seconds_count")
	check.Same(t, 8, durations["/api/v1/partner/{airport}/content"], "durations of lists")
	now := float64(time.Now().Unix())
	for _, name := range []string{"last_import_timestamp_seconds", "last_change_timestamp_seconds"} {
		if at := all.of(name)["SFO"]; at < now-600 || at > now+60 {
			t.Errorf("%s is %g, and now it is %g", name, at, now)
		}
	}
	if pools := all.of("db_pool_max_connections"); pools["read"] < 1 || pools["write"] != 1 {
		t.Errorf("pools and their sizes: %v", pools)
	}
	t.Run("the dashboard and the alerts ask for what is there", func(t *testing.T) { testMonitoring(t, all) })
}

var (
	metricName = regexp.MustCompile(`\b(?:airport_content_|go_|process_|promhttp_)[a-z_]+`)
	selectedBy = regexp.MustCompile(`([a-z_]+) *(?:=~|!=|!~|=)"`)
	groupedBy  = regexp.MustCompile(`\b(?:by|on) *\(([a-z_, ]+)\)`)
)

func testMonitoring(t *testing.T, all samples) {
	there := map[string]bool{
		"job": true, "instance": true, // Prometheus itself adds these
		"airport_content_replica_receiving": true, "airport_content_replica_lag_seconds": true, // see TestDeadReplica
	}
	for series := range all {
		name, labels, _ := strings.Cut(series, "{")
		there[name] = true
		for _, match := range selectedBy.FindAllStringSubmatch(labels, -1) {
			there[match[1]] = true
		}
	}
	for _, file := range []string{"grafana-dashboard.json", "alerts.yaml"} {
		text := strings.ReplaceAll(string(readFile(t, "../../docs/monitoring/"+file)), `\"`, `"`)
		asked := metricName.FindAllString(text, -1)
		if len(asked) < 10 {
			t.Errorf("%s asks for only %d metrics", file, len(asked))
		}
		for _, match := range selectedBy.FindAllStringSubmatch(text, -1) {
			asked = append(asked, match[1])
		}
		for _, match := range groupedBy.FindAllStringSubmatch(text, -1) {
			asked = append(asked, strings.Split(strings.ReplaceAll(match[1], " ", ""), ",")...)
		}
		for _, name := range asked {
			if !there[name] {
				t.Errorf("%s asks for %s, which is not on /metrics", file, name)
			}
		}
	}
}
