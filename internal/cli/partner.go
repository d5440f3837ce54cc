package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/partner"
)

func (p *program) partnerCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "partner", Short: "Add, list, limit, disable, rename and remove partners"}
	cmd.AddCommand(p.addPartnerCommand(), &cobra.Command{
		Use:   "list",
		Short: "List the partners",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, _ []string) error {
			partners, err := db.ListPartners(ctx)
			return list(p, partners, err, []string{"ID", "NAME", "RATE LIMIT", "CREATED", "DISABLED"}, func(one partner.Partner) []string {
				return []string{number(one.ID), one.Name, limitText(one.RateLimit), day(&one.CreatedAt), day(one.DisabledAt)}
			})
		}),
	}, p.setPartnerCommand(),
		p.disablePartnerCommand("disable", "Refuse all keys of a partner until it is enabled again", "disabled partner %s: its keys are refused within 5 seconds", true),
		p.disablePartnerCommand("enable", "Accept the keys of a disabled partner again", "enabled partner %s", false),
		&cobra.Command{
			Use:   "rename NAME NEW",
			Short: "Give a partner another name; its id and its keys stay",
			RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
				renamed, err := db.RenamePartner(ctx, args[0], args[1])
				return p.done(renamed, err, "%q is now partner %s", args[0], describePartner(renamed))
			}),
		}, &cobra.Command{
			Use:   "remove NAME",
			Short: "Remove a partner with its keys and their usage, for good",
			RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
				removed, err := db.RemovePartner(ctx, args[0])
				return p.done(removed, err, "removed partner %s and %s", describePartner(removed.Partner), count(removed.Keys, "key"))
			}),
		})
	return cmd
}

func (p *program) disablePartnerCommand(use, does, did string, disabled bool) *cobra.Command {
	return &cobra.Command{
		Use:   use + " NAME",
		Short: does,
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			changed, err := db.SetPartnerDisabled(ctx, args[0], disabled)
			return p.done(changed, err, did, describePartner(changed))
		}),
	}
}

func (p *program) addPartnerCommand() *cobra.Command {
	var id int64
	var limit *int
	cmd := &cobra.Command{
		Use:   "add NAME",
		Short: "Add a partner",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			added, err := db.AddPartner(ctx, args[0], id, limit)
			return p.done(added, err, "added partner %s", describePartner(added))
		}),
	}
	cmd.Flags().Func("id", "the partner's id, such as an older system's; the next free `number` unless given", wholeNumber(&id))
	cmd.Flags().Func("rate-limit", rateLimitUsage, rateLimit(&limit))
	return cmd
}

func (p *program) setPartnerCommand() *cobra.Command {
	var limit *int
	cmd := &cobra.Command{
		Use:   "set NAME --rate-limit N|default",
		Short: "Change a partner's rate limit",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			changed, err := db.SetPartnerRateLimit(ctx, args[0], limit)
			return p.done(changed, err, "changed partner %s", describePartner(changed))
		}),
	}
	cmd.Flags().Func("rate-limit", rateLimitUsage, rateLimit(&limit))
	_ = cmd.MarkFlagRequired("rate-limit") // fails only for an unknown flag
	return cmd
}

const rateLimitUsage = "a `number` of requests a minute, and as many for /changes, or default for the server's"

// rateLimit reads a whole number, or default, which is nil.
func rateLimit(into **int) func(string) error {
	return func(s string) error {
		*into = nil
		if s == "default" {
			return nil
		}
		limit := new(int)
		if err := wholeNumber(limit)(s); err != nil {
			return fmt.Errorf("%w, or default", err)
		}
		*into = limit
		return nil
	}
}

// wholeNumber reads a number that has no upper bound here.
func wholeNumber[N int | int64](into *N) func(string) error {
	return func(s string) error {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < 1 {
			return errors.New("want a whole number, 1 or more")
		}
		*into = N(n)
		return nil
	}
}

func describePartner(p partner.Partner) string {
	return fmt.Sprintf("%q (id %d, rate limit %s)", p.Name, p.ID, limitText(p.RateLimit))
}

func limitText(limit *int) string {
	if limit == nil {
		return "default"
	}
	return fmt.Sprintf("%d a minute", *limit)
}
