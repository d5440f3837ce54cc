package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/ingest"
)

// Airport is an airport as operators see it.
type Airport struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Place
	ReadTexts   bool       `json:"readTexts"` // keys of metadata are read from the texts of items
	OfflineAt   *time.Time `json:"offlineAt"` // since when partners get no content; nil: they do
	Items       int64      `json:"items"`
	Revision    int64      `json:"revision"`    // grows with every visible change
	PublishedAt *time.Time `json:"publishedAt"` // the date of the last merge; nil before the first content
	ImportedAt  *time.Time `json:"importedAt"`  // when the last import ended; nil before the first
	ImportMark  *time.Time `json:"-"`           // when an import began its merge, if it is still merging or was killed; else nil

	Languages map[string]int `json:"-"` // number of items in each language
	Outdated  bool           `json:"-"` // an older program made the vectors of some items, so the airport needs a reindex
}

// RemovedAirport is what RemoveAirport deleted.
type RemovedAirport struct {
	Code    string `json:"-"`
	Items   int64  `json:"items"`   // hidden ones too
	Sources int64  `json:"sources"` // websites
	Keys    int64  `json:"keys"`    // keys that had a grant for the airport; revoked keys do not count
}

// ErrHasContent means that the airport has content, and RemoveAirport was called without
// withContent.
var ErrHasContent = errors.New("it has content")

// ErrHasSources means that the airport has sources, and RemoveAirport was called without
// withSources. The error names the sources.
var ErrHasSources = errors.New("it has sources, whose settings would be lost")

// AddAirport adds an airport without content.
func (d DB) AddAirport(ctx context.Context, code, name string) (Airport, error) {
	code, err := parseAirportCode(code)
	if err != nil {
		return Airport{}, err
	}
	if err := checkName("airport", name); err != nil {
		return Airport{}, err
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := q.AddAirport(ctx, code, name); err != nil {
			return err
		}
		if err := q.AddAirportState(ctx, code, ingest.Version); err != nil {
			return err
		}
		return d.note(ctx, q, "airport add", code, name)
	})
	if db.SQLState(err) == db.UniqueViolation {
		existing, err := d.Airport(ctx, code)
		if err != nil {
			return Airport{}, err
		}
		return Airport{}, fmt.Errorf("airport %s exists already: %s", code, existing.Name)
	}
	if err != nil {
		return Airport{}, fmt.Errorf("add airport %s: %w", code, db.Classify(err))
	}
	return d.Airport(ctx, code)
}

// ListAirports lists every airport by code.
func (d DB) ListAirports(ctx context.Context) ([]Airport, error) {
	airports, err := d.pool.ListAirports(ctx)
	if err != nil {
		return nil, fmt.Errorf("list airports: %w", db.Classify(err))
	}
	states, err := d.pool.ListAirportStates(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the states of airports: %w", db.Classify(err))
	}
	of := make(map[string]db.ListAirportStatesRow, len(states))
	for _, state := range states {
		of[state.Airport] = state
	}
	list := make([]Airport, len(airports))
	for i, a := range airports {
		list[i] = registered(a)
		if state, ok := of[a.Code]; ok { // false if the airport was added or removed just now
			if err := list[i].setState(state); err != nil {
				return nil, fmt.Errorf("list airports: items of %s: %w", a.Code, err)
			}
		}
	}
	return list, nil
}

func (a *Airport) setState(row db.ListAirportStatesRow) error {
	var st content.State
	if err := json.Unmarshal(row.Items, &st.Items); err != nil {
		return err
	}
	total := st.Total(content.EveryType())
	a.Items, a.Revision, a.PublishedAt, a.ImportedAt, a.ImportMark = int64(total), row.Revision, row.PublishedAt, row.ImportedAt, row.ImportMark
	a.Languages, a.Outdated = st.Languages(content.EveryType()), total > 0 && row.Analysis < ingest.Version
	return nil
}

// Outdated lists the codes of airports that need a reindex.
func Outdated(airports []Airport) []string {
	var codes []string
	for _, a := range airports {
		if a.Outdated {
			codes = append(codes, a.Code)
		}
	}
	return codes
}

// Airport finds one airport by code. The error for an unknown code lists the existing ones.
func (d DB) Airport(ctx context.Context, code string) (Airport, error) {
	found, err := d.findAirport(ctx, code)
	if err != nil {
		return Airport{}, err
	}
	states, err := d.pool.ReadAirportState(ctx, found.Code)
	if err != nil {
		return Airport{}, fmt.Errorf("read the state of %s: %w", found.Code, db.Classify(err))
	}
	airport := registered(found)
	for _, state := range states { // empty if the airport was removed just now
		if err := airport.setState(db.ListAirportStatesRow(state)); err != nil {
			return Airport{}, fmt.Errorf("airport %s: its items: %w", found.Code, err)
		}
	}
	return airport, nil
}

// findAirport finds an airport in the register. On Citus, only the coordinator is asked.
func (d DB) findAirport(ctx context.Context, code string) (db.ListAirportsRow, error) {
	code, err := parseAirportCode(code)
	if err != nil {
		return db.ListAirportsRow{}, err
	}
	airports, err := d.pool.ListAirports(ctx)
	if err != nil {
		return db.ListAirportsRow{}, fmt.Errorf("list airports: %w", db.Classify(err))
	}
	return find("airport", code, airports, func(a db.ListAirportsRow) string { return a.Code })
}

// airportCodes puts codes in upper case, sorts them, and drops repeated ones. All must exist.
func (d DB) airportCodes(ctx context.Context, list []string) ([]string, error) {
	codes := make([]string, len(list))
	for i, code := range list {
		airport, err := d.findAirport(ctx, code)
		if err != nil {
			return nil, err
		}
		codes[i] = airport.Code
	}
	slices.Sort(codes)
	return slices.Compact(codes), nil
}

// changeAirport changes an airport in a transaction, and returns the airport as it is then. command
// names the change in errors and in the history.
func (d DB) changeAirport(ctx context.Context, command, code string, change func(*db.Queries, db.ListAirportsRow) error) (Airport, error) {
	airport, err := d.findAirport(ctx, code)
	if err != nil {
		return Airport{}, err
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := change(q, airport); err != nil {
			return err
		}
		return d.noteAirport(ctx, q, command, airport)
	})
	if err != nil {
		return Airport{}, fmt.Errorf("airport %s %s: %w", command, airport.Code, err)
	}
	return d.Airport(ctx, airport.Code)
}

// noteAirport adds a change of an airport's register to the history, and a reset in any case.
func (d DB) noteAirport(ctx context.Context, q *db.Queries, command string, before db.ListAirportsRow) error {
	airports, err := q.ListAirports(ctx)
	if err != nil {
		return err
	}
	after, err := find("airport", before.Code, airports, func(a db.ListAirportsRow) string { return a.Code })
	if err == nil && command == resetSync {
		return d.note(ctx, q, "airport "+command, before.Code, "")
	}
	if err == nil {
		err = d.noteDifference(ctx, q, "airport "+command, before.Code, registered(before), registered(after))
	}
	return err
}

// registered is what the register has of an airport.
func registered(a db.ListAirportsRow) Airport {
	return Airport{Code: a.Code, Name: a.Name, Place: Place{a.Website, a.TimeZone}, ReadTexts: a.ReadTexts, OfflineAt: a.OfflineAt}
}

const resetSync = "reset-sync"

// RenameAirport gives an airport another name. Partners see the name at once.
func (d DB) RenameAirport(ctx context.Context, code, name string) (Airport, error) {
	if err := checkName("airport", name); err != nil {
		return Airport{}, err
	}
	return d.changeAirport(ctx, "rename", code, func(q *db.Queries, a db.ListAirportsRow) error {
		return q.RenameAirport(ctx, name, a.Code)
	})
}

// SetAirportOffline makes servers answer that an airport is offline, or give its content again. Its
// content and the grants of keys stay.
func (d DB) SetAirportOffline(ctx context.Context, code string, offline bool) (Airport, error) {
	command := "online"
	if offline {
		command = "offline"
	}
	return d.changeAirport(ctx, command, code, func(q *db.Queries, a db.ListAirportsRow) error {
		return q.SetOffline(ctx, offline, a.Code)
	})
}

// ResetAirportSync makes every cursor and ETag of the airport invalid, so that partners read
// everything again. The items are counted anew, because rows may have been changed by hand or
// restored in part.
func (d DB) ResetAirportSync(ctx context.Context, code string) (Airport, error) {
	return d.changeAirport(ctx, resetSync, code, func(q *db.Queries, a db.ListAirportsRow) error {
		if err := holdImportsOff(ctx, q, a.Code); err != nil {
			return err
		}
		if err := q.CountItems(ctx, a.Code); err != nil {
			return err
		}
		return q.ResetAirportSync(ctx, uuid.NewString(), a.Code)
	})
}

// importWait is how long a command waits for an import to end.
const importWait = "5s"

// holdImportsOff takes the airport's import lock until the transaction ends.
func holdImportsOff(ctx context.Context, q *db.Queries, code string) error {
	if err := q.LimitLockWait(ctx, importWait); err != nil {
		return err
	}
	lock := db.ImportLock(code)
	err := q.HoldImportsOff(ctx, lock.Class, lock.Key)
	if db.SQLState(err) == db.LockNotAvailable {
		return errors.New("an import is running; try again when it has ended")
	}
	return err
}

// RemoveAirport deletes an airport and its grants. If the airport has content and withContent is
// not set, the error is ErrHasContent. If it has sources and withSources is not set, the error is
// ErrHasSources.
func (d DB) RemoveAirport(ctx context.Context, code string, withContent, withSources bool) (RemovedAirport, error) {
	airport, err := d.Airport(ctx, code)
	if err != nil {
		return RemovedAirport{}, err
	}
	removed := RemovedAirport{Code: airport.Code}
	err = d.pool.InTx(ctx, func(q *db.Queries) (err error) {
		if err := holdImportsOff(ctx, q, airport.Code); err != nil {
			return err
		}
		if err := q.LiftStatementTimeout(ctx); err != nil {
			return err
		}
		if removed.Items, err = q.CountAirportItems(ctx, airport.Code); err != nil {
			return err
		}
		hidden, err := q.CountAllHiddenItems(ctx, airport.Code)
		if err != nil {
			return err
		}
		if removed.Items += hidden; removed.Items > 0 && !withContent {
			return fmt.Errorf("%w: %d items, of which %d are hidden", ErrHasContent, removed.Items, hidden)
		}
		sources, err := q.ListSourceNames(ctx, airport.Code)
		if err != nil {
			return err
		}
		if removed.Sources = int64(len(sources)); len(sources) > 0 && !withSources {
			return fmt.Errorf("%w: %s", ErrHasSources, strings.Join(sources, ", "))
		}
		if removed.Keys, err = q.CountAirportKeys(ctx, airport.Code); err != nil {
			return err
		}
		for _, remove := range []func(context.Context, string) error{q.RemoveAirportContent, q.DeleteAllTerms, q.DeleteAllWords, q.RemoveAirportState, q.RemoveAirport} {
			if err := remove(ctx, airport.Code); err != nil {
				return err
			}
		}
		return d.note(ctx, q, "airport remove", airport.Code,
			fmt.Sprintf("%s, items: %d, sources: %d, keys: %d", airport.Name, removed.Items, removed.Sources, removed.Keys))
	})
	if err != nil {
		return RemovedAirport{}, fmt.Errorf("remove airport %s: %w", airport.Code, err)
	}
	return removed, nil
}
