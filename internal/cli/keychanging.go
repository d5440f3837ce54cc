package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
	"airport-content/internal/partner"
	"airport-content/internal/postgres"
)

func (p *program) setKeyCommand() *cobra.Command {
	var change postgres.KeyChange
	var label, expires string
	var added, removed, scopes []string
	cmd := &cobra.Command{
		Use:   "set ID",
		Short: "Change what a key may do, its expiry or its label",
		Example: `  airport-content key set x7Kq02bNfa --add-airport LAX --remove-airport SFO
  airport-content key set x7Kq02bNfa --scope content:read:news --scope content:read:event --expires never`,
		Args:              arguments("ID"),
		ValidArgsFunction: p.complete(offerKeys),
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&added, "add-airport", nil, "the `code` of an airport that it may read too; may be repeated")
	flags.StringArrayVar(&removed, "remove-airport", nil, "the `code` of an airport that it may no longer read; may be repeated")
	flags.StringArrayVar(&scopes, "scope", nil, scopeUsage+"; these replace the ones it has")
	flags.StringVar(&expires, "expires", "", expiresUsage)
	flags.StringVar(&label, "label", "", "a note for lists")
	p.completeFlag(cmd, "add-airport", offerAirports)
	p.completeFlag(cmd, "remove-airport", offerAirports)
	completeScopes(cmd, "scope")
	cmd.RunE = p.run(func(ctx context.Context, args []string) (err error) {
		if !slices.ContainsFunc([]string{"add-airport", "remove-airport", "scope", "expires", "label"}, flags.Changed) {
			return usageError("missing: what to change")
		}
		change.AddAirports, change.RemoveAirports = eachOf(added), eachOf(removed)
		if flags.Changed("scope") {
			if change.Scopes, err = parseScopes(scopes); err != nil {
				return err
			}
		}
		if change.SetExpiry = flags.Changed("expires"); change.SetExpiry {
			if change.ExpiresAt, err = parseExpiry(expires); err != nil {
				return err
			}
		}
		if flags.Changed("label") {
			change.Label = &label
		}
		return p.setKey(ctx, args[0], change)
	})
	return cmd
}

func (p *program) setKey(ctx context.Context, id string, change postgres.KeyChange) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		key, err := db.SetKey(ctx, id, change)
		if err != nil {
			return err
		}
		p.warn(key)
		return p.done(newKeyData(key), "%s", describe(key))
	})
}

func (p *program) rotateKeyCommand() *cobra.Command {
	var overlap string
	cmd := &cobra.Command{
		Use:   "rotate ID",
		Short: "Make a key with what another may do, and end that one a while later",
		Long: `Make a key with what another may do, its label and its expiry, print it, and end the other one a while later. It is
shown only this once.`,
		Example: `  airport-content key rotate x7Kq02bNfa
  airport-content key rotate x7Kq02bNfa --overlap 7d`,
		Args:              arguments("ID"),
		ValidArgsFunction: p.complete(offerKeys),
	}
	cmd.Flags().StringVar(&overlap, "overlap", "24h", "how long the old key goes on, such as 7d; 0 revokes it at once")
	cmd.RunE = p.run(func(ctx context.Context, args []string) error {
		while, err := config.ParseDuration(overlap)
		if err != nil || while < 0 {
			return fmt.Errorf("--overlap %q: want a duration such as 24h or 7d, or 0", overlap)
		}
		return p.rotateKey(ctx, args[0], while)
	})
	return cmd
}

func (p *program) rotateKey(ctx context.Context, id string, overlap time.Duration) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		text, newID := partner.NewKey()
		fresh, old, err := db.RotateKey(ctx, id, newID, partner.DigestOf(text), overlap, p.showKey(text))
		if err != nil {
			return err
		}
		p.say("old: %s", describe(old))
		p.say("new: %s", describe(fresh))
		p.say(shownOnce)
		return nil
	})
}
