package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"airport-content/internal/partner"
	"airport-content/internal/postgres"
)

// keyFlags say what a new key may do.
type keyFlags struct {
	partner, label, expires string
	airports, scopes        []string
	allAirports             bool
}

func (f *keyFlags) add(p *program, cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.partner, "partner", "", "whose key it is")
	flags.StringArrayVar(&f.airports, "airport", nil, "the `code` of an airport that it may read; may be repeated")
	flags.BoolVar(&f.allAirports, "all-airports", false, "it may read every airport, also those to come")
	flags.StringArrayVar(&f.scopes, "scope", []string{"content:read"}, scopeUsage)
	flags.StringVar(&f.expires, "expires", "never", expiresUsage)
	flags.StringVar(&f.label, "label", "", "a note for lists")
	p.completeFlag(cmd, "partner", offerPartners)
	p.completeFlag(cmd, "airport", offerAirports)
	completeScopes(cmd, "scope")
}

// check refuses flags that do not go together.
func (f *keyFlags) check(cmd *cobra.Command) error {
	some := cmd.Flags().Changed("airport")
	switch {
	case !cmd.Flags().Changed("partner"):
		return usageError("missing: --partner NAME")
	case !some && !f.allAirports:
		return usageError("missing: --airport CODE, as often as needed, or --all-airports")
	case some && f.allAirports:
		return usageError("--airport and --all-airports exclude each other")
	}
	return nil
}

// key is what the flags say; its id is still to be given.
func (f *keyFlags) key(cmd *cobra.Command) (partner.Key, error) {
	if err := f.check(cmd); err != nil {
		return partner.Key{}, err
	}
	scopes, err := parseScopes(f.scopes)
	if err != nil {
		return partner.Key{}, err
	}
	expires, err := parseExpiry(f.expires)
	if err != nil {
		return partner.Key{}, err
	}
	return partner.Key{Partner: f.partner, Label: f.label, AllAirports: f.allAirports, Airports: eachOf(f.airports),
		Scopes: scopes, ExpiresAt: expires}, nil
}

func (p *program) createKeyCommand() *cobra.Command {
	var flags keyFlags
	cmd := &cobra.Command{
		Use:   "create --partner NAME (--airport CODE … | --all-airports)",
		Short: "Make a key for a partner, and print it",
		Long:  "Make a key for a partner, and print it. It is shown only this once.",
		Example: `  airport-content key create --partner Acme --airport SFO --airport JFK
  airport-content key create --partner Acme --all-airports --scope content:read:news --expires 90d --label "news ticker"`,
		Args: arguments(),
	}
	flags.add(p, cmd)
	cmd.RunE = p.run(func(ctx context.Context, _ []string) error {
		wanted, err := flags.key(cmd)
		if err != nil {
			return err
		}
		text, id := partner.NewKey()
		wanted.ID = id
		return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
			key, err := db.AddShownKey(ctx, wanted, partner.DigestOf(text), p.showKey(text))
			if err != nil {
				return err
			}
			p.warn(key)
			p.say("made %s", describe(key))
			p.say(shownOnce)
			return nil
		})
	})
	return cmd
}

func (p *program) takeOverKeyCommand() *cobra.Command {
	var flags keyFlags
	cmd := &cobra.Command{
		Use:   "take-over --partner NAME (--airport CODE … | --all-airports)",
		Short: "Accept a key of an older system, read from stdin",
		Long: `Accept a key of an older system, read from stdin, so that a partner need not change it: 16 to 512 characters that a
header can carry, which is all but control characters. White space around it does not count.`,
		Example: `  airport-content key take-over --partner Acme --airport SFO < acme.key`,
		Args:    arguments(),
	}
	flags.add(p, cmd)
	cmd.RunE = p.run(func(ctx context.Context, _ []string) error {
		wanted, err := flags.key(cmd)
		if err != nil {
			return err
		}
		text, err := p.readKey()
		if err != nil {
			return err
		}
		wanted.ID = partner.NewKeyID()
		return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
			key, err := db.AddKey(ctx, wanted, partner.DigestOf(text))
			if err != nil {
				return err
			}
			p.warn(key)
			return p.done(newKeyData(key), "took over %s", describe(key))
		})
	})
	return cmd
}

// readKey reads a key of an older system. No error shows anything of it.
func (p *program) readKey() (string, error) {
	input, err := p.readSecret()
	if err != nil {
		return "", fmt.Errorf("read the key: %w", err)
	}
	input = bytes.TrimPrefix(input, []byte("\ufeff")) // the mark that some editors begin a file with
	key := string(bytes.Trim(input, " \t\r\n"))       // as HTTP does with the values of headers
	if n := utf8.RuneCountInString(key); n < partner.ShortestOld || n > partner.LongestOld {
		return "", fmt.Errorf("the key on stdin: want %d to %d characters", partner.ShortestOld, partner.LongestOld)
	}
	if i := strings.IndexFunc(key, notInHeader); i >= 0 {
		return "", fmt.Errorf("the key on stdin: character %d is a control character, which a header cannot carry", utf8.RuneCountInString(key[:i])+1)
	}
	if partner.Mistyped(key) {
		return "", errors.New("the key on stdin: it looks like a key of this service, but its checksum is wrong, so it was not copied as it is")
	}
	return key, nil
}

// notInHeader tells what no header's value can hold; the bytes of anything but ASCII it can.
func notInHeader(c rune) bool { return c < ' ' && c != '\t' || c == '\x7f' }

// readSecret reads stdin, a line that is not shown where that is a terminal.
func (p *program) readSecret() ([]byte, error) {
	if f, ok := p.stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.say("type or paste the key, which will not be shown:")
		return term.ReadPassword(int(f.Fd()))
	}
	return io.ReadAll(io.LimitReader(p.stdin, 2*utf8.UTFMax*partner.LongestOld))
}
