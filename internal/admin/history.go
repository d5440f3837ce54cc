package admin

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/db"
)

// Change is something that an operator changed.
type Change struct {
	At       time.Time `json:"at"`
	Operator string    `json:"operator"` // the user of the operating system, or the name from OPERATOR
	Change   string    `json:"change"`   // the command, such as key set
	Subject  string    `json:"subject"`  // such as SFO, SFO news for a source, or the id of a key
	Details  string    `json:"details"`  // such as label: "desk" → "shop"; no secret
}

// ListHistory lists the changes since a time, the oldest first.
func (d DB) ListHistory(ctx context.Context, since time.Time) ([]Change, error) {
	rows, err := d.pool.ListHistory(ctx, since)
	if err != nil {
		return nil, fmt.Errorf("list the history: %w", db.Classify(err))
	}
	return db.Convert(rows, func(row db.ListHistoryRow) Change { return Change(row) }), nil
}

// note adds a change to the history, in the transaction of the change.
func (d DB) note(ctx context.Context, q *db.Queries, change, subject, details string) error {
	return q.AddHistory(ctx, db.AddHistoryParams{Operator: d.operator, Change: change, Subject: subject, Details: details})
}

// noteDifference adds what differs between two versions of a thing, as JSON shows them. It adds
// nothing if nothing differs. before is nil for a new thing.
func (d DB) noteDifference(ctx context.Context, q *db.Queries, change, subject string, before, after any) error {
	details, err := difference(before, after)
	if err != nil || details == "" {
		return err
	}
	return d.note(ctx, q, change, subject, details)
}

// unnoted are fields that the subject names already, or that no operator changes.
var unnoted = []string{"id", "code", "airport", "partnerId", "createdAt", "lastUsedAt"}

// difference describes the fields that differ: field: before → after. Of a new thing, it describes
// the fields that are not empty.
func difference(before, after any) (string, error) {
	old, err := fieldsOf(before)
	if err != nil {
		return "", err
	}
	fresh, err := fieldsOf(after)
	if err != nil {
		return "", err
	}
	var parts []string
	names := maps.Clone(fresh)
	maps.Copy(names, old)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		switch value, was := cmp.Or(fresh[name], "none"), cmp.Or(old[name], "none"); {
		case value == was, slices.Contains(unnoted, name):
		case before == nil && slices.Contains([]string{"null", `""`, "[]", "false", "0"}, value):
		case before == nil:
			parts = append(parts, name+": "+value)
		default:
			parts = append(parts, name+": "+was+" → "+value)
		}
	}
	return strings.Join(parts, ", "), nil
}

// fieldsOf is the JSON of each field.
func fieldsOf(thing any) (map[string]string, error) {
	if thing == nil {
		return nil, nil
	}
	text, err := json.Marshal(thing, json.FormatNilSliceAsNull(false), json.WithMarshalers(json.MarshalToFunc(
		func(out *jsontext.Encoder, d time.Duration) error { return out.WriteToken(jsontext.String(d.String())) })))
	var values map[string]jsontext.Value
	if err == nil {
		err = json.Unmarshal(text, &values)
	}
	if err != nil {
		return nil, fmt.Errorf("describe a change: %w", err)
	}
	fields := map[string]string{}
	for name, value := range values {
		fields[name] = string(value)
	}
	return fields, nil
}
