//go:build debian

package operations_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// follow runs the shell commands that stand under a heading of a document in docs/operations, from the repository's root
// as far as docs/ is concerned, and otherwise in dir.
func follow(t *testing.T, dir string, env environ, document, heading string) {
	t.Helper()
	commands := commandsUnder(t, document, heading)
	docs, err := filepath.Abs("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(docs, filepath.Join(dir, "docs")); err != nil && !os.IsExist(err) {
		t.Fatal(err)
	}
	cmd := command(t.Context(), env, "/bin/bash", "-euo", "pipefail", "-c", commands)
	cmd.Env = append(cmd.Env, "PATH="+dir+":"+os.Getenv("PATH"))
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s, %s: %v\n%s\n%s", document, heading, err, commands, out)
	}
}

// commandsUnder finds the blocks of commands between a heading and the next.
func commandsUnder(t *testing.T, document, heading string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../docs/operations", document))
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## "+heading+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var commands strings.Builder
	for i, part := range strings.Split(section, "```") {
		if block, is := strings.CutPrefix(part, "sh\n"); is && i%2 == 1 {
			commands.WriteString(block)
		}
	}
	if !found || commands.Len() == 0 {
		t.Fatalf("%s has no commands under %q", document, heading)
	}
	return commands.String()
}

// build puts the program into dir.
func build(t *testing.T, dir string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", dir+"/", "airport-content/cmd/airport-content").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
}
