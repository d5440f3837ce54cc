package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/config"
	"airport-content/internal/db"
	"airport-content/internal/schema"
)

func (p *program) migrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database's schema up to date",
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "up",
		Short: "Apply every missing migration",
		RunE: p.onDirectURL(func(ctx context.Context, url string, _ *db.Pool) error {
			done, err := schema.Migrate(ctx, url)
			return p.migrated(done, err)
		}),
	}, &cobra.Command{
		Use:   "status",
		Short: "List the migrations",
		RunE: p.onDirectURL(func(ctx context.Context, url string, pool *db.Pool) error {
			migrations, err := schema.Migrations(ctx, url)
			err = list(p, migrations, err, []string{"VERSION", "APPLIED", "NAME"}, func(m schema.Migration) []string {
				applied := "no"
				if m.Applied {
					applied = "yes"
				}
				return []string{number(m.Version), applied, m.Name}
			})
			if err != nil {
				return err
			}
			return p.sayOutdated(ctx, pool)
		}),
	}, &cobra.Command{
		Use:   "version",
		Short: "Print the newest applied migration, 0 for none",
		RunE: p.onDirectURL(func(ctx context.Context, _ string, pool *db.Pool) error {
			version, err := schema.Version(ctx, pool)
			if err != nil {
				return err
			}
			return p.print(map[string]int64{"version": version}, number(version))
		}),
	})
	return cmd
}

// onDirectURL is a command on a direct connection to the database, without a pooler.
func (p *program) onDirectURL(do func(ctx context.Context, url string, pool *db.Pool) error) func(*cobra.Command, []string) error {
	return p.run(func(ctx context.Context, _ []string) error {
		c, err := config.Load(p.env, nil)
		if err != nil {
			return err
		}
		url := string(c.MigrateDatabaseURL)
		pool, err := db.Open(ctx, db.Options{URL: url, MaxConns: 1})
		if err != nil {
			return err
		}
		defer pool.Close()
		return schema.Explain(ctx, pool.Queries, do(ctx, url, pool))
	})
}

// sayOutdated names the airports that need a reindex.
func (p *program) sayOutdated(ctx context.Context, pool *db.Pool) error {
	if schema.Check(ctx, pool) != nil { // the list of migrations shows what is missing
		return nil
	}
	airports, err := admin.New(pool).ListAirports(ctx)
	if outdated := admin.Outdated(airports); len(outdated) > 0 {
		p.say("an older program made the vectors of %s; run: airport-content reindex", strings.Join(outdated, ", "))
	}
	return err
}

// migrated reports the applied migrations. Earlier migrations stay applied if a later one fails.
func (p *program) migrated(done []schema.Migration, err error) error {
	for _, m := range done {
		p.say("applied %s", m.Name)
	}
	if err == nil && len(done) == 0 {
		p.say("there is nothing to migrate")
	}
	if err != nil {
		return err
	}
	return p.printJSON(done)
}
