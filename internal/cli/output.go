package cli

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/prometheus/common/model"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"airport-content/internal/timestamp"
)

// asJSON writes times and escapes as the API does, and durations as flags take them.
var asJSON = json.JoinOptions(json.Deterministic(true), json.WithMarshalers(json.JoinMarshalers(
	json.MarshalToFunc(func(out *jsontext.Encoder, t time.Time) error {
		return out.WriteToken(jsontext.String(timestamp.Format(t)))
	}),
	json.MarshalToFunc(func(out *jsontext.Encoder, d time.Duration) error { return out.WriteToken(jsontext.String(short(d))) }),
)))

// printJSON prints data for programs on one line, with --json only.
func (p *program) printJSON(data any) error {
	if !p.json {
		return nil
	}
	text, err := json.Marshal(data, asJSON)
	if err == nil {
		_, err = p.stdout.Write(append(text, '\n'))
	}
	return printed(err)
}

// printed names the cause of a failed write.
func printed(err error) error {
	if err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// print prints data for programs, or a line of text.
func (p *program) print(data any, text string) error {
	if p.json {
		return p.printJSON(data)
	}
	_, err := fmt.Fprintln(p.stdout, text)
	return printed(err)
}

// done ends a command that changes something. It returns the error of the change. Else it says
// what was done, and prints data for programs.
func (p *program) done(data any, err error, message string, args ...any) error {
	if err != nil {
		return err
	}
	p.say(message, args...)
	return p.printJSON(data)
}

// list ends a command that reads a list. It returns the error of the reading. Else it prints data
// for programs, or a table for people, with a row for each element.
func list[T any](p *program, data []T, err error, columns []string, row func(T) []string) error {
	switch {
	case err != nil:
		return err
	case p.json:
		return p.printJSON(data)
	case len(data) == 0:
		p.say("there are none yet")
		return nil
	}
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, strings.Join(columns, "\t")) // Flush returns the error of a write
	for _, one := range data {
		fmt.Fprintln(table, strings.Join(row(one), "\t"))
	}
	return printed(table.Flush())
}

// count shows a number of things: 1 source, 2 sources.
func count[N int | int64](n N, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// day shows a time to people.
func day(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format(time.RFC3339)
}

// short shows a duration as flags take it, such as 15m.
func short(d time.Duration) string { return model.Duration(d).String() }

// progress shows a bar on a terminal, and nothing elsewhere. total is -1 if unknown.
func (p *program) progress(what string, total int64, options ...progressbar.Option) *progressbar.ProgressBar {
	return progressbar.NewOptions64(total, append(options,
		progressbar.OptionSetWriter(p.stderr),
		progressbar.OptionSetVisibility(isTerminal(p.stderr)),
		progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetSpinnerChangeInterval(0), // otherwise a goroutine moves the bar and races with Finish
	)...)
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
