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
