package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"airport-content/internal/postgres"
)

const (
	widestBar    = 60
	narrowestBar = 10
)

// drawDays draws a bar for each day from one to another, both included, where out is a terminal.
func drawDays(out io.Writer, rows []postgres.KeyUsage, from, to time.Time) error {
	f, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	var days []string
	from = from.UTC().Truncate(24 * time.Hour)
	for day := from; !day.After(to); day = day.AddDate(0, 0, 1) {
		days = append(days, day.Format(time.DateOnly))
	}
	width := widestBar
	if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
		const beside = len("2026-03-01    1000000 (1000000 not answered)")
		width = min(widestBar, max(narrowestBar, columns-beside))
	}
	_, err := io.WriteString(out, "\n"+bars(days, rows, width))
	return err
}

// bars are lines, one for each day: what was answered is dark, what was refused or over the limit is light.
func bars(days []string, rows []postgres.KeyUsage, width int) string {
	type sums struct{ requests, refused int64 }
	totals := make(map[string]sums)
	var most int64 = 1
	for _, u := range rows {
		s := totals[u.Day]
		s.requests += u.Requests
		s.refused += u.Refused + u.RateLimited
		totals[u.Day] = s
		most = max(most, s.requests)
	}
	var text strings.Builder
	for _, day := range days {
		s := totals[day]
		length := func(n int64) int { return int((n*int64(width) + most - 1) / most) } // rounded up: something shows
		all := length(s.requests)
		light := min(all, length(s.refused))
		fmt.Fprintf(&text, "%s  %s%s %d", day, strings.Repeat("█", all-light), strings.Repeat("░", light), s.requests)
		if s.refused > 0 {
			fmt.Fprintf(&text, " (%d not answered)", s.refused)
		}
		text.WriteByte('\n')
	}
	return text.String()
}
