package admin

import (
	"context"
	"encoding/json"
	"fmt"

	"airport-content/internal/db"
)

// UnreadText is a text of metadata that says when or where something is, and was not understood.
type UnreadText struct {
	Key   string `json:"key"` // of the metadata
	Text  string `json:"text"`
	Items int64  `json:"items"` // that have this text
}

// mostUnread is the most texts that ListUnread lists.
const mostUnread = 1_000

// ListUnread lists the texts of an airport that were not understood, the most frequent first.
func (d DB) ListUnread(ctx context.Context, code string) ([]UnreadText, error) {
	airport, err := d.findAirport(ctx, code)
	if err != nil {
		return nil, err
	}
	rows, err := d.pool.ListUnread(ctx, airport.Code, mostUnread)
	if err != nil {
		return nil, fmt.Errorf("list the texts of %s that were not read: %w", airport.Code, db.Classify(err))
	}
	return db.Convert(rows, func(row db.ListUnreadRow) UnreadText {
		text := row.Text // of a list
		_ = json.Unmarshal([]byte(row.Text), &text)
		return UnreadText{Key: row.Key, Text: text, Items: row.Items}
	}), nil
}
