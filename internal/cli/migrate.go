package cli

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
	"airport-content/internal/postgres"
)

func (p *program) migrateCommand() *cobra.Command {
	return p.group(&cobra.Command{
		Use:   "migrate",
		Short: "Bring the database's schema up or down",
		Long: `Bring the database's schema up or down. The database is that of MIGRATE_DATABASE_URL, or else of DATABASE_URL; it must be
reached directly, not through a pooler. Others that migrate at the same time are awaited.`,
	},
		&cobra.Command{Use: "up", Short: "Apply every migration that is missing", Args: arguments(), RunE: p.run(p.migrateUp)},
		p.migrateDownCommand(),
		&cobra.Command{Use: "status", Short: "List the migrations", Args: arguments(), RunE: p.run(p.migrateStatus)},
		&cobra.Command{Use: "version", Short: "Print the newest migration that is applied, 0 for none", Args: arguments(), RunE: p.run(p.migrateVersion)},
	)
}

func (p *program) migrateDownCommand() *cobra.Command {
	const step = -1
	var to int64
	cmd := &cobra.Command{
		Use:   "down",
		Short: "Take back one migration, or every one after --to",
		Example: `  airport-content migrate down
  airport-content migrate down --to 0`,
		Args: arguments(),
	}
	cmd.Flags().Int64Var(&to, "to", step, "the newest migration to keep; 0 keeps none")
	cmd.RunE = p.run(func(ctx context.Context, _ []string) error {
		if !cmd.Flags().Changed("to") {
			return p.migrateDownOne(ctx)
		}
		if to < 0 || to > postgres.ProgramVersion() {
			return fmt.Errorf("--to %d: want 0 to %d", to, postgres.ProgramVersion())
		}
		return p.migrateDown(ctx, to)
	})
	return cmd
}

// migrationData is a migration as JSON.
type migrationData struct {
	Version int64  `json:"version"`
	Name    string `json:"name"`
	Applied bool   `json:"applied"`
}

func newMigrationData(m postgres.Migration) migrationData { return migrationData(m) }

func (p *program) migrateURL() (string, error) {
	c, err := config.Load(p.env, nil)
	return string(c.MigrateDatabaseURL), err
}

func (p *program) migrateUp(ctx context.Context, _ []string) error {
	databaseURL, err := p.migrateURL()
	if err != nil {
		return err
	}
	done, err := postgres.MigrateUp(ctx, databaseURL, postgres.ProgramVersion())
	return p.migrated(done, err)
}

func (p *program) migrateDown(ctx context.Context, to int64) error {
	databaseURL, err := p.migrateURL()
	if err != nil {
		return err
	}
	done, err := postgres.MigrateDown(ctx, databaseURL, to)
	return p.migrated(done, err)
}

func (p *program) migrateDownOne(ctx context.Context) error {
	migrations, err := p.migrations(ctx)
	if err != nil {
		return err
	}
	var to, newest int64
	for _, m := range migrations {
		if m.Applied {
			to, newest = newest, m.Version
		}
	}
	if newest == 0 {
		return p.migrated(nil, nil)
	}
	return p.migrateDown(ctx, to)
}

// migrated tells what was done, which may be something even if all of it failed in the end.
func (p *program) migrated(done []postgres.Migration, err error) error {
	for _, m := range done {
		what := "applied"
		if !m.Applied {
			what = "took back"
		}
		p.say("%s %s", what, m.Name)
	}
	if err != nil {
		return err
	}
	if len(done) == 0 {
		p.say("there is nothing to migrate")
	}
	if !p.json {
		return nil
	}
	return list(p, done, newMigrationData, nil, nil)
}

func (p *program) migrations(ctx context.Context) ([]postgres.Migration, error) {
	databaseURL, err := p.migrateURL()
	if err != nil {
		return nil, err
	}
	return postgres.Migrations(ctx, databaseURL)
}

func (p *program) migrateStatus(ctx context.Context, _ []string) error {
	migrations, err := p.migrations(ctx)
	if err != nil {
		return err
	}
	return list(p, migrations, newMigrationData, []string{"VERSION", "APPLIED", "NAME"}, func(m postgres.Migration) []string {
		applied := "no"
		if m.Applied {
			applied = "yes"
		}
		return []string{strconv.FormatInt(m.Version, 10), applied, m.Name}
	})
}

func (p *program) migrateVersion(ctx context.Context, _ []string) error {
	databaseURL, err := p.migrateURL()
	if err != nil {
		return err
	}
	db, err := postgres.Open(ctx, postgres.Options{URL: databaseURL, MaxConns: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	version, err := db.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if p.json {
		return printJSON(p.stdout, struct {
			Version int64 `json:"version"`
		}{version})
	}
	_, err = fmt.Fprintln(p.stdout, version)
	return err
}
