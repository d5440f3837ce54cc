package api_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/partner"
)

// memoryStore is a Store for what a database does not matter for: the order of checks, headers, encoding, streaming.
type memoryStore struct {
	access   map[partner.Digest]partner.Access
	airports map[string]*memoryAirport

	// before, when set, runs before each query with its name; its error is the query's.
	before func(ctx context.Context, query string) error

	authentications, states, queries atomic.Int64
}

type memoryAirport struct {
	state   content.State
	items   []content.Item
	deleted []content.Change
	search  *content.Search
}

func (m *memoryStore) run(ctx context.Context, query string, n *atomic.Int64) error {
	n.Add(1)
	if m.before != nil {
		return m.before(ctx, query)
	}
	return nil
}

func (m *memoryStore) Authenticate(ctx context.Context, d partner.Digest) (partner.Access, error) {
	if err := m.run(ctx, "authenticate", &m.authentications); err != nil {
		return partner.Access{}, err
	}
	a, ok := m.access[d]
	if !ok {
		return a, partner.ErrKeyRefused
	}
	return a, nil
}

func (m *memoryStore) airport(code string) (*memoryAirport, error) {
	a, ok := m.airports[code]
	if !ok {
		return nil, content.ErrAirportNotFound
	}
	return a, nil
}

func (m *memoryStore) State(ctx context.Context, code string) (content.State, error) {
	if err := m.run(ctx, "state", &m.states); err != nil {
		return content.State{}, err
	}
	a, err := m.airport(code)
	if err != nil {
		return content.State{}, err
	}
	return a.state, nil
}

func (m *memoryStore) List(ctx context.Context, q content.Query, sink content.Sink) error {
	if err := m.run(ctx, "list", &m.queries); err != nil {
		return err
	}
	a, err := m.airport(q.Airport)
	if err != nil {
		return err
	}
	hits := a.find(q)
	head := content.Head{State: a.state, Total: len(hits)}
	if q.Search != "" {
		head.Search = a.search
	}
	if err := sink.Head(head); err != nil {
		return err
	}
	for _, it := range hits[min(q.From, len(hits)):min(q.From+q.Size, len(hits))] {
		if !q.IncludeBody {
			it.Body = nil
		}
		if err := sink.Item(&it); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (a *memoryAirport) find(q content.Query) []content.Item {
	var hits []content.Item
	for _, it := range a.items {
		if (q.Types == nil || slices.Contains(q.Types, it.Type)) &&
			(q.ModifiedSince.IsZero() || it.LastModified.After(q.ModifiedSince)) &&
			strings.Contains(it.Title, q.Search) {
			hits = append(hits, it)
		}
	}
	return hits
}

func (m *memoryStore) Item(ctx context.Context, airport, id string, types []content.Type) (content.State, content.Item, error) {
	if err := m.run(ctx, "item", &m.queries); err != nil {
		return content.State{}, content.Item{}, err
	}
	a, err := m.airport(airport)
	if err != nil {
		return content.State{}, content.Item{}, err
	}
	for _, it := range a.items {
		if it.ID == id && (types == nil || slices.Contains(types, it.Type)) {
			return a.state, it, nil
		}
	}
	return content.State{}, content.Item{}, content.ErrItemNotFound
}

// Changes tells every item as an upsert of its own revision, then the deletions.
func (m *memoryStore) Changes(ctx context.Context, q content.ChangesQuery, sink content.ChangesSink) error {
	if err := m.run(ctx, "changes", &m.queries); err != nil {
		return err
	}
	a, err := m.airport(q.Airport)
	if err != nil {
		return err
	}
	from := content.Cursor{Epoch: a.state.Epoch, Start: a.state.Revision}
	if q.Cursor != nil {
		from = *q.Cursor
	}
	if from.Epoch != a.state.Epoch {
		return content.ErrCursorExpired
	}
	var all []content.Change
	for i := range a.items {
		all = append(all, content.Change{Item: &a.items[i]})
	}
	all = append(all, a.deleted...)
	all = all[min(int(from.Revision), len(all)):]
	page := all[:min(q.Size, len(all))]
	next := from
	next.Revision += int64(len(page))
	if err := sink.Head(content.ChangesHead{State: a.state, HasMore: len(all) > len(page), Next: next}); err != nil {
		return err
	}
	for i := range page {
		if err := sink.Change(&page[i]); err != nil {
			return err
		}
	}
	return nil
}

func day(n int) time.Time { return time.Date(2026, 3, n, 9, 30, 0, 123e6, time.UTC) }
