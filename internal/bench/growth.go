package main

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"

	"github.com/jackc/pgx/v5"
)

// rounds is how often each stage of the growth is measured, in turn with the others: the machine's pace changes meanwhile.
const rounds = 3

// stage is a database with so many items.
type stage struct {
	items    int
	database string // URL
}

// copyDatabase copies the database as it is, page by page, and returns the copy's URL.
func (b *bench) copyDatabase(ctx context.Context, name string) (string, error) {
	source, err := url.Parse(b.database)
	if err != nil {
		return "", err
	}
	at := func(name string) string {
		u := *source
		u.Path = "/" + name
		return u.String()
	}
	conn, err := pgx.Connect(ctx, at("template1"))
	if err != nil {
		return "", fmt.Errorf("copy the database: %w", err)
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+pgx.Identifier{source.Path[1:]}.Sanitize()+" STRATEGY file_copy")
	if err != nil {
		return "", fmt.Errorf("copy the database: %w", err)
	}
	return at(name), nil
}

// measureGrowth asks the same of the same airports in each stage, of a new server each time, which has kept no answers.
func (b *bench) measureGrowth(ctx context.Context, report *Report, cases []benchCase, stages []stage) error {
	for _, c := range cases {
		loads := make([][]Load, len(stages))
		for range rounds {
			for n, s := range stages {
				b.progress("%s with %d items stored", c.Name, s.items)
				server, _, err := b.serve(ctx, s.database)
				if err != nil {
					return err
				}
				load, err := b.loadHTTP(ctx, c, 1, "")
				server.stop()
				if err != nil {
					return err
				}
				loads[n] = append(loads[n], load)
			}
		}
		var fewest Load
		for n, s := range stages {
			slices.SortFunc(loads[n], func(x, y Load) int { return cmp.Compare(x.P50, y.P50) })
			median := loads[n][rounds/2]
			if n == 0 {
				fewest = median
			}
			report.Growth = append(report.Growth, Growth{Case: c.Name, Stored: s.items, Load: median,
				Ratio: float64(median.P50) / float64(fewest.P50)})
		}
	}
	return nil
}
