package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"airport-content/internal/timestamp"
)

// printJSON writes one line.
func printJSON(w io.Writer, data any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(data); err != nil {
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

// done ends a command that changed something: data for programs, a message for people. err is that of the change.
func (p *program) done(err error, data any, message string, args ...any) error {
	if err != nil {
		return err
	}
	p.say(message, args...)
	if p.json {
		return printJSON(p.stdout, data)
	}
	return nil
}

// list prints things as an array of their data, or as a table. err is that of reading them.
func list[T, D any](p *program, things []T, err error, data func(T) D, columns []string, row func(T) []string) error {
	if err != nil {
		return err
	}
	if p.json {
		array := make([]D, len(things))
		for i, thing := range things {
			array[i] = data(thing)
		}
		return printJSON(p.stdout, array)
	}
	if len(things) == 0 {
		p.say("there are none yet")
		return nil
	}
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, strings.Join(columns, "\t")) // Flush returns its error
	for _, thing := range things {
		fmt.Fprintln(table, strings.Join(row(thing), "\t"))
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// day shows a time to people.
func day(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format(time.RFC3339)
}

// stamp shows a time to programs, as the API does; nil is null.
func stamp(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := timestamp.Format(*t)
	return &s
}

// progress is a bar on a terminal, and nothing elsewhere. total is -1 if it is not known.
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
