//go:build debian

package e2e_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"airport-content/internal/check"
)

const monitoring = "../../docs/monitoring/"

// promtool runs Prometheus's own tool in a directory.
func promtool(t *testing.T, dir string, args ...string) {
	t.Helper()
	succeed(t, debian(t, t.Context(), dir, "promtool", args...))
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
		expression := check.Must(strconv.Unquote(quoted))(t)
		fmt.Fprintf(&rules, "{record: 'panel:%d', expr: %q},\n", n, grafana.Replace(expression))
	}
	rules.WriteString("]}]")
	write(t, dir, "panels.yaml", rules.String())
	promtool(t, dir, "check", "rules", "panels.yaml")
}
