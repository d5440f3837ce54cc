package cli_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCompletions(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	id := keyID(e.must(t, "key", "create", "--partner", "Acme", "--all-airports"))
	e.must(t, "key", "revoke", keyID(e.must(t, "key", "create", "--partner", "Beta", "--all-airports")))
	for _, test := range []struct {
		typed []string
		want  []string
	}{
		{[]string{"key", "ro"}, []string{"rotate"}},
		{[]string{"airport", "rename", ""}, []string{"JFK", "SFO"}},
		{[]string{"airport", "rename", "SFO", ""}, nil},
		{[]string{"import", ""}, []string{"JFK", "SFO"}},
		{[]string{"partner", "disable", ""}, []string{"Acme", "Beta"}},
		{[]string{"key", "list", "--partner", ""}, []string{"Acme", "Beta"}},
		{[]string{"key", "revoke", ""}, []string{id}},
		{[]string{"key", "set", id, "--add-airport", ""}, []string{"JFK", "SFO"}},
		{[]string{"key", "create", "--scope", "content:read:d"}, []string{"content:read:dining"}},
		{[]string{"completion", "z"}, []string{"zsh"}},
	} {
		got := e.run(t.Context(), "", append([]string{"__complete"}, test.typed...)...)
		var offered []string // shells leave out what does not begin as was typed
		for line := range strings.Lines(got.Stdout) {
			if word, _, _ := strings.Cut(strings.TrimSpace(line), "\t"); !strings.HasPrefix(word, ":") && strings.HasPrefix(word, test.typed[len(test.typed)-1]) {
				offered = append(offered, word)
			}
		}
		if diff := cmp.Diff(test.want, offered); diff != "" || got.Code != 0 {
			t.Errorf("%q: exit code %d, %s", test.typed, got.Code, diff)
		}
	}
	if got := (environ{}).must(t, "__complete", "partner", "disable", ""); got != ":4" {
		t.Errorf("without a database: %q", got)
	}
}
