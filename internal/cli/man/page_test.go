package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"airport-content/internal/cli"
)

func TestPageTellsEverything(t *testing.T) {
	t.Parallel()
	root := cli.Command()
	got := page(root)
	plain := strings.NewReplacer(`\-`, "-", `\(dq`, `"`, `\[u2026]`, "…").Replace(got)
	commands := 0
	var look func(*cobra.Command)
	look = func(command *cobra.Command) {
		for _, c := range command.Commands() {
			look(c)
		}
		if command.HasSubCommands() {
			return
		}
		commands++
		if heading := `.SS "` + strings.TrimPrefix(command.CommandPath(), root.Name()+" "); !strings.Contains(plain, heading) {
			t.Errorf("the page lacks %s", heading)
		}
		command.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(plain, "--"+f.Name) && f.Name != "help" {
				t.Errorf("the page lacks --%s of %s", f.Name, command.CommandPath())
			}
		})
	}
	look(root)
	if commands < 20 {
		t.Errorf("only %d commands were looked for", commands)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"plain":              "plain",
		"a -b --c":           `a \-b \-\-c`,
		`C:\n`:               `C:\en`,
		"one\n.two\n'three":  "one\n\\&.two\n\\&'three",
		"more …":             `more \[u2026]`,
		"one\n\ntwo":         "one\n.PP\ntwo",
		"  around it is air": "around it is air",
	} {
		if got := text(given); got != want {
			t.Errorf("text(%q) = %q, want %q", given, got, want)
		}
	}
	if got := quote(`say "x"`); got != `"say \(dqx\(dq"` {
		t.Errorf("quote: %s", got)
	}
}
