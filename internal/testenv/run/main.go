// Command run starts the test servers once, runs a command that tests with them, and ends them:
//
//	run go test ./...
//
// It exits with the command's code. What the servers are is written to stderr before and after.
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

	"airport-content/internal/embedded"
	"airport-content/internal/testenv"
)

func main() {
	embedded.DownloadIfAsked()
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

// run returns the exit code, which is the command's if that was run.
func run(ctx context.Context, command []string) (code int, err error) {
	servers := &testenv.Servers{}
	defer func() {
		if stopErr := servers.Stop(context.Background()); stopErr != nil {
			code, err = max(code, 1), errors.Join(err, stopErr)
		}
	}()
	if _, _, err := servers.Database(ctx); err != nil {
		return 1, err
	}
	if _, err := servers.Redis(ctx); err != nil {
		return 1, err
	}
	says := servers.Describe(slices.Contains(command, "-race"))
	fmt.Fprintln(os.Stderr, says)
	code, err = runCommand(ctx, command, servers.Environ())
	fmt.Fprintln(os.Stderr, says)
	return code, err
}

// runCommand runs the command with more environment. When ctx ends, the command and all that it started are
// interrupted.
func runCommand(ctx context.Context, command, environ []string) (int, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), environ...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that one signal reaches the test binaries too
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	cmd.WaitDelay = 30 * time.Second
	err := cmd.Run()
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // whatever it has left behind
	}
	if exited := (*exec.ExitError)(nil); errors.As(err, &exited) {
		return max(exited.ExitCode(), 1), nil
	}
	if err != nil {
		return 1, fmt.Errorf("run %s: %w", command[0], err)
	}
	return 0, nil
}
