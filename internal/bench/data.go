package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"airport-content/internal/bench/corpus"
)

const (
	partners       = 16
	parallelLoads  = 2
	bigAirport     = "BIG"
	bigAirportSeed = 1_000_000
)

// prepare makes the schema, the partners and their keys.
func (b *bench) prepare(ctx context.Context) error {
	if _, err := b.run(ctx, nil, "migrate", "up"); err != nil {
		return err
	}
	var keys strings.Builder
	for n := range partners {
		name := fmt.Sprintf("Partner %d", n)
		if _, err := b.run(ctx, nil, "partner", "add", name); err != nil {
			return err
		}
		key, err := b.run(ctx, nil, "key", "create", "--partner", name, "--all-airports")
		if err != nil {
			return err
		}
		if n == 0 {
			b.firstKey = key
		}
		keys.WriteString(key + "\n")
	}
	b.keyFile = filepath.Join(b.dir, "keys")
	return os.WriteFile(b.keyFile, []byte(keys.String()), 0o600)
}

// loadAirports imports the airports numbered from to to-1, and says how far it is.
func (b *bench) loadAirports(ctx context.Context, from, to int) error {
	var done atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelLoads)
	for n := from; n < to; n++ {
		group.Go(func() error {
			if err := b.load(ctx, airportCode(n), airportItems, uint64(n)); err != nil {
				return err
			}
			b.progress("importing airports of %d items: %d of %d", airportItems, from+int(done.Add(1)), to)
			return nil
		})
	}
	return group.Wait()
}

// load adds an airport and imports so many items of its corpus.
func (b *bench) load(ctx context.Context, code string, items int, seed uint64) error {
	if _, err := b.run(ctx, nil, "airport", "add", code, "Airport "+code); err != nil {
		return err
	}
	reader, writer := io.Pipe()
	go func() { writer.CloseWithError(corpus.New(seed).Write(writer, items)) }()
	defer reader.Close()
	_, err := b.run(ctx, reader, "import", code, "-")
	return err
}

// storeQueries puts the searches where the reference queries find them.
func (b *bench) storeQueries(ctx context.Context, kinds ...[]query) error {
	conn, err := pgx.Connect(ctx, b.database)
	if err != nil {
		return fmt.Errorf("store the queries: %w", err)
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, `CREATE TABLE IF NOT EXISTS bench_query
		(n integer, words integer, all_words tsquery, any_word tsquery, PRIMARY KEY (words, n))`)
	if err != nil {
		return fmt.Errorf("store the queries: %w", err)
	}
	for _, list := range kinds {
		for n, words := range list {
			_, err := conn.Exec(ctx, `INSERT INTO bench_query
				SELECT $1, $2, plainto_tsquery('airport_content', $3),
				       replace(plainto_tsquery('airport_content', $3)::text, '&', '|')::tsquery`,
				n, len(words), strings.Join(words, " "))
			if err != nil {
				return fmt.Errorf("store query %q: %w", words, err)
			}
		}
	}
	return nil
}
