package cli

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
	"airport-content/internal/partner"
	"airport-content/internal/postgres"
	"airport-content/internal/timestamp"
)

func (p *program) usageCommand() *cobra.Command {
	var partnerName, since string
	cmd := &cobra.Command{
		Use:   "usage",
		Short: "Show what was asked with each key, day by day",
		Long: `Show what was asked with each key, day by day in UTC, and on a terminal a bar for each day. Refused are the requests that
were answered with a status from 400 to 499, but those over the rate limit, which are shown apart. Servers write every ten
seconds; days are kept for 400 days. Keys that expire within 14 days are warned of.`,
		Example: `  airport-content usage
  airport-content usage --partner Acme --since 30d
  airport-content usage --since 2026-03-01 --json`,
		Args: arguments(),
	}
	cmd.Flags().StringVar(&partnerName, "partner", "", "only the keys of this partner")
	cmd.Flags().StringVar(&since, "since", "7d", "the first day: a date such as 2026-03-01, or so long ago, such as 30d")
	p.completeFlag(cmd, "partner", offerPartners)
	cmd.RunE = p.run(func(ctx context.Context, _ []string) error {
		from, err := parseSince(since)
		if err != nil {
			return err
		}
		var of *string // all of them
		if cmd.Flags().Changed("partner") {
			of = &partnerName
		}
		return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error { return p.showUsage(ctx, db, from, of) })
	})
	return cmd
}

// parseSince reads the value of --since.
func parseSince(s string) (time.Time, error) {
	if ago, err := config.ParseDuration(s); err == nil && ago >= 0 {
		return time.Now().Add(-ago), nil
	}
	from, err := timestamp.Parse(s)
	if err != nil {
		return time.Time{}, fmt.Errorf("--since %q: want a date such as 2026-03-01, or so long ago, such as 30d or 12h", s)
	}
	return from, nil
}

// usageData is a day of a key as JSON.
type usageData struct {
	Day         string `json:"day"`
	Partner     string `json:"partner"`
	PartnerID   int64  `json:"partnerId"`
	KeyID       string `json:"keyId"`
	Label       string `json:"label"`
	Requests    int64  `json:"requests"`
	Refused     int64  `json:"refused"`
	RateLimited int64  `json:"rateLimited"`
}

func newUsageData(u postgres.KeyUsage) usageData {
	return usageData{u.Day, u.Partner, u.PartnerID, u.KeyID, u.Label, u.Requests, u.Refused, u.RateLimited}
}

func (p *program) showUsage(ctx context.Context, db *postgres.DB, since time.Time, of *string) error {
	rows, err := db.ListUsage(ctx, since, of)
	if err != nil {
		return err
	}
	keys, err := db.ListKeys(ctx, of)
	if err != nil {
		return err
	}
	if err := p.printUsage(rows, since); err != nil {
		return err
	}
	p.warnOfEnds(keys)
	return nil
}

func (p *program) printUsage(rows []postgres.KeyUsage, since time.Time) error {
	if len(rows) == 0 && !p.json {
		p.say("nothing was asked since %s", since.UTC().Format(time.DateOnly))
		return nil
	}
	columns := []string{"PARTNER", "KEY", "DAY", "REQUESTS", "REFUSED", "RATE LIMITED", "LABEL"}
	err := list(p, rows, newUsageData, columns, func(u postgres.KeyUsage) []string {
		count := func(n int64) string { return strconv.FormatInt(n, 10) }
		return []string{u.Partner, u.KeyID, u.Day, count(u.Requests), count(u.Refused), count(u.RateLimited), u.Label}
	})
	if err != nil || p.json {
		return err
	}
	return drawDays(p.stdout, rows, since, time.Now())
}

// warnOfEnds tells of keys that end soon.
func (p *program) warnOfEnds(keys []partner.Key) {
	for _, k := range keys {
		if keyState(k) == "active" && k.ExpiresAt != nil && partner.ExpiresSoon(*k.ExpiresAt, time.Now()) {
			p.say("warning: key %[1]s of %[2]q expires %[3]s; airport-content key set %[1]s --expires … prolongs it", k.ID, k.Partner, day(k.ExpiresAt))
		}
	}
}
