// Command run starts the servers that tests share, runs a command with the servers' addresses in
// its environment, and ends the servers. It also prints what the tests run on.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"airport-content/internal/testenv"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: run COMMAND [ARGUMENT …]")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	code, err := run(ctx, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "testenv:", err)
	}
	os.Exit(code)
}

// run returns the exit code: that of the command, if it was run.
func run(ctx context.Context, command []string) (code int, err error) {
	servers, err := testenv.Start(ctx)
	defer func() {
		if stopErr := servers.Stop(); stopErr != nil {
			code, err = max(code, 1), errors.Join(err, stopErr)
		}
	}()
	if err != nil {
		return 1, err
	}
	race := "race detector off"
	if slices.Contains(command, "-race") {
		race = "race detector on"
	}
	fmt.Fprintf(os.Stderr, "%s; %s\n", servers, race)
	code, err = runCommand(ctx, command, servers.Environ())
	fmt.Fprintf(os.Stderr, "%s; %s\n", servers, race)
	return code, err
}

// runCommand runs the command with more environment. When ctx ends, runCommand interrupts the
// command and all processes that the command started.
func runCommand(ctx context.Context, command, environ []string) (int, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), environ...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that one signal reaches the test binaries too
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	cmd.WaitDelay = 30 * time.Second
	err := cmd.Run()
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // processes that the command has left
	}
	if exited := (*exec.ExitError)(nil); errors.As(err, &exited) {
		return max(exited.ExitCode(), 1), nil
	}
	if err != nil {
		return 1, fmt.Errorf("run %s: %w", command[0], err)
	}
	return 0, nil
}
