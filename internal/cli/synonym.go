package cli

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
)

// synonymData is a group of words as JSON.
type synonymData struct {
	Language *string  `json:"language"` // of the items that are searched for them; null: all
	Words    []string `json:"words"`
}

func newSynonymData(group admin.SynonymGroup) synonymData {
	data := synonymData{Words: group.Words}
	if group.Language != "" {
		data.Language = &group.Language
	}
	return data
}

func (p *program) synonymCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "synonym",
		Short: "List, add and remove words that mean the same to the search",
		Long:  "List, add and remove words that mean the same to the search, at every airport. Put several words that make one term in quotation marks.",
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "list",
		Short: "List the groups of words",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, _ []string) error {
			groups, err := db.ListSynonyms(ctx)
			return list(p, groups, err, newSynonymData, []string{"ITEMS", "WORDS"}, func(group admin.SynonymGroup) []string {
				return []string{cmp.Or(group.Language, "all"), strings.Join(group.Words, ", ")}
			})
		}),
	}, &cobra.Command{
		Use:   "add WORD…",
		Short: "Make words mean the same in every language, together with the groups that they are in",
		Example: `  airport-content synonym add sofa couch settee
  airport-content synonym add "prayer room" "quiet room"`,
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, words []string) error {
			group, err := db.AddSynonyms(ctx, words)
			return p.done(err, synonymData{Words: group}, "these mean the same now: %s", strings.Join(group, ", "))
		}),
	}, &cobra.Command{
		Use:     "remove WORD",
		Short:   "Take a word out of its groups",
		Example: `  airport-content synonym remove settee`,
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			removed, err := db.RemoveSynonym(ctx, args[0])
			return p.done(err, synonymData{Words: removed}, "removed %s", strings.Join(removed, " and "))
		}),
	})
	return cmd
}
