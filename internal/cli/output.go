package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

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

// done ends a command that changed something: what became of it for programs, a message for people.
func (p *program) done(data any, message string, args ...any) error {
	p.say(message, args...)
	if p.json {
		return printJSON(p.stdout, data)
	}
	return nil
}

// list prints things, as an array of their data or as a table with a row for each.
func list[T, D any](p *program, things []T, data func(T) D, columns []string, row func(T) []string) error {
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
	fmt.Fprintln(table, strings.Join(columns, "\t")) // if this fails, so does Flush
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

// stamp shows a time to programs, as the interface does; nil is null.
func stamp(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := timestamp.Format(*t)
	return &s
}
