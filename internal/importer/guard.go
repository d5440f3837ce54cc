package importer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"airport-content/internal/db"
)

// ErrForce is the error of an import that looks like a mistake.
var ErrForce = errors.New("use --force to import all the same")

// fewest is how many items make a mistake. Fewer items of one text, or of a file with other ids, are
// common.
const fewest = 10

// checkFile refuses a file that is probably the wrong one.
func (m *merge) checkFile(ctx context.Context) error {
	known, err := m.CountKnownItems(ctx, m.airport, m.source)
	if err != nil {
		return fmt.Errorf("compare the ids: %w", db.Classify(err))
	}
	added := int64(m.result.Added)
	if stored := m.found.Stored; added >= fewest && stored >= fewest && added*2 > m.found.ToMerge && known*10 < stored {
		return fmt.Errorf("%d ids of %d are new, and only %d of the %d items that %s has from %s are there; is it the file of another airport? %w",
			added, m.found.ToMerge, known, stored, m.airport, m.source, ErrForce)
	}
	return m.checkTexts(ctx)
}

// checkTexts refuses one text for half of the items. The first items of an airport replace nothing.
func (m *merge) checkTexts(ctx context.Context) error {
	if m.result.Added+m.result.Updated < fewest {
		return nil
	}
	all, err := m.CountAllItems(ctx, m.airport)
	if err != nil || all == 0 {
		return db.Classify(err)
	}
	all += int64(m.result.Added - m.result.Deleted)
	common, err := m.FindCommonText(ctx, m.airport)
	if err != nil {
		return fmt.Errorf("compare the texts: %w", db.Classify(err))
	}
	for _, text := range common {
		if text.Items >= fewest && text.Items*2 >= all {
			return fmt.Errorf("%d of %d items would get the same %s, %.60q: %w", text.Items, all, text.Field, strings.TrimSpace(text.Beginning), ErrForce)
		}
	}
	return nil
}

// checkPrune refuses deletions that are probably a mistake.
func (m *merge) checkPrune() error {
	switch found := m.found; {
	case m.unnamed > 0:
		return fmt.Errorf("no id can be read in %s, of which stored versions would be deleted: %w", items(m.unnamed, "skipped"), ErrForce)
	case found.Staged == 0 && found.Deleted > 0:
		return fmt.Errorf("the input is empty, and %s would be deleted: %w", items(int(found.Deleted), "stored"), ErrForce)
	case found.Deleted*2 > found.Stored:
		return fmt.Errorf("%d of %d stored items would be deleted: %w", found.Deleted, found.Stored, ErrForce)
	}
	return nil
}
