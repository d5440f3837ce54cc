package cli

import (
	"context"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
	"airport-content/internal/postgres"
)

func (p *program) reindexCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "reindex [AIRPORT]",
		Short: "Make the search index of one airport, or of all, again",
		Long: `Make again what the search knows of an airport's content, or of every airport's. For after an upgrade that says so. The
API serves meanwhile; imports of the airport wait.`,
		Args: arguments("[AIRPORT]"),
		RunE: p.run(p.reindex),

		ValidArgsFunction: p.complete(offerAirports),
	}
}

// reindexedData is a reindexed airport as JSON.
type reindexedData struct {
	Airport string `json:"airport"`
	Items   int    `json:"items"`
}

func (p *program) reindex(ctx context.Context, args []string) error {
	c, err := config.Load(p.env, nil)
	if err != nil {
		return err
	}
	airports, err := airportsToReindex(ctx, c, args)
	if err != nil {
		return err
	}
	done := []reindexedData{}
	for _, a := range airports {
		items, err := p.reindexAirport(ctx, c, a.Code)
		if err != nil {
			return err
		}
		p.say("reindexed %s, %d items", a.Code, items)
		done = append(done, reindexedData{a.Code, items})
	}
	if p.json {
		return printJSON(p.stdout, done)
	}
	return nil
}

func airportsToReindex(ctx context.Context, c config.Config, args []string) (airports []postgres.Airport, err error) {
	err = administerDirectly(ctx, c, func(ctx context.Context, db *postgres.DB) error {
		if len(args) == 0 {
			airports, err = db.ListAirports(ctx)
			return err
		}
		airport, err := db.Airport(ctx, args[0])
		airports = []postgres.Airport{airport}
		return err
	})
	return airports, err
}

func (p *program) reindexAirport(ctx context.Context, c config.Config, code string) (items int, err error) {
	bar := newProgress(p.stderr, code, -1)
	defer bar.end()
	waiting := func() { p.say("waiting for an import of %s to end", code) }
	return postgres.Reindex(ctx, string(c.MigrateDatabaseURL), code, waiting, bar.items)
}
