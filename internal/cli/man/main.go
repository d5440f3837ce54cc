// Command man prints the manual page of airport-content, made of the help of its commands:
//
//	go run ./internal/cli/man > airport-content.1
package main

import (
	"fmt"
	"os"

	"airport-content/internal/cli"
)

func main() {
	if _, err := os.Stdout.WriteString(page(cli.Command())); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}
