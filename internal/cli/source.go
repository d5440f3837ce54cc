package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/importer"
)

// sourceData is a source as JSON.
type sourceData struct {
	content.SourceStatus
	State content.SourceState `json:"state"`
	DueAt *time.Time          `json:"dueAt"`
	Items *int                `json:"items,omitzero"` // of show
	Runs  []content.SourceRun `json:"runs,omitempty"` // of show, newest first
}

func newSourceData(s content.SourceStatus) sourceData {
	data := sourceData{SourceStatus: s, State: s.State(time.Now())}
	if due := s.Due(); !s.Rests() {
		data.DueAt = &due
	}
	return data
}

// describeState describes a source's state for people, and since when a run is under way.
func describeState(s sourceData) string {
	if s.State == content.SourceRunning {
		return fmt.Sprintf("%s since %s", s.State, day(s.RunningSince))
	}
	return string(s.State)
}

// describeRun describes the outcome of a run for people.
func describeRun(r *content.SourceRun) string {
	switch {
	case r == nil:
		return "-"
	case r.Error != nil:
		return *r.Error
	}
	text := fmt.Sprintf("added %d, updated %d, unchanged %d, deleted %d, skipped %d", r.Added, r.Updated, r.Unchanged, r.Deleted, r.Skipped)
	if r.LeftOut > 0 {
		text += fmt.Sprintf(", left out %d", r.LeftOut)
	}
	return text
}

func (p *program) sourceCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "source",
		Short: "Add, list, change and remove the websites that content is pulled from",
	}
	cmd.AddCommand(p.addSourceCommand(), p.setSourceCommand(), p.listSourcesCommand(), p.showSourceCommand(),
		p.pauseSourceCommand("pause", "Stop pulling a source; its items stay", "paused %s %s", true),
		p.pauseSourceCommand("resume", "Pull a source again", "%s %s is pulled again", false), p.removeSourceCommand())
	return cmd
}

func (p *program) listSourcesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list [AIRPORT]",
		Short: "List the sources, and how they do",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			var airport *string
			if len(args) > 0 {
				airport = &args[0]
			}
			sources, err := db.ListSources(ctx, airport)
			if err != nil {
				return err
			}
			var data []sourceData
			for _, s := range sources {
				data = append(data, newSourceData(s))
			}
			return list(p, data, nil, []string{"AIRPORT", "NAME", "KIND", "EVERY", "STATE", "LAST GOOD RUN", "LAST RUN"}, func(s sourceData) []string {
				return []string{s.Airport, s.Name, s.Kind, short(s.Settings.Every), describeState(s), day(s.GoodAt),
					fmt.Sprintf("%.100s", describeRun(s.Last))}
			})
		}),
	}
}

func (p *program) showSourceCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show AIRPORT NAME",
		Short: "Show a source, its last runs, and what they left out",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			s, err := db.Source(ctx, args[0], args[1])
			if err != nil {
				return err
			}
			items, err := db.CountSourceItems(ctx, s.Source)
			if err != nil {
				return err
			}
			runs, err := db.SourceRuns(ctx, s.Source)
			if err != nil {
				return err
			}
			data := newSourceData(s)
			data.Items, data.Runs = &items, runs
			return p.print(data, describeSource(data))
		}),
	}
}

// describeSource describes a source for people: the settings that are set, and the runs.
func describeSource(d sourceData) string {
	t := d.Settings
	var mappings []string
	for _, m := range t.Map {
		mappings = append(mappings, m.From+"="+string(m.To))
	}
	rows := [][2]string{{"source", d.Airport + " " + d.Name}, {"kind", d.Kind}, {"url", d.URL}, {"state", describeState(d)},
		{"items", strconv.Itoa(*d.Items)}, {"every", short(t.Every)}, {"language", t.Language}, {"type", string(t.Type)},
		{"map", strings.Join(mappings, ", ")}, {"include", strings.Join(t.Include, ", ")}, {"exclude", strings.Join(t.Exclude, ", ")},
		{"content", t.Content}, {"user", t.User}, {"rate", strconv.FormatFloat(t.Rate, 'f', -1, 64)},
		{"limit", short(cmp.Or(t.TimeLimit, content.DefaultTimeLimit))}}
	if t.AllowPrivate {
		rows = append(rows, [2]string{"private", "allowed"})
	}
	if t.Render {
		rows = append(rows, [2]string{"render", "in a browser"})
	}
	if d.Died > 0 && d.DueAt != nil {
		rows = append(rows, [2]string{"died", fmt.Sprintf("%s; %d in a row, the next is due at %s", content.RunDied, d.Died, day(d.DueAt))})
	}
	for i := range d.Runs {
		r := &d.Runs[i]
		took := r.EndedAt.Sub(r.StartedAt).Round(100 * time.Millisecond)
		rows = append(rows, [2]string{"run", fmt.Sprintf("%s, %s: %s", day(&r.EndedAt), took, describeRun(r))})
		if i == 0 {
			for _, note := range r.Notes {
				rows = append(rows, [2]string{"", "  " + note})
			}
		}
	}
	var text strings.Builder
	for _, row := range rows {
		if row[1] != "" {
			fmt.Fprintf(&text, "%-9s %s\n", row[0], row[1])
		}
	}
	return strings.TrimSuffix(text.String(), "\n")
}

func (p *program) pauseSourceCommand(use, does, did string, paused bool) *cobra.Command {
	return &cobra.Command{
		Use:   use + " AIRPORT NAME",
		Short: does,
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			s, err := db.PauseSource(ctx, args[0], args[1], paused)
			return p.done(newSourceData(s), err, did, s.Airport, s.Name)
		}),
	}
}

func (p *program) removeSourceCommand() *cobra.Command {
	var withContent bool
	cmd := &cobra.Command{
		Use:   "remove AIRPORT NAME",
		Short: "Remove a source",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			s, err := db.Source(ctx, args[0], args[1])
			if err != nil {
				return err
			}
			items, err := importer.RemoveSource(ctx, string(p.config.MigrateDatabaseURL), s.Airport, s.Name, withContent, p.importOptions(s.Airport),
				func(what string) { p.say("waiting for %s to end", what) })
			if errors.Is(err, importer.ErrHasItems) {
				err = fmt.Errorf("%w; --with-content deletes them too", err)
			}
			if err != nil {
				return failedMerge(s.Airport, "nothing was removed", "source list "+s.Airport, err)
			}
			return p.done(map[string]int{"items": items}, nil, "removed source %s of %s and %s", s.Name, s.Airport, count(items, "item"))
		}),
	}
	cmd.Flags().BoolVar(&withContent, "with-content", false, "delete its items too")
	return cmd
}
