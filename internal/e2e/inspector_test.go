//go:build clients

package e2e_test

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// inspector is the reference client of the Model Context Protocol.
const inspector = "@modelcontextprotocol/inspector@2.12.0"

// The inspector finds the tools of assistants, and calls each.
func TestClientsInspector(t *testing.T) {
	t.Parallel()
	mustRun(t, "npm", "--version")
	s, key := serveSample(t)
	dir := t.TempDir()
	runIn(t, dir, "npm", "init", "--yes")
	runIn(t, dir, "npm", "install", "--no-audit", "--no-fund", inspector)
	inspect := func(method ...string) (answer struct {
		Tools   []struct{ Name, Description string }
		IsError bool
		Content []struct{ Text string }
	}) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "npx", append([]string{"mcp-inspector", "--cli", s.url + "/mcp", "--transport", "http",
			"--header", "x-partner-api-key: " + key, "--method"}, method...)...)
		cmd.Dir = dir
		out, err := cmd.Output()
		if err == nil {
			err = json.Unmarshal(out, &answer)
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, out)
		}
		return answer
	}
	var names []string
	for _, tool := range inspect("tools/list").Tools {
		names = append(names, tool.Name)
		if tool.Description == "" {
			t.Errorf("%s has no description", tool.Name)
		}
	}
	slices.Sort(names)
	check.Same(t, []string{"get_content", "list_airports", "search_content", "whats_open"}, names)
	call := func(tool string, arguments ...string) string {
		t.Helper()
		method := []string{"tools/call", "--tool-name", tool}
		for _, argument := range arguments {
			method = append(method, "--tool-arg", argument)
		}
		answer := inspect(method...)
		if answer.IsError || len(answer.Content) == 0 {
			t.Fatalf("%s: %+v", tool, answer)
		}
		return answer.Content[0].Text
	}
	found := call("search_content", "query=coffee", "airports=[\"QLB\"]")
	id := regexp.MustCompile(`(?m)\bid: ([^,\s]+)`).FindStringSubmatch(found)
	if id == nil {
		t.Fatalf("no id: %s", found)
	}
	for tool, arguments := range map[string][]string{"list_airports": nil, "whats_open": {"airport=QLB"}, "get_content": {"airport=QLB", "id=" + id[1]}} {
		if text := call(tool, arguments...); !strings.Contains(text, "QLB") {
			t.Errorf("%s: %s", tool, text)
		}
	}
}
