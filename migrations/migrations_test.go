package migrations_test

import (
	"context"
	"database/sql"
	_ "embed"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"airport-content/internal/check"
	"airport-content/internal/schema"
	"airport-content/internal/testenv"
	"airport-content/migrations"
)

//go:embed testdata/schema.sql
var schemaQuery string

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// Takes back the newest migration, then the newest two, and so on. Each time, migrating again must
// give the same schema. Taking back all of them must leave nothing.
func TestMigrationsGoDownAndUpAgain(t *testing.T) {
	t.Parallel()
	database := testenv.Database(t)
	complete := tables(t, database)
	if len(complete) == 0 {
		t.Fatal("a migrated database looks empty")
	}

	for version := schema.ProgramVersion(); version > 0; version-- {
		down(t, database, version-1)
		check.Must(schema.Migrate(t.Context(), database))(t)
		check.Same(t, complete, tables(t, database), "down to before this migration and up: ", version)
	}
	down(t, database, 0)
	if left := tables(t, database); len(left) > 0 {
		t.Errorf("left after all migrations are taken back:\n%s", cmp.Diff([]string(nil), left))
	}
}

// down takes migrations back as the goose CLI does.
func down(t *testing.T, database string, to int64) {
	t.Helper()
	conn := check.Must(sql.Open("pgx", database))(t)
	defer conn.Close()
	provider := check.Must(goose.NewProvider(goose.DialectPostgres, conn, migrations.FS))(t)
	check.Must(provider.DownTo(t.Context(), to))(t)
}

// tables lists what the database holds, one line for each thing.
func tables(t *testing.T, database string) []string {
	t.Helper()
	conn := check.Must(pgx.Connect(t.Context(), database))(t)
	defer conn.Close(context.Background())
	rows := check.Must(conn.Query(t.Context(), schemaQuery))(t)
	return check.Must(pgx.CollectRows(rows, pgx.RowTo[string]))(t)
}
