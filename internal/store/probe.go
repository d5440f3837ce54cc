package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/schema"
)

// Probe checks that the primary answers requests: it reads the state and the newest item of an airport, as a list does. In a
// distributed database it does so on each node, and one that answers is enough.
func (s *Store) Probe(ctx context.Context) error {
	nodes, err := s.probed(ctx)
	if err != nil {
		return fmt.Errorf("probe the database: %w", err)
	}
	results := make(chan error, len(nodes))
	for _, airports := range nodes {
		go func() { results <- s.probe(ctx, airports[0], content.Query{Size: 1}) }()
	}
	for range nodes {
		result := <-results
		if result == nil {
			return nil
		}
		err = errors.Join(err, result)
	}
	return fmt.Errorf("probe the database: %w", err)
}

// ProbeSearch checks that the primary answers searches. In a distributed database all nodes must.
func (s *Store) ProbeSearch(ctx context.Context) error {
	nodes, err := s.probed(ctx)
	if err != nil {
		return fmt.Errorf("probe the search: %w", err)
	}
	for _, airports := range nodes {
		if err := s.probeSearch(ctx, airports); err != nil {
			return fmt.Errorf("probe the search: %w", err)
		}
	}
	return nil
}

// probed lists the airports of each node. Without Citus it is one list, of the first airport that has items.
func (s *Store) probed(ctx context.Context) ([][]string, error) {
	nodes, err := s.nodes.list(ctx)
	if err != nil || len(nodes) > 0 {
		return slices.Collect(maps.Values(nodes)), err
	}
	first, err := s.primary.PickAirport(ctx)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, db.Classify(err)
	}
	return [][]string{{first}}, nil
}

// probeSearch searches in one of these airports.
func (s *Store) probeSearch(ctx context.Context, airports []string) error {
	airport, err := s.pickFilled(ctx, airports)
	if err != nil {
		return err
	}
	if err := schema.ProbeSearch(ctx, s.primary, airport); err != nil {
		return err
	}
	word, err := s.primary.PickWord(ctx, airport)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return db.Classify(err)
	}
	return s.probe(ctx, airport, content.Query{Size: 1, Search: word})
}

// pickFilled picks the first airport that has items, or else the first one. Most often that is the first one.
func (s *Store) pickFilled(ctx context.Context, airports []string) (string, error) {
	for _, some := range [][]string{airports[:1], airports} {
		found, err := s.states.get(ctx, some...)
		if err != nil {
			return "", db.Classify(err)
		}
		for _, airport := range some {
			if st, ok := found[airport]; ok && len(st.Items) > 0 {
				return airport, nil
			}
		}
	}
	return airports[0], nil
}

func (s *Store) probe(ctx context.Context, airport string, query content.Query) error {
	st, err := s.State(ctx, airport)
	if err == nil {
		_, err = Reader{s, s.primary, nobody}.List(ctx, &st, query)
	}
	if errors.Is(err, content.ErrAirportNotFound) || errors.Is(err, content.ErrOtherState) {
		return nil // it was removed, or an import came between
	}
	return db.Classify(err)
}
