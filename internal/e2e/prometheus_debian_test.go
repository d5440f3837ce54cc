//go:build debian

package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"airport-content/internal/testenv"
)

const monitoring = "../../docs/monitoring/"

// promtool runs Prometheus's own tool in a directory.
func promtool(t *testing.T, dir string, args ...string) {
	t.Helper()
	if out, err := debian(t, t.Context(), dir, "promtool", args...).CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func TestPromtoolAcceptsTheFiles(t *testing.T) {
	t.Parallel()
	dir := directory(t)
	for _, name := range []string{"prometheus.yaml", "alerts.yaml", "alerts_test.yaml"} {
		write(t, dir, name, string(readFile(t, monitoring+name)))
	}
	promtool(t, dir, "check", "config", "prometheus.yaml")
	promtool(t, dir, "check", "rules", "--lint-fatal", "alerts.yaml")
	promtool(t, dir, "test", "rules", "alerts_test.yaml")

	// What Grafana asks, as rules.
	var rules strings.Builder
	rules.WriteString("groups: [{name: dashboard, rules: [")
	grafana := strings.NewReplacer("$__rate_interval", "1m", "$job", "airport-content", "$instance", ".*")
	expressions := matches(t, `"expr": ("(?:[^"\\]|\\.)*")`, monitoring+"grafana-dashboard.json")
	if len(expressions) < 10 {
		t.Errorf("only %d expressions were found", len(expressions))
	}
	for n, quoted := range expressions {
		expression, err := strconv.Unquote(quoted)
		check(t, err)
		fmt.Fprintf(&rules, "{record: 'panel:%d', expr: %q},\n", n, grafana.Replace(expression))
	}
	rules.WriteString("]}]")
	write(t, dir, "panels.yaml", rules.String())
	promtool(t, dir, "check", "rules", "panels.yaml")
}

// A real Prometheus reads a real server, and tells when Redis and PostgreSQL are killed.
func TestAlertsFire(t *testing.T) {
	t.Parallel()
	database, redis := testenv.OwnPostgres(t), testenv.OwnRedis(t)
	i := installation{"DATABASE_URL=" + database.URL(), "REDIS_URL=" + redis.URL()}
	i.fill(t, newItem("a"))
	s := i.serve(t)
	prometheus := startPrometheus(t, strings.TrimPrefix(s.ops, "http://"))
	fires := func(alert string) func() bool {
		return func() bool { return strings.Contains(prometheus.firing(t), alert) }
	}
	eventually(t, "the server is read", func() bool { return prometheus.value(t, `up{job="airport-content"}`) == "1" })
	eventually(t, "no alert before anything happens", func() bool { return prometheus.firing(t) == "" })
	redis.Kill()
	eventually(t, "the alert for Redis", fires("AirportContentRedisDown"))
	eventually(t, "the database is up", func() bool { return prometheus.value(t, `airport_content_service_up{service="database"}`) == "1" })
	database.Kill()
	eventually(t, "the alert for PostgreSQL", fires("AirportContentDatabaseDown"))
	redis.Restart()
	database.Restart()
	eventually(t, "the end of the alerts", func() bool { return prometheus.firing(t) == "" })
	s.stop()
	eventually(t, "the alert for the server", fires("AirportContentDown"))
}

var forDuration = regexp.MustCompile(`for: \w+`)

// prometheus is a running one.
type prometheus struct{ *server }

// startPrometheus reads one server every second, by the files in docs, except that alerts fire at once.
func startPrometheus(t *testing.T, target string) prometheus {
	t.Helper()
	dir, address := directory(t), freeAddress(t)
	write(t, dir, "alerts.yaml", forDuration.ReplaceAllString(string(readFile(t, monitoring+"alerts.yaml")), "for: 1s"))
	settings := strings.NewReplacer("127.0.0.1:8081", target, "interval: 15s", "interval: 1s").Replace(string(readFile(t, monitoring+"prometheus.yaml")))
	listening(t, debian(t, context.Background(), dir, "prometheus", "--config.file="+write(t, dir, "prometheus.yaml", settings),
		"--storage.tsdb.path="+filepath.Join(dir, "data"), "--web.listen-address="+address), address)
	p := prometheus{&server{url: "http://" + address, client: http.DefaultClient}}
	eventually(t, "Prometheus is ready", func() bool { return p.ask(t, "GET", "", "/-/ready").status == http.StatusOK })
	return p
}

// firing names the alerts that fire.
func (p prometheus) firing(t *testing.T) string {
	t.Helper()
	var found struct {
		Data struct {
			Alerts []struct {
				State  string
				Labels struct{ Alertname string }
			}
		}
	}
	check(t, json.Unmarshal(p.ask(t, "GET", "", "/api/v1/alerts").body, &found))
	var names []string
	for _, alert := range found.Data.Alerts {
		if alert.State == "firing" {
			names = append(names, alert.Labels.Alertname)
		}
	}
	return strings.Join(names, " ")
}

// value is that of the first series that a query finds, as text.
func (p prometheus) value(t *testing.T, query string) string {
	t.Helper()
	var found struct {
		Data struct {
			Result []struct{ Value [2]json.RawMessage }
		}
	}
	check(t, json.Unmarshal(p.ask(t, "GET", "", "/api/v1/query?query="+url.QueryEscape(query)).body, &found))
	if len(found.Data.Result) == 0 {
		return ""
	}
	return strings.Trim(string(found.Data.Result[0].Value[1]), `"`)
}
