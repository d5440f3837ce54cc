package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// page is one answer of changes.
type page struct {
	changes []change
	next    string // cursor of the next page
	more    bool
}

// change is a new version of an item, or its deletion.
type change struct {
	id   string
	item []byte // a line of JSON; nil: deleted
}

// decode refuses a page that lacks a field, because a missing one could look like the end of the changes.
func decode(body []byte, airport, cursor string) (*page, error) {
	if !utf8.Valid(body) {
		return nil, errors.New("not UTF-8")
	}
	var answer struct {
		Success    bool
		Meta       struct{ Airport string }
		Results    []change
		NextCursor string
		HasMore    *bool
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	switch {
	case !answer.Success:
		return nil, errors.New("no success")
	case answer.Meta.Airport != airport:
		return nil, fmt.Errorf("meta.airport is %q", answer.Meta.Airport)
	case answer.Results == nil:
		return nil, errors.New("no results")
	case answer.NextCursor == "":
		return nil, errors.New("no nextCursor")
	case len(answer.NextCursor) > longestCursor:
		return nil, fmt.Errorf("nextCursor has %d bytes", len(answer.NextCursor))
	case answer.HasMore == nil:
		return nil, errors.New("no hasMore")
	case *answer.HasMore && len(answer.Results) == 0:
		return nil, errors.New("an empty page before the end")
	case *answer.HasMore && answer.NextCursor == cursor:
		return nil, errors.New("hasMore is true, but nextCursor is the cursor sent")
	}
	return &page{changes: answer.Results, next: answer.NextCursor, more: *answer.HasMore}, nil
}

// UnmarshalJSON refuses kinds of change that are not known: passing them over would make a copy wrong.
func (c *change) UnmarshalJSON(data []byte) error {
	var wire struct {
		Change string
		ID     string // of a deletion
		Item   json.RawMessage
	}
	err := json.Unmarshal(data, &wire)
	switch {
	case err != nil:
		return err
	case wire.Change == "delete" && wire.ID != "":
		*c = change{id: wire.ID}
		return nil
	case wire.Change == "upsert":
		var line bytes.Buffer
		c.id, err = idOf(wire.Item)
		err = errors.Join(err, json.Compact(&line, wire.Item))
		line.WriteByte('\n')
		c.item = line.Bytes()
		return err
	}
	return fmt.Errorf("change of unknown kind %q, or without id", wire.Change)
}

// idOf is the id of an item in JSON.
func idOf(item []byte) (string, error) {
	var known struct{ ID string }
	if err := json.Unmarshal(item, &known); err != nil {
		return "", fmt.Errorf("item: %w", err)
	}
	if known.ID == "" {
		return "", errors.New("item without id")
	}
	return known.ID, nil
}
