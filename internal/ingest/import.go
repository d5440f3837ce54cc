package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"airport-content/internal/postgres"
)

// Options say what an import may do.
type Options struct {
	Prune       bool // delete what the input lacks
	Force       bool // prune even where it looks like a mistake
	DryRun      bool // tell what would be done, and do nothing
	SkipInvalid bool // import the good items of an input with bad ones
	KeepDates   bool // new and changed items keep the source's dates

	Retention time.Duration // how long deletions are told of

	Waiting  func()          // called once when another import of the airport must end first
	Progress func(items int) // called after each item
}

// Result tells what an import did, in items.
type Result struct {
	Added     int `json:"added"`
	Updated   int `json:"updated"`
	Unchanged int `json:"unchanged"`
	Deleted   int `json:"deleted"`
	Skipped   int `json:"skipped"`
}

// Refused is the error of an input with bad items; nothing of it was imported.
type Refused struct {
	First []Invalid // at most maxShown, by line
	Total int
}

func (r *Refused) Error() string { return items(r.Total, "bad") + "; nothing was imported" }

// ErrForce is the kind of error of a prune that looks like a mistake.
var ErrForce = errors.New("use --force to prune all the same")

// maxShown bad items are told one by one.
const maxShown = 20

// Import reads items from input and makes the airport's content agree with them, all at one moment or not at all. The
// bad items are listed by the second value, nil where there are none: those that were skipped, or why nothing was imported.
func Import(ctx context.Context, databaseURL, airport string, input io.Reader, o Options) (Result, *Refused, error) {
	store, err := postgres.OpenImport(ctx, databaseURL, airport, o.Waiting)
	if err != nil {
		return Result{}, nil, err
	}
	defer store.Close()
	bad, err := stage(ctx, store, input, o)
	if err != nil {
		return Result{}, nil, err
	}
	if bad.Total > 0 && !o.SkipInvalid {
		return Result{}, bad.refused(), bad.refused()
	}
	diff, err := store.Compare(ctx, o.Prune)
	if err != nil {
		return Result{}, nil, err
	}
	if err := checkPrune(o, diff, bad); err != nil {
		return Result{}, bad.refused(), err
	}
	if !o.DryRun {
		if err := store.Merge(ctx, diff, postgres.MergeOptions{KeepDates: o.KeepDates, Retention: o.Retention}); err != nil {
			return Result{}, nil, err
		}
	}
	return Result{Added: diff.Added, Updated: diff.Updated, Unchanged: diff.Unchanged, Deleted: diff.Deleted,
		Skipped: bad.Total}, bad.refused(), nil
}

// badItems gathers what is wrong with an input.
type badItems struct {
	Refused
	unnamed int // items whose id could not be read: their stored versions are unknown
}

func (b *badItems) add(invalid Invalid) {
	b.Total++
	if invalid.ID == "" {
		b.unnamed++
	}
	if len(b.First) < maxShown {
		b.First = append(b.First, invalid)
	}
}

func (b *badItems) refused() *Refused {
	if b.Total == 0 {
		return nil
	}
	return &b.Refused
}

// stage hands every line to the store and gathers the bad ones.
func stage(ctx context.Context, store *postgres.Import, input io.Reader, o Options) (*badItems, error) {
	bad := &badItems{}
	reader := NewReader(input)
	for n := 1; ; n++ {
		record, err := reader.Next()
		var invalid *Invalid
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, ErrEmpty) && o.Prune: // the prune has its own question
			return bad, finishStaging(ctx, store, bad)
		case errors.As(err, &invalid):
			bad.add(*invalid)
			if invalid.ID != "" {
				err = store.Stage(ctx, postgres.Staged{Line: invalid.Line, ID: invalid.ID})
			} else {
				err = nil
			}
		case err == nil:
			err = store.Stage(ctx, postgres.Staged{Line: record.Line, ID: record.Item.ID, Item: &record.Item,
				Title: record.Title, Excerpt: record.Excerpt, Text: record.Text})
		}
		if err != nil {
			return nil, err
		}
		o.Progress(n)
	}
}

// finishStaging finds ids given twice, which only the database can hold all of.
func finishStaging(ctx context.Context, store *postgres.Import, bad *badItems) error {
	if err := store.Staged(ctx); err != nil {
		return err
	}
	duplicates, total, err := store.Duplicates(ctx, maxShown)
	if err != nil || total == 0 {
		return err
	}
	for _, d := range duplicates {
		bad.First = append(bad.First, Invalid{Line: d.Line, ID: d.ID, Field: "id",
			Reason: fmt.Sprintf("%q was given on line %d already", d.ID, d.FirstLine)})
	}
	bad.Total += total
	slices.SortStableFunc(bad.First, func(a, b Invalid) int { return a.Line - b.Line })
	bad.First = bad.First[:min(len(bad.First), maxShown)]
	return store.RefuseDuplicates(ctx)
}

// checkPrune refuses deletions that are more likely a mistake than meant.
func checkPrune(o Options, diff postgres.Difference, bad *badItems) error {
	if !o.Prune || o.Force {
		return nil
	}
	switch {
	case bad.unnamed > 0:
		return fmt.Errorf("no id can be read in %s, of which stored versions would be deleted: %w", items(bad.unnamed, "skipped"), ErrForce)
	case diff.Given == 0 && bad.Total == 0:
		return fmt.Errorf("the input is empty, and %s would be deleted: %w", items(diff.Deleted, "stored"), ErrForce)
	case diff.Deleted*2 > diff.Stored:
		return fmt.Errorf("%d of %d stored items would be deleted: %w", diff.Deleted, diff.Stored, ErrForce)
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
