package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/schema"
)

// Probe checks that the primary answers requests: it reads the state and the newest item of an
// airport, as a list does. In a distributed database it probes each node, and one answer is enough.
func (s *Store) Probe(ctx context.Context) error {
	airports, err := s.probed(ctx)
	if err != nil {
		return fmt.Errorf("probe the database: %w", err)
	}
	results := make(chan error, len(airports))
	for _, airport := range airports {
		go func() { results <- s.probe(ctx, airport, content.Query{Allowed: content.EveryType(), Size: 1}) }()
	}
	for range airports {
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
	airports, err := schema.ProbeAirports(ctx, s.primary)
	for _, airport := range airports {
		if err == nil {
			err = s.probeSearch(ctx, airport)
		}
	}
	if err != nil {
		return fmt.Errorf("probe the search: %w", err)
	}
	return nil
}

// probed lists one airport of each node. It does not ask the nodes, because one of them may hang.
func (s *Store) probed(ctx context.Context) ([]string, error) {
	nodes, err := schema.AirportsByNode(ctx, s.primary)
	if err == nil && len(nodes) == 0 {
		return schema.ProbeAirports(ctx, s.primary)
	}
	var first []string
	for _, airports := range nodes {
		first = append(first, airports[0])
	}
	return first, err
}

func (s *Store) probeSearch(ctx context.Context, airport string) error {
	if err := schema.ProbeSearch(ctx, s.primary, airport); err != nil {
		return err
	}
	word, err := s.primary.PickWord(ctx, airport)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return db.Classify(err)
	}
	return s.probe(ctx, airport, content.Query{Allowed: content.EveryType(), Size: 1, Search: word})
}

func (s *Store) probe(ctx context.Context, airport string, query content.Query) error {
	st, err := s.State(ctx, airport)
	if err == nil || errors.Is(err, content.ErrAirportOffline) {
		_, err = Reader{s, s.primary, noPartner}.List(ctx, &st, query)
	}
	if errors.Is(err, content.ErrAirportNotFound) || errors.Is(err, content.ErrOtherState) {
		return nil // the airport was removed, or an import came between
	}
	return db.Classify(err)
}
