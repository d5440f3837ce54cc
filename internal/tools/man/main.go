// Command man writes the manual pages of airport-content, one for each command, into a directory:
//
//	go run ./internal/tools/man dist/man
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra/doc"

	"airport-content/internal/cli"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: man DIRECTORY")
		os.Exit(2)
	}
	root := cli.Command()
	root.DisableAutoGenTag = true // leaves out who made the page, and when
	if err := doc.GenManTree(root, &doc.GenManHeader{Source: "airport-content"}, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}
