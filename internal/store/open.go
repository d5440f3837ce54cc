package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/hours"
	"airport-content/internal/reading"
)

const (
	openMemory    = 8 << 20 // bytes of all that is kept of opening times
	openEntrySize = 300     // estimate of an entry without its texts
	// parsedSize is an estimate of the memory of a parsed text, for each of its bytes.
	parsedSize = 30
)

// openKey is what the open texts of an airport depend on, apart from its state: the minute, and the
// time zone.
type openKey struct {
	airport string
	minute  int64
	zone    string
}

// parsedTimes has when the items of an airport are open, by the texts of their column open_times.
type parsedTimes struct {
	state string
	times map[string]*hours.Times
}

// keptOpen has a JSON object that maps texts of open_times to whether they say open. A text that
// does not tell is not in it.
type keptOpen struct {
	state string
	open  []byte
}

// open says which items of an airport are open at the time of a query, as statements take it; nil if
// the query does not ask.
func (r Reader) open(ctx context.Context, st *content.State, q content.Query) ([]byte, error) {
	if q.OpenAt.IsZero() {
		return nil, nil
	}
	key := openKey{st.Code, q.OpenAt.Unix() / 60, q.OpenAt.Location().String()}
	if kept, ok := r.opened.Get(key); ok && kept.state == st.ID {
		return kept.open, nil
	}
	times, err := r.openTimes(ctx, st)
	if err != nil {
		return nil, err
	}
	isOpen := make(map[string]bool, len(times))
	for text, t := range times {
		if state := t.At(q.OpenAt); state != hours.Unknown {
			isOpen[text] = state == hours.Open
		}
	}
	open, err := json.Marshal(isOpen)
	if err != nil {
		return nil, fmt.Errorf("write what is open: %w", err)
	}
	r.opened.Add(key, keptOpen{st.ID, open}, openEntrySize+len(open))
	return open, nil
}

// openTimes reads and parses the airport's texts of open_times.
func (r Reader) openTimes(ctx context.Context, st *content.State) (map[string]*hours.Times, error) {
	if kept, ok := r.times.Get(st.Code); ok && kept.state == st.ID {
		return kept.times, nil
	}
	rows, err := r.pool.ListOpenTimes(ctx, st.Code)
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	times, size := make(map[string]*hours.Times, len(rows)), openEntrySize
	for _, row := range rows {
		if t, err := hours.ParseTimes(row.OpenTimes); err == nil { // else a later program wrote it
			times[row.OpenTimes] = t
			size += parsedSize * len(row.OpenTimes)
		}
	}
	if len(rows) == 0 {
		err = r.checkNoRow(ctx, st)
	} else {
		err = r.check(st, rows[0].StateID)
	}
	if err != nil {
		return nil, err
	}
	r.times.Add(st.Code, parsedTimes{st.ID, times}, size)
	return times, nil
}

// openUntilLayout is the local time with its offset.
const openUntilLayout = `"2006-01-02T15:04:05-07:00"`

// setOpenUntil gives items, which are open at a time, the time until which they are.
func setOpenUntil(list []content.Item, at time.Time) {
	if at.IsZero() {
		return
	}
	for i := range list {
		item := &list[i]
		item.OpenUntil = []byte("null")
		times, err := hours.ParseTimes(reading.Times(string(item.Type), item.Metadata))
		if err != nil {
			continue // a later program wrote it
		}
		if until, known := times.Until(at); known {
			item.OpenUntil = []byte(until.Format(openUntilLayout))
		}
	}
}
