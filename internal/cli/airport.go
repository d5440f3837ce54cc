package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"airport-content/internal/postgres"
)

func (p *program) airportCommand() *cobra.Command {
	return p.group(&cobra.Command{Use: "airport", Short: "Add, list, rename and remove airports"},
		&cobra.Command{
			Use:     "add CODE NAME",
			Short:   "Add an airport, without content yet",
			Example: `  airport-content airport add SFO "San Francisco International Airport"`,
			Args:    arguments("CODE", "NAME"),
			RunE:    p.run(p.addAirport),
		},
		&cobra.Command{Use: "list", Short: "List the airports", Args: arguments(), RunE: p.run(p.listAirports)},
		&cobra.Command{
			Use:     "rename CODE NAME",
			Short:   "Give an airport another name",
			Example: `  airport-content airport rename SFO "San Francisco International"`,
			Args:    arguments("CODE", "NAME"),
			RunE:    p.run(p.renameAirport),

			ValidArgsFunction: p.complete(offerAirports),
		},
		p.removeAirportCommand(),
		&cobra.Command{
			Use:   "reset-sync CODE",
			Short: "Have partners that synchronise read everything again",
			Long: `Have partners that synchronise read everything again: every cursor and every cached answer of the airport
becomes invalid. For after a database was restored from a backup.`,
			Args: arguments("CODE"),
			RunE: p.run(p.resetAirportSync),

			ValidArgsFunction: p.complete(offerAirports),
		},
	)
}

func (p *program) removeAirportCommand() *cobra.Command {
	var withContent bool
	cmd := &cobra.Command{
		Use:   "remove CODE",
		Short: "Remove an airport; keys lose their grants of it",
		Example: `  airport-content airport remove SFO
  airport-content airport remove SFO --with-content`,
		Args: arguments("CODE"),
		RunE: p.run(func(ctx context.Context, args []string) error { return p.removeAirport(ctx, args[0], withContent) }),

		ValidArgsFunction: p.complete(offerAirports),
	}
	cmd.Flags().BoolVar(&withContent, "with-content", false, "delete its content too")
	return cmd
}

// airportData is an airport as JSON.
type airportData struct {
	Code        string  `json:"code"`
	Name        string  `json:"name"`
	Items       int64   `json:"items"`
	Revision    int64   `json:"revision"`
	PublishedAt *string `json:"publishedAt"`
	ImportedAt  *string `json:"importedAt"`
}

func newAirportData(a postgres.Airport) airportData {
	return airportData{a.Code, a.Name, a.Items, a.Revision, stamp(a.PublishedAt), stamp(a.ImportedAt)}
}

func (p *program) addAirport(ctx context.Context, args []string) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		a, err := db.AddAirport(ctx, args[0], args[1])
		if err != nil {
			return err
		}
		return p.done(newAirportData(a), "added airport %s, %s", a.Code, a.Name)
	})
}

func (p *program) listAirports(ctx context.Context, _ []string) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		airports, err := db.ListAirports(ctx)
		if err != nil {
			return err
		}
		columns := []string{"CODE", "ITEMS", "IMPORTED", "NAME"}
		return list(p, airports, newAirportData, columns, func(a postgres.Airport) []string {
			return []string{a.Code, strconv.FormatInt(a.Items, 10), day(a.ImportedAt), a.Name}
		})
	})
}

func (p *program) renameAirport(ctx context.Context, args []string) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		a, err := db.RenameAirport(ctx, args[0], args[1])
		if err != nil {
			return err
		}
		return p.done(newAirportData(a), "airport %s is %s now", a.Code, a.Name)
	})
}

func (p *program) resetAirportSync(ctx context.Context, args []string) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		a, err := db.ResetAirportSync(ctx, args[0])
		if err != nil {
			return err
		}
		return p.done(newAirportData(a), "partners that synchronise %s will read it anew", a.Code)
	})
}

func (p *program) removeAirport(ctx context.Context, code string, withContent bool) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		removed, err := db.RemoveAirport(ctx, code, withContent)
		if errors.Is(err, postgres.ErrHasContent) {
			return fmt.Errorf("%w; --with-content deletes them too", err)
		}
		if err != nil {
			return err
		}
		data := struct {
			Items int64 `json:"items"`
			Keys  int64 `json:"keys"`
		}{removed.Items, removed.Keys}
		return p.done(data, "removed airport %s, %d items of content and the grants of %d keys", removed.Code, removed.Items, removed.Keys)
	})
}
