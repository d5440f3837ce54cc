package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/bench/corpus"
	"airport-content/internal/ingest"
)

// Import compares the import with plain SQL that stores the same items.
type Import struct {
	Items          int     `json:"items"`
	PerSecond      float64 `json:"perSecond"`
	PlainPerSecond float64 `json:"plainPerSecond"`   // COPY and search_vector() into a table without indexes
	IndexedPerSec  float64 `json:"indexedPerSecond"` // the same into a table with content_item's indexes
	PeakBytes      int64   `json:"peakBytes"`        // of the importing process
	LargeItems     int     `json:"largeItems"`
	LargePeakBytes int64   `json:"largePeakBytes"`
	LargePerSecond float64 `json:"largePerSecond"`
}

// measureImport imports items of one corpus, and large more in an import of its own to see whether memory grows.
func (b *bench) measureImport(ctx context.Context, items, large int) (result Import, err error) {
	result.Items, result.LargeItems = items, large
	file, err := corpusFile(filepath.Join(b.dir, "items.ndjson"), items)
	if err != nil {
		return result, err
	}
	largeFile, err := corpusFile(filepath.Join(b.dir, "large.ndjson"), large)
	if err != nil {
		return result, err
	}
	b.progress("importing %d items", items)
	if result.PerSecond, result.PeakBytes, err = b.timeImport(ctx, "IMS", file, items); err != nil {
		return result, err
	}
	b.progress("storing %d items by plain SQL", items)
	if result.PlainPerSecond, err = b.timePlain(ctx, file, items, ""); err != nil {
		return result, err
	}
	if result.IndexedPerSec, err = b.timePlain(ctx, file, items, "INCLUDING INDEXES"); err != nil {
		return result, err
	}
	b.progress("importing %d items", large)
	result.LargePerSecond, result.LargePeakBytes, err = b.timeImport(ctx, "IML", largeFile, large)
	return result, err
}

func corpusFile(name string, items int) (string, error) {
	f, err := os.Create(name)
	if err != nil {
		return "", err
	}
	return name, errors.Join(corpus.New(5).Write(f, items), f.Close())
}

// timeImport runs the real import in a process of its own.
func (b *bench) timeImport(ctx context.Context, code, file string, items int) (perSecond float64, peak int64, err error) {
	if _, err := b.run(ctx, nil, "airport", "add", code, "Import "+code); err != nil {
		return 0, 0, err
	}
	command := exec.CommandContext(ctx, b.program, "import", code, file)
	command.Env = b.environ
	started := time.Now()
	if err := command.Start(); err != nil {
		return 0, 0, fmt.Errorf("start the import: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for tick := time.NewTicker(20 * time.Millisecond); ; {
		select {
		case err := <-ended:
			tick.Stop()
			return float64(items) / time.Since(started).Seconds(), peak, err
		case <-tick.C:
			peak = max(peak, peakOf(command.Process.Pid))
		}
	}
}

// timePlain copies the same items and makes their vectors with the same expression, in plain SQL; reading the file and
// taking the text out of the HTML are not counted.
func (b *bench) timePlain(ctx context.Context, file string, items int, like string) (perSecond float64, err error) {
	conn, err := pgx.Connect(ctx, b.database)
	if err != nil {
		return 0, err
	}
	defer conn.Close(ctx)
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var rows [][]any
	for reader := ingest.NewReader(f); ; {
		record, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
		i := record.Item
		rows = append(rows, []any{i.ID, string(i.Type), i.Title, i.URL, i.Excerpt, i.Body, i.Metadata, i.LastModified,
			record.Title, record.Excerpt, record.Text})
	}
	_, err = conn.Exec(ctx, `CREATE TEMP TABLE plain_stage (id text, content_type text, title text, url text, excerpt text,
		content text, metadata jsonb, last_modified timestamptz, search_title text, search_excerpt text, search_text text);
		CREATE TABLE plain_item (LIKE content_item INCLUDING STORAGE `+like+`)`)
	if err != nil {
		return 0, err
	}
	defer func() { _, _ = conn.Exec(ctx, "DROP TABLE plain_item") }()
	started := time.Now()
	_, err = conn.CopyFrom(ctx, pgx.Identifier{"plain_stage"}, []string{"id", "content_type", "title", "url", "excerpt", "content",
		"metadata", "last_modified", "search_title", "search_excerpt", "search_text"}, pgx.CopyFromRows(rows))
	if err != nil {
		return 0, err
	}
	_, err = conn.Exec(ctx, `INSERT INTO plain_item (airport, id, content_type, language, last_modified, revision, search_length,
			title, url, excerpt, content, metadata, search)
		SELECT 'PLAIN', id, content_type, 'en', last_modified, 1, 0, title, url, excerpt, content, metadata,
			search_vector('PLAIN', content_type, search_title, search_excerpt, search_text)
		FROM plain_stage`)
	if err != nil {
		return 0, err
	}
	return float64(items) / time.Since(started).Seconds(), nil
}
