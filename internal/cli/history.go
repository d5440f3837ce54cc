package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/config"
)

func (p *program) historyCommand() *cobra.Command {
	from := time.Now().AddDate(0, 0, -7)
	cmd := &cobra.Command{
		Use:   "history",
		Short: "Show who changed what: keys, partners, airports, sources, synonyms, hidden items, imports",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, _ []string) error {
			changes, err := db.ListHistory(ctx, from)
			if len(changes) == 0 && err == nil && !p.json {
				p.say("nothing was changed since %s", from.UTC().Format(time.DateOnly))
				return nil
			}
			return list(p, changes, err, []string{"WHEN", "WHO", "CHANGE", "OF", "DETAILS"}, func(c admin.Change) []string {
				return []string{day(&c.At), cmp.Or(c.Operator, "-"), c.Change, c.Subject, c.Details}
			})
		}),
	}
	cmd.Flags().Func("since", "the beginning: a `date` such as 2026-03-01, or so long ago, such as 30d (default 7d)", since(&from))
	return cmd
}

const longestOperator = 100 // characters

// operator is whom the history names: OPERATOR, or the user of the operating system.
func operator(env config.Env) (string, error) {
	if name := env["OPERATOR"]; name != "" {
		if utf8.RuneCountInString(name) > longestOperator || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
			return "", fmt.Errorf("OPERATOR: want a name of at most %d characters, none of them a control character", longestOperator)
		}
		return name, nil
	}
	if current, err := user.Current(); err == nil {
		return fmt.Sprintf("%.*s", longestOperator, strings.ToValidUTF8(current.Username, "?")), nil
	}
	return "uid " + strconv.Itoa(os.Getuid()), nil // as in a container without /etc/passwd
}
