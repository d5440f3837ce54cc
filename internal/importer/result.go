package importer

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"airport-content/internal/db"
	"airport-content/internal/ingest"
)

// Options say what an import may do.
type Options struct {
	Source      string // the one that the items belong to; "" : content.DefaultSource
	Prune       bool   // delete what the input lacks
	Force       bool   // prune even if it looks like a mistake
	DryRun      bool   // report what would be done, and do nothing
	SkipInvalid bool   // import the good items of an input with bad ones
	KeepDates   bool   // new and changed items keep the source's dates; so does an airport's first content

	Retention time.Duration // deletions older than this are forgotten
	Waiting   func()        // called once when another import of the airport must end first; may be nil
}

// Result is what an import did, in items.
type Result struct {
	Added     int `json:"added"`
	Updated   int `json:"updated"`
	Unchanged int `json:"unchanged"`
	Deleted   int `json:"deleted"`
	Skipped   int `json:"skipped"`

	Invalid []ingest.Invalid `json:"-"` // the first of the bad items, by line; they were skipped, or the import refused
}

func (r *Result) changed() int { return r.Added + r.Updated + r.Deleted }

// ErrForce is the kind of error of a prune that looks like a mistake.
var ErrForce = errors.New("use --force to prune all the same")

// maxShown is how many bad items are listed; the others are only counted.
const maxShown = 20

func (m *merge) addInvalid(invalid ingest.Invalid) {
	m.result.Skipped++
	if invalid.ID == "" {
		m.unnamed++
	}
	if len(m.result.Invalid) < maxShown {
		m.result.Invalid = append(m.result.Invalid, invalid)
	}
}

// addTaken adds lines whose id an earlier line has, or an item of another source.
func (m *merge) addTaken(rows []db.ListTakenLinesRow) {
	list := m.result.Invalid
	for _, row := range rows {
		reason := fmt.Sprintf("%q was given on line %d already", row.ID, row.FirstLine)
		if row.Source != "" {
			reason = fmt.Sprintf("%q is an item of the source %s", row.ID, row.Source)
		}
		list = append(list, ingest.Invalid{Line: int(row.Line), ID: row.ID, Field: "id", Reason: reason})
	}
	slices.SortStableFunc(list, func(a, b ingest.Invalid) int { return a.Line - b.Line })
	m.result.Invalid = list[:min(len(list), maxShown)]
	m.result.Skipped += int(rows[0].Total)
}

// checkPrune refuses deletions that are probably a mistake.
func (m *merge) checkPrune(found db.CountDifferenceRow) error {
	switch {
	case m.unnamed > 0:
		return fmt.Errorf("no id can be read in %s, of which stored versions would be deleted: %w", items(m.unnamed, "skipped"), ErrForce)
	case found.Staged == 0:
		return fmt.Errorf("the input is empty, and %s would be deleted: %w", items(int(found.Deleted), "stored"), ErrForce)
	case found.Deleted*2 > found.Stored:
		return fmt.Errorf("%d of %d stored items would be deleted: %w", found.Deleted, found.Stored, ErrForce)
	}
	return nil
}

// items counts items of a kind.
func items(n int, kind string) string {
	if n == 1 {
		return "1 " + kind + " item"
	}
	return fmt.Sprintf("%d %s items", n, kind)
}
