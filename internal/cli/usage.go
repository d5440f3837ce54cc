package cli

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/partner"
)

func (p *program) usageCommand() *cobra.Command {
	var partnerName, airport string
	var hourly bool
	var status int
	from := time.Now().AddDate(0, 0, -7)
	cmd := &cobra.Command{
		Use:   "usage",
		Short: "Show how often each key was used, day by day or hour by hour",
	}
	cmd.RunE = p.onDatabase(func(ctx context.Context, db admin.DB, _ []string) error {
		asked := admin.HoursAsked{Partner: ifGiven(cmd, "partner", &partnerName), Airport: ifGiven(cmd, "airport", &airport), Status: ifGiven(cmd, "status", &status)}
		if hourly || asked.Airport != nil || asked.Status != nil {
			return p.showHours(ctx, db, from, asked)
		}
		return p.showUsage(ctx, db, from, asked.Partner)
	})
	cmd.Flags().StringVar(&partnerName, "partner", "", "only the keys of the partner of this `name`")
	cmd.Flags().Func("since", "the first day: a `date` such as 2026-03-01, or so long ago, such as 30d (default 7d)", since(&from))
	cmd.Flags().BoolVar(&hourly, "hourly", false, "show each hour, airport and status, of the last 30 days at most")
	cmd.Flags().StringVar(&airport, "airport", "", "as --hourly, only for the airport of this `code`")
	cmd.Flags().Func("status", "as --hourly, only answers with this HTTP `status`, such as 429", func(s string) (err error) {
		if status, err = strconv.Atoi(s); err != nil || status < 100 || status > 599 {
			return errors.New("want an HTTP status such as 429")
		}
		return nil
	})
	return cmd
}

func (p *program) showHours(ctx context.Context, db admin.DB, from time.Time, asked admin.HoursAsked) error {
	rows, err := db.ListHourlyUsage(ctx, from, asked)
	if err == nil && len(rows) == 0 && !p.json {
		p.say("nothing like that was asked since %s", day(&from))
		return nil
	}
	return list(p, rows, err, []string{"PARTNER", "KEY", "HOUR", "AIRPORT", "STATUS", "REQUESTS", "LABEL"}, func(u admin.HourlyUsage) []string {
		return []string{u.Partner, u.KeyID, day(&u.Hour), cmp.Or(u.Airport, "-"), strconv.Itoa(u.Status), number(u.Requests), u.Label}
	})
}

func (p *program) showUsage(ctx context.Context, db admin.DB, from time.Time, partnerName *string) error {
	rows, err := db.ListUsage(ctx, from, partnerName)
	if err != nil {
		return err
	}
	keys, err := db.ListKeys(ctx, partnerName, nil)
	if err != nil {
		return err
	}
	if err := p.printUsage(rows, from); err != nil {
		return err
	}
	for _, k := range keys {
		if keyState(k) == active && k.ExpiresAt != nil && partner.ExpiresSoon(*k.ExpiresAt, time.Now()) {
			p.say("warning: key %[1]s of %[2]q expires %[3]s; airport-content key set %[1]s --expires … prolongs it", k.ID, k.Partner, day(k.ExpiresAt))
		}
	}
	return nil
}

func (p *program) printUsage(rows []admin.KeyUsage, from time.Time) error {
	if len(rows) == 0 && !p.json {
		p.say("nothing was asked since %s", from.UTC().Format(time.DateOnly))
		return nil
	}
	return list(p, rows, nil, []string{"PARTNER", "KEY", "DAY", "REQUESTS", "REFUSED", "RATE LIMITED", "FAILED", "LABEL"}, func(u admin.KeyUsage) []string {
		return []string{u.Partner, u.KeyID, u.Day, number(u.Requests), number(u.Refused), number(u.RateLimited), number(u.Failed), u.Label}
	})
}
