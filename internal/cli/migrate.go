package cli

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
	"airport-content/internal/postgres"
)

// migrationData is a migration as JSON.
type migrationData struct {
	Version int64  `json:"version"`
	Name    string `json:"name"`
	Applied bool   `json:"applied"`
}

func newMigrationData(m postgres.Migration) migrationData { return migrationData(m) }

func (p *program) migrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database's schema up or down",
		Long: `Bring the database's schema up or down. The database is that of MIGRATE_DATABASE_URL, or else of DATABASE_URL; connect to it
directly, not through a pooler. A second migration at the same time waits for the first.`,
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "up",
		Short: "Apply every missing migration",
		RunE: p.onDirectURL(func(ctx context.Context, url string) error {
			done, err := postgres.Migrate(ctx, url)
			return p.migrated(done, err)
		}),
	}, p.migrateDownCommand(), &cobra.Command{
		Use:   "status",
		Short: "List the migrations",
		RunE: p.onDirectURL(func(ctx context.Context, url string) error {
			migrations, err := postgres.Migrations(ctx, url)
			return list(p, migrations, err, newMigrationData, []string{"VERSION", "APPLIED", "NAME"}, func(m postgres.Migration) []string {
				applied := "no"
				if m.Applied {
					applied = "yes"
				}
				return []string{strconv.FormatInt(m.Version, 10), applied, m.Name}
			})
		}),
	}, &cobra.Command{
		Use:   "version",
		Short: "Print the newest applied migration, 0 for none",
		RunE:  p.onDirectURL(p.schemaVersion),
	})
	return cmd
}

func (p *program) migrateDownCommand() *cobra.Command {
	to, force := int64(-1), false
	cmd := &cobra.Command{
		Use:   "down",
		Short: "Take back one migration, or every one after --to",
		Long:  "Take back one migration, or every one after --to. If rows would go, this says how many, and asks for --force.",
		Example: `  airport-content migrate down
  airport-content migrate down --to 0`,
		RunE: p.onDirectURL(func(ctx context.Context, url string) error {
			if to < 0 {
				return p.migrateDownOne(ctx, url, force)
			}
			done, err := postgres.MigrateDown(ctx, url, to, force)
			return p.migrated(done, err)
		}),
	}
	cmd.Flags().BoolVar(&force, "force", false, "take back also what holds rows")
	cmd.Flags().Func("to", "the `version` of the newest migration to keep; 0 keeps none", func(s string) (err error) {
		if to, err = strconv.ParseInt(s, 10, 64); err != nil || to < 0 || to > postgres.ProgramVersion() {
			return fmt.Errorf("want 0 to %d", postgres.ProgramVersion())
		}
		return nil
	})
	return cmd
}

// onDirectURL is a command on the database that is reached without a pooler.
func (p *program) onDirectURL(do func(ctx context.Context, url string) error) func(*cobra.Command, []string) error {
	return p.run(func(ctx context.Context, _ []string) error {
		c, err := config.Load(p.env, nil)
		if err != nil {
			return err
		}
		return do(ctx, string(c.MigrateDatabaseURL))
	})
}

func (p *program) migrateDownOne(ctx context.Context, url string, force bool) error {
	migrations, err := postgres.Migrations(ctx, url)
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
	done, err := postgres.MigrateDown(ctx, url, to, force)
	return p.migrated(done, err)
}

// migrated says what was done. Some migrations may be done even if a later one failed.
func (p *program) migrated(done []postgres.Migration, err error) error {
	for _, m := range done {
		if m.Applied {
			p.say("applied %s", m.Name)
		} else {
			p.say("took back %s", m.Name)
		}
	}
	if err == nil && len(done) == 0 {
		p.say("there is nothing to migrate")
	}
	if err != nil || !p.json {
		return err
	}
	return list(p, done, nil, newMigrationData, nil, nil)
}

func (p *program) schemaVersion(ctx context.Context, url string) error {
	db, err := postgres.Open(ctx, postgres.Options{URL: url, MaxConns: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	version, err := db.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	return p.print(map[string]int64{"version": version}, strconv.FormatInt(version, 10))
}
