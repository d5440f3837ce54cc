package importer

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// AddFailedRun stores a run that changed nothing.
func AddFailedRun(ctx context.Context, databaseURL string, s content.Source, run content.SourceRun) error {
	session, err := open(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer session.close()
	if err := addRun(ctx, session.Queries, s, run); err != nil {
		return fmt.Errorf("store the run of %s %s: %w", s.Airport, s.Name, db.Classify(err))
	}
	return nil
}

// storedRuns is how many runs of a source are stored.
const storedRuns = 20

// addRun stores a run, and deletes old ones.
func addRun(ctx context.Context, q *db.Queries, s content.Source, r content.SourceRun) error {
	notes := make([]string, len(r.Notes))
	for i, note := range r.Notes {
		notes[i] = storable(note)
	}
	run := db.AddSourceRunParams{Airport: s.Airport, Source: s.Name, Seconds: time.Since(r.StartedAt).Seconds(), Added: int32(r.Added), Updated: int32(r.Updated),
		Unchanged: int32(r.Unchanged), Deleted: int32(r.Deleted), Skipped: int32(r.Skipped), Notes: notes}
	if r.Error != nil {
		text := storable(*r.Error)
		run.Error = &text
	}
	if err := q.AddSourceRun(ctx, run); err != nil {
		return err
	}
	return q.TrimSourceRuns(ctx, db.TrimSourceRunsParams{Airport: s.Airport, Source: s.Name, Keep: storedRuns})
}

// storable makes a message, which may quote a website, fit for the database and for a terminal.
func storable(message string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, fmt.Sprintf("%.1000s", strings.ToValidUTF8(message, "?")))
}
