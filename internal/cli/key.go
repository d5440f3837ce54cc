package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/partner"
	"airport-content/internal/postgres"
)

func (p *program) keyCommand() *cobra.Command {
	return p.group(&cobra.Command{
		Use:   "key",
		Short: "Make, change, list, revoke and rotate API keys",
		Long: `Make, change, list, revoke and rotate API keys. A key is shown once, when it is made; later it goes by its id, which is
public. Changes take effect within 5 seconds.`,
	},
		p.createKeyCommand(), p.takeOverKeyCommand(), p.setKeyCommand(), p.listKeysCommand(),
		&cobra.Command{
			Use:               "revoke ID",
			Short:             "End a key for good",
			Args:              arguments("ID"),
			RunE:              p.run(p.revokeKey),
			ValidArgsFunction: p.complete(offerKeys),
		},
		p.rotateKeyCommand(),
	)
}

// keyData is a key as JSON.
type keyData struct {
	Key         string          `json:"key,omitempty"` // when it was made just now
	ID          string          `json:"id"`
	Partner     string          `json:"partner"`
	PartnerID   int64           `json:"partnerId"`
	Label       string          `json:"label"`
	State       string          `json:"state"`
	AllAirports bool            `json:"allAirports"`
	Airports    []string        `json:"airports"`
	Scopes      []partner.Scope `json:"scopes"`
	CreatedAt   *string         `json:"createdAt"`
	ExpiresAt   *string         `json:"expiresAt"`
	RevokedAt   *string         `json:"revokedAt"`
	LastUsedAt  *string         `json:"lastUsedAt"`
}

func newKeyData(k partner.Key) keyData {
	return keyData{ID: k.ID, Partner: k.Partner, PartnerID: k.PartnerID, Label: k.Label, State: keyState(k),
		AllAirports: k.AllAirports, Airports: append([]string{}, k.Airports...), Scopes: k.Scopes, CreatedAt: stamp(&k.CreatedAt),
		ExpiresAt: stamp(k.ExpiresAt), RevokedAt: stamp(k.RevokedAt), LastUsedAt: stamp(k.LastUsedAt)}
}

func keyState(k partner.Key) string {
	switch {
	case k.RevokedAt != nil:
		return "revoked"
	case expired(k):
		return "expired"
	}
	return "active"
}

func expired(k partner.Key) bool { return k.ExpiresAt != nil && !k.ExpiresAt.After(time.Now()) }

func airportsText(k partner.Key) string {
	switch {
	case k.AllAirports:
		return "all"
	case len(k.Airports) == 0:
		return "none"
	}
	return strings.Join(k.Airports, ",")
}

func scopesText(k partner.Key) string {
	texts := make([]string, len(k.Scopes))
	for i, s := range k.Scopes {
		texts[i] = string(s)
	}
	return strings.Join(texts, ",")
}

// describe tells people what a key may do.
func describe(k partner.Key) string {
	text := fmt.Sprintf("key %s of %q: airports %s, scopes %s", k.ID, k.Partner, airportsText(k), scopesText(k))
	if k.Label != "" {
		text += fmt.Sprintf(", label %q", k.Label)
	}
	switch {
	case k.RevokedAt != nil:
		return text + ", revoked " + day(k.RevokedAt)
	case expired(k):
		return text + ", expired " + day(k.ExpiresAt)
	case k.ExpiresAt != nil:
		return text + ", expires " + day(k.ExpiresAt)
	}
	return text + ", never expires"
}

// warn tells of what may not be meant about a key.
func (p *program) warn(k partner.Key) {
	if expired(k) {
		p.say("warning: key %s has expired already", k.ID)
	}
	if !k.AllAirports && len(k.Airports) == 0 {
		p.say("warning: key %s has no airport left", k.ID)
	}
}

func (p *program) listKeysCommand() *cobra.Command {
	var partnerName string
	cmd := &cobra.Command{Use: "list", Short: "List the keys", Args: arguments()}
	cmd.Flags().StringVar(&partnerName, "partner", "", "only the keys of this partner")
	p.completeFlag(cmd, "partner", offerPartners)
	cmd.RunE = p.run(func(ctx context.Context, _ []string) error {
		var of *string // all of them
		if cmd.Flags().Changed("partner") {
			of = &partnerName
		}
		return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
			keys, err := db.ListKeys(ctx, of)
			if err != nil {
				return err
			}
			columns := []string{"ID", "PARTNER", "STATE", "AIRPORTS", "SCOPES", "EXPIRES", "LAST USED", "LABEL"}
			return list(p, keys, newKeyData, columns, func(k partner.Key) []string {
				return []string{k.ID, k.Partner, keyState(k), airportsText(k), scopesText(k), day(k.ExpiresAt), day(k.LastUsedAt), k.Label}
			})
		})
	})
	return cmd
}

func (p *program) revokeKey(ctx context.Context, args []string) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		key, err := db.RevokeKey(ctx, args[0])
		if err != nil {
			return err
		}
		return p.done(newKeyData(key), "%s", describe(key))
	})
}

const shownOnce = "the key is shown only this once"

// showKey prints a key that is being made.
func (p *program) showKey(text string) func(partner.Key) error {
	return func(key partner.Key) error {
		if err := p.printKey(text, key); err != nil {
			return fmt.Errorf("nothing was changed: %v", err) // not wrapped: it would be taken for the database's
		}
		return nil
	}
}

// printKey prints a key alone, or as JSON with what is known of it.
func (p *program) printKey(text string, key partner.Key) error {
	if p.json {
		data := newKeyData(key)
		data.Key = text
		return printJSON(p.stdout, data)
	}
	if _, err := fmt.Fprintln(p.stdout, text); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
