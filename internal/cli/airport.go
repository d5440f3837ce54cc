package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/importer"
)

func (p *program) airportCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "airport", Short: "Add, list, describe, rename and remove airports, and take them offline"}
	cmd.AddCommand(&cobra.Command{
		Use:   "add CODE NAME",
		Short: "Add an airport, without content yet",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			a, err := db.AddAirport(ctx, args[0], args[1])
			return p.done(a, err, "added airport %s, %s", a.Code, a.Name)
		}),
	}, p.listAirportsCommand(), &cobra.Command{
		Use:   "rename CODE NAME",
		Short: "Give an airport another name",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			a, err := db.RenameAirport(ctx, args[0], args[1])
			return p.done(a, err, "airport %s is now called %s", a.Code, a.Name)
		}),
	}, p.setAirportCommand(), &cobra.Command{
		Use:   "unread CODE",
		Short: "List texts of opening hours and places that were not understood",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			unread, err := db.ListUnread(ctx, args[0])
			return list(p, unread, err, []string{"ITEMS", "KEY", "TEXT"}, func(u admin.UnreadText) []string {
				return []string{number(u.Items), u.Key, u.Text}
			})
		}),
	}, p.offlineCommand("offline", "Give partners 503 instead of an airport's content; its sources rest", "airport %s is offline", true),
		p.offlineCommand("online", "Give partners the content of an airport again", "airport %s is online", false), p.removeAirportCommand(), &cobra.Command{
			Use:   "reset-sync CODE",
			Short: "Make partners read everything again",
			RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
				a, err := db.ResetAirportSync(ctx, args[0])
				return p.done(a, err, "partners that synchronise %s will read it again", a.Code)
			}),
		})
	return cmd
}

func (p *program) listAirportsCommand() *cobra.Command {
	var sizes bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the airports",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, _ []string) error {
			if sizes {
				return p.listSizes(ctx, db)
			}
			airports, err := db.ListAirports(ctx)
			return list(p, airports, err, []string{"CODE", "ITEMS", "IMPORTED", "OFFLINE", "TIME ZONE", "WEBSITE", "NAME"}, func(a admin.Airport) []string {
				return []string{a.Code, number(a.Items), day(a.ImportedAt), day(a.OfflineAt), known(a.TimeZone), known(a.Website), a.Name}
			})
		}),
	}
	cmd.Flags().BoolVar(&sizes, "sizes", false, "show what each airport takes in the database, without indexes and dead rows; this reads every item")
	return cmd
}

// listSizes lists what airports take, and says what all parts of the database take.
func (p *program) listSizes(ctx context.Context, db admin.DB) error {
	whole, err := db.Sizes(ctx)
	if err != nil {
		return err
	}
	airports, err := db.ListAirportSizes(ctx)
	if err == nil {
		p.say("%s", admin.Describe(whole))
	}
	return list(p, airports, err, []string{"CODE", "ITEMS", "BODIES", "SEARCH", "OTHERS"}, func(a admin.AirportSize) []string {
		return []string{a.Code, number(a.Items), admin.Megabytes(a.Bodies), admin.Megabytes(a.Search), admin.Megabytes(a.Others)}
	})
}

func (p *program) offlineCommand(use, does, did string, offline bool) *cobra.Command {
	return &cobra.Command{
		Use:   use + " CODE",
		Short: does,
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			a, err := db.SetAirportOffline(ctx, args[0], offline)
			return p.done(a, err, did, a.Code)
		}),
	}
}

func (p *program) setAirportCommand() *cobra.Command {
	var website, timeZone string
	var readTexts bool
	cmd := &cobra.Command{
		Use:   "set CODE [--website URL] [--time-zone ZONE] [--read-texts=BOOL]",
		Short: "Set an airport's website and time zone, and whether texts of its items are read",
	}
	cmd.RunE = p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
		a, err := db.SetPlace(ctx, args[0], admin.Place{Website: ifGiven(cmd, "website", &website), TimeZone: ifGiven(cmd, "time-zone", &timeZone)})
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("read-texts") {
			changed, err := importer.SetReadTexts(ctx, string(p.config.MigrateDatabaseURL), a.Code, readTexts, p.importOptions(a.Code))
			if err != nil {
				return err
			}
			p.say("%s of %s changed", count(changed, "item"), a.Code)
			a.ReadTexts = readTexts
		}
		return p.done(a, nil, "airport %s has the website %s and the time zone %s; texts of its items are %s", a.Code, known(a.Website), known(a.TimeZone),
			map[bool]string{true: "read", false: "not read"}[a.ReadTexts])
	})
	cmd.Flags().StringVar(&website, "website", "", "an http or https `URL`")
	cmd.Flags().StringVar(&timeZone, "time-zone", "", "the IANA name of a `zone`, such as America/Los_Angeles")
	cmd.Flags().BoolVar(&readTexts, "read-texts", true, "read opening hours and places from texts into metadata")
	cmd.MarkFlagsOneRequired("website", "time-zone", "read-texts")
	return cmd
}

// known shows a text that may be missing.
func known(text *string) string {
	if text == nil {
		return "-"
	}
	return *text
}

func (p *program) removeAirportCommand() *cobra.Command {
	var withContent, force bool
	cmd := &cobra.Command{
		Use:   "remove CODE",
		Short: "Remove an airport; keys can no longer read it",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			removed, err := db.RemoveAirport(ctx, args[0], withContent, force)
			switch {
			case errors.Is(err, admin.ErrHasContent):
				err = fmt.Errorf("%w; --with-content deletes them too", err)
			case errors.Is(err, admin.ErrHasSources):
				err = fmt.Errorf("%w; --force removes them too", err)
			}
			return p.done(removed, err, "removed airport %s, %s of content, %s and the grants of %s", removed.Code,
				count(removed.Items, "item"), count(removed.Sources, "source"), count(removed.Keys, "key"))
		}),
	}
	cmd.Flags().BoolVar(&withContent, "with-content", false, "delete its content too")
	cmd.Flags().BoolVar(&force, "force", false, "remove its sources too")
	return cmd
}
