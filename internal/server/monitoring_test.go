package server_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

const monitoring = "../../docs/monitoring"

// The dashboard and the alerts ask for metrics and labels that exist.
func TestMonitoringAsksForWhatIsThere(t *testing.T) {
	t.Parallel()
	families := scrape(t, busy(t))
	for source, expressions := range map[string][]string{"dashboard": dashboardExpressions(t), "alerts": alertExpressions(t)} {
		if len(expressions) < 10 {
			t.Errorf("%s: only %d expressions were found", source, len(expressions))
		}
		for _, expression := range expressions {
			asked := metricName.FindAllString(quoted.ReplaceAllString(expression, ""), -1)
			if len(asked) == 0 {
				t.Errorf("%s: %q asks for no metric", source, expression)
			}
			for _, name := range asked {
				if name != "up" && !families.has(name) { // Prometheus itself makes up
					t.Errorf("%s asks for %s, which is not on /metrics: %s", source, name, expression)
				}
			}
			for _, label := range labels(expression) {
				if !slices.Contains([]string{"job", "instance", "le"}, label) && !families.label(label) {
					t.Errorf("%s asks by label %s, which no metric has: %s", source, label, expression)
				}
			}
		}
	}
}

var (
	quoted     = regexp.MustCompile(`"[^"]*"`)
	metricName = regexp.MustCompile(`\b(airport_content_|go_|process_|promhttp_)[a-z_]+|\bup\b`)
	selected   = regexp.MustCompile(`([a-z_]+) *(?:=~|!=|!~|=)"`)
	grouped    = regexp.MustCompile(`\b(?:by|on) *\(([a-z_, ]+)\)`)
)

// labels are those by which an expression selects or groups.
func labels(expression string) (list []string) {
	for _, found := range selected.FindAllStringSubmatch(expression, -1) {
		list = append(list, found[1])
	}
	for _, found := range grouped.FindAllStringSubmatch(expression, -1) {
		list = append(list, strings.Split(strings.ReplaceAll(found[1], " ", ""), ",")...)
	}
	return list
}

func dashboardExpressions(t *testing.T) (list []string) {
	t.Helper()
	var dashboard struct {
		Panels []struct {
			Title   string
			Type    string
			Targets []struct{ Expr string }
		}
		Templating struct {
			List []struct{ Query json.RawMessage }
		}
	}
	check(t, json.Unmarshal(readFile(t, "grafana-dashboard.json"), &dashboard))
	for _, panel := range dashboard.Panels {
		if len(panel.Targets) == 0 && panel.Type != "row" {
			t.Errorf("panel %q shows nothing", panel.Title)
		}
		for _, target := range panel.Targets {
			list = append(list, target.Expr)
		}
	}
	for _, variable := range dashboard.Templating.List {
		var query struct{ Query string }
		if json.Unmarshal(variable.Query, &query) == nil { // a data source has a string there
			list = append(list, query.Query)
		}
	}
	return list
}

func alertExpressions(t *testing.T) (list []string) {
	t.Helper()
	var rules struct {
		Groups []struct {
			Rules []struct{ Expr string }
		}
	}
	check(t, yaml.Unmarshal(readFile(t, "alerts.yaml"), &rules))
	for _, group := range rules.Groups {
		for _, rule := range group.Rules {
			list = append(list, rule.Expr)
		}
	}
	return list
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(monitoring, name))
	check(t, err)
	return text
}
