package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
)

// mostListed bounds --limit.
const mostListed = 10_000

func (p *program) searchesCommand() *cobra.Command {
	var missing bool
	size := 50
	from := time.Now().AddDate(0, 0, -7)
	cmd := &cobra.Command{
		Use:   "searches [AIRPORT]",
		Short: "Show what is searched for, and what is not found",
	}
	cmd.RunE = p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
		var airport *string
		if len(args) > 0 {
			a, err := db.Airport(ctx, args[0])
			if err != nil {
				return err
			}
			airport = &a.Code
		}
		return p.showSearches(ctx, db, from, airport, missing, size)
	})
	cmd.Flags().BoolVar(&missing, "missing", false, "only queries that found nothing, or no item with every word")
	cmd.Flags().Func("since", "the first day: a `date` such as 2026-03-01, or so long ago, such as 30d (default 7d)", since(&from))
	cmd.Flags().Func("limit", "the most `queries` to show (default 50)", func(s string) (err error) {
		if size, err = strconv.Atoi(s); err != nil || size < 1 || size > mostListed {
			return fmt.Errorf("want a whole number from 1 to %d", mostListed)
		}
		return nil
	})
	return cmd
}

func (p *program) showSearches(ctx context.Context, db admin.DB, from time.Time, airport *string, missing bool, size int) error {
	queries, err := db.ListSearches(ctx, from, airport, missing, size)
	if err == nil && missing {
		err = db.FindUnknown(ctx, queries)
	}
	all, sumErr := db.SumSearches(ctx, from, airport)
	if err := errors.Join(err, sumErr); err != nil {
		return err
	}
	var data []searchData
	for _, q := range queries {
		data = append(data, searchData{q, remedy(q)})
	}
	if p.json {
		p.say("%s", summary(all, from))
		return p.printJSON(data)
	}
	if len(data) > 0 {
		if err := p.listSearches(data, missing); err != nil {
			return err
		}
	}
	return p.print(nil, summary(all, from))
}

func (p *program) listSearches(data []searchData, missing bool) error {
	columns := []string{"AIRPORT", "WORDS", "SEARCHES", "WITHOUT RESULTS", "SOME WORDS", "CORRECTED", "LANGUAGES"}
	if missing {
		columns = append(columns, "TRY")
	}
	return list(p, data, nil, columns, func(q searchData) []string {
		row := []string{q.Airport, q.Words, number(q.Searches), number(q.WithoutResults), number(q.SomeWords), corrected(q.QueryCount),
			cmp.Or(strings.Join(q.Languages, ", "), "-")}
		if missing {
			row = append(row, cmp.Or(q.Command, "-"))
		}
		return row
	})
}

// searchData is a query with the command that would make it find items.
type searchData struct {
	admin.QueryCount
	Command string `json:"command,omitempty"`
}

// corrected describes how often a query was corrected, and to which words.
func corrected(q admin.QueryCount) string {
	text := number(q.Corrected)
	for _, word := range slices.Sorted(maps.Keys(q.Corrections)) {
		text += fmt.Sprintf(" %s → %s", word, q.Corrections[word])
	}
	return text
}

// remedy is the command that adds an unknown word as a synonym of words that items hold. Normalised
// words need no quotation marks.
func remedy(q admin.QueryCount) string {
	if q.Unknown == "" {
		return ""
	}
	return "airport-content synonym add " + q.Unknown + " " + cmp.Or(strings.Join(q.Nearest, " "), "…")
}

// summary describes all searches since a day.
func summary(s admin.SearchCount, from time.Time) string {
	share := func(n int64) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(1, s.Searches))) }
	return fmt.Sprintf("searches since %s: %d; %s without results, %s with some of the words only, %s corrected; %d rare and %d private, whose words are not stored",
		from.UTC().Format(time.DateOnly), s.Searches, share(s.WithoutResults), share(s.SomeWords), share(s.Corrected), max(0, s.Rare), s.Private)
}
