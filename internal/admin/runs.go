package admin

import (
	"context"
	"fmt"
	"strings"
	"time"

	"airport-content/internal/db"
	"airport-content/internal/source"
)

// AddSourceRun remembers a run that changed nothing.
func (d DB) AddSourceRun(ctx context.Context, s source.Source, report *source.Report) error {
	if err := d.pool.InTx(ctx, func(q *db.Queries) error { return AddRun(ctx, q, s, report) }); err != nil {
		return fmt.Errorf("remember the run of %s %s: %w", s.Airport, s.Name, err)
	}
	return nil
}

// keptRuns is how many runs of a source are remembered.
const keptRuns = 20

// AddRun remembers a run, and forgets old ones.
func AddRun(ctx context.Context, q *db.Queries, s source.Source, r *source.Report) error {
	notes := make([]string, len(r.Notes))
	for i, note := range r.Notes {
		notes[i] = storable(note)
	}
	run := db.AddSourceRunParams{Airport: s.Airport, Source: s.Name, Seconds: time.Since(r.StartedAt).Seconds(), Added: int32(r.Added), Updated: int32(r.Updated),
		Unchanged: int32(r.Unchanged), Deleted: int32(r.Deleted), Skipped: int32(r.Skipped), Notes: notes}
	if r.Error != "" {
		text := storable(r.Error)
		run.Error = &text
	}
	if err := q.AddSourceRun(ctx, run); err != nil {
		return err
	}
	return q.TrimSourceRuns(ctx, db.TrimSourceRunsParams{Airport: s.Airport, Source: s.Name, Keep: keptRuns})
}

// storable makes a message, which may quote a website, fit for the database and for a terminal.
func storable(message string) string {
	return strings.Map(func(r rune) rune {
		if !printable(string(r)) {
			return ' '
		}
		return r
	}, fmt.Sprintf("%.1000s", strings.ToValidUTF8(message, "?")))
}
