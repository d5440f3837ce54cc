package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/postgres"
)

// SearchCost compares what a search costs in the database with the plain ts_rank query over the same hits: medians of one
// client that asks the same of both, in turn, and reads the rows of both.
type SearchCost struct {
	Words  int           `json:"words"`
	Stored int           `json:"stored"` // items
	Pairs  int           `json:"pairs"`  // measured
	Ours   time.Duration `json:"oursNs"`
	Plain  time.Duration `json:"plainNs"`
	Ratio  float64       `json:"ratio"`
}

// untimed is how many pairs are asked first: PostgreSQL decides on a plan after five.
const untimed = 20

// measureSearchCost compares searches of the airports numbered from 0 on, for as long as four measurements take.
func (b *bench) measureSearchCost(ctx context.Context, s stage, airports int, list []query) (SearchCost, error) {
	cost := SearchCost{Words: len(list[0]), Stored: s.items}
	b.progress("search of %d words by SQL with %d items stored", cost.Words, cost.Stored)
	text, err := reference.ReadFile(fmt.Sprintf("reference/search%d.sql", cost.Words))
	if err != nil {
		return cost, err
	}
	_, plain, _ := strings.Cut(string(text), "SELECT")
	plain = "SELECT" + strings.NewReplacer(":a::text", "$1::text", ":q", "$2").Replace(plain)
	conn, err := pgx.Connect(ctx, s.database)
	if err != nil {
		return cost, err
	}
	defer conn.Close(ctx)
	store, err := postgres.Open(ctx, postgres.Options{URL: s.database, MaxConns: 1, ReadOnly: true})
	if err != nil {
		return cost, err
	}
	defer store.Close()

	askPlain := func(airport, n int) error {
		rows, err := conn.Query(ctx, plain, fmt.Sprint(airport), n)
		if err != nil {
			return err
		}
		var id, contentType, title, language string
		var url, excerpt, thumbnail *string
		var lastModified time.Time
		var metadata []byte
		_, err = pgx.ForEachRow(rows, []any{&id, &contentType, &title, &url, &excerpt, &thumbnail, &language, &lastModified,
			&metadata}, func() error { return nil })
		return err
	}
	askOurs := func(airport, n int) error {
		return store.List(ctx, content.Query{Airport: airportCode(airport), Search: strings.Join(list[n], " "), Size: 20}, unread{})
	}
	rng := rand.New(rand.NewPCG(17, 17))
	var ours, plains []time.Duration
	for started := time.Now(); len(ours) < 100 || time.Since(started) < time.Duration(4*b.seconds)*time.Second; {
		airport, n := rng.IntN(airports), rng.IntN(len(list))
		first, second := &ours, &plains
		askFirst, askSecond := askOurs, askPlain
		if rng.IntN(2) == 0 { // the second of a pair finds the rows in the processor's caches
			first, second, askFirst, askSecond = second, first, askSecond, askFirst
		}
		begin := time.Now()
		if err := askFirst(airport, n); err != nil {
			return cost, err
		}
		middle := time.Now()
		if err := askSecond(airport, n); err != nil {
			return cost, err
		}
		*first, *second = append(*first, middle.Sub(begin)), append(*second, time.Since(middle))
	}
	cost.Pairs = len(ours) - untimed
	cost.Ours, cost.Plain = median(ours[untimed:]), median(plains[untimed:])
	cost.Ratio = float64(cost.Ours) / float64(cost.Plain)
	return cost, nil
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

// unread is where a page goes that nobody wants.
type unread struct{}

func (unread) Head(content.Head) error  { return nil }
func (unread) Item(*content.Item) error { return nil }
