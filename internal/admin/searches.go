package admin

import (
	"context"
	"fmt"
	"time"

	"github.com/go-json-experiment/json"

	"airport-content/internal/db"
	"airport-content/internal/searchcounts"
)

// QueryCount counts the searches for a query at an airport.
type QueryCount struct {
	Airport        string            `json:"airport"`
	Words          string            `json:"words"` // normalised
	Searches       int64             `json:"searches"`
	WithoutResults int64             `json:"withoutResults"`
	SomeWords      int64             `json:"someWords"` // searches whose items all lack a word of the query
	Corrected      int64             `json:"corrected"`
	Corrections    map[string]string `json:"corrections"` // misspelled word → the word searched for instead
	Languages      []string          `json:"languages"`   // languages that searches were limited to
	// Unknown is the first word that no item of the airport holds. Nearest are similar words that
	// items hold. FindUnknown sets both.
	Unknown string   `json:"unknown,omitempty"`
	Nearest []string `json:"nearest,omitempty"`
}

// SearchCount counts all searches. The words of rare and private searches are not stored.
type SearchCount struct {
	Searches       int64
	WithoutResults int64
	SomeWords      int64
	Corrected      int64
	Rare           int64
	Private        int64
}

// StoredQueries lists the stored queries of these days and airports.
func (d DB) StoredQueries(ctx context.Context, days []searchcounts.Key) ([]searchcounts.Key, error) {
	var dates, airports []string
	for _, day := range days {
		dates, airports = append(dates, day.Day), append(airports, day.Airport)
	}
	rows, err := d.pool.ListStoredQueries(ctx, dates, airports)
	if err != nil {
		return nil, fmt.Errorf("list the stored queries: %w", db.Classify(err))
	}
	return db.Convert(rows, func(row db.ListStoredQueriesRow) searchcounts.Key { return searchcounts.Key(row) }), nil
}

// AddSearches adds to the stored counts. It leaves out airports that no longer exist.
func (d DB) AddSearches(ctx context.Context, days []searchcounts.Day, queries []searchcounts.Query) error {
	counts, err := json.Marshal(map[string]any{"Days": days, "Queries": queries})
	if err == nil {
		err = d.pool.AddSearches(ctx, string(counts))
	}
	if err != nil {
		return fmt.Errorf("write the searches of %d airports: %w", len(days), db.Classify(err))
	}
	return nil
}

// SumSearches counts the searches since a day in UTC at an airport; nil means all airports.
func (d DB) SumSearches(ctx context.Context, since time.Time, airport *string) (SearchCount, error) {
	row, err := d.pool.SumSearches(ctx, since.UTC().Format(time.DateOnly), airport)
	if err != nil {
		return SearchCount{}, fmt.Errorf("count the searches: %w", db.Classify(err))
	}
	return SearchCount(row), nil
}

// ListSearches lists up to size queries since a day in UTC, most frequent first. A nil airport
// means all airports. With missing, only queries without results, or without an item that holds
// every word, are listed, by the number of such searches.
func (d DB) ListSearches(ctx context.Context, since time.Time, airport *string, missing bool, size int) ([]QueryCount, error) {
	rows, err := d.pool.ListSearches(ctx, db.ListSearchesParams{Since: since.UTC().Format(time.DateOnly), Airport: airport, Missing: missing, Size: size})
	if err != nil {
		return nil, fmt.Errorf("list the searches: %w", db.Classify(err))
	}
	list := make([]QueryCount, len(rows))
	for i, row := range rows {
		list[i] = QueryCount{Airport: row.Airport, Words: row.Words, Searches: row.Searches, WithoutResults: row.WithoutResults,
			SomeWords: row.SomeWords, Corrected: row.Corrected, Languages: row.Languages}
		if err := json.Unmarshal(row.Corrections, &list[i].Corrections); err != nil {
			return nil, fmt.Errorf("read the corrections of %q: %w", row.Words, err)
		}
	}
	return list, nil
}
