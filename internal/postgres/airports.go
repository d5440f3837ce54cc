package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/postgres/db"
)

// Airport is an airport as operators see it.
type Airport struct {
	Code        string
	Name        string
	Items       int64
	Revision    int64      // grows with every visible change
	PublishedAt *time.Time // the newest lastModified ever given; nil before the first content
	ImportedAt  *time.Time // when the last import was finished; nil before the first
}

// RemovedAirport is an airport and what went with it.
type RemovedAirport struct {
	Code  string
	Items int64
	Keys  int64 // that were granted the airport and are not revoked
}

// ErrHasContent is RemoveAirport's refusal to delete content that it was not asked to delete.
var ErrHasContent = errors.New("it has content")

// AddAirport makes an airport without content.
func (d *DB) AddAirport(ctx context.Context, code, name string) (Airport, error) {
	code, err := parseAirportCode(code)
	if err != nil {
		return Airport{}, err
	}
	if err := checkName("airport", name); err != nil {
		return Airport{}, err
	}
	err = d.Queries.AddAirport(ctx, db.AddAirportParams{Code: code, Name: name})
	if sqlState(err) == uniqueViolation {
		there, err := d.Airport(ctx, code)
		if err != nil {
			return Airport{}, err
		}
		return Airport{}, fmt.Errorf("airport %s exists already: %s", code, there.Name)
	}
	if err != nil {
		return Airport{}, fmt.Errorf("add airport %s: %w", code, classify(err))
	}
	return d.Airport(ctx, code)
}

// ListAirports lists every airport by code.
func (d *DB) ListAirports(ctx context.Context) ([]Airport, error) { return d.listAirports(ctx, nil) }

// Airport finds one airport; the error of an unknown one names those that are there.
func (d *DB) Airport(ctx context.Context, code string) (Airport, error) {
	code, err := parseAirportCode(code)
	if err != nil {
		return Airport{}, err
	}
	list, err := d.listAirports(ctx, &code)
	if err == nil && len(list) == 0 {
		err = d.unknownAirport(ctx, code)
	}
	if err != nil {
		return Airport{}, err
	}
	return list[0], nil
}

func (d *DB) listAirports(ctx context.Context, code *string) ([]Airport, error) {
	rows, err := d.Queries.ListAirports(ctx, code)
	if err != nil {
		return nil, fmt.Errorf("list airports: %w", classify(err))
	}
	list := make([]Airport, len(rows))
	for i, row := range rows {
		list[i] = Airport{Code: row.Code, Name: row.Name, Items: row.Items, Revision: row.Revision,
			PublishedAt: row.PublishedAt, ImportedAt: row.ImportedAt}
	}
	return list, nil
}

func (d *DB) unknownAirport(ctx context.Context, code string) error {
	airports, err := d.ListAirports(ctx)
	if err != nil {
		return err
	}
	codes := make([]string, len(airports))
	for i, a := range airports {
		codes[i] = a.Code
	}
	return unknown("airport", code, codes)
}

// RenameAirport gives an airport another name, visible at once.
func (d *DB) RenameAirport(ctx context.Context, code, name string) (Airport, error) {
	if err := checkName("airport", name); err != nil {
		return Airport{}, err
	}
	return d.changeAirport(ctx, code, func(q *db.Queries, code string) error {
		return q.RenameAirport(ctx, db.RenameAirportParams{Code: code, Name: name})
	})
}

// ResetAirportSync makes every cursor and ETag of the airport invalid, so that partners read everything again.
func (d *DB) ResetAirportSync(ctx context.Context, code string) (Airport, error) {
	return d.changeAirport(ctx, code, func(q *db.Queries, code string) error {
		return q.ResetAirportSync(ctx, code)
	})
}

func (d *DB) changeAirport(ctx context.Context, code string, change func(q *db.Queries, code string) error) (Airport, error) {
	airport, err := d.Airport(ctx, code)
	if err != nil {
		return Airport{}, err
	}
	err = d.inTx(ctx, func(q *db.Queries) error {
		if err := d.holdImportsOff(ctx, q, airport.Code); err != nil {
			return err
		}
		return change(q, airport.Code)
	})
	if err != nil {
		return Airport{}, fmt.Errorf("change airport %s: %w", airport.Code, err)
	}
	return d.Airport(ctx, airport.Code)
}

// importWait is how long an import that is running is awaited, which is not for long; just enough for one that ends.
const importWait = "5s"

// holdImportsOff keeps the airport as it is until the transaction ends. Whatever changes the revision needs it:
// partners rely on the order in which revisions become visible.
func (d *DB) holdImportsOff(ctx context.Context, q *db.Queries, code string) error {
	if err := q.LimitLockWait(ctx, importWait); err != nil {
		return err
	}
	_, err := q.HoldImportsOff(ctx, code)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return d.unknownAirport(ctx, code) // removed since it was found
	case sqlState(err) == lockNotAvailable:
		return errors.New("an import is running; try again when it has ended")
	}
	return err
}

// RemoveAirport deletes an airport and the grants of it. Content is deleted only when that is asked for; else an airport
// that has some is refused with ErrHasContent.
func (d *DB) RemoveAirport(ctx context.Context, code string, withContent bool) (RemovedAirport, error) {
	airport, err := d.Airport(ctx, code)
	if err != nil {
		return RemovedAirport{}, err
	}
	var removed RemovedAirport
	err = d.inTx(ctx, func(q *db.Queries) (err error) {
		if err := d.holdImportsOff(ctx, q, airport.Code); err != nil {
			return err
		}
		removed, err = removeAirport(ctx, q, airport.Code, withContent)
		return err
	})
	if err != nil {
		return RemovedAirport{}, fmt.Errorf("remove airport %s: %w", airport.Code, err)
	}
	return removed, nil
}

func removeAirport(ctx context.Context, q *db.Queries, code string, withContent bool) (removed RemovedAirport, err error) {
	removed.Code = code
	if err := q.LiftStatementTimeout(ctx); err != nil {
		return removed, err
	}
	if removed.Items, err = q.CountAirportItems(ctx, code); err != nil {
		return removed, err
	}
	if removed.Items > 0 && !withContent {
		return removed, fmt.Errorf("%w: %d items", ErrHasContent, removed.Items)
	}
	if removed.Keys, err = q.CountAirportKeys(ctx, code); err != nil {
		return removed, err
	}
	if err := q.RemoveAirportContent(ctx, code); err != nil {
		return removed, err
	}
	return removed, q.RemoveAirport(ctx, code)
}
