package postgres

import (
	"context"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"airport-content/migrations"
)

// MigrateDown takes back the migrations after version to and lists them. Without force it refuses to drop rows. It also refuses
// a schema that is newer than the program.
func MigrateDown(ctx context.Context, databaseURL string, to int64, force bool) (done []Migration, err error) {
	err = withGoose(ctx, databaseURL, func(p *goose.Provider) error {
		stored, err := p.GetDBVersion(ctx)
		if err != nil {
			return err
		}
		if known := ProgramVersion(); stored > known {
			return fmt.Errorf("the schema has migration %d, and this program knows none after %d: take it back with the airport-content that applied it",
				stored, known)
		}
		if !force {
			if err := refuseToDropRows(ctx, databaseURL, p, to); err != nil {
				return err
			}
		}
		results, err := p.DownTo(ctx, to)
		for _, r := range results {
			done = append(done, Migration{r.Source.Version, r.Source.Path, false})
		}
		return err
	})
	return done, err
}

var droppedTable = regexp.MustCompile(`(?m)^DROP TABLE (\w+);`)

// refuseToDropRows returns an error if migrations after version to would drop rows. The rows of schema_support and synonym_state
// do not count: the migrations themselves add these.
func refuseToDropRows(ctx context.Context, databaseURL string, p *goose.Provider, to int64) error {
	conn, err := connectDirect(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer closeSession(conn)
	var total int64
	var tables []string
	for _, source := range p.ListSources() {
		if source.Version <= to {
			continue
		}
		text, err := fs.ReadFile(migrations.FS, source.Path)
		if err != nil {
			return err
		}
		_, down, _ := strings.Cut(string(text), "-- +goose Down")
		for _, match := range droppedTable.FindAllStringSubmatch(down, -1) {
			table := match[1]
			if table == "schema_support" || table == "synonym_state" {
				continue
			}
			rows, err := countRows(ctx, conn, table)
			if err != nil {
				return fmt.Errorf("count the rows of %s: %w", table, err)
			}
			if total += rows; rows > 0 {
				tables = append(tables, fmt.Sprintf("%s %d", table, rows))
			}
		}
	}
	if total > 0 {
		return fmt.Errorf("%d rows would go for good (%s); make a backup, then use --force", total, strings.Join(tables, ", "))
	}
	return nil
}

// countRows counts none in a table that does not exist.
func countRows(ctx context.Context, conn *pgx.Conn, table string) (rows int64, err error) {
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", "public."+table).Scan(&exists); err != nil || !exists {
		return 0, err
	}
	err = conn.QueryRow(ctx, "SELECT count(*) FROM "+pgx.Identifier{"public", table}.Sanitize()).Scan(&rows)
	return rows, err
}
