// Command airport-content serves the website content of airports to partners, and administers it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"airport-content/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(cli.Run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}
