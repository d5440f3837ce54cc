package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"
)

// Store is one import of one airport. Its methods are called in this order.
type Store interface {
	// Stage takes every line. An error among them is what it returns.
	Stage(context.Context, iter.Seq2[Record, error]) error
	// Taken lists the first lines whose id is taken, and counts all of them.
	Taken(ctx context.Context, upTo int) (list []Taken, total int, err error)
	RefuseTaken(context.Context) error // leaves them out
	Compare(ctx context.Context, prune bool) (Difference, error)
	Merge(context.Context, Difference, Options) error
}

// Taken is a line whose id an earlier line has, or an item of another source.
type Taken struct {
	Line, FirstLine int
	ID              string
	Source          string // the other source; "" if there is none
}

// Difference is what a merge will do, in items.
type Difference struct {
	Added, Updated, Unchanged, Deleted int
	Stored                             int // of the source, before
}

// DefaultSource is the source of items that come from files, unless the import names another one.
const DefaultSource = "import"

// Options say what an import may do.
type Options struct {
	Prune       bool // delete what the input lacks
	Force       bool // prune even if it looks like a mistake
	DryRun      bool // report what would be done, and do nothing
	SkipInvalid bool // import the good items of an input with bad ones
	KeepDates   bool // new and changed items keep the source's dates; so does an airport's first content

	Source string // the one that the items belong to; "" : DefaultSource
	Kept   int    // ids that the store has staged already, without an item: their stored version stays

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
}

// Refused is the error of an input with bad items; nothing of it was imported.
type Refused struct {
	First []Invalid // at most maxShown, by line
	Total int
}

func (r *Refused) Error() string { return items(r.Total, "bad") + "; nothing was imported" }

// ErrForce is the kind of error of a prune that looks like a mistake.
var ErrForce = errors.New("use --force to prune all the same")

// maxShown is how many bad items are listed; the others are only counted.
const maxShown = 20

// Import reads items from input and makes the airport's content agree with them, all at one moment or not at all. The second
// value lists the bad items; nil if there are none.
func Import(ctx context.Context, store Store, input io.Reader, o Options) (Result, *Refused, error) {
	bad := &badItems{}
	if err := store.Stage(ctx, bad.records(NewReader(input), o)); err != nil {
		return Result{}, nil, err
	}
	if err := bad.addTaken(ctx, store); err != nil {
		return Result{}, nil, err
	}
	if bad.Total > 0 && !o.SkipInvalid {
		return Result{}, bad.refused(), bad.refused()
	}
	diff, err := store.Compare(ctx, o.Prune)
	if err != nil {
		return Result{}, nil, err
	}
	if o.Prune && !o.Force {
		if err := bad.checkPrune(diff, o.Kept); err != nil {
			return Result{}, bad.refused(), err
		}
	}
	if !o.DryRun {
		if err := store.Merge(ctx, diff, o); err != nil {
			return Result{}, nil, err
		}
	}
	return Result{diff.Added, diff.Updated, diff.Unchanged, diff.Deleted, bad.Total}, bad.refused(), nil
}

// badItems gathers what is wrong with an input.
type badItems struct {
	Refused
	unnamed int // items without a readable id, so their stored versions are unknown
}

func (b *badItems) refused() *Refused {
	if b.Total == 0 {
		return nil
	}
	return &b.Refused
}

// records reads every line, and gathers the bad ones.
func (b *badItems) records(reader *Reader, o Options) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for {
			record, err := reader.Next()
			var invalid *Invalid
			switch {
			case errors.Is(err, io.EOF), errors.Is(err, ErrEmpty) && o.Prune: // checkPrune asks about an empty input
				return
			case errors.As(err, &invalid):
				b.add(*invalid)
				record = &Record{Line: invalid.Line, ID: invalid.ID}
			case err != nil:
				yield(Record{}, err)
				return
			}
			if record.ID != "" && !yield(*record, nil) {
				return
			}
		}
	}
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

// addTaken finds ids that are taken. The store does it, because it can hold all of them.
func (b *badItems) addTaken(ctx context.Context, store Store) error {
	taken, total, err := store.Taken(ctx, maxShown)
	if err != nil || total == 0 {
		return err
	}
	for _, t := range taken {
		reason := fmt.Sprintf("%q was given on line %d already", t.ID, t.FirstLine)
		if t.Source != "" {
			reason = fmt.Sprintf("%q is an item of the source %s", t.ID, t.Source)
		}
		b.First = append(b.First, Invalid{Line: t.Line, ID: t.ID, Field: "id", Reason: reason})
	}
	b.Total += total
	slices.SortStableFunc(b.First, func(a, b Invalid) int { return a.Line - b.Line })
	b.First = b.First[:min(len(b.First), maxShown)]
	return store.RefuseTaken(ctx)
}

// checkPrune refuses deletions that are probably a mistake.
func (b *badItems) checkPrune(diff Difference, kept int) error {
	switch {
	case b.unnamed > 0:
		return fmt.Errorf("no id can be read in %s, of which stored versions would be deleted: %w", items(b.unnamed, "skipped"), ErrForce)
	case diff.Added+diff.Updated+diff.Unchanged+b.Total+kept == 0:
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
