package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
)

func (p *program) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Look for what is wrong, or may become so, and say what to do",
		Long: `Look at the configuration, the database and Redis with the environment that serve would have, and say of each thing whether it
is ok, a warning or a failure, and what to do. Nothing is changed. It fails when anything does; warnings do not count.`,
		Example: `  airport-content doctor
  airport-content doctor --json`,
		Args: arguments(),
		RunE: p.run(p.runDoctor),
	}
}

// verdict is how a check ended.
type verdict string

const (
	fine    verdict = "ok"
	warning verdict = "warning"
	failure verdict = "failure"
)

// finding is what a check found, as JSON too.
type finding struct {
	Check   string  `json:"check"`
	State   verdict `json:"state"`
	Message string  `json:"message"`
}

// checkTimeout bounds each check.
const checkTimeout = 5 * time.Second

// doctor tells each finding as soon as it has it.
type doctor struct {
	out      io.Writer // lines for people
	findings []finding
	failed   int
}

func (p *program) runDoctor(ctx context.Context, _ []string) error {
	d := &doctor{out: p.stdout}
	if p.json {
		d.out = io.Discard
	}
	c, err := config.Load(p.env, nil)
	d.checkConfiguration(c, err)
	d.checkDatabases(ctx, c)
	d.checkRedis(ctx, c)
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.json {
		if err := printJSON(p.stdout, d.findings); err != nil {
			return err
		}
	}
	if d.failed > 0 {
		return fmt.Errorf("%d of %d checks failed", d.failed, len(d.findings))
	}
	return nil
}

// check makes one finding, in time.
func (d *doctor) check(ctx context.Context, name string, look func(context.Context) (verdict, string)) verdict {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	state, message := look(ctx)
	d.tell(name, state, message)
	return state
}

func (d *doctor) tell(check string, state verdict, message string) {
	message = strings.Join(strings.Fields(message), " ") // one line, whatever an error holds
	d.findings = append(d.findings, finding{check, state, message})
	if state == failure {
		d.failed++
	}
	fmt.Fprintf(d.out, "%-8s %-13s %s\n", state, check, message) // who cannot read it sees the exit code
}

// checkConfiguration has a finding for each value that is wrong; the others are checked further.
func (d *doctor) checkConfiguration(c config.Config, err error) {
	if err == nil {
		d.tell("configuration", fine, "every value is right")
		d.checkProxies(c)
		return
	}
	wrong := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		wrong = joined.Unwrap()
	}
	for _, err := range wrong {
		d.tell("configuration", failure, err.Error())
	}
}

// databaseError words the error of a check.
func databaseError(err error) (verdict, string) {
	if errors.Is(err, context.DeadlineExceeded) {
		return failure, fmt.Sprintf("no answer within %s: %v", checkTimeout, err)
	}
	return failure, err.Error()
}
