package cli

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"airport-content/internal/partner"
	"airport-content/internal/postgres"
)

func (p *program) partnerCommand() *cobra.Command {
	return p.group(&cobra.Command{Use: "partner", Short: "Add, list, limit, disable and enable partners"},
		p.addPartnerCommand(),
		&cobra.Command{Use: "list", Short: "List the partners", Args: arguments(), RunE: p.run(p.listPartners)},
		p.setPartnerCommand(),
		&cobra.Command{
			Use:   "disable NAME",
			Short: "Refuse all keys of a partner, until it is enabled again",
			Args:  arguments("NAME"),
			RunE: p.run(func(ctx context.Context, args []string) error {
				return p.changePartner(ctx, "disabled partner %s: its keys are refused within 5 seconds",
					func(ctx context.Context, db *postgres.DB) (partner.Partner, error) {
						return db.DisablePartner(ctx, args[0])
					})
			}),
			ValidArgsFunction: p.complete(offerPartners),
		},
		&cobra.Command{
			Use:   "enable NAME",
			Short: "Take the keys of a disabled partner again",
			Args:  arguments("NAME"),
			RunE: p.run(func(ctx context.Context, args []string) error {
				return p.changePartner(ctx, "enabled partner %s",
					func(ctx context.Context, db *postgres.DB) (partner.Partner, error) {
						return db.EnablePartner(ctx, args[0])
					})
			}),
			ValidArgsFunction: p.complete(offerPartners),
		},
	)
}

func (p *program) addPartnerCommand() *cobra.Command {
	var id int64
	var rateLimit int
	cmd := &cobra.Command{
		Use:   "add NAME",
		Short: "Add a partner",
		Example: `  airport-content partner add Acme
  airport-content partner add "Old Partner Ltd." --id 4711 --rate-limit 600`,
		Args: arguments("NAME"),
	}
	cmd.Flags().Int64Var(&id, "id", 0, "the partner's id, such as an older system's; the next free one unless given")
	cmd.Flags().IntVar(&rateLimit, "rate-limit", 0, "requests a minute; the server's default unless given")
	cmd.RunE = p.run(func(ctx context.Context, args []string) error {
		if cmd.Flags().Changed("id") && id < 1 {
			return fmt.Errorf("--id %d: want 1 or more", id)
		}
		var limit *int
		if cmd.Flags().Changed("rate-limit") {
			limit = &rateLimit
		}
		return p.changePartner(ctx, "added partner %s", func(ctx context.Context, db *postgres.DB) (partner.Partner, error) {
			return db.AddPartner(ctx, args[0], id, limit)
		})
	})
	return cmd
}

func (p *program) setPartnerCommand() *cobra.Command {
	const byDefault = "default"
	var rateLimit string
	cmd := &cobra.Command{
		Use:   "set NAME --rate-limit N|default",
		Short: "Change a partner's rate limit",
		Example: `  airport-content partner set Acme --rate-limit 600
  airport-content partner set Acme --rate-limit default`,
		Args:              arguments("NAME"),
		ValidArgsFunction: p.complete(offerPartners),
	}
	cmd.Flags().StringVar(&rateLimit, "rate-limit", "", "requests a minute, or default for the server's")
	cmd.RunE = p.run(func(ctx context.Context, args []string) error {
		if !cmd.Flags().Changed("rate-limit") {
			return usageError("missing: --rate-limit N|default")
		}
		var limit *int
		if rateLimit != byDefault {
			n, err := strconv.Atoi(rateLimit)
			if err != nil {
				return fmt.Errorf("--rate-limit %q: want a whole number or default", rateLimit)
			}
			limit = &n
		}
		return p.changePartner(ctx, "changed partner %s", func(ctx context.Context, db *postgres.DB) (partner.Partner, error) {
			return db.SetPartnerRateLimit(ctx, args[0], limit)
		})
	})
	return cmd
}

// partnerData is a partner as JSON.
type partnerData struct {
	ID         int64   `json:"id"`
	Name       string  `json:"name"`
	RateLimit  *int    `json:"rateLimit"`
	CreatedAt  *string `json:"createdAt"`
	DisabledAt *string `json:"disabledAt"`
}

func newPartnerData(p partner.Partner) partnerData {
	return partnerData{p.ID, p.Name, p.RateLimit, stamp(&p.CreatedAt), stamp(p.DisabledAt)}
}

// changePartner makes the change and tells it; message is about the partner's name.
func (p *program) changePartner(ctx context.Context, message string,
	change func(context.Context, *postgres.DB) (partner.Partner, error)) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		changed, err := change(ctx, db)
		if err != nil {
			return err
		}
		who := fmt.Sprintf("%q (id %d, rate limit %s)", changed.Name, changed.ID, limitText(changed.RateLimit))
		return p.done(newPartnerData(changed), message, who)
	})
}

func (p *program) listPartners(ctx context.Context, _ []string) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		partners, err := db.ListPartners(ctx)
		if err != nil {
			return err
		}
		columns := []string{"ID", "NAME", "RATE LIMIT", "CREATED", "DISABLED"}
		return list(p, partners, newPartnerData, columns, func(p partner.Partner) []string {
			return []string{strconv.FormatInt(p.ID, 10), p.Name, limitText(p.RateLimit), day(&p.CreatedAt), day(p.DisabledAt)}
		})
	})
}

func limitText(limit *int) string {
	if limit == nil {
		return "default"
	}
	return fmt.Sprintf("%d a minute", *limit)
}
