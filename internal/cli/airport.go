package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
)

func (p *program) airportCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "airport", Short: "Add, list, rename and remove airports"}
	cmd.AddCommand(&cobra.Command{
		Use:     "add CODE NAME",
		Short:   "Add an airport, without content yet",
		Example: `  airport-content airport add SFO "San Francisco International Airport"`,
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			a, err := db.AddAirport(ctx, args[0], args[1])
			if err != nil {
				return err
			}
			return p.done(a, "added airport %s, %s", a.Code, a.Name)
		}),
	}, &cobra.Command{
		Use:   "list",
		Short: "List the airports",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, _ []string) error {
			airports, err := db.ListAirports(ctx)
			if err != nil {
				return err
			}
			var rows [][]string
			for _, a := range airports {
				rows = append(rows, []string{a.Code, strconv.FormatInt(a.Items, 10), day(a.ImportedAt), a.Name})
			}
			return p.list(airports, []string{"CODE", "ITEMS", "IMPORTED", "NAME"}, rows)
		}),
	}, &cobra.Command{
		Use:               "rename CODE NAME",
		Short:             "Give an airport another name",
		Example:           `  airport-content airport rename SFO "San Francisco International"`,
		ValidArgsFunction: p.complete(airportCodes),
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			a, err := db.RenameAirport(ctx, args[0], args[1])
			if err != nil {
				return err
			}
			return p.done(a, "airport %s is now called %s", a.Code, a.Name)
		}),
	}, p.removeAirportCommand(), &cobra.Command{
		Use:   "reset-sync CODE",
		Short: "Make partners read everything again",
		Long: `Make partners that synchronise read everything again: every cursor and every cached answer of the airport becomes invalid.
The items are counted anew. Do this after you restored the database from a backup, or changed rows by hand.`,
		ValidArgsFunction: p.complete(airportCodes),
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			a, err := db.ResetAirportSync(ctx, args[0])
			if err != nil {
				return err
			}
			return p.done(a, "partners that synchronise %s will read it again", a.Code)
		}),
	})
	return cmd
}

func (p *program) removeAirportCommand() *cobra.Command {
	var withContent bool
	cmd := &cobra.Command{
		Use:   "remove CODE",
		Short: "Remove an airport; keys can no longer read it",
		Example: `  airport-content airport remove SFO
  airport-content airport remove SFO --with-content`,
		ValidArgsFunction: p.complete(airportCodes),
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			removed, err := db.RemoveAirport(ctx, args[0], withContent)
			if errors.Is(err, admin.ErrHasContent) {
				err = fmt.Errorf("%w; --with-content deletes them too", err)
			}
			if err != nil {
				return err
			}
			return p.done(removed, "removed airport %s, %d items of content and the grants of %d keys", removed.Code, removed.Items, removed.Keys)
		}),
	}
	cmd.Flags().BoolVar(&withContent, "with-content", false, "delete its content too")
	return cmd
}
