//go:build debian

package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"airport-content/internal/embedded"
	"airport-content/internal/testenv"
)

// promtool runs Prometheus's own tool in a directory; it is of Debian's package prometheus.
func promtool(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "promtool", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func TestPromtoolAcceptsTheFiles(t *testing.T) {
	t.Parallel()
	promtool(t, monitoring, "check", "config", "prometheus.yaml")
	promtool(t, monitoring, "check", "rules", "--lint-fatal", "alerts.yaml")
	promtool(t, monitoring, "test", "rules", "alerts_test.yaml")

	// What Grafana asks, as rules.
	var rules strings.Builder
	rules.WriteString("groups: [{name: dashboard, rules: [")
	grafana := strings.NewReplacer("$__rate_interval", "1m", "$job", "airport-content", "$instance", ".*")
	for i, expression := range dashboardExpressions(t) {
		if !strings.HasPrefix(expression, "label_values(") {
			fmt.Fprintf(&rules, "{record: 'panel:%d', expr: %q},\n", i, grafana.Replace(expression))
		}
	}
	rules.WriteString("]}]")
	dir := t.TempDir()
	check(t, os.WriteFile(filepath.Join(dir, "panels.yaml"), []byte(rules.String()), 0o600))
	promtool(t, dir, "check", "rules", "panels.yaml")
}

// A real Prometheus reads a real server, and tells when Redis and Postgres are killed.
func TestAlertsFire(t *testing.T) {
	t.Parallel()
	database, redis := testenv.OwnPostgres(t), testenv.OwnRedis(t)
	server := installOn(t, database.URL(), "REDIS_URL="+redis.URL()).serve(t)
	prometheus := startPrometheus(t, strings.TrimPrefix(server.ops, "http://"))
	fires := func(alert string) func() bool {
		return func() bool { return strings.Contains(prometheus.firing(t), alert) }
	}
	eventually(t, "the server is read", func() bool { return prometheus.value(t, `up{job="airport-content"}`) == "1" })
	eventually(t, "no alert before anything happens", func() bool { return prometheus.firing(t) == "" })
	redis.Kill()
	eventually(t, "the alert for Redis", fires("AirportContentRedisDown"))
	eventually(t, "the database is up", func() bool { return prometheus.value(t, `airport_content_service_up{service="database"}`) == "1" })
	database.Kill()
	eventually(t, "the alert for Postgres", fires("AirportContentDatabaseDown"))
	redis.Restart()
	database.Restart()
	eventually(t, "the end of the alerts", func() bool { return prometheus.firing(t) == "" })
	check(t, server.stop())
	eventually(t, "the alert for the server", fires("AirportContentDown"))
}

var forDuration = regexp.MustCompile(`for: \w+`)

// prometheus is the address of a running one.
type prometheus string

// startPrometheus reads one server every second, by the files in docs, except that alerts fire at once.
func startPrometheus(t *testing.T, target string) prometheus {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, replace ...string) {
		text := forDuration.ReplaceAllString(string(readFile(t, name)), "for: 1s")
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(strings.NewReplacer(replace...).Replace(text)), 0o600))
	}
	write("alerts.yaml")
	write("prometheus.yaml", "127.0.0.1:8081", target, "interval: 15s", "interval: 1s")
	port, err := embedded.FreePort()
	check(t, err)
	addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	var log bytes.Buffer
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "prometheus", "--config.file="+filepath.Join(dir, "prometheus.yaml"),
		"--storage.tsdb.path="+filepath.Join(dir, "data"), "--web.listen-address="+addr)
	cmd.Stdout, cmd.Stderr = &log, &log
	check(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("prometheus: %s", &log)
		}
	})
	eventually(t, "Prometheus is ready", func() bool {
		answer, err := http.Get("http://" + addr + "/-/ready")
		if err == nil {
			answer.Body.Close()
		}
		return err == nil && answer.StatusCode == http.StatusOK
	})
	return prometheus("http://" + addr)
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
	_, body := get(t, string(p)+"/api/v1/alerts", "")
	check(t, json.Unmarshal([]byte(body), &found))
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
	_, body := get(t, string(p)+"/api/v1/query?query="+url.QueryEscape(query), "")
	check(t, json.Unmarshal([]byte(body), &found))
	if len(found.Data.Result) == 0 {
		return ""
	}
	return strings.Trim(string(found.Data.Result[0].Value[1]), `"`)
}
