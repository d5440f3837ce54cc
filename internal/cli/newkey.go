package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"airport-content/internal/admin"
	"airport-content/internal/config"
	"airport-content/internal/partner"
)

const shownOnce = "the key is shown only this once"

// newKeyFlags gives a command the flags for the rights of a new key. The values go into key.
func newKeyFlags(cmd *cobra.Command, key *partner.Key) {
	flags := cmd.Flags()
	flags.StringVar(&key.Partner, "partner", "", "the `name` of the partner whose key it is")
	flags.Func("airport", "the `code` of an airport that it may read; may be repeated", texts(&key.Airports))
	flags.BoolVar(&key.AllAirports, "all-airports", false, "it may read every airport, also those added later")
	flags.Func("scope", scopeUsage+" (default content:read)", scopes(&key.Scopes))
	flags.Func("expires", expiresUsage+" (default never)", expiry(&key.ExpiresAt))
	flags.StringVar(&key.Label, "label", "", "a note for lists")
	_ = cmd.MarkFlagRequired("partner") // fails only for an unknown flag
	cmd.MarkFlagsOneRequired("airport", "all-airports")
	cmd.MarkFlagsMutuallyExclusive("airport", "all-airports")
	completeScope(cmd)
}

func withDefaultScope(key partner.Key) partner.Key {
	if len(key.Scopes) == 0 {
		key.Scopes = []string{partner.ReadAll}
	}
	return key
}

func (p *program) createKeyCommand() *cobra.Command {
	var wanted partner.Key
	cmd := &cobra.Command{
		Use:   "create --partner NAME (--airport CODE … | --all-airports) [--origin URL …]",
		Short: "Make a key for a partner, and print it",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, _ []string) error {
			var text string
			text, wanted.ID = partner.NewKey()
			key, err := db.AddKey(ctx, withDefaultScope(wanted), partner.DigestOf(text), p.showKey(text))
			if err != nil {
				return err
			}
			p.warnKey(key)
			p.say("made %s", describeKey(key))
			p.say(shownOnce)
			return nil
		}),
	}
	newKeyFlags(cmd, &wanted)
	cmd.Flags().Func("origin", "makes a key for web pages: the `URL` of their origin, such as https://app.example; may be repeated", origins(&wanted.Origins))
	return cmd
}

func (p *program) rotateKeyCommand() *cobra.Command {
	overlap := 24 * time.Hour
	cmd := &cobra.Command{
		Use:   "rotate ID",
		Short: "Replace a key by a new one, and end the old one a while later",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			text, id := partner.NewKey()
			fresh, old, err := db.RotateKey(ctx, args[0], id, partner.DigestOf(text), overlap, p.showKey(text))
			if err != nil {
				return err
			}
			p.say("old: %s", describeKey(old))
			p.say("new: %s", describeKey(fresh))
			p.say(shownOnce)
			return nil
		}),
	}
	cmd.Flags().Func("overlap", "the `time` for which the old key still works, such as 7d; 0 revokes it at once (default 24h)", func(s string) (err error) {
		if overlap, err = config.ParseDuration(s); err != nil || overlap < 0 {
			return errors.New("want a duration such as 24h or 7d, or 0")
		}
		return nil
	})
	return cmd
}

// showKey prints a key before the key is stored. If printing fails, the key is not stored.
func (p *program) showKey(text string) func(partner.Key) error {
	return func(key partner.Key) error {
		data := newKeyData(key)
		data.Text = text
		if err := p.print(data, text); err != nil {
			return fmt.Errorf("nothing was changed: %v", err) // not wrapped, because the error does not come from the database
		}
		return nil
	}
}

func (p *program) takeOverKeyCommand() *cobra.Command {
	var wanted partner.Key
	cmd := &cobra.Command{
		Use:   "take-over --partner NAME (--airport CODE … | --all-airports)",
		Short: "Accept keys of an older system, read from stdin",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, _ []string) error {
			digests, err := p.readKeys(ctx)
			if err != nil {
				return err
			}
			keys, err := db.TakeOverKeys(ctx, withDefaultScope(wanted), digests)
			if err != nil {
				return err
			}
			var data []keyData
			for _, key := range keys {
				p.warnKey(key)
				data = append(data, newKeyData(key))
				p.say("took over %s", describeKey(key))
			}
			return p.printJSON(data)
		}),
	}
	newKeyFlags(cmd, &wanted)
	return cmd
}

const maxKeys = 1 << 20 // bytes of keys in one take-over

// readKeys reads keys of an older system, one a line. Its errors show no part of a key.
func (p *program) readKeys(ctx context.Context) (digests []partner.Digest, err error) {
	input, err := p.readSecret(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the keys: %w", err)
	}
	if len(input) > maxKeys {
		return nil, fmt.Errorf("the keys on stdin: more than %d MB; take over fewer at once", maxKeys>>20)
	}
	number := 0
	for line := range bytes.Lines(bytes.TrimPrefix(input, []byte("\ufeff"))) { // the byte order mark of some editors
		number++
		key := string(bytes.Trim(line, " \t\r\n")) // HTTP trims headers the same way
		if key == "" {
			continue
		}
		if err := checkOldKey(key); err != nil {
			return nil, fmt.Errorf("the key on line %d of stdin: %w; no key was taken over", number, err)
		}
		digests = append(digests, partner.DigestOf(key))
	}
	if digests == nil {
		return nil, fmt.Errorf("stdin has no key: want one of %d to %d characters on each line", partner.ShortestOld, partner.LongestOld)
	}
	return digests, nil
}

func checkOldKey(key string) error {
	if n := utf8.RuneCountInString(key); n < partner.ShortestOld || n > partner.LongestOld {
		return fmt.Errorf("want %d to %d characters", partner.ShortestOld, partner.LongestOld)
	}
	if i := strings.IndexFunc(key, notInHeader); i >= 0 {
		return fmt.Errorf("character %d is a control character, which a header cannot carry", utf8.RuneCountInString(key[:i])+1)
	}
	if partner.Mistyped(key) {
		return errors.New("it looks like a key of this service, but its checksum is wrong; copy it again")
	}
	return nil
}

func notInHeader(c rune) bool { return c < ' ' && c != '\t' || c == '\x7f' }

// readSecret reads stdin until ctx ends. On a terminal, readSecret reads one line without echo.
func (p *program) readSecret(ctx context.Context) ([]byte, error) {
	if !isTerminal(p.stdin) {
		return io.ReadAll(io.LimitReader(untilDone(ctx, p.stdin), maxKeys+1))
	}
	terminal := int(p.stdin.(*os.File).Fd())
	shows, err := term.GetState(terminal)
	if err != nil {
		return nil, err
	}
	p.say("type or paste the key, which will not be shown:")
	type line struct {
		text []byte
		err  error
	}
	read := make(chan line, 1)
	go func() {
		text, err := term.ReadPassword(terminal)
		read <- line{text, err}
	}()
	select {
	case l := <-read:
		return l.text, l.err
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), term.Restore(terminal, shows))
	}
}
