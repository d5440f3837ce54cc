package cli

import (
	"fmt"
	"io"
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

// printJSON writes one line.
func printJSON(w io.Writer, data any) error {
	text, err := json.Marshal(data, asJSON)
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// print writes data for programs, or a line of text.
func (p *program) print(data any, text string) error {
	if p.json {
		return printJSON(p.stdout, data)
	}
	if _, err := fmt.Fprintln(p.stdout, text); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// done ends a command that changed something: it prints data for programs, or a message for people.
func (p *program) done(data any, message string, args ...any) error {
	p.say(message, args...)
	if p.json {
		return printJSON(p.stdout, data)
	}
	return nil
}

// list prints data for programs, or a table for people, with a row for each element.
func list[T any](p *program, data []T, columns []string, row func(T) []string) error {
	if p.json {
		return printJSON(p.stdout, data)
	}
	if len(data) == 0 {
		p.say("there are none yet")
		return nil
	}
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, strings.Join(columns, "\t")) // Flush returns the error of a write
	for _, one := range data {
		fmt.Fprintln(table, strings.Join(row(one), "\t"))
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
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
