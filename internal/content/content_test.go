package content_test

import (
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

func TestCursorExpires(t *testing.T) {
	state := content.State{Epoch: "e", Revision: 10, Purged: 6}
	for name, test := range map[string]struct {
		cursor content.Cursor
		want   bool
	}{
		"first pass, begun now":              {content.Cursor{Epoch: "e", Start: 10}, false},
		"at the end of the changes":          {content.Cursor{Epoch: "e", Revision: 11, Start: 2}, false},
		"of another epoch":                   {content.Cursor{Epoch: "d", Revision: 11, Start: 2}, true},
		"beyond the airport's revision":      {content.Cursor{Epoch: "e", Revision: 12, Start: 2}, true},
		"begun beyond the airport's":         {content.Cursor{Epoch: "e", Revision: 1, Start: 11}, true},
		"before a forgotten deletion":        {content.Cursor{Epoch: "e", Revision: 6, Start: 5}, true},
		"just after the forgotten deletions": {content.Cursor{Epoch: "e", Revision: 7, Start: 5}, false},
		"first pass that needs none of them": {content.Cursor{Epoch: "e", Revision: 1, Start: 6}, false},
	} {
		check.Same(t, test.want, test.cursor.Expired(&state), name)
	}
}

// A source whose runs keep dying waits longer each time.
func TestDue(t *testing.T) {
	t.Parallel()
	end := time.Now()
	for name, test := range map[string]struct {
		every, want time.Duration
		died        int
	}{
		"ended":                {time.Minute, time.Minute, 0},
		"died":                 {time.Hour, 0, 1},
		"died again":           {time.Minute, 15 * time.Minute, 2},
		"died a third time":    {time.Minute, 30 * time.Minute, 3},
		"of a long interval":   {time.Hour, 2 * time.Hour, 3},
		"for ever":             {time.Minute, 24 * time.Hour, 20},
		"of a longer interval": {48 * time.Hour, 48 * time.Hour, 20},
	} {
		s := content.SourceStatus{Died: test.died, Last: &content.SourceRun{EndedAt: end}}
		s.Settings.Every = test.every
		check.Same(t, test.want, s.Due().Sub(end), name)
	}
}

func TestStatesOfSources(t *testing.T) {
	now := time.Now()
	ago := func(d time.Duration) *time.Time { return new(now.Add(-d)) }
	settings := content.Source{Settings: content.SourceSettings{Every: 15 * time.Minute}}
	run := func(ended time.Duration, failed *string) *content.SourceRun {
		return &content.SourceRun{StartedAt: *ago(ended + time.Minute), EndedAt: *ago(ended), Error: failed}
	}
	for want, s := range map[content.SourceState]content.SourceStatus{
		"new":     {Source: settings, CreatedAt: *ago(time.Minute)},
		"late":    {Source: settings, CreatedAt: *ago(4 * time.Hour)},
		"ok":      {Source: settings, CreatedAt: *ago(4 * time.Hour), Last: run(time.Minute, nil)},
		"failed":  {Source: settings, CreatedAt: *ago(4 * time.Hour), Last: run(time.Minute, new("down"))},
		"paused":  {Source: settings, CreatedAt: *ago(4 * time.Hour), Paused: true},
		"running": {Source: settings, CreatedAt: *ago(4 * time.Hour), Paused: true, RunningSince: &now},
	} {
		check.Same(t, want, s.State(now), s)
	}
}
