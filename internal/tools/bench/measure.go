package main

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const rounds = 3

// measureRequests measures each request and its SQL in turn, because the pace of a machine changes.
// It takes the round with the median ratio.
func (b *bench) measureRequests(ctx context.Context, r *report) {
	s := b.serve(ctx)
	defer s.stop()
	r.Start = milliseconds(s.start)
	for _, request := range requests() {
		if !b.wants(ctx, request.name) {
			continue
		}
		if strings.Contains(request.path, ":two") {
			b.checkSearch(ctx, request)
		}
		if before, after, ok := strings.Cut(request.path, ":cursor"); ok {
			request.path = before + url.QueryEscape(b.lastCursor(ctx)) + after
		}
		for _, clients := range []int{16, 1} {
			var measured []row
			for range 1 + rounds {
				measured = append(measured, newRow(request.name, clients, b.loadService(ctx, request, clients), b.loadSQL(ctx, request, clients)))
			}
			r.Rows = append(r.Rows, median(measured[1:])) // the first round is warm-up
		}
		if request.light {
			r.Memory = s.memory()
		}
	}
}

// measureImport imports items, then copies them into a plain table without indexes that makes their
// vectors.
func (b *bench) measureImport(ctx context.Context, r *report) {
	const airport, items = 9000, 10_000
	name := fmt.Sprintf("import of %d items", items)
	if !b.wants(ctx, name) {
		return
	}
	const columns = "id, content_type, title, url, excerpt, content, metadata, language, last_modified"
	file := filepath.Join(b.dir, "items")
	perSecond := func(d time.Duration) load { return load{PerSecond: items / d.Seconds(), P50: milliseconds(d)} }
	var measured []row
	for round := range rounds {
		imported := b.importAirport(ctx, airport+round, items)
		b.sql(ctx, fmt.Sprintf(`
			DROP TABLE IF EXISTS bench_item;
			CREATE TABLE bench_item AS SELECT %[1]s FROM content_item LIMIT 0;
			ALTER TABLE bench_item ADD search tsvector GENERATED ALWAYS AS (to_tsvector('english', title)
				|| to_tsvector('english', excerpt) || to_tsvector('english', content)) STORED;
			\copy (SELECT %[1]s FROM content_item WHERE airport = '%[2]d') TO '%[3]s'`, columns, airport+round, file))
		started := time.Now()
		b.sql(ctx, fmt.Sprintf(`\copy bench_item (%s) FROM '%s'`, columns, file))
		measured = append(measured, newRow(name, 1, perSecond(imported), perSecond(time.Since(started))))
	}
	r.Rows = append(r.Rows, median(measured))
}

// median is the row with the median ratio.
func median(rows []row) row {
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.Ratio, b.Ratio) })
	return rows[len(rows)/2]
}
