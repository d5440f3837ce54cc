// Package e2e_test holds the built programs to the contract from the outside, by command line and
// HTTP.
package e2e_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
	"airport-content/internal/testlog"
)

// programs is the directory of the built programs; TestMain sets it.
var programs string

func TestMain(m *testing.M) {
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	flag.Parse()
	err := flag.Set("test.parallel", "12") // the tests wait for servers and clocks more than they compute
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if programs, err = os.MkdirTemp("", "airport-content-e2e-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(programs)
	if err := build(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return testenv.Main(m, leftByProxy...)
}

// build makes the programs of production as `make build` does, so that most is in the build cache
// already. They have no race detector: the tests of their packages have, and it would double the
// time of these tests and hide what the programs take in memory.
func build() error {
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", programs+"/", "-trimpath", "-tags=grpcnotrace",
		"airport-content/cmd/airport-content", "airport-content/cmd/airport-sync")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build the programs: %w: %s", err, out)
	}
	return nil
}

// installation is the environment of the programs of one installation, as name=value. The last of a
// name counts.
type installation []string

// install has a migrated database and a Redis prefix of its own, and limits that tests do not
// reach, that of time too.
func install(t *testing.T) installation {
	t.Helper()
	return installOn(t, testenv.Database(t))
}

func installOn(t *testing.T, database string) installation {
	t.Helper()
	address, prefix := testenv.Redis(t)
	return installation{"DATABASE_URL=" + database, "REDIS_URL=" + address, "REDIS_PREFIX=" + prefix,
		"RATE_LIMIT=1000000", "AUTH_FAILURE_LIMIT=1000000", patiently, "LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR="}
}

func (i installation) with(variables ...string) installation { return slices.Concat(i, variables) }

// value is what a variable is set to.
func (i installation) value(name string) (value string) {
	for _, variable := range i {
		if v, ok := strings.CutPrefix(variable, name+"="); ok {
			value = v
		}
	}
	return value
}

// command is a run of airport-content that ends with the test.
func (i installation) command(t *testing.T, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), filepath.Join(programs, "airport-content"), args...)
	cmd.Env = i
	return cmd
}

// outcome is what a run did.
type outcome struct {
	code           int
	stdout, stderr string
}

// run runs airport-content to its end.
func (i installation) run(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	return runCommand(t, i.command(t, args...), stdin)
}

func runCommand(t *testing.T, cmd *exec.Cmd, stdin string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	err := cmd.Run()
	if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
		t.Fatalf("%s: %v", cmd, err)
	}
	return outcome{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// process is a run that goes on beside the test.
type process struct {
	*exec.Cmd
	log   *testlog.Log // all that it says
	ended chan struct{}
}

func begin(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{Cmd: cmd, log: &testlog.Log{}, ended: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = p.log, p.log
	check.NoError(t, cmd.Start())
	go func() {
		defer close(p.ended)
		_ = cmd.Wait()
	}()
	return p
}

// code waits for the end. It is -1 where a signal ended the run.
func (p *process) code() (exitCode int) {
	select {
	case <-p.ended:
	case <-time.After(check.Patience):
		_ = p.Process.Kill()
		<-p.ended
	}
	return p.ProcessState.ExitCode()
}

// end sends a signal, for which it may be too late, and waits for the end.
func (p *process) end(signal os.Signal) (exitCode int) {
	_ = p.Process.Signal(signal)
	return p.code()
}

// do is for a run that has to succeed; it returns stdout without the last newline.
func (i installation) do(t *testing.T, args ...string) string {
	t.Helper()
	return i.feed(t, "", args...)
}

// feed is do with a stdin.
func (i installation) feed(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	got := i.run(t, stdin, args...)
	if got.code != 0 {
		t.Fatalf("%q: exit code %d: %s", args, got.code, got.stderr)
	}
	return strings.TrimSuffix(got.stdout, "\n")
}

// fails is for a run that has to fail, and to say something.
func (i installation) fails(t *testing.T, says string, args ...string) (got outcome) {
	t.Helper()
	if got = i.run(t, "", args...); got.code != 1 || !strings.Contains(got.stderr, says) {
		t.Errorf("%q: want exit code 1 and %q: %+v", args, says, got)
	}
	return got
}

// load imports items and returns what the import says at its end.
func (i installation) load(t *testing.T, airport string, items []item, flags ...string) string {
	t.Helper()
	return i.feed(t, ndjson(t, items...), append([]string{"import", airport, "-"}, flags...)...)
}

// key makes a key of a partner; grants are the other arguments of `key create`.
func (i installation) key(t *testing.T, partner string, grants ...string) string {
	t.Helper()
	return i.do(t, append([]string{"key", "create", "--partner", partner}, grants...)...)
}

// keyID is the public part of one of our keys.
func keyID(key string) string {
	id, _, _ := strings.Cut(strings.TrimPrefix(key, "acp_"), "_")
	return id
}

// database is the URL of the database.
func (i installation) database() string { return i.value("DATABASE_URL") }

// sql runs a statement as the database's owner.
func (i installation) sql(t *testing.T, statement string) {
	t.Helper()
	testenv.Exec(t, i.database(), statement)
}

func (i installation) connect(t *testing.T) *pgx.Conn {
	t.Helper()
	return check.Must(pgx.Connect(t.Context(), i.database()))(t)
}

// sfo is an installation with items at SFO, a partner, and a key for SFO.
func sfo(t *testing.T, items ...item) (i installation, key string) {
	t.Helper()
	i = install(t)
	return i, i.fill(t, items...)
}

// fill makes airport, partner and key of sfo.
func (i installation) fill(t *testing.T, items ...item) (key string) {
	t.Helper()
	i.do(t, "airport", "add", "SFO", "San Francisco")
	i.do(t, "partner", "add", "Acme")
	if len(items) > 0 {
		i.load(t, "SFO", items)
	}
	return i.key(t, "Acme", "--airport", "SFO")
}

// mustRun leaves a test out where a command does not succeed. Where CI is set the command has to.
func mustRun(t *testing.T, command ...string) {
	t.Helper()
	if err := exec.Command(command[0], command[1:]...).Run(); err != nil && os.Getenv("CI") == "" {
		t.Skipf("LEFT OUT: %s: %v", strings.Join(command, " "), err)
	}
}

// runIn runs a command in a directory; it has to succeed.
func runIn(t *testing.T, dir string, command ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir = dir
	succeed(t, cmd)
}

// succeed runs a command, which has to succeed, and returns all that it says.
func succeed(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}
