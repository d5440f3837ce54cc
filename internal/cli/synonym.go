package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"airport-content/internal/postgres"
)

func (p *program) synonymCommand() *cobra.Command {
	return p.group(&cobra.Command{
		Use:   "synonym",
		Short: "List, add and remove words that the search takes for each other",
		Long: `List, add and remove words that the search takes for each other, at every airport. A word may be a few words, in quotation
marks.`,
	},
		&cobra.Command{Use: "list", Short: "List the groups of words", Args: arguments(), RunE: p.run(p.listSynonyms)},
		&cobra.Command{
			Use:   "add WORD…",
			Short: "Have words stand for each other, along with those that they stand for already",
			Example: `  airport-content synonym add sofa couch settee
  airport-content synonym add "prayer room" "quiet room"`,
			Args: arguments("WORD…"),
			RunE: p.run(p.addSynonyms),
		},
		&cobra.Command{
			Use:     "remove WORD",
			Short:   "Take a word out of its group",
			Example: `  airport-content synonym remove settee`,
			Args:    arguments("WORD"),
			RunE:    p.run(p.removeSynonym),
		},
	)
}

// synonymData is a group of words as JSON.
type synonymData struct {
	Words []string `json:"words"`
}

func newSynonymData(group []string) synonymData { return synonymData{group} }

func (p *program) listSynonyms(ctx context.Context, _ []string) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		groups, err := db.ListSynonyms(ctx)
		if err != nil {
			return err
		}
		return list(p, groups, newSynonymData, []string{"WORDS"}, func(group []string) []string {
			return []string{strings.Join(group, ", ")}
		})
	})
}

func (p *program) addSynonyms(ctx context.Context, words []string) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		group, err := db.AddSynonyms(ctx, words)
		if err != nil {
			return err
		}
		return p.done(newSynonymData(group), "these stand for each other now: %s", strings.Join(group, ", "))
	})
}

func (p *program) removeSynonym(ctx context.Context, args []string) error {
	return p.administer(ctx, func(ctx context.Context, db *postgres.DB) error {
		removed, err := db.RemoveSynonym(ctx, args[0])
		if err != nil {
			return err
		}
		return p.done(newSynonymData(removed), "removed %s", strings.Join(removed, " and "))
	})
}
