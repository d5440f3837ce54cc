package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/partner"
)

// keyData is a key as JSON.
type keyData struct {
	Text string `json:"key,omitzero"` // the key itself, of a new key only
	partner.Key
	State string `json:"state"`
}

func newKeyData(k partner.Key) keyData { return keyData{Key: k, State: keyState(k)} }

// States of a key.
const (
	active  = "active"
	expired = "expired"
	revoked = "revoked"
)

func keyState(k partner.Key) string {
	switch {
	case k.RevokedAt != nil:
		return revoked
	case k.ExpiresAt != nil && !k.ExpiresAt.After(time.Now()):
		return expired
	}
	return active
}

func airportsText(k partner.Key) string {
	switch {
	case k.AllAirports:
		return "all"
	case len(k.Airports) == 0:
		return "none"
	}
	return strings.Join(k.Airports, ",")
}

// describeKey describes the rights of a key for people.
func describeKey(k partner.Key) string {
	text := fmt.Sprintf("key %s of %q: airports %s, scopes %s", k.ID, k.Partner, airportsText(k), strings.Join(k.Scopes, ","))
	if len(k.Origins) > 0 {
		text += ", for pages of " + strings.Join(k.Origins, ",")
	}
	if k.Label != "" {
		text += fmt.Sprintf(", label %q", k.Label)
	}
	switch state := keyState(k); {
	case state == revoked:
		return text + ", revoked " + day(k.RevokedAt)
	case state == expired:
		return text + ", expired " + day(k.ExpiresAt)
	case k.ExpiresAt != nil:
		return text + ", expires " + day(k.ExpiresAt)
	}
	return text + ", never expires"
}

// warnKey warns of probable mistakes in a key.
func (p *program) warnKey(k partner.Key) {
	if keyState(k) == expired {
		p.say("warning: key %s has expired already", k.ID)
	}
	if !k.AllAirports && len(k.Airports) == 0 {
		p.say("warning: key %s has no airport left", k.ID)
	}
}

func (p *program) keyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Make, change, list, revoke and rotate API keys",
	}
	cmd.AddCommand(p.createKeyCommand(), p.takeOverKeyCommand(), p.setKeyCommand(), p.listKeysCommand(), &cobra.Command{
		Use:   "revoke ID",
		Short: "End a key for good",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			key, err := db.RevokeKey(ctx, args[0])
			return p.done(newKeyData(key), err, "%s", describeKey(key))
		}),
	}, p.rotateKeyCommand())
	return cmd
}

func (p *program) listKeysCommand() *cobra.Command {
	var partnerName string
	var revokedSince time.Time
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the keys",
	}
	cmd.RunE = p.onDatabase(func(ctx context.Context, db admin.DB, _ []string) error {
		keys, err := db.ListKeys(ctx, ifGiven(cmd, "partner", &partnerName), ifGiven(cmd, "revoked-since", &revokedSince))
		if err != nil {
			return err
		}
		var data []keyData
		for _, k := range keys {
			data = append(data, newKeyData(k))
		}
		return list(p, data, nil, []string{"ID", "PARTNER", "STATE", "AIRPORTS", "SCOPES", "PAGES", "EXPIRES", "LAST USED", "LABEL"}, func(k keyData) []string {
			return []string{k.ID, k.Partner, k.State, airportsText(k.Key), strings.Join(k.Scopes, ","), strings.Join(k.Origins, ","), day(k.ExpiresAt), day(k.LastUsedAt), k.Label}
		})
	})
	cmd.Flags().StringVar(&partnerName, "partner", "", "only the keys of the partner of this `name`")
	cmd.Flags().Func("revoked-since", "only keys that were revoked since: a `date` such as 2026-03-01, or so long ago, such as 30d", since(&revokedSince))
	return cmd
}

func (p *program) setKeyCommand() *cobra.Command {
	var change admin.KeyChange
	var label string
	cmd := &cobra.Command{
		Use:   "set ID",
		Short: "Change what a key may do, its expiry or its label",
	}
	cmd.RunE = p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
		change.SetExpiry = cmd.Flags().Changed("expires")
		change.Label = ifGiven(cmd, "label", &label)
		key, err := db.SetKey(ctx, args[0], change)
		if err != nil {
			return err
		}
		p.warnKey(key)
		return p.done(newKeyData(key), nil, "%s", describeKey(key))
	})
	flags := cmd.Flags()
	flags.Func("add-airport", "the `code` of another airport that it may read; may be repeated", texts(&change.AddAirports))
	flags.Func("remove-airport", "the `code` of an airport that it may no longer read; may be repeated", texts(&change.RemoveAirports))
	flags.Func("scope", scopeUsage+"; these replace the ones it has", scopes(&change.Scopes))
	flags.Func("expires", expiresUsage, expiry(&change.ExpiresAt))
	flags.StringVar(&label, "label", "", "a note for lists")
	cmd.MarkFlagsOneRequired("add-airport", "remove-airport", "scope", "expires", "label")
	completeScope(cmd)
	return cmd
}

// ifGiven is the value of a flag, nil unless it was given.
func ifGiven[T any](cmd *cobra.Command, flag string, value *T) *T {
	if !cmd.Flags().Changed(flag) {
		return nil
	}
	return value
}
