package admin

import (
	"context"
	"fmt"

	"airport-content/internal/db"
)

// AirportSize is what the content of an airport takes, in bytes as they are stored, without indexes.
type AirportSize struct {
	Code   string `json:"code"`
	Items  int64  `json:"items"`
	Bodies int64  `json:"bodies"`
	Search int64  `json:"search"` // vectors of the items, and words
	Others int64  `json:"others"` // titles, excerpts, metadata and so on
}

// Sizes are what parts of the database take on its server, in bytes, with their indexes.
type Sizes = db.GetSizesRow

// ListAirportSizes lists what each airport takes. It reads every item.
func (d DB) ListAirportSizes(ctx context.Context) ([]AirportSize, error) {
	airports, err := d.ListAirports(ctx)
	if err != nil {
		return nil, err
	}
	items, err := d.pool.ListItemSizes(ctx)
	var words []db.ListWordSizesRow
	if err == nil {
		words, err = d.pool.ListWordSizes(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("measure the airports: %w", db.Classify(err))
	}
	list := make([]AirportSize, len(airports))
	for n, a := range airports {
		list[n] = AirportSize{Code: a.Code, Items: a.Items}
		for _, row := range items {
			if row.Airport == a.Code {
				list[n].Bodies, list[n].Search, list[n].Others = row.Bodies, list[n].Search+row.Vectors, row.Others
			}
		}
		for _, row := range words {
			if row.Airport == a.Code {
				list[n].Search += row.Bytes
			}
		}
	}
	return list, nil
}

// Sizes measures the database.
func (d DB) Sizes(ctx context.Context) (Sizes, error) {
	sizes, err := d.pool.GetSizes(ctx)
	if err != nil {
		return Sizes{}, fmt.Errorf("measure the database: %w", db.Classify(err))
	}
	return sizes, nil
}

// Describe describes sizes for people.
func Describe(s Sizes) string {
	return fmt.Sprintf("with dead rows: items %s, search index %s, other indexes %s, words %s, deletions %s, pages of websites %s, usage %s, searches %s, history %s; the whole database %s",
		Megabytes(s.Items), Megabytes(s.SearchIndex), Megabytes(s.OtherIndexes), Megabytes(s.Words), Megabytes(s.Deletions), Megabytes(s.Pages),
		Megabytes(s.Usage), Megabytes(s.Searches), Megabytes(s.History), Megabytes(s.Database))
}

// Megabytes shows bytes to people.
func Megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }
