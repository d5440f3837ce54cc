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

// Probe checks that the primary answers requests: it reads the state and the newest item of an airport, as a list does.
func (s *Store) Probe(ctx context.Context) error {
	if err := s.probe(ctx, false); err != nil {
		return fmt.Errorf("probe the database: %w", err)
	}
	return nil
}

// ProbeSearch checks that the primary answers searches.
func (s *Store) ProbeSearch(ctx context.Context) error {
	if err := schema.ProbeSearch(ctx, s.primary); err != nil {
		return err
	}
	if err := s.probe(ctx, true); err != nil {
		return fmt.Errorf("probe the search: %w", err)
	}
	return nil
}

func (s *Store) probe(ctx context.Context, search bool) error {
	picked, err := s.primary.PickProbe(ctx)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return db.Classify(err)
	}
	query := content.Query{Size: 1}
	if search {
		query.Search = picked.Word
	}
	st, err := s.State(ctx, picked.Code) // also without any airport
	if err == nil {
		_, err = Reader{s, s.primary, nobody}.List(ctx, &st, query)
	}
	if errors.Is(err, content.ErrAirportNotFound) || errors.Is(err, content.ErrOtherState) {
		return nil // it was removed, or an import came between
	}
	return db.Classify(err)
}
