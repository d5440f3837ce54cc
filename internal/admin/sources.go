package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// ErrFromFiles means that a source cannot be added, because items of the source came from files.
// Its first pull would delete these items.
var ErrFromFiles = errors.New("files have brought items of this source")

// AddSource adds a source. Its first run is due at once.
func (d DB) AddSource(ctx context.Context, s content.Source) (content.SourceStatus, error) {
	airport, err := d.Airport(ctx, s.Airport)
	if err != nil {
		return content.SourceStatus{}, err
	}
	s.Airport = airport.Code
	settings, err := json.Marshal(s.Settings)
	if err != nil {
		return content.SourceStatus{}, fmt.Errorf("add source %s: %w", s.Name, err)
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := holdImportsOff(ctx, q, s.Airport); err != nil {
			return err
		}
		if err := q.AddSource(ctx, db.AddSourceParams{Airport: s.Airport, Name: s.Name, Kind: s.Kind, Url: s.URL, Settings: string(settings)}); err != nil {
			return err
		}
		items, err := q.CountSourceItems(ctx, s.Airport, s.Name)
		if err == nil && items > 0 {
			err = fmt.Errorf("%w (%d)", ErrFromFiles, items)
		}
		if err != nil {
			return err
		}
		return d.noteDifference(ctx, q, "source add", s.Airport+" "+s.Name, nil, s)
	})
	if db.SQLState(err) == db.UniqueViolation {
		return content.SourceStatus{}, fmt.Errorf("%s has a source %s already", s.Airport, s.Name)
	}
	if err != nil {
		return content.SourceStatus{}, fmt.Errorf("add source %s of %s: %w", s.Name, s.Airport, err)
	}
	return d.Source(ctx, s.Airport, s.Name)
}

// ListSources lists the sources of an airport; nil means all airports.
func (d DB) ListSources(ctx context.Context, code *string) ([]content.SourceStatus, error) {
	if code != nil {
		airport, err := d.Airport(ctx, *code)
		if err != nil {
			return nil, err
		}
		code = &airport.Code
	}
	return listSources(ctx, d.pool.Queries, code)
}

// Source finds one source. The error for an unknown source lists the sources of the airport.
func (d DB) Source(ctx context.Context, code, name string) (content.SourceStatus, error) {
	airport, err := d.Airport(ctx, code)
	if err != nil {
		return content.SourceStatus{}, err
	}
	return findSource(ctx, d.pool.Queries, airport.Code, name)
}

func findSource(ctx context.Context, q *db.Queries, airport, name string) (content.SourceStatus, error) {
	list, err := listSources(ctx, q, &airport)
	if err != nil {
		return content.SourceStatus{}, err
	}
	return find("source of "+airport, name, list, func(s content.SourceStatus) string { return s.Name })
}

func listSources(ctx context.Context, q *db.Queries, airport *string) ([]content.SourceStatus, error) {
	begun, err := q.ListRunning(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the pulls that have begun: %w", db.Classify(err))
	}
	held, err := q.ListHeldLocks(ctx, db.SourceLockClass)
	if err != nil {
		return nil, fmt.Errorf("list the pulls that run: %w", db.Classify(err))
	}
	rows, err := q.ListSources(ctx, airport) // last, to see the ends of runs that held no lock any more
	if err != nil {
		return nil, fmt.Errorf("list sources: %w", db.Classify(err))
	}
	list := make([]content.SourceStatus, len(rows))
	for i, row := range rows {
		s := content.SourceStatus{Source: content.Source{Airport: row.Airport, Name: row.Name, Kind: row.Kind, URL: row.Url},
			Paused: row.Paused, Offline: row.Offline, CreatedAt: row.CreatedAt, GoodAt: row.GoodAt, ReadWith: row.ReadWith, Died: row.Died}
		if err := json.Unmarshal(row.Settings, &s.Settings); err != nil {
			return nil, fmt.Errorf("settings of source %s of %s: %w", row.Name, row.Airport, err)
		}
		if row.EndedAt != nil {
			s.Last = &content.SourceRun{StartedAt: *row.StartedAt, EndedAt: *row.EndedAt, Added: *row.Added, Updated: *row.Updated,
				Unchanged: *row.Unchanged, Deleted: *row.Deleted, Skipped: *row.Skipped, Failed: *row.Failed, Pages: *row.Pages, Good: *row.Good,
				LeftOut: *row.LeftOut, Notes: row.Notes, Error: row.Error}
		}
		if slices.Contains(held, int64(uint32(db.SourceLock(s.Airport, s.Name).Key))) {
			s.RunningSince = row.RunningSince
		} else if hasDied(row, begun) {
			s.Last = &content.SourceRun{StartedAt: *row.RunningSince, EndedAt: *row.RunningSince, Error: new(content.RunDied)}
			s.Died++
		}
		list[i] = s
	}
	return list, nil
}

// hasDied reports whether a source's run has no end, although nobody holds its lock. The run is
// among those that had begun before the locks were read.
func hasDied(row db.ListSourcesRow, begun []db.ListRunningRow) bool {
	since := row.RunningSince
	return since != nil && (row.EndedAt == nil || since.After(*row.EndedAt)) && slices.ContainsFunc(begun, func(b db.ListRunningRow) bool {
		return b.Airport == row.Airport && b.Name == row.Name && b.RunningSince.Equal(*since)
	})
}

// SetSource changes a source's URL and settings. A run under way goes on with the old settings.
// Concurrent changes of the source wait.
func (d DB) SetSource(ctx context.Context, code, name string, change func(*content.Source) error) (content.SourceStatus, error) {
	known, err := d.Source(ctx, code, name)
	if err != nil {
		return content.SourceStatus{}, err
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := q.LockSource(ctx, known.Airport, known.Name); err != nil {
			return err
		}
		status, err := findSource(ctx, q, known.Airport, known.Name)
		if err != nil {
			return err
		}
		s := status.Source
		s.Settings.Map, s.Settings.Include, s.Settings.Exclude = slices.Clone(s.Settings.Map), slices.Clone(s.Settings.Include), slices.Clone(s.Settings.Exclude)
		if err := change(&s); err != nil {
			return err
		}
		settings, err := json.Marshal(s.Settings)
		if err != nil {
			return err
		}
		if err := q.SetSource(ctx, db.SetSourceParams{Airport: s.Airport, Name: s.Name, Url: s.URL, Settings: string(settings)}); err != nil {
			return err
		}
		return d.noteDifference(ctx, q, "source set", s.Airport+" "+s.Name, status.Source, s)
	})
	if err != nil {
		return content.SourceStatus{}, fmt.Errorf("set source %s of %s: %w", known.Name, known.Airport, err)
	}
	return d.Source(ctx, known.Airport, known.Name)
}

// PauseSource stops further runs of a source, or allows them again.
func (d DB) PauseSource(ctx context.Context, code, name string, paused bool) (content.SourceStatus, error) {
	s, err := d.Source(ctx, code, name)
	if err != nil {
		return content.SourceStatus{}, err
	}
	command := "source resume"
	if paused {
		command = "source pause"
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := q.PauseSource(ctx, db.PauseSourceParams{Airport: s.Airport, Name: s.Name, Paused: paused}); err != nil || s.Paused == paused {
			return err
		}
		return d.note(ctx, q, command, s.Airport+" "+s.Name, "")
	})
	if err != nil {
		return content.SourceStatus{}, fmt.Errorf("%s %s of %s: %w", command, s.Name, s.Airport, err)
	}
	s.Paused = paused
	return s, nil
}

// CountSourceItems counts the items of a source.
func (d DB) CountSourceItems(ctx context.Context, s content.Source) (int, error) {
	items, err := d.pool.CountSourceItems(ctx, s.Airport, s.Name)
	if err != nil {
		return 0, fmt.Errorf("count the items of %s %s: %w", s.Airport, s.Name, db.Classify(err))
	}
	return int(items), nil
}

// SourceRuns lists the last ten runs of a source, newest first.
func (d DB) SourceRuns(ctx context.Context, s content.Source) ([]content.SourceRun, error) {
	rows, err := d.pool.ListSourceRuns(ctx, s.Airport, s.Name)
	if err != nil {
		return nil, fmt.Errorf("list the runs of %s %s: %w", s.Airport, s.Name, db.Classify(err))
	}
	return db.Convert(rows, func(row db.ListSourceRunsRow) content.SourceRun { return content.SourceRun(row) }), nil
}
